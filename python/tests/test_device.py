"""Devices that are objects of Python."""

import pytest

import trueboard
from trueboard import Board, Device

#: LEON code: sethi %hi(0xffa01000), %g1; set 2000, %g2; st %g2, [%g1]; ld [%g1 + 4], %g2; cmp %g2, 1; bne -2; nop; then
#: exit with status 0 by st %g0 to the exit device, as FAILS of conftest.py does with 3.
WAITS = bytes.fromhex(
    "033fe804 840027d0 c4204000 c4006004 80a0a001 12bffffe 01000000"
    "033a0000 84102000 c4206000 10800000 01000000"
)


class Slow:
    """Ready so many cycles after a write; its line is high from then on until it is read."""

    def __init__(self):
        self.ready = 0
        self.reads = []

    def read(self, offset, io):
        self.reads.append(io.cycle)
        io.line(0, False)
        return self.ready

    def write(self, offset, value, io):
        io.wake_in(value)

    def tick(self, io):
        self.ready = 1
        io.line(0, True)

    def peek(self, offset, cycle):
        return 0x1234


def board(make=Slow):
    return Board("gr740", at=0, devices=[Device("slow", 0xFFA01000, 0x10, make, lines={0: "irqamp.16"})])


def test_firmware_waits_for_a_device():
    made = []

    def make():
        made.append(Slow())
        return made[-1]

    sim = board(make).load(WAITS)
    assert sim.run().ok
    reads = made[-1].reads
    # It was read again and again, and for the last time when it was ready.
    assert len(reads) > 20 and reads == sorted(reads)
    assert reads[-1] - reads[0] > 1900
    assert sim.cores[0].read(0xFFA01004, 4) == (0x1234).to_bytes(4, "big")


def test_checkpoints_and_forks_hold_its_state():
    whole = board().load(WAITS)
    whole.run()
    sim = board().load(WAITS)
    sim.run(until=1000)
    here = sim.checkpoint()
    fork = sim.fork()
    assert sim.run().ok and fork.run().ok
    digest = sim.digest
    assert digest == fork.digest == whole.digest
    sim.restore(here)
    assert sim.run().ok
    assert sim.digest == digest


def test_an_exception_ends_the_run():
    class Broken(Slow):
        def read(self, offset, io):
            raise ZeroDivisionError(f"at {offset}")

    sim = board(Broken).load(WAITS)
    with pytest.raises(ZeroDivisionError, match="at 4"):
        sim.run()


def test_what_is_no_device_is_refused():
    with pytest.raises(trueboard.RequestError, match="slow: .*no method `read`"):
        board(object).load(WAITS)
    with pytest.raises(ValueError, match="none is made"):
        board(lambda: (_ for _ in ()).throw(ValueError("none is made"))).load(WAITS)
    with pytest.raises(trueboard.BoardError, match="irqamp"):
        wrong = Device("slow", 0xFFA01000, 0x10, Slow, lines={0: "irqamp.99"})
        Board("gr740", at=0, devices=[wrong]).load(WAITS)
    with pytest.raises(trueboard.RequestError, match="devices of Python"):
        trueboard.power(board().add(WAITS))


def test_a_word_is_of_32_bits():
    class Wide(Slow):
        def read(self, offset, io):
            return 1 << 32

    with pytest.raises(OverflowError):
        board(Wide).load(WAITS).run()
