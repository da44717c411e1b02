"""The pytest plugin: firmware that fails fails its test, with its console and its crash report.

The fixture :func:`board` makes boards whose runs the test watches. The marker ``firmware(may_fail=True)`` is for
tests of firmware that is meant to fail.
"""

from typing import Any, Generator, List

import pytest

from ._board import Board
from ._native import Simulation

#: Lines of a console that a failed test shows.
SHOWN = 200

_RUNS: "pytest.StashKey[List[Simulation]]" = pytest.StashKey()
#: The test failed because of its firmware: its message has the outcomes of the runs.
_FAILED_BY_FIRMWARE: "pytest.StashKey[bool]" = pytest.StashKey()


class _WatchedBoard(Board):
    """A board that keeps its runs."""

    def __init__(self, runs: List[Simulation], board: str, **options: Any) -> None:
        super().__init__(board, **options)
        self._runs = runs

    def start(self) -> Simulation:
        simulation = super().start()
        self._runs.append(simulation)
        return simulation


class BoardFactory:
    """The type of the fixture ``board``."""

    def __init__(self, runs: List[Simulation]) -> None:
        self._runs = runs

    def __call__(self, board: str, **options: Any) -> Board:
        """A board as :class:`trueboard.Board` makes it, whose runs the test watches."""
        return _WatchedBoard(self._runs, board, **options)

    def __repr__(self) -> str:
        return f"<boards with {len(self._runs)} runs>"


def pytest_configure(config: pytest.Config) -> None:
    text = "firmware(may_fail=False): what the firmware of the `board` fixture may do; may_fail: end without success"
    config.addinivalue_line("markers", text)


@pytest.fixture
def board(request: pytest.FixtureRequest) -> BoardFactory:
    """Makes boards as ``trueboard.Board`` does. A run on one of them that ends without success fails the test."""
    runs: List[Simulation] = request.node.stash.setdefault(_RUNS, [])

    return BoardFactory(runs)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    result = yield
    if not _may_fail(item):
        failed = [s for s in _runs(item) if s.outcome.failed]
        if failed:
            text = "\n".join(f"{s.board}: {s.outcome}" for s in failed)
            item.stash[_FAILED_BY_FIRMWARE] = True
            pytest.fail(f"the firmware failed\n{text}", pytrace=False)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        for number, simulation in enumerate(_runs(item)):
            name = f"run {number} on {simulation.board}"
            report.sections.append((f"{name}: console", _last_lines(simulation.console)))
            if not item.stash.get(_FAILED_BY_FIRMWARE, False):
                report.sections.append((f"{name}: outcome", f"{simulation.outcome}\nat {simulation.time:.9f} s"))
    return report


def _runs(item: pytest.Item) -> List[Simulation]:
    none: List[Simulation] = []
    return item.stash.get(_RUNS, none)


def _may_fail(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("firmware")
    return marker is not None and bool(marker.kwargs.get("may_fail", False))


def _last_lines(console: str) -> str:
    lines = console.splitlines()
    more = [f"... {len(lines) - SHOWN} lines before"] if len(lines) > SHOWN else []
    return "\n".join(more + lines[-SHOWN:])
