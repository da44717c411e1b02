#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds epiphany-elf-gcc: binutils 2.40, GCC 12.2 (C) and newlib 3.3 out of Debian 12's source packages.
# Takes about eleven minutes on two cores, 1.6 GB while building and 52 MB installed. Needs no root.
#
#   epiphany.sh PREFIX BUILD [binutils]      (JOBS=n: make -j n, 2 by default)
#
# With `binutils` it builds assembler, linker and disassembler only, in two minutes. Tarballs come from installed
# packages (binutils-source, gcc-12-source, newlib-source), or from `apt-get download`. `#:` begins a step.
set -eu
if [ $# -ne 2 ] && [ "$#:${3-}" != 3:binutils ]; then
	echo "usage: epiphany.sh PREFIX BUILD [binutils]" >&2
	exit 2
fi
mkdir -p "$1" "$2"
prefix=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
jobs=${JOBS:-2}
export PATH="$prefix/bin:$PATH" MAKEINFO=true

# PACKAGE TARBALL SHA256: unpacks a tarball of a package of Debian after a check of its sum.
unpack() {
	tarball=/usr/src/$2
	if [ ! -f "$tarball" ]; then
		mkdir -p "$build/$1.deb"
		(cd "$build/$1.deb" && apt-get download "$1" && dpkg-deb -x "$1"_*.deb .)
		tarball=$build/$1.deb/usr/src/$2
	fi
	echo "$3  $tarball" | sha256sum -c -
	tar xf "$tarball" -C "$build"
}

#: The tools of this computer are there
for tool in gcc g++ make flex bison m4 xz sha256sum; do
	command -v $tool || {
		echo "$tool is missing; as root: apt-get install build-essential flex bison m4 xz-utils" >&2
		exit 1
	}
done
if [ "${3-}" != binutils ] && ! printf '#include <gmp.h>\n#include <mpfr.h>\n#include <mpc.h>\n' | gcc -E - >"$build/headers"; then
	echo "headers are missing; as root: apt-get install libgmp-dev libmpfr-dev libmpc-dev" >&2
	exit 1
fi

#: binutils 2.40: assembler, linker, disassembler
unpack binutils-source binutils/binutils-2.40.tar.xz \
	797fbf86910eec8dec1e2815ab3e92b98b9cd8c9ab1a57b216cc97dd90b4df9f
mkdir "$build/binutils"
(
	cd "$build/binutils"
	# The tools themselves need no speed.
	CFLAGS="-O1 -g0" CXXFLAGS="-O1 -g0" ../binutils-2.40/configure --target=epiphany-elf --prefix="$prefix" \
		--disable-nls --disable-werror --disable-gprofng --disable-gprof --disable-plugins
	make -j"$jobs" MAKEINFO=true all-gas all-ld all-binutils
	make MAKEINFO=true install-gas install-ld install-binutils
)
[ "${3-}" != binutils ] || exit 0

#: GCC 12.2: the C compiler and its library
unpack gcc-12-source gcc-12/gcc-12.2.0-dfsg.tar.xz \
	50c63ff82919323c25fbbb4a9eae259edc974118a0fb30c905190cb782ec11c2
mkdir "$build/gcc"
(
	cd "$build/gcc"
	export CFLAGS="-O1 -g0" CXXFLAGS="-O1 -g0"
	../gcc-12.2.0/configure --target=epiphany-elf --prefix="$prefix" --enable-languages=c --with-newlib \
		--without-headers --disable-nls --disable-shared --disable-threads --disable-libssp \
		--disable-libquadmath --disable-libgomp --disable-libatomic --disable-libstdcxx --disable-lto \
		--disable-plugin --disable-bootstrap --disable-multilib --disable-analyzer MAKEINFO=true \
		CFLAGS_FOR_TARGET="-O2 -g" CXXFLAGS_FOR_TARGET="-O2 -g"
	make -j"$jobs" all-gcc MAKEINFO=true
	# Debian's tarball is without tm.texi.in (its licence is the GFDL); the rule that wants it would stop
	# the installation.
	touch gcc/s-tm-texi
	make install-gcc MAKEINFO=true
	make -j"$jobs" all-target-libgcc MAKEINFO=true
	make install-target-libgcc MAKEINFO=true
)

#: newlib 3.3: the C library
unpack newlib-source newlib/newlib-3.3.0.tar.xz \
	c6f3a88b9d93420904241b231ca8647303be3bfb3cfef6adc8d1ea9207291033
mkdir "$build/newlib"
(
	cd "$build/newlib"
	# The tarball unpacks to newlib-salsa.
	../newlib-salsa/configure --target=epiphany-elf --prefix="$prefix" --disable-nls --disable-multilib \
		--enable-newlib-io-long-long --enable-newlib-io-c99-formats MAKEINFO=true
	make -j"$jobs" MAKEINFO=true
	make install MAKEINFO=true
)
for tool in "$prefix"/bin/* "$prefix"/libexec/gcc/epiphany-elf/12.2.0/*; do
	strip -s "$tool" 2>/dev/null || true
done

#: A program is compiled and linked
printf '#include <stdio.h>\nint main(void) { puts("Hello"); return 0; }\n' >"$build/hello.c"
epiphany-elf-gcc -O2 "$build/hello.c" -o "$build/hello.elf"
epiphany-elf-size "$build/hello.elf"
