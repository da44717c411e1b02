"""Why a run came back."""

import re
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from ._errors import FirmwareError

#: Kinds of outcomes after which a run can go on.
PAUSES = frozenset({"paused", "breakpoint", "watchpoint", "step", "begin", "timeout"})


@dataclass(frozen=True)
class Outcome:
    """How a run ended, or why it paused. ``str()`` of it is what a crash message shows."""

    kind: str
    """In a word. The run is over: ``success``, ``failure`` (the firmware said so), ``crash`` (a core took a trap
    that it could not take), ``strict``, ``watchdog_reset``, ``nothing_left``. It can go on: ``paused`` (the time was
    reached), ``breakpoint``, ``watchpoint``, ``step``, ``begin`` (of the recording), ``timeout``."""
    detail: str
    """In a sentence."""
    exit_code: Optional[int] = None
    """The exit code of ``trueboard run``: 0 success, 1 failure, 4 crash or reset, 5 nothing left or timeout. None for
    a run that can go on."""
    status: Optional[int] = None
    """The firmware's status, if it gave one."""
    core: Optional[int] = None
    """The core concerned."""
    pc: Optional[int] = None
    """Its program counter; of a crash, that of its first cause."""
    last_instructions: List[str] = field(default_factory=list)
    """The last instructions of a core that crashed, oldest first."""
    traps: List[Dict[str, Any]] = field(default_factory=list)
    """Traps that a core that crashed had not come back from, the outermost first: ``what``, ``pc``, ``at``."""
    call_stack: List[str] = field(default_factory=list)
    """The calls that led to the crash; the innermost first."""
    registers: Dict[str, int] = field(default_factory=dict)
    """Registers at the crash."""

    @classmethod
    def _of(cls, fields: Dict[str, Any], exit_code: Optional[int]) -> "Outcome":
        return cls(exit_code=exit_code, **fields)

    @property
    def ok(self) -> bool:
        """The firmware said success."""
        return self.kind == "success"

    @property
    def ended(self) -> bool:
        """The run is over."""
        return self.kind not in PAUSES

    @property
    def failed(self) -> bool:
        """The run is over without success."""
        return self.ended and not self.ok

    def check(self) -> "Outcome":
        """The outcome itself if the firmware said success; otherwise raises :class:`FirmwareError` with the crash
        report."""
        if not self.ok:
            raise FirmwareError(str(self))
        return self

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.detail}"]
        lines += [f"  {line}" for line in self.last_instructions]
        lines += [f"  called from {call}" for call in self.call_stack]
        names = sorted(self.registers, key=_in_order)
        shown = [f"{name:>4} {self.registers[name]:08x}" for name in names]
        lines += ["  " + "  ".join(shown[i : i + 8]) for i in range(0, len(shown), 8)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Outcome {self.kind}: {self.detail}>"


def _in_order(name: str) -> Tuple[bool, str, int]:
    """Registers in the order in which people look for them: by letter, then by number; others at the end."""
    letters, number = re.fullmatch(r"(.*?)(\d*)", name, re.DOTALL).groups()  # type: ignore[union-attr]
    return (not number, letters, int(number or 0))
