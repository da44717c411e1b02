"""Firmware over cores, inputs and settings."""

import json
import os
import warnings
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._board import Value, _list, _value

Path = Union[str, "os.PathLike[str]"]
#: What a value of an axis sets: paths of the board file (with a point), variables of the program, and ``stdin``, a
#: file for the console.
Settings = Mapping[str, Any]


def sweep(
    board: Path,
    images: Union[Path, Sequence[Path]],
    *,
    cores: Iterable[int] = (),
    inputs: Optional[Mapping[str, Settings]] = None,
    axes: Optional[Mapping[str, Mapping[str, Settings]]] = None,
    regions: str = "automatic",
    set: Optional[Mapping[str, Value]] = None,
    poke: Optional[Mapping[str, Union[int, str]]] = None,
    stdin: Optional[Path] = None,
    until: Optional[str] = None,
    core_group: Optional[str] = None,
    jobs: int = 0,
) -> List[Dict[str, Any]]:
    """Runs firmware once for each combination, several runs at a time, as ``trueboard sweep`` does.

    :param board: the name of a board that is built in, or the path of a ``.ron`` file.
    :param images: an image, or several, each run by itself.
    :param cores: numbers of cores.
    :param inputs: inputs by name, the smallest first: ``{"i1": {"particles": 64}, "i2": {"particles": 128}}``.
    :param axes: what differs besides, by name: ``{"clock": {"slow": {"clocks.cpu": "125MHz"}, "fast": {}}}``.
    :param regions: ``"automatic"`` (fork and join of OpenMP), ``"marks"`` (``analyzer_start`` and
        ``analyzer_stop``) or ``"none"``.
    :param set: values of the board file for all runs.
    :param poke: values of variables for all runs: numbers, or text for arrays of characters.
    :param stdin: a file for the console of all runs.
    :param until: simulated time after which a run ends, ``"10s"`` by default.
    :param core_group: the group of cores that the numbers are of, the first by default.
    :param jobs: runs at a time; 0 is one for each processor.
    :returns: a row for each run (region ``(run)``), for each of its regions, and for what lies between (``gaps``),
        which pandas takes as they are. ``speed_up`` is over the run on ``base`` cores: one, or the fewest that there
        is a run on. ``efficiency`` is over one core, ``None`` where no run has one. ``ok`` is false where a run ended
        without success. That, and what runs warn of, is a warning.
    :raises InputError: a combination that cannot run; nothing has run then.
    """
    paths = [images] if isinstance(images, (str, os.PathLike)) else list(images)
    asked = {
        "board": os.fspath(board),
        "images": [os.fspath(path) for path in paths],
        "sets": [f"{path}={_value(v)}" for path, v in (set or {}).items()],
        "pokes": [_poke(name, v) for name, v in (poke or {}).items()],
        "stdin": None if stdin is None else os.fspath(stdin),
        "until": until,
        "cores": [int(n) for n in _list("cores", cores)],
        "core_group": core_group,
        "inputs": _values(inputs or {}),
        "axes": [(name, _values(values)) for name, values in (axes or {}).items()],
        "regions": regions,
        "jobs": jobs,
    }
    text, problems = _native.sweep(asked)
    for problem in problems:
        warnings.warn(problem, RuntimeWarning, stacklevel=2)
    rows: List[Dict[str, Any]] = json.loads(text)
    return rows


def _values(choices: Mapping[str, Settings]) -> List[Tuple[str, List[str], List[str], Optional[str]]]:
    """Values of an axis, as the native half takes them."""
    out = []
    for name, settings in choices.items():
        others = {key: value for key, value in settings.items() if key != "stdin"}
        sets = [f"{key}={_value(value)}" for key, value in others.items() if "." in key]
        pokes = [_poke(key, value) for key, value in others.items() if "." not in key]
        stdin = settings.get("stdin")
        out.append((str(name), sets, pokes, None if stdin is None else os.fspath(stdin)))
    return out


def _poke(name: str, value: Union[int, str]) -> str:
    """A variable and its value; text is in quotes."""
    return f'{name}="{value}"' if isinstance(value, str) else f"{name}={int(value)}"
