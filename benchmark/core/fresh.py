"""Fresh data sets: new tasks from the problem families of an open data set."""

import re

PREFIX = "fresh-"
DIGITS = 12  #: number of digits of the digest in a data set's name
_NAME = re.compile(rf"{PREFIX}[0-9a-f]{{{DIGITS}}}(?:-(?:choice|free|picture|words))?")
#: Shown next to every row on a fresh data set.
MEANING = "new tasks of the public set's families, made from a secret seed; never ranked with the public ones"


def is_fresh(dataset: str) -> bool:
    """Whether the name is that of a fresh data set: it starts with ``fresh-``."""
    return dataset.startswith(PREFIX)


def is_set_name(dataset: str) -> bool:
    """Whether the name is ``fresh-`` and 12 hexadecimal digits, so that it is safe as a folder name.

    Where a seed makes several data sets, ``-choice`` or ``-free``, ``-picture`` or ``-words`` follows.
    """
    return _NAME.fullmatch(dataset) is not None


def fresh_meaning(dataset: str) -> str:
    """Return what readers have to know about a fresh data set; empty for any other data set."""
    return MEANING if is_fresh(dataset) else ""


def fresh_note(dataset: str) -> str:
    """Return ``fresh: new tasks of …``, or an empty text for any other data set."""
    return f"fresh: {fresh_meaning(dataset)}" if is_fresh(dataset) else ""
