from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union, final

from ._outcome import Outcome
from ._report import Report
from ._types import Address, Until, Watch

__all__ = [
    "Checkpoint",
    "Core",
    "Io",
    "Simulation",
    "board_names",
    "compare_functions",
    "compare_trace",
    "compare_runs",
    "cpi_text",
    "did_you_mean",
    "power",
    "power_model",
    "probes",
    "start",
    "sweep",
    "synchronise",
    "why",
]

# A run: a path, or what a board says.
_Run = Union[str, Tuple[str, List[Any], Dict[str, Any]]]

@final
class Io:
    """Time and lines of a :class:`trueboard.Device`, during a call."""

    @property
    def cycle(self) -> int:
        """The cycle of the device's clock, counted from reset."""

    def wake_in(self, cycles: int) -> None:
        """Asks for ``tick`` in so many cycles, at least one, in place of an earlier request."""

    def line(self, line: int, level: bool) -> None:
        """Drives an output line."""

@final
class Simulation:
    """A board with firmware on it, at some point of its run. It does what it did before: the same setup gives the same
    run, however it is cut into pieces, looked at, forked, or put back.

    While the board runs, other threads of Python do too; several simulations run in parallel in several threads.
    Ctrl-C ends a run within a moment by ``KeyboardInterrupt``; the run can go on then.
    """

    def run(self, until: Optional[Until] = None, *, timeout: Optional[float] = None) -> Outcome:
        """Runs until a point of simulated time, or the end.

        :param until: the run comes back where the scheduler decides anew for the first time then or later, so that
            pauses change nothing: while several cores run within some cycles, while one runs alone at the next thing
            that is due, a millisecond later at most. Without ``until`` firmware that runs for ever never comes back.
        :param timeout: seconds of the host's time, after which the run comes back with the outcome ``timeout``.
        """

    def run_to(
        self,
        breakpoints: Optional[Sequence[Address]] = None,
        *,
        watch: Optional[Sequence[Watch]] = None,
        until: Optional[Until] = None,
        timeout: Optional[float] = None,
    ) -> Outcome:
        """Runs until a core is about to execute a breakpoint, watched memory changes, a point of simulated time, or
        the end. That a run stops changes nothing of it.

        :raises SymbolError: no image has such a symbol.
        """

    def observe(
        self,
        *,
        at: Optional[Mapping[Address, Callable[[Core], object]]] = None,
        every: Optional[Tuple[Until, Callable[[Simulation], object]]] = None,
        until: Optional[Until] = None,
        timeout: Optional[float] = None,
    ) -> Outcome:
        """Runs until a point of simulated time, or the end, and calls functions meanwhile. A function that answers true
        stops the run. The functions may look at the run, and change registers and memory.

        :param at: functions by breakpoint; each gets the core that is about to execute it.
        :param every: a span of simulated time, and a function that gets the simulation whenever the run has come to
            a multiple of it, from now on: ``("100us", lambda sim: …)``. :meth:`run` says when that is exactly.
        """

    def step(self, core: int = 0) -> Outcome:
        """Lets one core execute one instruction, and the others what comes before it.

        :raises CoreError: the board has no such core.
        :raises RequestError: the core is held, until another core or the host starts it.
        """

    def record(self) -> None:
        """Records the run from now on, to go back in it by :meth:`step_back` and :meth:`run_back`.

        :raises RequestError: the run has regions, a profile or a host's script.
        """

    def step_back(self, core: int = 0) -> Outcome:
        """Goes back over the last instruction of a core, or to the ``begin`` of the recording. Registers and memory
        that were changed from outside begin a new recording.

        :raises CoreError: the board has no such core.
        :raises RequestError: the run is not recorded.
        """

    def run_back(self, breakpoints: Optional[Sequence[Address]] = None, *, watch: Optional[Sequence[Watch]] = None) -> Outcome:
        """Goes back to where one of these stopped the run, or would have, the last time, or to the ``begin`` of the
        recording. A change of watched memory stops the run behind the instruction forwards, and in front of it
        backwards: memory has its old value.

        :raises RequestError: the run is not recorded.
        """

    def checkpoint(self) -> Checkpoint:
        """The whole board as it is now, to go back to. It costs the memory that was written since the one before."""

    def restore(self, checkpoint: Checkpoint) -> None:
        """Goes back, or on, to a checkpoint. What follows is what followed then; what the console showed stays.

        :raises CheckpointError: the checkpoint is of another board or of other images.
        """

    def fork(self) -> Simulation:
        """A second run that stands where this one stands; each goes its own way. It follows no regions and has no
        profile."""

    def type_in(self, data: Union[bytes, str]) -> None:
        """Bytes for the console's receiver, from now on; text is UTF-8."""

    def read(self, at: Address, size: Optional[int] = None, *, core: int = 0) -> bytes:
        """Bytes as a core finds them, without any effect: memory, and registers of devices that can be looked at.

        :param size: that of the symbol, or 4, if it is left out.
        :raises CoreError: the board has no such core.
        :raises AddressError: there are not so many.
        :raises SymbolError: no image has such a symbol.
        """

    def write(self, at: Address, data: bytes, *, core: int = 0) -> None:
        """Writes memory as a core sees it, read-only memory too.

        :raises CoreError: the board has no such core.
        :raises AddressError: there is none.
        :raises SymbolError: no image has such a symbol.
        """

    def symbol(self, name: Address, *, core: int = 0) -> int:
        """The address of a symbol: of the core's image, or of any other.

        :raises SymbolError: no image has such a symbol.
        """

    @property
    def board(self) -> str:
        """The name of the board."""

    @property
    def now(self) -> int:
        """The latest time that any core has reached, in base ticks of the board."""

    @property
    def time(self) -> float:
        """The latest time that any core has reached, in seconds."""

    @property
    def outcome(self) -> Outcome:
        """How the run ended, or where it stands."""

    @property
    def cores(self) -> List[Core]:
        """The cores, in the order of the board file."""

    @property
    def console(self) -> str:
        """Everything that came out of the console, as text; what is no UTF-8 is replaced."""

    @property
    def console_bytes(self) -> bytes:
        """Everything that came out of the console."""

    @property
    def digest(self) -> str:
        """128 bits over the state of the board, as hexadecimal digits."""

    @property
    def report(self) -> Report:
        """The report of the run up to here; the run can go on."""

    @property
    def windows(self) -> List[Dict[str, Any]]:
        """What counters showed and what happened, a row for each measurement (:attr:`Report.windows`)."""

    @property
    def regions(self) -> List[Dict[str, Any]]:
        """What happened in the regions that were asked for, a row for each region and core
        (:attr:`Report.regions`)."""

    @property
    def profile(self) -> List[Dict[str, Any]]:
        """What every function cost, a row for each function and core: calls, cycles by itself and with all that it
        calls, and the share of each part of the CPI stack.

        :raises RequestError: the board was not started with ``profile=True``.
        """

    def _repr_html_(self) -> str: ...

