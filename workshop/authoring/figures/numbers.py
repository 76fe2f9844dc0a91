"""How numbers of figures are rounded and written."""

import math

_NOISE = 6  # digits behind the last one that count: 1.5749999999999997 is 1.575


def plain(number: float, digits: int = 2) -> float:
    """Return the number rounded, as an integer if it is whole: 7 instead of 7.0."""
    rounded = round(number, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def schoolbook(number: float, digits: int) -> float:
    """Return the number rounded as people round: halves away from zero, so that -7.25 becomes -7.3."""
    shifted = round(abs(number) * 10**digits, _NOISE)
    return plain(math.copysign(math.floor(shifted + 0.5) / 10**digits, number), digits)


def number_text(number: float, digits: int) -> str:
    """Return a number with exactly this number of digits after the point."""
    return f"{schoolbook(number, digits):.{digits}f}"
