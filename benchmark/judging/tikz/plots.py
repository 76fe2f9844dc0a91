"""Points of plots: listed ones, and those of a function."""

import re
from collections.abc import Container, Sequence

from benchmark.judging.tikz.arithmetic import compile_formula
from benchmark.judging.tikz.limits import NotTikz, Refused, TooMuch, shown
from benchmark.judging.tikz.styles import Context
from benchmark.judging.tikz.text import Reader, split, unbraced

#: Mark of pgfplots → marker of matplotlib; empty for none.
_MARKS = {
    "*": "o", "o": "o", "square*": "s", "square": "s", "triangle*": "^", "triangle": "^", "diamond*": "D",
    "diamond": "D", "x": "x", "+": "+", "star": "*", "asterisk": "*", "pentagon*": "p", "pentagon": "p",
    "|": "|", "-": "_", "none": "",
}  # fmt: skip
#: Of a plot that names none, the defaults of pgfplots; and the maximum number of samples of any plot.
_DOMAIN, _SAMPLES, _MAX_SAMPLES = "-5:5", "25", 5_000
_SMOOTH_SAMPLES = 101  #: minimum samples of a curve that is drawn smooth
#: What may follow a listed point: white space and meta data in brackets, such as ``[label]``.
_AFTER_POINT = re.compile(r"\s*(?:\[[^\]]*\])?\s*")


def mark_of(values: dict[str, str], usual: str, around: Container[str] = ()) -> str:
    """Return the marker at the points of a plot, as in matplotlib; empty for none.

    Args:
        values: the options of the plot.
        usual: the marker if no option names one.
        around: names of the options around the plot, which can remove its marks.

    Raises:
        Refused: if the mark is outside of the subset.
    """
    if any(name in place for name in ("no marks", "no markers") for place in (values, around)):
        return ""
    name = values.get("mark")
    if name is None:
        return usual
    if name not in _MARKS:
        raise Refused(f"the mark {shown(name)}")
    return _MARKS[name]


def read_points(reader: Reader, values: dict[str, str], context: Context) -> list[tuple[str, str]]:
    """Read the points of ``{(0,1) (2,3)}`` and return the texts of their two coordinates.

    Raises:
        Refused: if they are joined by a smooth line, whose course only TeX knows.
        NotTikz: if a point has not two coordinates.
        TooMuch: if the drawing has too many points.
    """
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
        reader.match(_AFTER_POINT)
    return found


def sample_formulas(
    formulas: Sequence[str], values: dict[str, str], context: Context, variable: str = "x"
) -> list[tuple[float, float]]:
    """Return the values of two formulas, x and y, over the domain; some may be NaN.

    Args:
        formulas: two of them, else the plot is refused.
        values: the options of the plot: ``domain``, ``samples``, ``smooth`` and ``trig format plots``.
        context: reads numbers, and counts points and steps.
        variable: its name in the formulas.

    Raises:
        Refused: if there are not two formulas, or one has a part outside of the subset.
        NotTikz: if a formula or the domain has an error.
        TooMuch: if there are too many samples.
    """
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
    if samples > _MAX_SAMPLES:
        raise TooMuch(f"more than {_MAX_SAMPLES} samples of a function")
    low, high = context.number(start), context.number(end)
    count = max(round(samples), _SMOOTH_SAMPLES if "smooth" in values else 2)
    context.budget.take(count, "points")
    found = []
    for i in range(count):
        names = {variable: low + (high - low) * i / (count - 1)}
        found.append((x.value(context.budget, names), y.value(context.budget, names)))
    return found
