"""Many boards in one process."""

import pathlib
import sys

import pytest
from conftest import FAILS

from trueboard import Board


def resident():
    """Bytes of memory that this process has now (proc(5), statm)."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_thousand_boards_leave_nothing_behind():
    def opened_and_closed(count):
        for _ in range(count):
            with_fork = Board("gr740", at=0).load(FAILS, name="code.bin")
            with_fork.run(until=1_000)
            with_fork.fork().run()

    opened_and_closed(100)
    before = resident()
    opened_and_closed(900)
    assert resident() - before < 8 << 20
