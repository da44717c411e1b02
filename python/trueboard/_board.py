"""What runs, and on which board."""

import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import _native
from ._device import Device
from ._native import Simulation

#: A file's path, or the bytes of one.
Image = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
#: A value of a board file: a number, a truth value, a text as ``--set`` takes it (``"125MHz"``), a list of these.
Value = Union[bool, int, float, str, None, List[Any], Tuple[Any, ...]]
#: Memory to keep: a symbol, or a symbol and a number of bytes.
Dump = Union[str, Tuple[str, int]]


class Board:
    """A board with all that a run on it is asked; :meth:`load` starts one. It never changes, so that any number of
    runs can be started from one board.

    :param board: the name of a board that is built in (:func:`trueboard.board_names`), or the path of a ``.ron``
        file.
    :param set: values of the board file by their paths, as in ``{"cores.cpu.count": 2, "clocks.cpu": "125MHz"}``.
    :param host: the script of the board's host, which loads and starts what the cores run.
    :param workload: what cores that execute no machine code do: the name of a workload, or the path of a ``.ron``
        file.
    :param stdin: bytes for the console's receiver; text is UTF-8.
    :param regions: functions whose meters are kept (``"solve"``, ``"lu_*"``), and stretches between two
        (``"begin..end"``).
    :param profile: records what every function costs.
    :param free: patterns of functions that execute but cost nothing.
    :param dumps: memory that the report keeps: symbols, or pairs of a symbol and a number of bytes.
    :param strict: an access to what is not modelled, or to nothing, ends the run.
    :param start: cores that start at once besides the first one that has an image.
    :param at: the address of images that are raw binaries.
    :param devices: devices that the board does not have.
    """

    def __init__(
        self,
        board: Union[str, "os.PathLike[str]"],
        *,
        set: Optional[Mapping[str, Value]] = None,
        host: Optional[Union[str, "os.PathLike[str]"]] = None,
        workload: Optional[Union[str, "os.PathLike[str]"]] = None,
        stdin: Union[bytes, str] = b"",
        regions: Iterable[str] = (),
        profile: bool = False,
        free: Iterable[str] = (),
        dumps: Iterable[Dump] = (),
        strict: bool = False,
        start: Iterable[int] = (),
        at: Optional[int] = None,
        devices: Iterable[Device] = (),
    ) -> None:
        self._board = os.fspath(board)
        self._images: Tuple[Tuple[str, Optional[bytes], List[int]], ...] = ()
        self._options: Dict[str, Any] = {
            "sets": [f"{path}={_value(value)}" for path, value in (set or {}).items()],
            "host": None if host is None else os.fspath(host),
            "workload": None if workload is None else os.fspath(workload),
            "stdin": stdin.encode() if isinstance(stdin, str) else bytes(stdin),
            "regions": _texts("regions", regions),
            "profile": bool(profile),
            "free": _texts("free", free),
            "dumps": [(d, None) if isinstance(d, str) else (d[0], d[1]) for d in _list("dumps", dumps)],
            "strict": bool(strict),
            "start": list(start),
            "at": at,
            "devices": [device._given() for device in devices],
        }

    def add(self, image: Image, *, cores: Iterable[int] = (0,), name: Optional[str] = None) -> "Board":
        """A board with one more image. The first one is that of the core that boots.

        :param image: the path of an ELF file, S-records, Intel hex or a raw binary, or the bytes of one.
        :param cores: the cores that run it.
        :param name: what reports and messages call bytes.
        """
        more = Board.__new__(type(self))
        more.__dict__.update(self.__dict__)
        if isinstance(image, (bytes, bytearray, memoryview)):
            called = name or f"image{len(self._images)}"
            entry: Tuple[str, Optional[bytes], List[int]] = (called, bytes(image), list(cores))
        elif name is None:
            entry = (os.fspath(image), None, list(cores))
        else:
            raise TypeError("a name is for bytes; a file is called by its path")
        more._images = (*self._images, entry)
        return more

    def start(self) -> Simulation:
        """Builds the board, loads the images and boots.

        :raises InputError: a board, an image or an option that cannot be used.
        """
        return _native.start(self._board, list(self._images), self._options)

    def load(self, image: Image, *, cores: Iterable[int] = (0,), name: Optional[str] = None) -> Simulation:
        """Starts a run of this image, and of those that were added before: :meth:`add`, then :meth:`start`."""
        return self.add(image, cores=cores, name=name).start()

    def __repr__(self) -> str:
        images = [name for name, _, _ in self._images]
        given = {"images": images, **self._options}
        shown = [f"{key}={value!r}" for key, value in given.items() if value not in ([], b"", None, False)]
        return f"Board({', '.join([repr(self._board), *shown])})"


def _value(value: Value) -> str:
    """A value as a board file has it."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return str(value)


def _list(option: str, values: Iterable[Any]) -> List[Any]:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{option} is a list: [{values!r}]")
    return list(values)


def _texts(option: str, values: Iterable[str]) -> List[str]:
    return [str(v) for v in _list(option, values)]
