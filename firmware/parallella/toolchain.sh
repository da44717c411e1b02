#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Builds epiphany-elf-gcc: binutils 2.40, GCC 12.2 (C) and newlib 3.3 out of Debian 12's source packages.
# Takes about eleven minutes on two cores, 1.6 GB while building and 52 MB installed.
#
#   toolchain.sh PREFIX BUILD_DIR [binutils]      (JOBS=n: make -j n, 2 by default)
#
# With `binutils` it builds assembler, linker and disassembler only, in two minutes; binutils-source is enough then.
#
# apt-get install --no-install-recommends build-essential binutils-source gcc-12-source newlib-source \
#     libgmp-dev libmpfr-dev libmpc-dev texinfo flex bison
set -eu
if [ $# -ne 2 ] && [ "$#:${3-}" != 3:binutils ]; then
	sed -n '3,12s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
prefix=$1
build=$2
jobs=${JOBS:-2}
export PATH="$prefix/bin:$PATH" MAKEINFO=true

mkdir -p "$build"
cd "$build"
tar xf /usr/src/binutils/binutils-2.40.tar.xz

# The tools themselves need no speed.
export CFLAGS="-O1 -g0" CXXFLAGS="-O1 -g0"
mkdir binutils
(
	cd binutils
	../binutils-2.40/configure --target=epiphany-elf --prefix="$prefix" --disable-nls --disable-werror \
		--disable-gprofng --disable-gprof --disable-plugins
	make -j"$jobs" MAKEINFO=true all-gas all-ld all-binutils
	make MAKEINFO=true install-gas install-ld install-binutils
)
[ "${3-}" != binutils ] || exit 0

tar xf /usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz
tar xf /usr/src/newlib/newlib-3.3.0.tar.xz # unpacks to newlib-salsa
mkdir gcc newlib
(
	cd gcc
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
unset CFLAGS CXXFLAGS
(
	cd newlib
	../newlib-salsa/configure --target=epiphany-elf --prefix="$prefix" --disable-nls --disable-multilib \
		--enable-newlib-io-long-long --enable-newlib-io-c99-formats MAKEINFO=true
	make -j"$jobs" MAKEINFO=true
	make install MAKEINFO=true
)
for tool in "$prefix"/bin/* "$prefix"/libexec/gcc/epiphany-elf/12.2.0/*; do
	strip -s "$tool" 2>/dev/null || true
done
