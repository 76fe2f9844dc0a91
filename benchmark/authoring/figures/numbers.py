"""How numbers of figures are rounded and written."""


def plain(number: float, digits: int = 2) -> float:
    """Return the number rounded, as an integer if it is whole: 7 instead of 7.0."""
    rounded = round(number, digits)
    return int(rounded) if rounded == int(rounded) else rounded


def number_text(number: float, digits: int) -> str:
    """Return a number with exactly so many digits after the point."""
    return f"{plain(number, digits):.{digits}f}"
