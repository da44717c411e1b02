/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What newlib asks of a system: memory behind the code in external memory, the console, nothing else. One
   image has one heap, so programs that allocate run on one core. */
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>
#include "uart.h"

extern char heap_begin[] __asm__("__heap_begin");
#define HEAP_END ((char *)0x8E800000)

void *_sbrk(ptrdiff_t bytes)
{
	static char *end = heap_begin;
	char *old = end;
	if (bytes > HEAP_END - old) {
		errno = ENOMEM;
		return (void *)-1;
	}
	end += bytes;
	return old;
}

int _write(int file, const char *text, int bytes)
{
	(void)file;
	for (int i = 0; i < bytes; i++)
		uart_putc(text[i]);
	return bytes;
}

int _read(int file, char *to, int bytes)
{
	(void)file, (void)to, (void)bytes;
	return 0;
}

int _close(int file)
{
	(void)file;
	return -1;
}

int _lseek(int file, int offset, int from)
{
	(void)file, (void)offset, (void)from;
	return 0;
}

int _fstat(int file, struct stat *s)
{
	(void)file;
	s->st_mode = S_IFCHR;
	return 0;
}

int _isatty(int file)
{
	(void)file;
	return 1;
}

int _getpid(void)
{
	return 1;
}

int _kill(int process, int signal)
{
	(void)process, (void)signal;
	errno = EINVAL;
	return -1;
}
