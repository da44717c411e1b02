#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Brings the sources of a published program, at the commit that the figures belong to, and checks
# every file that is compiled.
#
#   fetch.sh dhrystone|coremark DIRECTORY [URL]
#
# URL is a git repository that has the commit, if not the one named here.
set -eu

usage() {
	echo "usage: fetch.sh dhrystone|coremark DIRECTORY [URL]" >&2
	exit 2
}

[ $# -ge 2 ] || usage
case $1 in
dhrystone)
	url=https://github.com/Keith-S-Thompson/dhrystone
	commit=66bb9df1a5dea67f33437b856bf68ae52bd5c90f
	;;
coremark)
	url=https://github.com/eembc/coremark
	commit=d5fad6bd094899101a4e5fd53af7298160ced6ab
	;;
*) usage ;;
esac
sums=$(cd "$(dirname "$0")" && pwd)/$1/SHA256SUMS

git clone --quiet "${3:-$url}" "$2"
git -C "$2" checkout --quiet --detach "$commit"
cd "$2"
sha256sum --check --quiet "$sums"
echo "$1: $(git rev-parse --short HEAD) in $2, hashes as expected"
