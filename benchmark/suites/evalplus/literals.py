"""Write plain values as Python source."""

import math

_LONG = 1 << 2000  #: larger integers are written in hexadecimal, which Python reads at any length


def literal(value: object) -> str:  # noqa: PLR0911 - one line per type
    """Return source that evaluates to the value, with the same types at every level.

    Raises:
        ValueError: if the value is not plain.
    """
    match value:
        case None | bool() | str() | bytes() | complex():
            return repr(value)
        case float():
            # `repr` of infinity and NaN are names that no test defines.
            return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
        case int():
            return hex(value) if abs(value) > _LONG else repr(value)
        case list():
            return f"[{_items(value)}]"
        case tuple():
            return f"({_items(value)}{',' if len(value) == 1 else ''})"
        case set() | frozenset():
            # Sorted: sets of texts have another order in each process, and digests cover the source.
            return f"{type(value).__name__}([{_items(sorted(value, key=repr))}])"
        case dict():
            return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
        case _:
            raise ValueError(f"a value of type {type(value).__name__} cannot be written as source")


def _items(values: list[object] | tuple[object, ...]) -> str:
    return ", ".join(map(literal, values))
