"""Fresh data sets: new tasks of the families that an open data set is made of."""

PREFIX = "fresh-"
#: Said wherever a row on such a set is shown.
MEANING = "new tasks of the public set's families, made from a secret seed; never ranked with the public ones"


def is_fresh(dataset: str) -> bool:
    """Whether a data set is a fresh one, by its name: ``fresh-`` and the start of its seed's digest."""
    return dataset.startswith(PREFIX)


def fresh_note(dataset: str) -> str:
    """``fresh: new tasks of …``; empty for any other data set."""
    return f"fresh: {MEANING}" if is_fresh(dataset) else ""
