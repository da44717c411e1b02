import json

import pytest

from trueboard import Board, RequestError


@pytest.fixture(scope="module")
def lu(request):
    image = request.getfixturevalue("firmware") / "gr740" / "lu.elf"
    sim = Board("gr740", regions=["main", "lu*"], profile=True, dumps=["main", ("main", 2)]).load(image)
    sim.run().check()
    return sim


def test_the_report_is_that_of_the_command_line(lu, tmp_path):
    report = lu.report
    assert report["schema"] == "trueboard.report/1"
    assert report.outcome["kind"] == "success"
    assert len(report["dumps"]["main"]) >= 4
    report.save(tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text()) == report
    assert repr(report).startswith("<Report gr740 at 0.0") and "success" in repr(report)


def test_rows_are_flat(lu):
    for rows in (lu.windows, lu.regions, lu.profile, lu.report.cores, lu.report.buses, lu.report.caches):
        assert rows and isinstance(rows, list)
        for row in rows:
            assert row.keys() == rows[0].keys()
            assert all(isinstance(v, (str, int, float, type(None))) for v in row.values()), row
    main = next(r for r in lu.regions if r["name"] == "main")
    assert main["calls"] == main["completed"] + main["unfinished"] == 1
    assert main["call_instructions"] > main["calls"]
    window = lu.windows[0]
    assert window["measured"] == window["truth"] and window["verdict"] == "exact"
    assert list(lu.profile[0])[:4] == ["core", "function", "calls", "own_percent"]
    costs = sum(row["own_cycles"] for row in lu.profile if row["core"] == 0)
    assert 0 < costs <= lu.cores[0].meters["cycles"]


def test_pandas_takes_them_as_they_are(lu):
    pandas = pytest.importorskip("pandas")
    regions = pandas.DataFrame(lu.regions)
    assert regions["instructions"].sum() > 0
    profile = pandas.DataFrame(lu.profile).set_index(["core", "function"])
    assert profile["own_cycles"].max() > 0
    assert (pandas.DataFrame(lu.windows).verdict == "exact").any()
    assert len(pandas.DataFrame(lu.report.cores)) == 4
    assert pandas.Series(lu.cores[0].meters)["instructions"] == lu.cores[0].instructions


def test_notebooks_show_tables(lu):
    html = lu._repr_html_()
    assert html == lu.report._repr_html_()
    for text in ("<b>gr740</b>", "success", "cpu3", "measurements", "regions", "profile", "and "):
        assert text in html, text
    assert html.count("<table>") == html.count("</table>") >= 4
    assert len(html) < 60_000


def test_a_report_before_the_end_changes_nothing(firmware):
    board = Board("gr740").add(firmware / "gr740" / "hello.elf")
    looked, plain = board.start(), board.start()
    looked.run(until="20us")
    report = looked.report
    assert report.outcome["kind"] == "paused"
    assert "the run can go on; core 0 was at" in report.outcome["detail"]
    assert "the run can go on" in repr(looked)
    assert "paused" in looked._repr_html_()
    assert looked.run() == plain.run()
    assert looked.report == plain.report
    assert looked.digest == plain.digest


def test_markup_is_escaped():
    sim = Board("gr740", at=0).load(bytes(16), name="<b>.bin")
    sim.run()
    assert "<b>.bin" not in sim._repr_html_()


def test_what_was_not_asked_for(firmware):
    sim = Board("gr740").load(firmware / "gr740" / "hello.elf")
    assert sim.regions == []
    with pytest.raises(RequestError, match="profile=True"):
        sim.profile
    with pytest.raises(RequestError, match="cannot be recorded"):
        Board("gr740", regions=["main"]).load(firmware / "gr740" / "hello.elf").record()
