"""Devices that are objects of Python."""

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping


@dataclass(frozen=True)
class Device:
    """A device that the board does not have: its registers are methods of an object.

    The object has ``read(offset, io)``, which answers a word, and ``write(offset, value, io)``. It may have
    ``tick(io)``, for the time that ``io.wake_in(cycles)`` named, and ``peek(offset, cycle)``, which answers debuggers
    and has no effect; without it they see 0. ``io.cycle`` is the cycle of the device's clock, and ``io.line(number,
    level)`` drives an output.

    All attributes of the object are its state: checkpoints, forks and snapshots keep them by :mod:`pickle`. What it
    does follows from its calls alone. An exception in a method ends the run, and is raised there.

    :param name: what reports call it.
    :param at: the address of its first register, where the board has no device, or one that is not modelled.
    :param size: the bytes of its registers.
    :param make: a class or function that makes the object, once for each run and each fork.
    :param lines: inputs of other devices by the numbers of its output lines: ``{0: "irqamp.5"}``.
    """

    name: str
    at: int
    size: int
    make: Callable[[], Any]
    lines: Mapping[int, str] = field(default_factory=dict)

    def _given(self) -> Dict[str, Any]:
        return {"name": self.name, "at": self.at, "size": self.size, "make": self.make, "lines": dict(self.lines)}
