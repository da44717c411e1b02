"""Questions to runs: comparisons, causes of cycles, power, and clocks of traces."""

import json
import os
import warnings
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._board import Board, Value, _texts, _value

Path = Union[str, "os.PathLike[str]"]
#: A run: a board with its images (:meth:`trueboard.Board.add`), which runs now, or the directory or the report of a run
#: that is over.
Run = Union[Board, Path]
Row = Dict[str, Any]


class Comparison(Dict[str, Any]):
    """What ``trueboard compare --json`` prints of a run. The properties are its tables, as lists of rows, which pandas
    takes as they are."""

    #: Why the comparison says nothing: nothing was compared, or a part was not judged. That is no success.
    problem: Optional[str] = None

    @property
    def ok(self) -> bool:
        """Nothing is wrong or beyond its tolerance, and all was judged."""
        return bool(self["passes"]) and self.problem is None

    @property
    def counters(self) -> List[Row]:
        """A row for each counter and what it counted."""
        return _rows(self["runs"][0]["events"])

    @property
    def clocks(self) -> List[Row]:
        """A row for each clock and reader."""
        return _rows(self["runs"][0]["clocks"])

    @property
    def reads(self) -> List[Row]:
        """A row for each read that is beyond the tolerance."""
        return _rows(self["runs"][0]["beyond"])

    @property
    def differences(self) -> List[Row]:
        """A row for each number that is not the other run's."""
        other = self["runs"][0]["against"]
        return [] if other is None else list(other["differ"])

    @property
    def measurements(self) -> List[Row]:
        """A row for each measurement that the firmware left in memory."""
        found: List[Row] = self["measurements"]
        return found


class Functions(Dict[str, Any]):
    """What ``trueboard compare --by-function --json`` prints."""

    #: Why the comparison says nothing: no function ran in both runs.
    problem: Optional[str] = None

    @property
    def ok(self) -> bool:
        """No function is slower than allowed, and some ran in both runs."""
        return bool(self["passes"]) and self.problem is None

    @property
    def functions(self) -> List[Row]:
        """A row for each function of either run, with its numbers in both as columns."""
        return [
            {
                **{key: value for key, value in f.items() if key not in ("here", "against")},
                **{key: value for key, value in (f["here"] or {}).items()},
                **{f"{key}_before": value for key, value in (f["against"] or {}).items()},
            }
            for f in self["functions"]
        ]


class TraceComparison(Dict[str, Any]):
    """What ``trueboard compare --firmware-trace --json`` prints."""

    #: Why the comparison says nothing: nothing could be judged.
    problem: Optional[str] = None

    @property
    def ok(self) -> bool:
        """The trace has all events of the run in order, and all that was judged is right."""
        return bool(self["complete"]) and bool(self["agrees"]) and self.problem is None

    @property
    def threads(self) -> List[Row]:
        """A row for each core: its calls, and offset, drift and jitter of its time stamps."""
        return [
            {**{key: value for key, value in thread.items() if key not in ("times", "counts")}, **(thread["times"] or {})}
            for thread in self["threads"]
        ]


class Probes(Dict[str, Any]):
    """What ``trueboard compare --probe --json`` prints."""

    @property
    def probes(self) -> List[Row]:
        """Two rows for each probe, cycles inside it and those that the run loses by it."""
        return [
            {"probe": p["name"], "cycles": of, **{key: value for key, value in p[of].items() if key != "histogram"}}
            for p in self["probes"]
            for of in ("inside", "lost")
        ]


class Why(Dict[str, Any]):
    """What ``trueboard why --json`` prints."""

    @property
    def causes(self) -> List[Row]:
        """A row for each cause of cycles; of two runs, for each cause of their difference."""
        found = self.get("answer") or self.get("changes") or {"causes": []}
        parts = ("behind", "owners")
        return [{key: value for key, value in cause.items() if key not in parts} for cause in found["causes"]]


class Power(Dict[str, Any]):
    """What ``trueboard power --json`` prints of a run."""

    @property
    def components(self) -> List[Row]:
        """A row for each term of the power model."""
        return list(self["components"])

    @property
    def cores(self) -> List[Row]:
        """How each core spent its time."""
        return list(self["cores"])

    @property
    def functions(self) -> List[Row]:
        """A row for each function, in order of energy."""
        return list(self["functions"])

    @property
    def series(self) -> List[Row]:
        """A row for each interval of time."""
        return [{key: value for key, value in row.items() if key != "components_mw"} for row in self["series"]]


