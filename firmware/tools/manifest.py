#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes or checks prebuilt/manifest.json.

manifest.py write MANIFEST BUILD_DIR BOARD/NAME[=FLAG]... -- COMPILER FLAG... -- LINKER FLAG...
manifest.py check MANIFEST BUILD_DIR BOARD/NAME...
manifest.py shipped MANIFEST

`shipped` holds the images beside the manifest against it, where no compiler can rebuild them.
"""
import hashlib
import json
import pathlib
import subprocess
import sys


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# What a board takes from another one's library.
GR740 = ["gr740/include/", "gr740/lib/check.c", "gr740/lib/printf.c", "gr740/lib/string.c"]
LENT = {"tc275": GR740, "parallella": GR740}
# What one program takes from another's folder.
EVENTS = [f"tc275/apps/events/{name}" for name in ("events.h", "harness.c", "kernels.S")]
SHARED = {
    "parallella/c_tests": ["tc275/apps/c_tests/"],
    "tc275/counters": EVENTS,
    "tc275/latency": EVENTS,
    "parallella/speed_matmul": ["parallella/apps/matmul/"],
    "leon3-mini/speed_memory": ["gr740/apps/speed_memory.c"],
    "gr740/rt_sequential": ["gr740/apps/periodic.h"],
    "gr740/rt_scattered": ["gr740/apps/periodic.h"],
    "gr740/rt_pair_delayed": ["gr740/apps/rt_pair.c"],
    **{
        f"gr740/pmc_{name}": ["gr740/apps/pmc.c"]
        for name in ("preset", "event", "uncleared", "narrow", "core", "sign", "wrap")
    },
    "gr740/lu_for": ["gr740/apps/lu_bots.h", "gr740/apps/lu_loops.h"],
    "gr740/lu_idle": ["gr740/apps/lu_bots.h", "gr740/apps/lu_loops.h"],
    "gr740/lu_tasks": ["gr740/apps/lu_bots.h"],
    "gr740/omp_clang": ["gr740/apps/omp_clang/clang/constructs.c"],
}


def sources(name):
    board, name = name.split("/", 1)
    if name.startswith("attempts/"):
        return attempt_sources(board, name.removeprefix("attempts/"))
    name, traced, _ = name.partition("_extrae")
    apps = pathlib.Path(board) / "apps"
    own = [p for p in [apps / f"{name}.c"] if p.exists()]
    own += sorted(p for p in (apps / name).glob("*") if p.suffix in (".c", ".S", ".h"))
    if name.startswith("epapi"):
        own += [f"{d}/" for d in ("epapi", f"{board}/stress") if pathlib.Path(d).is_dir()]
    own += SHARED.get(f"{board}/{name}", [])
    folders = ("start", "include", "lib", "gomp", "barectf")
    folders += ("extrae",) if traced else ()
    shared = [f"{board}/{d}/" for d in folders if (pathlib.Path(board) / d).is_dir()]
    return [str(p) for p in own] + shared + LENT.get(board, [])


def attempt_sources(board, name):
    """What a student may hand in for a lesson, and what of the lesson stays."""
    lesson = name.split("_")[0]
    stays = [f"{board}/apps/lesson_{lesson}/", f"{board}/start/", f"{board}/include/", f"{board}/lib/"]
    return [f"../tests/lessons/{name}.c", *stays]


def version(tool):
    run = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[0]


def write(manifest, build, names, compile_command, link_command):
    extra = dict(name.partition("=")[::2] for name in names)
    images = {
        f"{name}.elf": {
            "sha256": sha256(build / f"{name}.elf"),
            "sources": sources(name),
            "flags": compile_command[1:] + flag.split(),
        }
        for name, flag in extra.items()
    }
    document = {
        "schema": "trueboard.firmware-manifest/1",
        "compiler": version(compile_command[0]),
        "linker": version(link_command[0]),
        "linker_flags": link_command[1:],
        "images": images,
    }
    manifest.write_text(json.dumps(document, indent=2) + "\n")


def check(manifest, build, names):
    known = json.loads(manifest.read_text())["images"]
    bad = 0
    for name in names:
        key = f"{name}.elf"
        built = sha256(build / f"{name}.elf")
        shipped = sha256(manifest.parent / key)
        wanted = known.get(key, {}).get("sha256")
        if built != wanted or shipped != wanted:
            print(f"{key}: manifest {wanted}, rebuilt {built}, prebuilt {shipped}", file=sys.stderr)
            bad += 1
    print(f"{len(names) - bad} of {len(names)} images as in the manifest")
    return bad != 0


def shipped(manifest):
    known = json.loads(manifest.read_text())["images"]
    bad = [key for key, image in known.items() if sha256(manifest.parent / key) != image["sha256"]]
    for key in bad:
        print(f"{key}: not the image that the manifest names", file=sys.stderr)
    print(f"{len(known) - len(bad)} of {len(known)} shipped images as in the manifest")
    return bool(bad)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "shipped":
        return shipped(pathlib.Path(arguments[1]))
    if len(arguments) < 4 or arguments[0] not in ("write", "check"):
        print(__doc__, file=sys.stderr)
        return 2
    action, manifest, build = arguments[0], pathlib.Path(arguments[1]), pathlib.Path(arguments[2])
    rest = arguments[3:]
    if action == "check":
        return check(manifest, build, rest)
    first = rest.index("--")
    second = rest.index("--", first + 1)
    return write(manifest, build, rest[:first], rest[first + 1:second], rest[second + 1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
