import pytest

import trueboard
from trueboard import Board


@pytest.fixture
def sim(hello):
    sim = Board("gr740").load(hello)
    sim.run_to(["main"])
    return sim


def test_cores(sim):
    core = sim.cores[0]
    assert (core.number, core.name, core.state) == (0, "cpu0", "running")
    assert core.pc == sim.symbol("main")
    assert "<main+0x0>" in core.place
    assert core.registers["g0"] == 0
    assert core.meters["instructions"] == core.instructions > 0
    assert core.cycles > core.instructions
    assert sim.cores[1].state == "held" or sim.cores[1].instructions == 0
    assert "running at" in repr(core) and "<main+0x0>" in repr(core)


def test_the_end_has_the_word_of_the_report(sim):
    sim.run()
    assert sim.cores[0].state == "exited"
    assert [c.state for c in sim.cores] == [c["state"] for c in sim.report["cores"]]


def test_registers_can_be_set(sim):
    core = sim.cores[0]
    core.set_register("g1", 0x1234)
    assert core.registers["g1"] == 0x1234
    with pytest.raises(trueboard.RegisterError, match="core cpu0 has no register `r99`"):
        core.set_register("r99", 0)


def test_memory(sim):
    main = sim.symbol("main")
    code = sim.read("main", 8)
    assert code == sim.read(main, 8) == bytes(sim.cores[0].read(main, 8))
    assert len(sim.read("main")) > 4, "the size of the symbol"
    assert len(sim.read(main)) == 4
    sim.write("main", b"\0\0\0\0")
    assert sim.read(main) == b"\0\0\0\0"
    sim.cores[0].write(main, code)
    assert sim.read(main, 8) == code
    with pytest.raises(trueboard.AddressError, match="core 0 finds 0 of 4 bytes at 0xe0000000"):
        sim.read(0xE000_0000)
    with pytest.raises(trueboard.AddressError):
        sim.write(0xE000_0000, b"x")
    with pytest.raises(trueboard.AddressError):
        sim.read(0, 1 << 60)
    with pytest.raises(trueboard.AddressError):
        sim.read(0xDFFF_FFF0, 32)
    with pytest.raises(trueboard.SymbolError, match=r"hello.elf has no symbol `mian` \(did you mean `main`\?\)"):
        sim.read("mian")
    with pytest.raises(TypeError, match="what is written is bytes, not str"):
        sim.write("main", "x")
    with pytest.raises(TypeError, match="an address is a number or the name of a symbol, not float"):
        sim.read(1.5)


def test_what_is_not_there_is_an_error_that_says_what_is(sim):
    core, digest = sim.cores[0], sim.digest
    for error, message, call in [
        (trueboard.RegisterError, "core cpu0 has no register `G1` (did you mean `g1`?)", lambda: core.registers["G1"]),
        (trueboard.RegisterError, "core cpu0 has no register `G1` (did you mean `g1`?)", lambda: core.set_register("G1", 0)),
        (trueboard.MeterError, "core cpu0 has no meter `instrucions` (did you mean `instructions`?)", lambda: core.meters["instrucions"]),
        (trueboard.SymbolError, "has no symbol `mian` (did you mean `main`?)", lambda: sim.symbol("mian")),
        (trueboard.SymbolError, "(did you mean `main`?)", lambda: sim.run_to(["mian"])),
        (trueboard.SymbolError, "(did you mean `main`?)", lambda: sim.observe(at={"mian": print})),
        (trueboard.CoreError, "gr740 has no core 99; its cores are 0 to 3", lambda: sim.step(99)),
        (trueboard.CoreError, "gr740 has no core 300", lambda: sim.step(300)),
        (trueboard.CoreError, "gr740 has no core -1", lambda: sim.step_back(-1)),
        (trueboard.CoreError, "gr740 has no core 4", lambda: sim.read(0, core=4)),
        (trueboard.CoreError, "gr740 has no core 4", lambda: sim.write(0, b"x", core=4)),
        (trueboard.CoreError, "gr740 has no core 4", lambda: sim.symbol("main", core=4)),
        (trueboard.RequestError, "core cpu3 has no instruction to step over: it is held", lambda: sim.step(3)),
        (trueboard.RequestError, "no memory and no device for the 4 watched bytes", lambda: sim.run_to(watch=[0xE000_0000])),
    ]:
        with pytest.raises(error) as raised:
            call()
        assert message in str(raised.value) and not str(raised.value).startswith('"')
    assert sim.digest == digest, "nothing has run"
    assert "zz" not in core.registers and core.meters.get("zz") is None
    with pytest.raises(KeyError):
        core.registers["zz"]
    with pytest.raises(trueboard.BoardError, match="did you mean `gr740`"):
        Board("GR740").start()


