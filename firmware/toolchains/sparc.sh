#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Puts sparc64-linux-gnu-gcc into a folder: GCC 12.2 and binutils 2.40 out of Debian 12's packages for amd64, whose
# sums `apt-get` checks. Takes ten seconds and 130 MB. Needs no root; as root, this does:
# apt-get install gcc-sparc64-linux-gnu gcc-multilib-sparc64-linux-gnu
#
#   sparc.sh PREFIX BUILD
#
# `#:` begins a step.
set -eu
if [ $# -ne 2 ]; then
	echo "usage: sparc.sh PREFIX BUILD" >&2
	exit 2
fi
mkdir -p "$1" "$2"
prefix=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)

#: The packages of Debian 12
(
	cd "$build"
	# Compiler, assembler and linker; the libraries of -m32; libraries of the compiler itself.
	apt-get download \
		binutils-sparc64-linux-gnu cpp-12-sparc64-linux-gnu gcc-12-sparc64-linux-gnu \
		libgcc-12-dev-sparc64-cross lib32gcc-12-dev-sparc64-cross \
		libisl23 libmpc3 libmpfr6 libgmp10 libzstd1 zlib1g libbinutils libjansson4
	for package in *.deb; do
		dpkg-deb -x "$package" "$prefix"
	done
)

#: Programs that find their libraries
mkdir "$prefix/bin"
(
	cd "$prefix/usr/bin"
	for tool in sparc64-linux-gnu-*; do
		name=${tool%-12}
		printf '#!/bin/sh\nexport LD_LIBRARY_PATH="%s"\nexec "%s" "$@"\n' \
			"$prefix/usr/lib/x86_64-linux-gnu:$prefix/lib/x86_64-linux-gnu" "$prefix/usr/bin/$tool" \
			>"$prefix/bin/$name"
		chmod +x "$prefix/bin/$name"
	done
)

#: A program is compiled and linked
"$prefix/bin/sparc64-linux-gnu-gcc" --version | grep -F ' 12.2.0'
printf 'unsigned long long n = 9; void _start(void) { n /= n; for (;;) { } }\n' >"$build/hello.c"
"$prefix/bin/sparc64-linux-gnu-gcc" -m32 -mcpu=leon3 -mno-user-mode -O2 -nostdlib -ffreestanding -fno-pic -no-pie \
	"$build/hello.c" -o "$build/hello.elf" -lgcc
"$prefix/bin/sparc64-linux-gnu-size" "$build/hello.elf"
