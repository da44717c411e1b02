"""Values by names that are known, with an error of their own for a name that is not."""

from typing import Dict, Mapping, NoReturn

from . import _errors, _native


class Names(Dict[str, int]):
    """A dictionary that says which name may have been meant by one that it does not have.

    :param owner: what has the values, for messages.
    :param what: a word for one of them.
    :param error: the name of the exception for one that is not there.
    """

    def __init__(self, values: Mapping[str, int], owner: str, what: str, error: str) -> None:
        super().__init__(values)
        self._missing = (owner, what, error)

    def __missing__(self, name: object) -> NoReturn:
        owner, what, error = self._missing
        hint = _native.did_you_mean(str(name), list(self))
        raise getattr(_errors, error)(f"{owner} has no {what} `{name}`{hint}")
