/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One line an event. Where `most` differs from `least` the event counts cycles,
   or depends on how many beats a burst is split into; the reason stands beside. */
#include "check.h"
#include "events.h"
#include "printf.h"

struct row {
	uint16_t event;
	const char *name;
	enum prepare how;
	kernel_fn *kernel;
	uint32_t least, most;
};

static const struct row rows[] = {
	/* per CPU */
	{ 0x00, "I-cache misses", COLD_I, kernel_code_lines, 64, 64 },
	{ 0x00, "I-cache misses, warm", WARM, kernel_code_lines, 0, 0 },
	/* each miss holds for a bus access and an L2 hit */
	{ 0x02, "I-cache hold cycles", COLD_I, kernel_code_lines, 64 * 3, 64 * 60 },
	{ 0x02, "I-cache hold cycles, warm", WARM, kernel_code_lines, 0, 0 },
	{ 0x08, "D-cache misses", COLD_D, kernel_load_lines, 64, 64 },
	{ 0x08, "D-cache misses, warm", WARM, kernel_load_lines, 0, 0 },
	{ 0x08, "D-cache misses, stores only", COLD_D, kernel_stores_32, 0, 0 },
	{ 0x0A, "D-cache hold cycles", COLD_D, kernel_load_lines, 64 * 3, 64 * 60 },
	{ 0x0A, "D-cache hold cycles, warm", WARM, kernel_load_lines, 0, 0 },
	/* one-entry buffer: every store but the first waits for the one before */
	{ 0x10, "write-buffer hold cycles", WARM, kernel_stores_32, 16, 32 * 30 },
	{ 0x10, "write-buffer hold, no stores", WARM, kernel_nops_400, 0, 0 },
	{ 0x11, "instructions", WARM, kernel_nops_400, 400, 400 },
	{ 0x11, "instructions, mixed", WARM, kernel_mixed, 60, 60 },
	{ 0x12, "integer instructions", WARM, kernel_mixed, 40, 40 },
	{ 0x13, "FPU instructions", WARM, kernel_mixed, 20, 20 },
	{ 0x14, "branch prediction misses", WARM, kernel_mispredicted, 32, 32 },
	{ 0x14, "branch predictions that hold", WARM, kernel_predicted, 0, 0 },
	/* one a cycle out of L1; a line change may cost nothing or a cycle */
	{ 0x15, "execution time", WARM, kernel_nops_400, 400, 404 },
	{ 0x22, "integer branches", WARM, kernel_branches, 20, 20 },
	{ 0x22, "integer branches, always", WARM, kernel_branch_always, 5, 5 },
	{ 0x28, "CALL", WARM, kernel_calls, 12, 12 },
	{ 0x30, "type-2 instructions", WARM, kernel_types, 30, 30 },
	{ 0x38, "loads and stores", WARM, kernel_loads_stores, 35, 35 },
	{ 0x39, "loads", WARM, kernel_loads_stores, 20, 20 },
	{ 0x3A, "stores", WARM, kernel_loads_stores, 15, 15 },
	/* 64 line fetches use the bus for two beats at least, waits included */
	{ 0x17, "AHB utilisation of master 0", COLD_D, kernel_load_lines, 64 * 2, 64 * 60 },
	{ 0x18, "AHB utilisation, all", COLD_D, kernel_load_lines, 64 * 2, 64 * 60 },
	{ 0x18, "AHB utilisation, all, no access", WARM, kernel_nops_400, 0, 4 },
	/* Processor AHB. A line is two beats on the 128-bit bus: NONSEQ, SEQ. */
	{ 0x40, "bus idle cycles", WARM, kernel_nops_400, 396, 404 },
	{ 0x41, "bus busy cycles", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x42, "non-sequential transfers", COLD_D, kernel_load_lines, 64, 64 },
	{ 0x43, "sequential transfers", COLD_D, kernel_load_lines, 64, 64 },
	{ 0x44, "reads", COLD_D, kernel_load_lines, 64, 128 }, /* bursts or beats */
	{ 0x45, "writes", WARM, kernel_stores_32, 32, 32 },
	{ 0x46, "byte accesses", WARM, kernel_store_bytes, 20, 20 },
	{ 0x47, "half-word accesses", WARM, kernel_store_halves, 20, 20 },
	{ 0x48, "word accesses", WARM, kernel_store_words, 20, 20 },
	{ 0x49, "64-bit accesses", WARM, kernel_store_doubles, 20, 20 },
	{ 0x4A, "128-bit accesses", COLD_D, kernel_load_lines, 64, 128 }, /* bursts or beats */
	{ 0x4B, "256-bit accesses", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x4C, "wait states", COLD_D, kernel_load_lines, 64, 64 * 60 }, /* L2 hit latency */
	{ 0x4D, "RETRY", COLD_L2, kernel_load_far_lines, 0, 0 },
	/* the L2 answers a miss with SPLIT; a master may come back too early */
	{ 0x4E, "SPLIT", COLD_L2, kernel_load_far_lines, 32, 64 },
	{ 0x4E, "SPLIT, L2 hits", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x4F, "SPLIT delay cycles", COLD_L2, kernel_load_far_lines, 32 * 5, 32 * 150 }, /* SDRAM */
	{ 0x50, "locked cycles", WARM, kernel_atomics_16, 16 * 2, 16 * 60 }, /* read and write */
	{ 0x50, "locked cycles, no atomics", WARM, kernel_loads_stores, 0, 0 },
	/* L2; a line fetch may count once or once a beat */
	{ 0x60, "L2 hits", COLD_D, kernel_load_lines, 64, 128 },
	{ 0x60, "L2 hits, none", WARM, kernel_nops_400, 0, 0 },
	{ 0x61, "L2 misses", COLD_L2, kernel_load_far_lines, 32, 32 },
	{ 0x61, "L2 misses, L2 hits only", COLD_D, kernel_load_lines, 0, 0 },
	/* the manual leaves open which side of the L2 is meant: a miss uses both */
	{ 0x62, "L2 bus accesses", COLD_L2, kernel_load_far_lines, 32, 128 },
	{ 0x63, "L2 tag correctable errors", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x64, "L2 tag uncorrectable errors", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x65, "L2 data correctable errors", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x66, "L2 data uncorrectable errors", COLD_D, kernel_load_lines, 0, 0 },
	/* no I/O master is active */
	{ 0x67, "IOMMU cache lookups", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x68, "IOMMU table walks", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x69, "IOMMU denied", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x6A, "IOMMU allowed", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x6B, "IOMMU passthrough", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x6C, "IOMMU cache misses", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x6D, "IOMMU cache hits", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x6E, "IOMMU parity errors", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x70, "I/O bus idle cycles", WARM, kernel_nops_400, 396, 404 },
	{ 0x71, "I/O bus busy cycles", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x72, "I/O bus non-sequential", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x73, "I/O bus sequential", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x74, "I/O bus reads", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x75, "I/O bus writes", COLD_D, kernel_stores_32, 0, 0 },
	{ 0x76, "I/O bus byte accesses", WARM, kernel_store_bytes, 0, 0 },
	{ 0x77, "I/O bus half-word accesses", WARM, kernel_store_halves, 0, 0 },
	{ 0x78, "I/O bus word accesses", WARM, kernel_store_words, 0, 0 },
	{ 0x79, "I/O bus 64-bit accesses", WARM, kernel_store_doubles, 0, 0 },
	{ 0x7A, "I/O bus 128-bit accesses", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x7B, "I/O bus 256-bit accesses", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x7C, "I/O bus wait states", COLD_D, kernel_load_lines, 0, 0 },
	{ 0x7D, "I/O bus RETRY", COLD_L2, kernel_load_far_lines, 0, 0 },
	{ 0x7E, "I/O bus SPLIT", COLD_L2, kernel_load_far_lines, 0, 0 },
	{ 0x7F, "I/O bus SPLIT delay", COLD_L2, kernel_load_far_lines, 0, 0 },
	/* master 0 owns the bus while it fetches; an idle bus may stay parked there */
	{ 0x80, "master 0 has grant", COLD_D, kernel_load_lines, 64 * 2, 64 * 80 },
	/* nobody competes: at most the cycle of asking */
	{ 0x90, "master 0 waits for grant", COLD_D, kernel_load_lines, 0, 64 * 2 },
};

void test_table(void)
{
	for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *r = &rows[i];
		uint32_t got = count(r->event, 0, r->how, r->kernel);
		int good = got >= r->least && got <= r->most;
		printf("0x%02x %-30s %6d  %u", r->event, r->name, (int)got, r->least);
		if (r->most != r->least)
			printf("..%u", r->most);
		printf("  %s\n", good ? "OK" : "FAIL");
		check_count(r->name, good);
	}
}
