/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A TCG plugin for QEMU (plugin API version 1) that counts executed instructions, exactly: one
 * inline addition for each. Debian ships no header for plugins; these are the declarations that it
 * needs.
 *
 *     gcc -O2 -shared -fPIC -o count.so qemu-count.c
 *     qemu-system-sparc … -plugin ./count.so
 *
 * At the end it prints "instructions N" on the standard error output. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;
enum { INLINE_ADD_U64 = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

int qemu_plugin_version = 1;

static uint64_t instructions;

static void translated(plugin_id id, struct block *block)
{
	(void)id;
	size_t n = qemu_plugin_tb_n_insns(block);
	for (size_t i = 0; i < n; i++)
		qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(block, i),
							   INLINE_ADD_U64, &instructions, 1);
}

static void finished(plugin_id id, void *unused)
{
	(void)id;
	(void)unused;
	fprintf(stderr, "instructions %" PRIu64 "\n", instructions);
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
	(void)info;
	(void)argc;
	(void)argv;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, finished, NULL);
	return 0;
}
