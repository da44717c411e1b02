#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Fetches Adapteva's examples and device library and builds them, unmodified, outside this repository.
#
#   build.sh DIR      (EXAMPLES=, LIBS=: checkouts that are there already)
#
# Afterwards DIR/run has the images, and the scripts of this folder beside them; run.sh DIR runs them.
# Needs epiphany-elf-gcc (firmware/toolchains/epiphany.sh) in PATH, git, make, python3.
set -eu
if [ $# -ne 1 ]; then
	sed -n '3,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
dir=$(cd "$1" && pwd)

fetch() { # NAME COMMIT CHECKOUT
	[ -d "$dir/$1" ] && return
	if [ -n "$3" ]; then
		cp -R "$3" "$dir/$1"
	else
		git clone -q "https://github.com/adapteva/$1" "$dir/$1.new"
		git -C "$dir/$1.new" checkout -q "$2"
		mv "$dir/$1.new" "$dir/$1"
	fi
}
fetch epiphany-examples 440348c7c2365a5e86f9082cd9427615211db3bd "${EXAMPLES:-}"
fetch epiphany-libs 237b6cb27460c73bcc39cd648d52d36ab1b39c56 "${LIBS:-}"

# An SDK as the examples' build scripts expect it. They were written for a compiler that puts no
# underscore before C names, and for a newlib whose vector table has a section per vector.
sdk=$dir/esdk
rm -rf "$sdk" "$dir/objects" "$dir/run"
mkdir -p "$sdk/bin" "$sdk/lib" "$sdk/include" "$sdk/bsps/current" "$dir/objects" "$dir/run"
cp "$dir"/epiphany-libs/bsps/parallella_E16G3_1GB/*.ldf "$sdk/bsps/current"
cp "$dir"/epiphany-libs/e-lib/include/*.h "$dir"/epiphany-libs/e-trace/include/*.h "$sdk/include"
cp "$here/e-gcc" "$sdk/bin/e-gcc"
for tool in objcopy as ld ar ranlib nm objdump size; do
	printf '#!/bin/sh\nexec epiphany-elf-%s "$@"\n' "$tool" > "$sdk/bin/e-$tool"
done
# The examples' host programs are not built: scripts of the simulated host take their place.
for tool in gcc g++; do printf '#!/bin/sh\nexit 0\n' > "$sdk/bin/no-host-$tool"; done
chmod +x "$sdk"/bin/*
export PATH="$sdk/bin:$PATH" EPIPHANY_HOME="$sdk" CROSS_COMPILE=no-host-

for source in "$dir"/epiphany-libs/e-lib/src/*.[cs]; do
	name=$(basename "${source%.*}")
	[ "$name" = e_trace_dma ] || # not part of the library
		e-gcc -O2 -DNDEBUG -c "$source" -o "$dir/objects/$name.o"
done
epiphany-elf-ar rcs "$sdk/lib/libe-lib.a" "$dir"/objects/*.o

for build in "$dir"/epiphany-examples/*/*/build.sh; do
	example=$(dirname "$build")
	[ -e "$example/src" ] || [ -e "$example/device" ] || [ -e "$example/e-int-test.master.c" ] || continue
	mkdir -p "$example/bin" "$example/Debug"
	if ! (cd "$example" && sh -c "bash ./build.sh") > "$example/build.log" 2>&1; then
		echo "not built: ${example#"$dir"/epiphany-examples/} (build.log there)"
	fi
	images=$dir/run/$(basename "$example")
	mkdir -p "$images"
	find "$example" -name '*.elf' -exec cp {} "$images" \;
	rmdir "$images" 2> /dev/null || true
done
cp "$here"/scripts/*.ron "$dir/run"
python3 "$here/data.py" "$dir/run"