def test_breakpoints(sim, hello):
    outcome = Board("gr740").load(hello).run_to(["main"])
    assert (outcome.kind, outcome.core, outcome.pc) == ("breakpoint", 0, sim.symbol("main"))
    assert "core 0: at a breakpoint, before 0x" in outcome.detail and "<main+0x0>" in outcome.detail
    assert sim.run_to([0xFFFF_FFF0], until="+1us").kind == "paused"
    assert sim.run_to([sim.symbol("main")]).ok


def test_steps(sim):
    before = sim.cores[0].instructions
    outcome = sim.step()
    assert outcome.kind == "step"
    assert sim.cores[0].instructions == before + 1


def test_watched_memory(sim):
    sp = sim.cores[0].registers["sp" if "sp" in sim.cores[0].registers else "o6"]
    below = [(sp - n, 4) for n in range(0, 512, 4)]
    outcome = sim.run_to(watch=below, until="+1ms")
    assert outcome.kind == "watchpoint", outcome


def test_going_back(sim):
    with pytest.raises(trueboard.RequestError, match="the run is not recorded"):
        sim.step_back()
    sim.record()
    begin = sim.digest
    there = [sim.cores[0].pc]
    for _ in range(5):
        sim.step()
        there.append(sim.cores[0].pc)
    for pc in reversed(there[:-1]):
        assert sim.step_back().kind == "step"
        assert sim.cores[0].pc == pc
    assert sim.step_back().kind == "begin"
    assert sim.digest == begin
    assert sim.run().ok
    assert sim.run_back([there[2]]).kind == "breakpoint"
    assert sim.cores[0].pc == there[2]
    assert sim.run().ok


def test_checkpoints_and_forks(sim, hello):
    here = sim.checkpoint()
    assert here.now == sim.now and here.time == sim.time
    assert repr(here).startswith("<Checkpoint at 0.")
    digest = sim.digest
    fork = sim.fork()
    assert fork.run().ok
    end = fork.digest
    assert sim.digest == digest
    sim.run()
    assert sim.digest == end
    sim.restore(here)
    assert sim.digest == digest
    sim.run()
    assert sim.digest == end
    with pytest.raises(trueboard.CheckpointError, match="another board"):
        Board("gr740", set={"cores.cpu.count": 1}).load(hello).restore(here)


def test_functions_are_called_at_breakpoints_and_from_time_to_time(hello):
    board = Board("gr740").add(hello)
    sim, plain = board.start(), board.start()
    seen = []
    outcome = sim.observe(
        at={"main": lambda core: seen.append(core.place)},
        every=("10us", lambda run: seen.append(run.time)),
    )
    assert outcome == plain.run()
    assert sim.digest == plain.digest
    times = [t for t in seen if isinstance(t, float)]
    assert len(times) >= 2 and times == sorted(set(times))
    assert times[0] >= 10e-6
    assert ["<main+0x0>" in p for p in seen if isinstance(p, str)] == [True]


def test_a_function_stops_the_run_or_raises(hello):
    board = Board("gr740").add(hello)
    assert board.start().observe(at={"main": lambda core: True}).kind == "breakpoint"
    assert board.start().observe(every=(1000, lambda run: run.time > 1e-5)).kind == "paused"
    with pytest.raises(ZeroDivisionError):
        board.start().observe(at={"main": lambda core: 1 // 0})
    assert board.start().observe(every=("1us", len), until=10).kind == "paused"
    with pytest.raises(ValueError, match="longer than 0"):
        board.start().observe(every=(0, print))