class Synchronisation(Dict[str, Any]):
    """What ``trueboard sync --json`` prints."""

    #: Each clock could be brought to the reference, and is known well.
    complete: bool = False

    @property
    def clocks(self) -> List[Row]:
        """A row for each clock."""
        return list(self["clocks"])

    @property
    def links(self) -> List[Row]:
        """A row for each two clocks with messages between them, without the points of their hulls."""
        return [{key: value for key, value in link.items() if key not in ("hulls", "truth")} for link in self["links"]]


def compare(
    run: Run,
    against: Optional[Path] = None,
    *,
    tolerance: Optional[float] = None,
    bounds: Optional[Mapping[str, float]] = None,
    published_tolerance: Optional[float] = None,
    other_firmware: bool = False,
) -> Comparison:
    """What a run measured beside what happened, as ``trueboard compare`` does.

    :param against: the directory or the report of another run, whose numbers are compared as well; a file of published
        figures, or the name of some that are built in.
    :param tolerance: percent by which a read may be off, and a number of the other run; 0 if it is left out.
    :param bounds: percent for single meters of the other run: ``{"cycles": 2}``.
    :param published_tolerance: percent by which a measurement may be off its published figure.
    :param other_firmware: the other run may be of other firmware.
    :raises RequestError: runs that do not fit, or a report that is none.
    :raises FirmwareError: firmware that runs now ends without success.
    """
    limits = (_ppm(tolerance), _ppm(published_tolerance))
    other = None if against is None else os.fspath(against)
    each = [(meter, _parts(percent)) for meter, percent in (bounds or {}).items()]
    text, problem = _native.compare_runs(_run(run), other, limits, each, bool(other_firmware))
    answer = Comparison(json.loads(text))
    answer.problem = problem
    return answer


def compare_functions(run: Run, against: Run, *, tolerance: float = 0.0) -> Functions:
    """Two builds of a firmware function by function, as ``trueboard compare --by-function`` does.

    :param run: the new build, run now or recorded with a profile.
    :param against: the old one.
    :param tolerance: percent by which a function may be slower.
    """
    text, problem = _native.compare_functions(_run(run), _run(against), _parts(tolerance))
    answer = Functions(json.loads(text))
    answer.problem = problem
    return answer


def compare_trace(run: Path, trace: Path) -> TraceComparison:
    """A trace that firmware wrote, beside what happened, as ``trueboard compare --firmware-trace`` does.

    :param run: the directory of a run that kept a CTF trace of calls (:meth:`trueboard.Board.run`, or ``--out``).
    :param trace: a Paraver trace with its ``.pcf`` beside it, or the directory of a CTF trace of barectf.
    :raises RequestError: files that cannot be used, and traces that cannot be matched with the run.
    """
    text, problem = _native.compare_trace(os.fspath(run), os.fspath(trace))
    answer = TraceComparison(json.loads(text))
    answer.problem = problem
    return answer


def probes(
    run: Board,
    functions: Iterable[str],
    *,
    free: Iterable[str] = (),
    replay: bool = False,
    most_lost: Optional[float] = None,
) -> Probes:
    """What functions cost with which a program measures itself, inside and in what the run loses, as
    ``trueboard compare --probe`` does. The firmware runs twice.

    :param functions: their names or patterns.
    :param free: functions that cost nothing in the second run either.
    :param replay: the second run hands out the chunks of loops as the first one did.
    :param most_lost: percent of the run that may be lost.
    """
    patterns, others = _texts("functions", functions), _texts("free", free)
    return Probes(json.loads(_native.probes(_run(run), patterns, others, bool(replay), _ppm(most_lost))))


