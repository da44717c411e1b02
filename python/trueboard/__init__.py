"""Runs unmodified firmware on simulated boards, cycle-approximately, and knows the truth of the run.

>>> from trueboard import Board
>>> sim = Board("gr740").load("hello.elf")      # doctest: +SKIP
>>> sim.run(until="10ms").ok                    # doctest: +SKIP
True

A :class:`Board` says what runs and where, a :class:`Simulation` is the run, an :class:`Outcome` says why it came
back, a :class:`Report` is everything that is known of it. :func:`sweep` runs
firmware over cores, inputs and settings.
"""

from ._board import Board
from ._errors import (
    AddressError,
    BoardError,
    CheckpointError,
    CoreError,
    FileError,
    FirmwareError,
    ImageError,
    InputError,
    MeterError,
    RegisterError,
    RequestError,
    ScriptError,
    SymbolError,
    TimeError,
    TrueboardError,
)
from ._native import Checkpoint, Core, Simulation, board_names
from ._outcome import Outcome
from ._report import Report
from ._sweep import sweep

__all__ = [
    "AddressError",
    "Board",
    "BoardError",
    "Checkpoint",
    "CheckpointError",
    "Core",
    "CoreError",
    "FileError",
    "FirmwareError",
    "ImageError",
    "InputError",
    "MeterError",
    "Outcome",
    "RegisterError",
    "Report",
    "RequestError",
    "ScriptError",
    "Simulation",
    "SymbolError",
    "TimeError",
    "TrueboardError",
    "board_names",
    "sweep",
]
