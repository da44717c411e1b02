"""Questions: their answers are those of the library, and their tables are rows."""

import os
import subprocess

import pytest

from trueboard import (
    Board,
    BoardError,
    FirmwareError,
    RequestError,
    TimeError,
    compare,
    compare_functions,
    compare_trace,
    power,
    power_model,
    probes,
    sync,
    why,
)

from conftest import FAILS


@pytest.fixture
def demo(firmware):
    return Board("gr740").add(firmware / "gr740" / "epapi_demo.elf")


@pytest.fixture
def lu(firmware):
    return Board("gr740").add(firmware / "gr740" / "lu.elf")


def test_measured_is_held_against_true(demo):
    answer = compare(demo)
    assert answer.ok and answer.problem is None
    assert all(row["wrong"] == 0 for row in answer.counters) and answer.counters
    assert answer.measurements and answer.reads == [] and answer.differences == []


def test_runs_are_held_against_each_other(firmware, lu, tmp_path):
    sim = Board("gr740").load(firmware / "gr740" / "lu.elf")
    sim.run()
    report = tmp_path / "report.json"
    sim.report.save(report)
    assert compare(lu, report).ok
    other = Board("gr740").add(firmware / "gr740" / "lu_for.elf")
    with pytest.raises(RequestError, match="other firmware"):
        compare(other, report)
    answer = compare(other, report, other_firmware=True, bounds={"cycles": 1000})
    assert not answer.ok and any(row["beyond"] for row in answer.differences)
    # A run that reads no counter says nothing by itself.
    silent = compare(Board("gr740").add(firmware / "gr740" / "hello.elf"))
    assert "nothing was compared" in silent.problem


def test_functions_and_probes(firmware, demo, lu):
    other = Board("gr740").add(firmware / "gr740" / "lu_for.elf")
    rows = compare_functions(other, lu).functions
    (main,) = [row for row in rows if row["name"] == "main"]
    assert {"calls", "calls_before", "lost"} <= set(main)
    inside, lost = probes(demo, ["PAPI_start"]).probes
    assert (inside["probe"], inside["cycles"], lost["cycles"]) == ("PAPI_start", "inside", "lost")
    assert inside["median"] > 0
    with pytest.raises(RequestError, match="no function of the images matches"):
        probes(demo, ["nobody"])


def test_a_trace_of_firmware_is_judged(firmware, tmp_path):
    program = os.environ.get("TRUEBOARD_PROGRAM")
    if program is None:
        pytest.skip("TRUEBOARD_PROGRAM does not say where the program is")
    script = firmware.parent / "parallella" / "scripts" / "trace_demo.ron"
    words = [program, "run", "--board", "parallella", "--host", script, "--out", tmp_path, "--quiet"]
    words += ["--trace", "ctf", "--events", "calls,counters", "--console", "none"]
    assert subprocess.run(words, check=False).returncode == 0
    answer = compare_trace(tmp_path, tmp_path / "streams" / "parallella")
    assert answer.ok and answer.problem is None
    assert [row["core"] for row in answer.threads] == list(range(len(answer.threads)))
    with pytest.raises(RequestError, match="No such file"):
        compare_trace(tmp_path / "nothing", tmp_path)


def test_cycles_have_causes(lu):
    answer = why(lu, function="main", by="line")
    assert answer["answer"]["cycles"] >= answer.causes[0]["cycles"] > 0
    assert why(lu, core=0, stop="300us")["subject"] == "all on core 0 to 300us"
    with pytest.raises(RequestError, match="did you mean `main`"):
        why(lu, function="mian")
    with pytest.raises(RequestError, match="must be function, line or instruction"):
        why(lu, by="word")
    with pytest.raises(TimeError):
        why(lu, stop="soon")


def test_runs_and_models_have_power(lu):
    answer = power(lu, every="1ms")
    assert answer["energy_uj"] == pytest.approx(sum(row["uj"] for row in answer.components))
    assert answer.functions[0]["uj"] >= answer.functions[1]["uj"]
    assert len(answer.cores) == 4 and answer.series
    assert power_model("gr740")["running"]
    assert power_model("gr740", use=[25])["mw"] > 0
    with pytest.raises(RequestError, match="no share of time"):
        power_model("gr740", use=[250])
    with pytest.raises(BoardError):
        power_model("gr7400")


def test_what_fails_is_an_error():
    fails = Board("gr740", at=0).add(FAILS, name="fails.bin")
    with pytest.raises(FirmwareError):
        compare(fails)


def test_clocks_are_brought_to_one(tmp_path):
    with pytest.raises(RequestError):
        sync([tmp_path / "nowhere"])
    with pytest.raises(RequestError, match="--pairs"):
        sync([tmp_path], pairs=["put"])


def test_tables_are_what_pandas_takes(lu):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(power(lu).functions)
    assert table.set_index("function")["uj"].min() >= 0
