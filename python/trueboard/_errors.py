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


class SymbolError(TrueboardError, LookupError):
    """No image has such a symbol."""


class AddressError(TrueboardError, LookupError):
    """A core finds no memory there."""


class RegisterError(TrueboardError, LookupError):
    """A core has no such register."""


class FirmwareError(TrueboardError, AssertionError):
    """Firmware did not say success (:meth:`trueboard.Outcome.check`)."""
