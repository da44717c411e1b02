#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Puts tricore-elf-gcc into a folder: GCC 13.4, binutils and newlib, a build for Linux on x86_64 that the project
# tricore-gcc-toolchain releases. Needs no root. The sum is one that a user of the release published.
#
#   tricore.sh PREFIX BUILD
#
# `#:` begins a step.
set -eu
if [ $# -ne 2 ]; then
	echo "usage: tricore.sh PREFIX BUILD" >&2
	exit 2
fi
mkdir -p "$1" "$2"
prefix=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)

#: The release 13.4.1 of github.com/NoMore201/tricore-gcc-toolchain
command -v curl || { echo "curl is missing; as root: apt-get install curl ca-certificates" >&2; exit 1; }
curl -fL --retry 3 -o "$build/tricore-gcc.tar.gz" \
	https://github.com/NoMore201/tricore-gcc-toolchain/releases/download/13.4.1/tricore-gcc-13.4.1-linux.tar.gz
echo "22dbe2fc5195a24736b0b091a2f53f609ad0f6a35b45bfa8db8c2176c28f9a70  $build/tricore-gcc.tar.gz" | sha256sum -c -
tar xzf "$build/tricore-gcc.tar.gz" -C "$prefix" --strip-components=1

#: A program is compiled and linked
printf 'int main(void) { return 0; }\n' >"$build/empty.c"
"$prefix/bin/tricore-elf-gcc" -mcpu=tc27xx -O2 "$build/empty.c" -o "$build/empty.elf"
"$prefix/bin/tricore-elf-size" "$build/empty.elf"