def why(
    run: Run,
    *,
    against: Optional[Run] = None,
    function: Optional[str] = None,
    itself: bool = False,
    late: Optional[str] = None,
    period: Optional[str] = None,
    core: Optional[int] = None,
    start: Optional[str] = None,
    stop: Optional[str] = None,
    by: str = "function",
) -> Why:
    """What made the cycles of a run, or of the difference of two runs, as ``trueboard why`` does.

    :param against: the other run.
    :param function: the function whose cycles are explained, with all that it calls.
    :param itself: without what it calls.
    :param late: the function whose late calls are explained.
    :param period: the time in which it should be called.
    :param core: one core alone.
    :param start: begin of the time that is looked at: ``"1ms"``.
    :param stop: its end.
    :param by: what a cause is about: ``"function"``, ``"line"`` or ``"instruction"``.
    :raises RequestError: there is nothing to explain.
    """
    asked = {
        "function": function,
        "itself": bool(itself),
        "late": late,
        "period": period,
        "core": core,
        "start": start,
        "stop": stop,
        "by": by,
    }
    return Why(json.loads(_native.why(_run(run), None if against is None else _run(against), asked)))


def power(
    run: Board,
    *,
    start: Optional[str] = None,
    stop: Optional[str] = None,
    every: Optional[str] = None,
    regions: Iterable[str] = (),
    waits: Iterable[str] = (),
    use: Sequence[float] = (),
    clock_mhz: Optional[float] = None,
) -> Power:
    """What a run used, by component, core, region and function, and over time, as ``trueboard power`` does.

    :param start: begin of the time that is looked at: ``"1ms"``.
    :param stop: its end.
    :param every: length of an interval of the series.
    :param regions: patterns of functions whose energy is wanted, with all that they call.
    :param waits: patterns of functions in which a core waits.
    :param use: percent of time in which cores run, for the way of a spreadsheet: one, or one for each core.
    :param clock_mhz: clock of the cores in that way.
    """
    asked = {
        "start": start,
        "stop": stop,
        "every": every,
        "regions": _texts("regions", regions),
        "waits": _texts("waits", waits),
        "usage": [float(u) for u in use],
        "clock_mhz": clock_mhz,
    }
    return Power(json.loads(_native.power(_run(run), asked)))


def power_model(
    board: Path,
    *,
    set: Optional[Mapping[str, Value]] = None,
    use: Sequence[float] = (),
    clock_mhz: Optional[float] = None,
) -> Dict[str, Any]:
    """What the power model of a board says by itself, as ``trueboard power BOARD`` does: by the number of running cores
    (``running``, ``anchors``), or for given shares of time (``components``, ``mw``)."""
    sets = [f"{path}={_value(value)}" for path, value in (set or {}).items()]
    answer: Dict[str, Any] = json.loads(_native.power_model(os.fspath(board), sets, [float(u) for u in use], clock_mhz))
    return answer


def sync(
    traces: Sequence[Path],
    *,
    by_stream: bool = False,
    reference: Optional[str] = None,
    pairs: Iterable[str] = (),
    truth: Optional[Path] = None,
    out: Optional[Path] = None,
) -> Synchronisation:
    """Brings traces with clocks of their own to one clock, as ``trueboard sync`` does. What cannot be read is a
    warning.

    :param traces: directories of traces in CTF.
    :param by_stream: each stream has a clock of its own, in place of each trace.
    :param reference: the clock that all are brought to.
    :param pairs: which events are causes and effects: ``"cause=put,effect=get,key=seq"``.
    :param truth: a file of true clocks, which the answer is held against.
    :param out: a directory for all traces as one.
    """
    asked = {
        "by_stream": bool(by_stream),
        "reference": reference,
        "pairs": _texts("pairs", pairs),
        "truth": None if truth is None else os.fspath(truth),
        "out": None if out is None else os.fspath(out),
    }
    text, complete, lines = _native.synchronise([os.fspath(trace) for trace in traces], asked)
    for line in lines:
        warnings.warn(line, RuntimeWarning, stacklevel=2)
    answer = Synchronisation(json.loads(text))
    answer.complete = complete
    return answer


def _run(run: Run) -> Union[str, Tuple[str, List[Any], Dict[str, Any]]]:
    """A run as the native half takes it."""
    if isinstance(run, Board):
        return (run._board, list(run._images), run._options)
    return os.fspath(run)


def _parts(percent: float) -> int:
    """Percent in parts per million."""
    return round(percent * 10_000)


def _ppm(percent: Optional[float]) -> Optional[int]:
    return None if percent is None else _parts(percent)


def _rows(rows: List[Row]) -> List[Row]:
    """Rows with their causes in one column."""
    return [{**row, "causes": ", ".join(map(str, row["causes"]))} if "causes" in row else row for row in rows]
