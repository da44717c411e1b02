"""Runs unmodified firmware on simulated boards, cycle-approximately, and knows the truth of the run.

>>> from trueboard import Board
>>> sim = Board("gr740").load("hello.elf")      # doctest: +SKIP
>>> sim.run(until="10ms").ok                    # doctest: +SKIP
True

A :class:`Board` says what runs and where, a :class:`Simulation` is the run, an :class:`Outcome` says why it came
back, a :class:`Report` is everything that is known of it. :func:`sweep` runs
firmware over cores, inputs and settings. :func:`compare`, :func:`why`, :func:`power` and :func:`sync` are questions to
runs.
"""

from ._board import Board
from ._device import Device
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
from ._native import Checkpoint, Core, Io, Simulation, board_names
from ._outcome import Outcome
from ._questions import (
    Comparison,
    Functions,
    Power,
    Probes,
    Synchronisation,
    Why,
    compare,
    compare_functions,
    compare_trace,
    power,
    power_model,
    probes,
    sync,
    why,
)
from ._report import Report
from ._sweep import sweep

__all__ = [
    "AddressError",
    "Board",
    "BoardError",
    "Checkpoint",
    "CheckpointError",
    "Comparison",
    "Core",
    "CoreError",
    "Device",
    "FileError",
    "FirmwareError",
    "Functions",
    "ImageError",
    "InputError",
    "Io",
    "MeterError",
    "Outcome",
    "Power",
    "Probes",
    "RegisterError",
    "Report",
    "RequestError",
    "ScriptError",
    "Simulation",
    "SymbolError",
    "Synchronisation",
    "TimeError",
    "TrueboardError",
    "Why",
    "board_names",
    "compare",
    "compare_functions",
    "compare_trace",
    "power",
    "power_model",
    "probes",
    "sweep",
    "sync",
    "why",
]
