"""Reads fields of a JSON body that may hold a value of any type."""

from collections.abc import Iterable, Mapping

_MAX_TOKENS = 10**12  #: a count of tokens that is not below this is treated as unknown
_MAX_NAME_CHARS = 200  #: characters of an id that are kept; a completion's line holds no more


def mapping_or_empty(value: object) -> Mapping[str, object]:
    """Return ``value`` if it is an object, otherwise an empty one."""
    return value if isinstance(value, Mapping) else {}


def list_or_empty(value: object) -> list[object]:
    """Return ``value`` if it is a list, otherwise an empty one."""
    return value if isinstance(value, list) else []


def count_or_none(value: object) -> int | None:
    """Return ``value`` if it can be a number of tokens, otherwise None."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _MAX_TOKENS else None


def join_texts(texts: Iterable[object]) -> str | None:
    """Join the pieces of a text; None if a piece is not a string, so that the answer cannot be read."""
    pieces = ["" if text is None else text for text in texts]
    return "".join(pieces) if all(isinstance(piece, str) for piece in pieces) else None  # type: ignore[arg-type]


def sum_known(*values: int | None) -> int | None:
    """Return the sum of the known values; None if no value is known."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def printable_name(value: object) -> str | None:
    """Return ``value`` if it is a printable id, otherwise None. Longer ids are cut."""
    text = value.strip()[:_MAX_NAME_CHARS] if isinstance(value, str) else ""
    return text if text and text.isprintable() else None
