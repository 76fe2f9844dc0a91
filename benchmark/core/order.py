"""Natural sorting of ids: numbers inside an id are compared by value."""

import re
from functools import lru_cache

_PIECES = re.compile(r"[0-9]+|[^0-9]+")
_LONGEST = 200  #: characters compared; Python refuses to parse numbers of thousands of digits


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """Return a sort key that compares numbers by value: ``HumanEval-9`` comes before ``HumanEval-10``."""
    pieces = _PIECES.findall(text[:_LONGEST])
    return [(0, int(piece), "") if piece[0] in "0123456789" else (1, 0, piece) for piece in pieces]


@lru_cache(64)  # all rows of a table have the same tasks
def places_in_order(ids: tuple[str, ...]) -> tuple[int, ...]:
    """Return the indices that sort the ids in natural order."""
    return tuple(sorted(range(len(ids)), key=lambda place: natural_key(ids[place])))
