"""Fresh data sets: new tasks of the families that an open data set is made of."""

import re

PREFIX = "fresh-"
DIGITS = 12  #: of the digest of its seed, in a name
_NAME = re.compile(rf"{PREFIX}[0-9a-f]{{{DIGITS}}}")
#: Said wherever a row on such a set is shown.
MEANING = "new tasks of the public set's families, made from a secret seed; never ranked with the public ones"


def is_fresh(dataset: str) -> bool:
    """Whether a data set is a fresh one, by its name: ``fresh-`` and the start of its seed's digest."""
    return dataset.startswith(PREFIX)


def is_set_name(dataset: str) -> bool:
    """Whether the name is one that a seed can have given; a folder is looked for by no other."""
    return _NAME.fullmatch(dataset) is not None


def fresh_note(dataset: str) -> str:
    """``fresh: new tasks of …``; empty for any other data set."""
    return f"fresh: {MEANING}" if is_fresh(dataset) else ""
