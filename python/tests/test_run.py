import pathlib

import pytest
from conftest import COUNTS, CRASHES, FAILS, LOOPS

import trueboard
from trueboard import Board


def raw(code, **options):
    return Board("gr740", at=0, **options).load(code, name="code.bin")


def test_a_run_to_its_end(hello):
    sim = Board("gr740").load(hello)
    assert (sim.board, sim.now, sim.console) == ("gr740", 0, "")
    outcome = sim.run()
    assert outcome.ok and outcome.ended and not outcome.failed
    assert (outcome.kind, outcome.status, outcome.exit_code) == ("success", 0, 0)
    assert outcome.check() is outcome
    assert "Hello" in sim.console
    assert sim.console_bytes.decode() == sim.console
    assert 0 < sim.time < 1


def test_bytes_and_paths_give_one_run(hello):
    first, second = Board("gr740").load(str(hello)), Board("gr740").load(hello.read_bytes(), name="hello.elf")
    assert first.run() == second.run()
    assert first.digest == second.digest
    assert second.report["images"][0]["path"] == "hello.elf"


def test_until_is_cycles_a_time_or_from_now_on(hello):
    board = Board("gr740")
    sim = board.load(hello)
    outcome = sim.run(until=1_000)
    assert (outcome.kind, outcome.exit_code, outcome.ended) == ("paused", None, False)
    assert outcome.core == 0 and outcome.pc == sim.cores[0].pc
    assert sim.cores[0].cycles >= 1_000
    sim.run(until="20us")
    there = sim.time
    assert 20e-6 <= there < 30e-6
    sim.run(until="+5us")
    assert there + 5e-6 <= sim.time < 35e-6
    with pytest.raises(trueboard.TimeError, match="`soon` is no amount of simulated time"):
        sim.run(until="soon")
    with pytest.raises(TypeError, match="a time is a number of cycles or a text like \"10ms\", not float"):
        sim.run(until=1.5)
    whole = board.load(hello)
    assert whole.run() == sim.run()
    assert whole.report == sim.report


def test_how_firmware_fails():
    outcome = raw(FAILS).run()
    assert (outcome.kind, outcome.status, outcome.exit_code) == ("failure", 3, 1)
    with pytest.raises(trueboard.FirmwareError, match="the firmware ended with status 3"):
        outcome.check()
    crash = raw(CRASHES).run()
    assert (crash.kind, crash.exit_code) == ("crash", 4)
    assert crash.last_instructions and crash.registers
    assert "g1" in str(crash)
    nothing = raw(LOOPS).run()
    assert (nothing.kind, nothing.exit_code) == ("nothing_left", 5)


def test_the_time_of_the_host_can_be_limited():
    sim = raw(COUNTS)
    outcome = sim.run(timeout=0.05)
    assert (outcome.kind, outcome.exit_code, outcome.ended) == ("timeout", 5, False)
    assert outcome.detail.startswith("0.05 s of the host's time are up; core 0 was at")
    before = sim.now
    sim.run(until="+1us")
    assert sim.now > before


def test_boards_can_be_changed(hello):
    board = Board("gr740", set={"cores.cpu.count": 2, "clocks.cpu": "125MHz"})
    sim = board.load(hello)
    assert [core.name for core in sim.cores] == ["cpu0", "cpu1"]
    assert sim.report["cores"][0]["clock_hz"] == 125_000_000
    assert "cores.cpu.count=2" in repr(board)


def test_several_images_and_cores_that_start_at_once(firmware):
    one = firmware / "gr740" / "hello.elf"
    board = Board("gr740").add(one, cores=[0]).add(one, cores=[1])
    assert [image["cores"] for image in board.start().report["images"]] == [[0], [1]]
    with pytest.raises(trueboard.RequestError, match="has no core 9"):
        Board("gr740").load(one, cores=[9])


def test_a_host_and_its_cores(firmware):
    script = firmware.parent / "parallella" / "scripts" / "hello.ron"
    assert Board("parallella", host=script).start().run().ok
    board = Board("parallella", start=range(16))
    sim = board.load(firmware / "parallella" / "hello.elf", cores=range(16))
    assert sim.run().ok
    assert len(sim.cores) >= 16


def test_a_described_workload():
    sim = Board("keystone2", workload="sobel").start()
    assert sim.run(until="1ms").kind == "paused"
    assert sim.report["board"] == "keystone2"


def test_what_cannot_be_used_is_said(tmp_path):
    with pytest.raises(trueboard.BoardError, match="no board is called `gr7400`.*gr740"):
        Board("gr7400").load(b"")
    with pytest.raises(trueboard.BoardError, match="cores.cpu.cuont"):
        Board("gr740", set={"cores.cpu.cuont": 2}).load(FAILS)
    with pytest.raises(trueboard.FileError, match="nothing.elf: cannot be read") as error:
        Board("gr740").load("nothing.elf")
    assert isinstance(error.value, (OSError, trueboard.InputError))
    with pytest.raises(trueboard.ImageError):
        Board("gr740").load(b"")
    with pytest.raises(TypeError, match="regions is a list"):
        Board("gr740", regions="main")
    with pytest.raises(TypeError, match="a name is for bytes"):
        Board("gr740").load("a.elf", name="b.elf")
    assert isinstance(error.value, trueboard.TrueboardError)


def test_a_board_starts_any_number_of_runs(hello):
    board = Board("gr740").add(hello)
    assert board.start().run() == board.start().run()
    assert pathlib.Path(board.start().report["images"][0]["path"]) == hello


def test_the_boards_that_there_are():
    assert {"gr740", "tc275", "parallella", "keystone2"} <= set(trueboard.board_names())


def test_stdin_reaches_the_receiver(hello):
    sim = Board("gr740", stdin="abc").load(hello)
    other = Board("gr740").load(hello)
    assert sim.digest != other.digest
    other.type_in(b"abc")
    assert sim.digest == other.digest
    with pytest.raises(TypeError, match="text or bytes"):
        other.type_in(1.5)
