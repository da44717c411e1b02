#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# Runs the examples that build.sh DIR has built, and says of each whether it left what it should.
#
#   run.sh DIR [NAME ...]      (TRUEBOARD=: the program, `trueboard` by default)
set -eu
if [ $# -lt 1 ]; then
	sed -n '3,6s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
dir=$1
shift
failed=0
for script in "$dir"/run/*.ron; do
	name=$(basename "$script" .ron)
	case " $* " in "  " | *" $name "*) ;; *) continue ;; esac
	status=0
	"${TRUEBOARD:-trueboard}" run --board parallella --host "$script" --out "$dir/out/$name" \
		> "$dir/run/$name.log" 2>&1 || status=$?
	if [ $status = 0 ]; then
		echo "pass  $name"
	else
		echo "FAIL  $name (status $status, $dir/run/$name.log)"
		failed=1
	fi
done
exit $failed
