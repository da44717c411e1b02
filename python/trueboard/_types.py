"""Types of arguments."""

from typing import Tuple, Union

#: A number, or the name of a symbol.
Address = Union[int, str]
#: Cycles of the first core since reset, a time since reset (``"10ms"``; units are ns, us, ms and s), or one from now
#: on (``"+10ms"``).
Until = Union[int, str]
#: A symbol with its size, or an address with a number of bytes.
Watch = Union[Address, Tuple[Address, int]]
