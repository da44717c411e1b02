"""Sweeps: rows for runs, regions and gaps, and what the command line says of wrong ones."""

import pytest

from trueboard import InputError, sweep

BOOTSTRAP = "devices.bootstrap.params.bootstrap"


def test_rows_are_those_of_the_command_line(firmware):
    rows = sweep(
        "gr740",
        firmware / "gr740" / "loops.elf",
        cores=[1, 4],
        inputs={"i1": {BOOTSTRAP: 1}, "i2": {BOOTSTRAP: 2}},
        regions="marks",
    )
    assert [r["region"] for r in rows[:6]] == ["(run)", "1", "2", "3", "4", "gaps"]
    assert len(rows) == 4 * 6 and all(r["ok"] and r["image"] == "loops" for r in rows)
    by = {(r["input"], r["cores"], r["region"]): r for r in rows}
    # docs/user/howto/sweep.md has the same of the command line.
    assert round(by["i1", 4, "1"]["efficiency"], 3) == 0.964
    assert by["i1", 4, "1"]["base"] == 1
    assert round(by["i1", 4, "2"]["efficiency"], 3) == 0.248
    assert by["i1", 1, "1"]["speed_up"] == 1.0
    for i in ("i1", "i2"):
        for n in (1, 4):
            parts = sum(by[i, n, r]["cycles"] for r in ("1", "2", "3", "4", "gaps"))
            assert parts == by[i, n, "(run)"]["cycles"]
    run = by["i2", 4, "(run)"]
    assert run["start"] == 0 and run["stop"] == run["seconds"] and run["energy_uj"] > 0


def test_axes_and_variables(firmware):
    rows = sweep(
        "gr740",
        [firmware / "gr740" / "hello.elf"],
        axes={"clock": {"slow": {"clocks.cpu": "125MHz"}, "fast": {}}},
        regions="none",
        jobs=2,
    )
    slow, fast = rows
    assert (slow["clock"], fast["clock"]) == ("slow", "fast")
    assert slow["seconds"] > 1.5 * fast["seconds"]


def test_what_cannot_run_is_said_and_what_fails_is_kept(firmware):
    with pytest.raises(InputError, match="cores.cpu.count=99"):
        sweep("gr740", firmware / "gr740" / "hello.elf", cores=[1, 99])
    with pytest.raises(InputError, match="no image has such a variable"):
        sweep("gr740", firmware / "gr740" / "hello.elf", inputs={"i": {"nothing": 1}})
    with pytest.raises(InputError, match="must be automatic, marks or none"):
        sweep("gr740", firmware / "gr740" / "hello.elf", regions="some")
    with pytest.warns(RuntimeWarning, match="image=hello"):
        (row,) = sweep("gr740", firmware / "gr740" / "hello.elf", regions="none", until="1us")
    assert not row["ok"]


def test_rows_are_a_table(firmware):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(sweep("gr740", firmware / "gr740" / "lu.elf", cores=[1, 2], regions="none"))
    assert list(table["cores"]) == [1, 2] and table["efficiency"].between(0.5, 1.0).all()
