"""Keeps private files out of clones of the repository, from where they could be published."""

from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.fresh import is_private

_PACKAGE = Path(__file__).parents[2]  #: the folder with the package: a clone, or installed packages
_MARK = Path("benchmark", "files", "outside.py")  #: every clone and every work tree of one has this file


def check_outside(path: Path, named_in: str) -> None:
    """Check that a folder or file for private data is in no clone of the repository.

    Clones are recognised by a file that they have, so other clones and work trees than the one that runs this
    code count, too.

    Raises:
        BadInput: if it is; the message names the option or variable ``named_in``.
    """
    place = path.resolve()
    for parent in (place, *place.parents):
        if parent == _PACKAGE or (parent / _MARK).is_file():
            problem = f"{quote_value(str(path))} lies inside {parent}, so it could be published with it"
            raise BadInput(named_in, "", problem, "name a place outside of it")


def check_private(dataset: str, path: Path | None, named_in: str) -> None:
    """Check that a file with tasks or answers of a data set is in no clone if the rules are private.

    Args:
        dataset: name of the data set.
        path: the file or folder; None if none is written.
        named_in: the option that names it, for the message.

    Raises:
        BadInput: if its rules are private, and the file is in a clone of the repository.
    """
    if path is not None and is_private(dataset):
        check_outside(path, named_in)
