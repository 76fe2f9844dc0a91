"""Reads an axis of pgfplots: its options, plots and legend."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from benchmark.judging.scenes.values import Area, Axes, Axis, Bar, LegendEntry, Mark, Place, Points, Stroke
from benchmark.judging.tikz.arithmetic import compile_formula
from benchmark.judging.tikz.limits import TEXTS, NotTikz, Refused, TooMuch, shown
from benchmark.judging.tikz.plots import mark_of, read_points, sample_formulas
from benchmark.judging.tikz.styles import Context, Note, PathStyle
from benchmark.judging.tikz.text import Reader, series, split, unbraced, words

#: Options of an axis; the prompts list the most usual ones.
_KNOWN = frozenset({
    "xmin", "xmax", "ymin", "ymax", "title", "xlabel", "ylabel", "xtick", "ytick", "xticklabels",
    "yticklabels", "symbolic x coords", "symbolic y coords", "ybar", "ybar stacked", "xbar", "xbar stacked",
    "bar width", "bar shift", "domain", "samples", "axis equal", "hide axis", "xmode", "ymode",
    "nodes near coords",
    "axis lines", "axis equal image", "width", "height", "legend entries",
    "restrict y to domain", "no markers", "trig format plots", "xtick distance", "ytick distance",
})  # fmt: skip
_PLOT_KNOWN = frozenset(
    {"restrict y to domain", "bar width", "bar shift", "ybar", "xbar", "nodes near coords"}
)
# The first four of pgfplots' own list, which plots without options follow.
_CYCLE = (("#0000ff", "o"), ("#ff0000", "s"), ("#bf8040", "o"), ("#000000", "*"))
# pgfplots makes figures of 240 by 207 points, of which it leaves 45 for texts.
_SIDES = {"x": 6.85, "y": 5.69}  #: length of an axis in centimetres, by default
_BORDER = 1.58  #: room for texts in the stated size, in centimetres
_BARS = ("ybar", "ybar stacked", "xbar", "xbar stacked")
_LEAST_RANGE = 1e-6  #: smallest range of an axis
_MOST_TICKS = 8
_ALIKE = 0.01  #: share by which widths of bars may differ


@dataclass(slots=True)
class Plot:
    """A plot of an axis."""

    points: list[tuple[float, float]]
    style: PathStyle
    mark: str
    joined: bool
    values: dict[str, str]
    closed: bool = False
    label: str = ""  #: name of the plot in the legend

    def lines(self) -> Iterable[Mark]:
        """Yield what a plot draws, except its bars."""
        points = tuple(Place(x, y) for x, y in self.points)
        if self.closed:
            points = (Place(points[0].x, 0.0), *points, Place(points[-1].x, 0.0)) if points else ()
        if self.style.fill and len(points) > 1:
            yield Area(points, "", self.style.face, self.label)
        if self.joined and self.style.draw and len(points) > 1:
            yield Stroke(points, self.style.dash, self.style.ink, self.label)
        if self.mark:
            yield Points(points, self.mark, self.style.ink, self.label)


class AxisReader:
    """An axis with its plots."""

    def __init__(self, options: str, context: Context) -> None:
        self.context = context
        _, self._values = context.read_options(options, PathStyle(), sized=False, known=_KNOWN)
        entries = self._values.get("legend entries")
        self.entries = [] if entries is None else split(entries)  #: entries of the legend
        self._plots: list[Plot] = []
        #: Positions of symbolic coordinates, by axis.
        self._symbols = {letter: self._positions(f"symbolic {letter} coords") for letter in "xy"}

    @property
    def _kind(self) -> str:
        kinds = [kind for kind in _BARS if kind in self._values]
        if not kinds:
            kinds = [kind for plot in self._plots for kind in ("ybar", "xbar") if kind in plot.values]
        return kinds[-1] if kinds else ""

    def add_plot(self, text: str) -> None:
        r"""Read what follows ``\addplot``."""
        reader = Reader(text, self.context.budget)
        ink, mark = _CYCLE[len(self._plots) % len(_CYCLE)]
        style = PathStyle(draw=True, ink=ink, face=ink, words=ink)
        added = reader.accept("+")
        values: dict[str, str] = {}
        bare = added or not reader.peek("[")
        if reader.peek("["):
            # Options replace what the cycle gives to a plot; `\addplot+` adds to it.
            black = style if added else replace(style, ink="#000000", face="#000000", words="#000000")
            bars = self._kind or added
            style, values = self.context.read_options(
                reader.group("["), style if bars else black, sized=False, known=_PLOT_KNOWN
            )
        mark = mark_of(values, mark if bare else "", self._values)
        reader.accept("plot")
        if reader.accept("coordinates"):
            texts = read_points(reader, values, self.context)
            points = [(self._position("x", x), self._position("y", y)) for x, y in texts]
        else:
            reader.accept("expression")
            points = self._of_function(reader, values)
        closed = reader.accept("\\closedcycle")
        if not reader.done:
            raise Refused(f"{reader.rest} after a plot")
        joined = not ("only marks" in values or "only marks" in self._values)
        self._plots.append(Plot(points, style, mark or ("" if joined else "o"), joined, values, closed))

    def _position(self, letter: str, text: str) -> float:
        symbols = self._symbols[letter]
        if not symbols:
            return self.context.number(text)
        if unbraced(text) not in symbols:
            raise NotTikz(f"{shown(text)!r} is not among the symbolic {letter} coords")
        return float(symbols[unbraced(text)])

    def _positions(self, option: str) -> dict[str, int]:
        listed = self._values.get(option)
        return {unbraced(text): i for i, text in enumerate(split(listed))} if listed else {}

    def _of_function(self, reader: Reader, values: dict[str, str]) -> list[tuple[float, float]]:
        merged = {**self._values, **values}
        if reader.peek("{"):
            texts = ["x", reader.group("{")]
        elif reader.peek("("):
            texts = split(reader.group("("))
        else:
            raise Refused(f"the plot {reader.rest}")
        found = sample_formulas([text.replace("\\x", "x") for text in texts], merged, self.context)
        low, _, high = merged.get("restrict y to domain", "-1e8:1e8").partition(":")
        lowest, highest = self.context.number(low), self.context.number(high)
        return [(a, b) for a, b in found if not math.isnan(a) and lowest <= b <= highest]

    def axes(self, drawn: Sequence[Mark], notes: list[Note], like: Axes | None) -> Axes:
        """Return the axes with what is drawn in them.

        Args:
            drawn: marks of paths in the axis.
            notes: texts; those at bars are added.
            like: axes of the reference, whose limits symbolic coordinates have unless limits are stated.
        """
        drawings = [plot for plot in self._plots if "forget plot" not in plot.values]
        for plot, entry in zip(drawings, self.entries, strict=False):
            plot.label = words(entry)
        kind = self._kind
        lines = (mark for plot in self._plots for mark in plot.lines())
        marks = [*drawn, *(self._bars(kind, like) if kind else lines)]
        bars = [mark for mark in marks if isinstance(mark, Bar)]
        xs = [x for plot in self._plots for x, _ in plot.points] + [x for bar in bars for x in bar.x]
        ys = [y for plot in self._plots for _, y in plot.points] + [y for bar in bars for y in bar.y]
        for plot in self._plots:
            if "nodes near coords" in {**plot.values, **self._values}:
                flat = kind.startswith("xbar")
                way = (1, 0) if flat else (0, 1)
                ink = plot.style.words
                notes += [Note(f"{x if flat else y:g}", Place(x, y), way, ink) for x, y in plot.points]
        if len(notes) > TEXTS:
            raise TooMuch(f"more than {TEXTS} texts")
        styles = [(plot.label, plot.style) for plot in drawings if plot.label]
        legend = [
            LegendEntry(label, style.face, "patch") if kind else LegendEntry(label, style.ink, "line")
            for label, style in styles
        ]
        return Axes(
            # Where matplotlib puts a single pair of axes.
            box=(0.125, 0.11, 0.9, 0.88),
            x=self._axis("x", xs, like.x if like else None),
            y=self._axis("y", ys, like.y if like else None),
            equal="set" if {"axis equal", "axis equal image"} & set(self._values) else "",
            title=words(self._values.get("title", "")),
            legend=tuple(legend),
            marks=tuple(marks),
        )

    def _bars(self, kind: str, like: Axes | None) -> Iterable[Mark]:
        flat, stacked = kind.startswith("xbar"), kind.endswith("stacked")
        letter = "y" if flat else "x"
        width, on_paper = self._size(letter, self._values.get("bar width", "10pt"))
        usual = _bar_width(like, flat=flat) if on_paper and like else None
        scale = usual / width if usual and width else 1.0

        def size(text: str) -> float:
            """Return a length in units of the axis; lengths on paper are scaled to the reference's bars."""
            value, on_paper = self._size(letter, text)
            return value * scale if on_paper else value

        gap = 0.0 if stacked or usual else size(self._values.get(kind) or "2pt")
        bases: dict[float, float] = {}
        for i, plot in enumerate(self._plots):
            own = size(plot.values["bar width"]) if "bar width" in plot.values else width * scale
            shift = 0.0 if stacked else (i - (len(self._plots) - 1) / 2) * (own + gap)
            stated = plot.values.get("bar shift", self._values.get("bar shift"))
            shift = size(stated) if stated else shift
            for x, y in plot.points:
                across, value = (y, x) if flat else (x, y)
                base = bases.get(across, 0.0) if stacked else 0.0
                bases[across] = base + value
                side = (across + shift - own / 2, across + shift + own / 2)
                along = (min(base, base + value), max(base, base + value))
                pair = (along, side) if flat else (side, along)
                yield Bar(*pair, flat, "", plot.style.face, plot.label)

    def _size(self, letter: str, text: str) -> tuple[float, bool]:
        """Return a length in units of an axis, and whether it is stated on paper, such as ``10pt``."""
        formula = compile_formula(text, self.context.budget)
        value = formula.value(self.context.budget)
        if math.isnan(value):
            raise NotTikz(f"{shown(text)!r} is not a length")
        if not formula.unit:
            return value, False
        stated = self._values.get("width" if letter == "x" else "height")
        side = self.context.number(stated) - _BORDER if stated else _SIDES[letter]
        values = [point[letter == "y"] for plot in self._plots for point in plot.points]
        low, high = self._limits(letter, values, None)
        return value * abs(high - low) / max(side, 1.0), True

    def _limits(self, letter: str, values: Sequence[float], like: Axis | None) -> tuple[float, float]:
        low, high = min(values, default=0.0), max(values, default=1.0)
        # pgfplots enlarges limits that are not stated by 10 %.
        margin = 0.1 * (high - low) or 0.5
        if f"symbolic {letter} coords" in self._values and like is not None and like.named:
            low, high, margin = *like.limits, 0.0
        stated = [self._values.get(f"{letter}{end}") for end in ("min", "max")]
        first, last = (self._position(letter, text) if text else None for text in stated)
        found = (low - margin if first is None else first, high + margin if last is None else last)
        if not found[1] - found[0] > _LEAST_RANGE:
            raise NotTikz(f"the limits of the {letter} axis")
        return found

    def _axis(self, letter: str, values: Sequence[float], like: Axis | None) -> Axis:
        low, high = self._limits(letter, values, like)
        scale = self._values.get(f"{letter}mode", "normal")
        if scale not in ("normal", "linear", "log") or (scale == "log" and low <= 0):
            raise Refused(f"{letter}mode {shown(scale)}")
        stated = self._values.get(f"{letter}tick")
        hidden = "hide axis" in self._values or self._values.get("axis lines") == "none"
        ticks = () if hidden else self._ticks(letter, (low, high), values)
        label = "" if hidden else words(self._values.get(f"{letter}label", ""))
        return Axis((low, high), "log" if scale == "log" else "linear", label, stated is not None, ticks)

    def _ticks(
        self, letter: str, limits: tuple[float, float], values: Sequence[float]
    ) -> tuple[tuple[float, str], ...]:
        stated, symbols = self._values.get(f"{letter}tick"), self._symbols[letter]
        if stated in ("\\empty", ""):
            places = []
        elif symbols and stated in ("data", None):
            places = [*map(float, symbols.values())]
        elif stated == "data":
            places = sorted(set(values))
        elif stated is None:
            places = _round_numbers(*limits)
        else:
            places = [self._position(letter, text) for text in series(stated, self.context.number) if text]
        named = self._values.get(f"{letter}ticklabels")
        if named is None:
            at = {i: words(text) for text, i in symbols.items()}
            return tuple((x, at.get(round(x), "")) for x in places if _within(x, limits))
        texts = [words(text) for text in split(named)] if named != "\\empty" else []
        named_places = zip(places, texts, strict=False)
        return tuple((x, text) for x, text in named_places if text and _within(x, limits))


def _bar_width(like: Axes, *, flat: bool) -> float | None:
    """Return the common width of the reference's bars; None if widths differ or there are no bars."""
    sides = [mark.y if flat else mark.x for mark in like.marks if isinstance(mark, Bar)]
    widths = [abs(high - low) for low, high in sides]
    return max(widths) if widths and max(widths) - min(widths) <= _ALIKE * max(widths) else None


def _round_numbers(low: float, high: float) -> list[float]:
    """Return the ticks of an axis that states none."""
    step = 10.0 ** math.floor(math.log10(high - low))
    factors = (0.1, 0.2, 0.5, 1, 2, 5)
    step = next((step * factor for factor in factors if (high - low) / (step * factor) <= _MOST_TICKS), step)
    return [i * step for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _within(value: float, limits: tuple[float, float]) -> bool:
    """Whether a value is in the limits of an axis."""
    margin = 1e-9 * (limits[1] - limits[0])
    return limits[0] - margin <= value <= limits[1] + margin
