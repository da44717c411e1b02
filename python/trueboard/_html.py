"""Reports as HTML, for notebooks."""

from html import escape
from typing import Any, Dict, Iterable, List, Mapping, Sequence

from . import _native

#: Rows of a table at most.
MOST = 20


def report(r: Mapping[str, Any]) -> str:
    """The outcome, the cores, and the tables that have rows."""
    outcome = r["outcome"]
    colour = {"success": "#2a7f2a", "paused": "#555555"}.get(outcome["kind"], "#b02020")
    images = ", ".join(image["path"] for image in r["images"])
    head = (
        f"<p><b>{escape(r['board'])}</b> {escape(images)}: "
        f"<b style='color:{colour}'>{escape(outcome['kind'])}</b> after {r['time']['seconds']:.6f} s of simulated time"
        f"<br>{escape(outcome['detail'])}</p>"
    )
    parts = [head, _cores(r["cores"])]
    parts += [_crash(outcome), _windows(r), _regions(r["regions"]), _profile(r.get("profile"))]
    if r["warnings"]:
        parts.append(_list("warnings", r["warnings"]))
    return "<div class='trueboard'>" + "".join(parts) + "</div>"


def _cores(cores: Iterable[Mapping[str, Any]]) -> str:
    columns = ["core", "state", "instructions", "cycles", "CPI", "idle"]
    rows = [
        [
            core["name"],
            core["state"],
            core["instructions"],
            core["cycles"],
            _native.cpi_text(core["cycles"], core["instructions"]),
            core["idle_cycles"],
        ]
        for core in cores
    ]
    return table("cores", columns, rows)


def _crash(outcome: Mapping[str, Any]) -> str:
    lines = list(outcome["last_instructions"])
    lines += [f"called from {call}" for call in outcome.get("call_stack", [])]
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


def _windows(r: Mapping[str, Any]) -> str:
    columns = ["counter", "event", "core", "measured", "truth", "verdict"]
    rows = [
        [f"{w['device']} {w['register']}", w["event_name"], w["core"], w["measured"], w["truth"], w["verdict"]]
        for w in r["windows"]["windows"]
    ]
    return table("measurements", columns, rows)


def _regions(regions: Iterable[Mapping[str, Any]]) -> str:
    columns = ["region", "core", "calls", "fewest cycles", "most cycles", "instructions"]
    rows = [
        [g["name"], g["core"], g["calls"], g["min_cycles"], g["max_cycles"], g["meters"].get("instructions", 0)]
        for g in regions
    ]
    return table("regions", columns, rows)


def _profile(profile: Any) -> str:
    """What functions cost by themselves, on all cores."""
    costs: Dict[str, List[int]] = {}
    for context in (c for core in profile or () for c in core["contexts"]):
        sums = costs.setdefault(context["name"], [0, 0, 0])
        of = context["meters"].get
        for i, value in enumerate((context["calls"], of("cycles", 0), of("instructions", 0))):
            sums[i] += value
    hottest = sorted(costs, key=lambda name: -costs[name][1])
    rows = [[name, *costs[name]] for name in hottest]
    return table("profile", ["function", "calls", "own cycles", "instructions"], rows)


def _list(title: str, lines: Sequence[str]) -> str:
    return table(title, [title], [[line] for line in lines])


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table with a title; nothing without rows."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows[:MOST])
    more = f"<p>and {len(rows) - MOST} more rows</p>" if len(rows) > MOST else ""
    caption = f"<caption>{escape(title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if isinstance(value, int):
        return f"<td style='text-align:right'>{value:,}</td>".replace(",", "&thinsp;")
    return f"<td style='text-align:left'>{'' if value is None else escape(str(value))}</td>"
