"""The report of a run."""

import json
import os
from typing import Any, Dict, List, Sequence, Union

from . import _html

Row = Dict[str, Any]


class Report(Dict[str, Any]):
    """Everything that is known of a run: what ``report.json`` of the command line holds, as dictionaries and lists
    (docs/user/reference/report.md). The properties are its tables as lists of flat rows, which pandas takes as they are."""

    @property
    def outcome(self) -> Dict[str, Any]:
        """How the run ended, or that it can go on."""
        found: Dict[str, Any] = self["outcome"]
        return found

    @property
    def cores(self) -> List[Row]:
        """A row for each core, with its meters as columns."""
        return [_flat({"exit_status": None, **core}, drop=("user_meters",)) for core in self["cores"]]

    @property
    def buses(self) -> List[Row]:
        """A row for each bus, with its meters as columns."""
        return [_flat(bus, drop=("used_cycles", "waited_cycles", "waited_for_cycles")) for bus in self["buses"]]

    @property
    def caches(self) -> List[Row]:
        """A row for each shared cache, with its meters as columns."""
        return [_flat(cache) for cache in self["caches"]]

    @property
    def windows(self) -> List[Row]:
        """A row for each measurement: what a counter showed, and what happened."""
        return [{**w, "causes": ", ".join(map(_cause, w["causes"]))} for w in self["windows"]["windows"]]

    @property
    def regions(self) -> List[Row]:
        """A row for each region and core, with its meters as columns."""
        zeros = dict.fromkeys(sorted({name for region in self["regions"] for name in region["meters"]}), 0)
        rows = [_flat({**region, "meters": {**zeros, **region["meters"]}}) for region in self["regions"]]
        # Entries of the region, and CALL instructions in it.
        return [{**row, "calls": r["calls"], "call_instructions": r["meters"].get("calls", 0)} for row, r in zip(rows, self["regions"])]

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes ``report.json``, for ``trueboard compare`` and ``trueboard profile``."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self, file, indent=2, ensure_ascii=False)
            file.write("\n")

    def __repr__(self) -> str:
        outcome, time = self["outcome"], self["time"]
        return f"<Report {self['board']} at {time['seconds']:.9f} s: {outcome['kind']}: {outcome['detail']}>"

    def _repr_html_(self) -> str:
        return _html.report(self)


def _flat(row: Row, drop: Sequence[str] = ()) -> Row:
    """A row with its meters as columns."""
    own = {key: value for key, value in row.items() if key != "meters" and key not in drop}
    return {**own, **row["meters"]}


def _cause(cause: Any) -> str:
    return cause if isinstance(cause, str) else json.dumps(cause)
