import pathlib

import pytest

pytest_plugins = ["pytester"]

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: LEON code that ends the run with status 3: sethi, mov, st, ba ., nop.
FAILS = bytes.fromhex("033a0000 84102003 c4206000 10800000 01000000")
#: LEON code that no processor has, and no handler for its trap.
CRASHES = bytes(16)
#: A jump to itself that no interrupt ever leaves, and its delay slot.
LOOPS = bytes.fromhex("10800000 01000000")
#: A loop that stores, so that nobody can say that it goes nowhere: inc %g1, st %g1, ba, nop.
COUNTS = bytes.fromhex("82006001 c2202100 10bffffe 01000000")


@pytest.fixture(scope="session")
def firmware():
    """The images of the repository."""
    return ROOT / "firmware" / "prebuilt"


@pytest.fixture
def hello(firmware):
    return firmware / "gr740" / "hello.elf"
