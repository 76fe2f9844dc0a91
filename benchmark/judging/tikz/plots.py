"""Points of plots: listed ones, and those of a function."""

import re
from collections.abc import Container, Sequence

from benchmark.judging.tikz.arithmetic import compile_formula
from benchmark.judging.tikz.limits import NotTikz, Refused, TooMuch, shown
from benchmark.judging.tikz.styles import Context
from benchmark.judging.tikz.text import Reader, split, unbraced

_MARKS = {
    "*": "o", "o": "o", "square*": "s", "square": "s", "triangle*": "^", "triangle": "^", "diamond*": "D",
    "diamond": "D", "x": "x", "+": "+", "star": "*", "asterisk": "*", "pentagon*": "p", "pentagon": "p",
    "|": "|", "-": "_", "none": "",
}  # fmt: skip
# The first two are pgfplots' defaults.
_DOMAIN, _SAMPLES, _MOST_SAMPLES = "-5:5", "25", 5_000
_FINE = 101  #: samples of a curve that is drawn smooth
_REST = re.compile(r"\s*(?:\[[^\]]*\])?\s*")


def mark_of(values: dict[str, str], usual: str, around: Container[str] = ()) -> str:
    """Return the sign at the points of a plot, as in matplotlib; empty for none."""
    if any(name in place for name in ("no marks", "no markers") for place in (values, around)):
        return ""
    name = values.get("mark")
    if name is None:
        return usual
    if name not in _MARKS:
        raise Refused(f"the mark {shown(name)}")
    return _MARKS[name]


def listed(reader: Reader, values: dict[str, str], context: Context) -> list[tuple[str, str]]:
    """Return the texts of the two coordinates of each point of ``{(0,1) (2,3)}``."""
    if "smooth" in values:
        raise Refused("smooth lines through listed points")
    text = reader.group("{")
    reader, found = Reader(text, context.budget), []
    while not reader.done:
        context.budget.take(1, "points")
        parts = split(reader.group("("))
        if len(parts) != 2:  # noqa: PLR2004 - x and y
            raise NotTikz(f"{shown(text)!r} has a point without two coordinates")
        found.append((parts[0], parts[1]))
        reader.match(_REST)
    return found


def sampled(
    formulas: Sequence[str], values: dict[str, str], context: Context, variable: str = "x"
) -> list[tuple[float, float]]:
    """Return the values of two formulas over the domain, some of which may be NaN."""
    if len(formulas) != 2:  # noqa: PLR2004 - x and y
        raise Refused(f"the plot of ({shown(', '.join(formulas))})")
    radians = values.get("trig format plots") == "rad"
    x, y = (
        compile_formula(unbraced(text), context.budget, (variable,), radians=radians) for text in formulas
    )
    start, colon, end = values.get("domain", _DOMAIN).partition(":")
    if not colon:
        raise NotTikz(f"the domain {shown(start)!r}")
    samples = context.number(values.get("samples", _SAMPLES))
    if samples > _MOST_SAMPLES:
        raise TooMuch(f"more than {_MOST_SAMPLES} samples of a function")
    low, high = context.number(start), context.number(end)
    count = max(round(samples), _FINE if "smooth" in values else 2)
    context.budget.take(count, "points")
    found = []
    for i in range(count):
        names = {variable: low + (high - low) * i / (count - 1)}
        found.append((x.value(context.budget, names), y.value(context.budget, names)))
    return found
