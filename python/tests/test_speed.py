"""How much dearer a run from Python is than one of the command line, in host instructions: a time would depend on the host."""

import json
import os
import shutil
import subprocess
import sys

import pytest

#: Of the host instructions of the command line.
BOUND = 1.02
#: Behind the start of the program: between two times in cycles.
STRETCH = (1_000_000, 2_000_000)

RUN = """
import sys
from trueboard import Board
sim = Board("gr740").load(sys.argv[1])
sim.run(until=int(sys.argv[2]))
print(sum(core.instructions for core in sim.cores))
"""


def counted(command, counts):
    """What a command writes, and how many host instructions it takes."""
    tool = ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={counts}"]
    done = subprocess.run(tool + command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    sums = [line for line in counts.read_text().splitlines() if line.startswith(("summary:", "totals:"))]
    return done.stdout, int(sums[0].split()[1])


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="there is no valgrind")
def test_a_run_without_callbacks_costs_what_the_command_line_costs(firmware, tmp_path):
    program = os.environ.get("TRUEBOARD_PROGRAM")
    if program is None:
        pytest.skip("TRUEBOARD_PROGRAM does not say where the program is")
    image = str(firmware / "gr740" / "speed_calls.elf")

    def from_python(until):
        out, host = counted([sys.executable, "-c", RUN, image, str(until)], tmp_path / "counts")
        return int(out), host

    def of_the_program(until):
        words = ["run", image, "--board", "gr740", "--quiet", "--console", "none", "--until", str(until)]
        _, host = counted([program, *words, "--out", str(tmp_path)], tmp_path / "counts")
        report = json.loads((tmp_path / "report.json").read_text())
        return sum(core["instructions"] for core in report["cores"]), host

    def cost(run):
        (before, first), (after, last) = (run(until) for until in STRETCH)
        return (last - first) / (after - before)

    assert cost(from_python) <= BOUND * cost(of_the_program)
