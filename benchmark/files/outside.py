"""Keeps private files out of clones of the repository, from where they could be published."""

from pathlib import Path

from benchmark.core.errors import BadInput, quote_value

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
