"""What goes wrong, as exceptions; the messages are those of the command line: place, cause and remedy."""


class TrueboardError(Exception):
    """Any error of this package."""


class InputError(TrueboardError):
    """A board, an image or an option that cannot be used."""


class FileError(InputError, OSError):
    """A file cannot be read or written."""


class BoardError(InputError, ValueError):
    """No board of this name; a board file, or a value set in one, that cannot be."""


class ScriptError(InputError, ValueError):
    """A host's script or a described workload that cannot be."""


class ImageError(InputError, ValueError):
    """An image that cannot be loaded."""


class RequestError(InputError, ValueError):
    """Something that this board, or this run, cannot do."""


class TimeError(InputError, ValueError):
    """A text that is no amount of simulated time."""


class CheckpointError(TrueboardError, ValueError):
    """A checkpoint of another board or of other images."""


class CoreError(TrueboardError, LookupError):
    """The board has no such core."""


class SymbolError(TrueboardError, LookupError):
    """No image has such a symbol."""


class AddressError(TrueboardError, LookupError):
    """A core finds no memory there."""


class RegisterError(TrueboardError, KeyError):
    """A core has no such register."""

    # That of a KeyError puts the message in quotes.
    __str__ = Exception.__str__


class MeterError(TrueboardError, KeyError):
    """A core has no such meter."""

    __str__ = Exception.__str__


class FirmwareError(TrueboardError, AssertionError):
    """Firmware did not say success (:meth:`trueboard.Outcome.check`)."""