@final
class Core:
    """One core of a simulation, as it is now."""

    @property
    def number(self) -> int:
        """Its place in the order of the board file, from 0."""

    @property
    def name(self) -> str:
        """Its name in the board file."""

    @property
    def state(self) -> str:
        """``running``, ``idle``, ``held`` (in reset, or not yet started), ``error``, ``hung`` (it waits for something that
        cannot come), or ``exited`` of the core that ended the run."""

    @property
    def pc(self) -> int:
        """The address of the instruction that it will execute next."""

    @property
    def place(self) -> str:
        """That address with function and source line, as far as the image has them:
        ``0x40001234 <main+0x34> app.c:12``."""

    @property
    def cycles(self) -> int:
        """Cycles of its clock since reset."""

    @property
    def instructions(self) -> int:
        """Instructions completed since reset."""

    @property
    def registers(self) -> Dict[str, int]:
        """The registers with their values, by the names of the instruction set. A name that is not there raises
        :class:`RegisterError`, a :class:`KeyError`."""

    @property
    def meters(self) -> Dict[str, int]:
        """What each of its meters has counted, by name; ``trueboard events`` defines them. A name that is not there
        raises :class:`MeterError`, a :class:`KeyError`."""

    def set_register(self, name: str, value: int) -> None:
        """Sets a register.

        :raises RegisterError: it has no such register.
        """

    def read(self, at: Address, size: Optional[int] = None) -> bytes:
        """As :meth:`Simulation.read`, seen from this core."""

    def write(self, at: Address, data: bytes) -> None:
        """As :meth:`Simulation.write`, seen from this core."""

@final
class Checkpoint:
    """The whole board at a point of its run."""

    @property
    def now(self) -> int:
        """The time of the run in base ticks."""

    @property
    def time(self) -> float:
        """The time of the run in seconds."""

def start(
    board: str,
    images: List[Tuple[str, Optional[bytes], List[int]]],
    options: Mapping[str, Any],
) -> Simulation:
    """Builds the board, loads the images and boots; :meth:`trueboard.Board.start` calls it."""

def did_you_mean(word: str, known: List[str]) -> str:
    """The nearest name to one that is not there, as messages have it, or nothing."""

def board_names() -> List[str]:
    """The names of the boards that are built in."""

def cpi_text(cycles: int, instructions: int) -> str:
    """Cycles per instruction as tables have it, ``-`` without an instruction."""

def sweep(asked: Mapping[str, Any]) -> Tuple[str, List[str]]:
    """Rows of a sweep as JSON, and what is wrong with single runs; :func:`trueboard.sweep` calls it."""

def compare_runs(
    run: _Run,
    against: Optional[str],
    tolerances: Tuple[Optional[int], Optional[int]],
    bounds: List[Tuple[str, int]],
    other_firmware: bool,
) -> Tuple[str, Optional[str]]:
    """A comparison as JSON, and why it says nothing; :func:`trueboard.compare` calls it."""

def compare_functions(run: _Run, against: _Run, allowed: int) -> Tuple[str, Optional[str]]:
    """Functions of two runs as JSON, and why that says nothing; :func:`trueboard.compare_functions` calls it."""

def compare_trace(run: str, trace: str) -> Tuple[str, Optional[str]]:
    """A firmware's trace beside its run as JSON, and why that says nothing; :func:`trueboard.compare_trace` calls it."""

def probes(run: _Run, patterns: List[str], free: List[str], replay: bool, most_lost: Optional[int]) -> str:
    """Costs of probes as JSON; :func:`trueboard.probes` calls it."""

def why(run: _Run, against: Optional[_Run], asked: Mapping[str, Any]) -> str:
    """Causes of cycles as JSON; :func:`trueboard.why` calls it."""

def power(run: _Run, asked: Mapping[str, Any]) -> str:
    """What a run used, as JSON; :func:`trueboard.power` calls it."""

def power_model(board: str, set: List[str], usage: List[float], clock_mhz: Optional[float]) -> str:
    """What a power model says, as JSON; :func:`trueboard.power_model` calls it."""

def synchronise(traces: List[str], asked: Mapping[str, Any]) -> Tuple[str, bool, List[str]]:
    """What is known of clocks as JSON, whether that is complete, and what could not be read; :func:`trueboard.sync`
    calls it."""
