"""Reading a body that may hold anything where something is expected."""

from collections.abc import Iterable, Mapping

_MOST_TOKENS = 10**12  #: that a server can have counted; more is no count
_NAME_LENGTH = 200  #: characters of an id that are kept: as much as a completion's line takes


def mapping(value: object) -> Mapping[str, object]:
    """``value`` when it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> list[object]:
    """``value`` when it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def count(value: object) -> int | None:
    """``value`` when it is a number of tokens, else None."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _MOST_TOKENS else None


def joined(texts: Iterable[object]) -> str | None:
    """The pieces of a text; None when one of them is no text: there is an answer, and nobody can read it."""
    pieces = ["" if text is None else text for text in texts]
    return "".join(pieces) if all(isinstance(piece, str) for piece in pieces) else None  # type: ignore[arg-type]


def total(*values: int | None) -> int | None:
    """The sum of what is known; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def name(value: object) -> str | None:
    """``value`` when it is an id that can be shown and written, else None."""
    text = value.strip()[:_NAME_LENGTH] if isinstance(value, str) else ""
    return text if text and text.isprintable() else None
