"""Forest plots of comparisons and rankings: a line per category or model, with a point and its range.

They need matplotlib, of the extra `figure`, which is loaded when a plot is drawn.
"""

from __future__ import annotations

import io
import itertools
import textwrap
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import absent_modules, install_extra

if TYPE_CHECKING:
    from benchmark.analysis.ranks.comparison import ComparisonReport
    from benchmark.analysis.ranks.ranking_report import Ranking

_FORMATS = (".png", ".svg")
_MOST_LINES = 1000  #: in one picture; matplotlib refuses pictures that are much higher
_TEXT_CHARACTERS = 64  #: per line of a title or below an axis
#: Settings that fix the font, and the ids in an SVG, so that the same numbers give the same bytes.
_STYLE = {"font.family": "DejaVu Sans", "svg.fonttype": "path", "svg.hashsalt": "sightbench"}


class PlotLine(NamedTuple):
    """A line of a plot: a value with its range, in the units of the axis."""

    name: str
    value: float
    low: float
    high: float
    text: str  #: the interval in words, at the right
    solid: bool = True  #: whether the point is filled; a hollow one is a difference that may be luck


class PlotPanel(NamedTuple):
    """Lines with one axis; a plot has one panel per table."""

    title: str
    axis: str  #: text below the axis
    lines: Sequence[PlotLine]
    zero: bool = False  #: whether a vertical line marks zero


def check_plot(file: Path) -> None:
    """Check that a plot can be written, before the work that it shows.

    Raises:
        BadInput: if the name does not end in .png or .svg, or matplotlib is not installed.
    """
    if file.suffix not in _FORMATS:
        problem = f"{quote_value(file.name)} does not end in .png or .svg"
        raise BadInput("--plot", "", problem, "name a file such as plot.svg")
    if absent_modules(["matplotlib"]):
        problem = "needs matplotlib, of the extra `figure`, which is not installed"
        raise BadInput("--plot", "", problem, install_extra("figure"))


def comparison_panel(report: ComparisonReport) -> PlotPanel:
    """Return the panel of a comparison: all tasks, then each category."""
    from benchmark.analysis.ranks.comparison import sentence
    from benchmark.analysis.score_cells import category_words, words_of

    words = words_of(report.a.score.scale)
    lines = []
    for each in (report.overall, *report.categories):
        text = f"{words.signed(each.difference)} ({words.signed(each.low)} to {words.signed(each.high)})"
        value, low, high = (words.factor * number for number in (each.difference, each.low, each.high))
        lines.append(
            PlotLine(category_words(each.category) or "all tasks", value, low, high, text, each.real)
        )
    axis = f"{report.a.name} minus {report.b.name}: {report.metric}, points. Filled points: real differences."
    return PlotPanel(sentence(report), axis, lines, zero=True)


def ranking_panels(tables: Sequence[Ranking]) -> Iterator[PlotPanel]:
    """Yield a panel per table: its models with their places and scores, best score first."""
    from benchmark.analysis.places import place_text
    from benchmark.analysis.score_cells import words_of

    for table in tables:
        lines, unit = [], ""
        for place in table.places:
            score, words = place.score, words_of(place.score.scale)
            value, low, high = (words.factor * number for number in (score.value, score.low, score.high))
            text = f"{words.value(score.value)} ({words.range(score.low, score.high)})"
            lines.append(PlotLine(f"{place.name}   {place_text(place)}", value, low, high, text))
            unit = words.short_unit
        if lines:
            axis = f"{table.metric}{unit} with 95 % interval. Next to names: possible places."
            yield PlotPanel(table.title, axis, lines)


def write_plot(file: Path, panels: Sequence[PlotPanel]) -> None:
    """Draw panels below one another into a PNG or SVG; the same panels give the same bytes.

    Raises:
        BadInput: as :func:`check_plot`; if there is nothing to draw, or too much for a picture; if the file
            cannot be written.
    """
    check_plot(file)
    count = sum(len(panel.lines) for panel in panels)
    if not 0 < count <= _MOST_LINES:
        problem = f"there are {count} lines to draw, and a plot has 1 to {_MOST_LINES}"
        raise BadInput("--plot", "", problem, "choose other tables with --suite and --dataset")
    sizes = [len(panel.lines) + 1 for panel in panels]
    with _picture(file, (9, sum(0.3 * size + 0.9 for size in sizes))) as figure:
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12)
        plots = figure.subplots(len(panels), squeeze=False, gridspec_kw={"height_ratios": sizes})
        for (axes,), panel in zip(plots, panels, strict=True):
            _draw(axes, panel)


def write_grid(
    file: Path, columns: Mapping[str, Sequence[float | None]], texts: Mapping[tuple[str, str], str]
) -> None:
    """Draw every column against every other, as HumanEval-V's Figure 6 does, into a PNG or SVG.

    Args:
        file: the picture.
        columns: values by name, in the same order of models; None for an unknown one.
        texts: text above the plot of two columns, such as their correlation.

    Raises:
        BadInput: as :func:`check_plot`; if the file cannot be written.
    """
    check_plot(file)
    from benchmark.files.palette import COLOURS

    names = [*columns]
    with _picture(file, (2 * len(names), 2 * len(names))) as figure:
        plots = figure.subplots(len(names), len(names), squeeze=False)
        for (row, first), (column, second) in itertools.product(enumerate(names), repeat=2):
            axes = plots[row][column]
            if row == column:
                axes.text(0.5, 0.5, first, ha="center", va="center", fontweight="bold", parse_math=False)
                axes.set_axis_off()
                continue
            both = [pair for pair in zip(columns[second], columns[first], strict=True) if None not in pair]
            axes.plot(*zip(*both, strict=True), "o", color=COLOURS["blue"], markersize=3)
            axes.set_title(texts.get((first, second), texts.get((second, first), "")), fontsize="small")
            axes.tick_params(labelsize="x-small")


@contextmanager
def _picture(file: Path, size: tuple[float, float]) -> Iterator[Any]:
    """Give a figure of a size in inches, and write what was drawn into it."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from benchmark.files.atomic import write_atomic

    data = io.BytesIO()
    varying = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the font has no glyph for a character of a name, and shows a box
        figure = Figure(figsize=size, layout="constrained")
        yield figure
        figure.savefig(data, format=file.suffix[1:], dpi=150, metadata=varying[file.suffix])
    write_atomic(file, data.getvalue())


def _draw(axes: Any, panel: PlotPanel) -> None:
    from benchmark.analysis.wording import clean
    from benchmark.files.palette import COLOURS

    blue, side = COLOURS["blue"], axes.get_yaxis_transform()
    if panel.zero:
        axes.axvline(0, color=COLOURS["ink"], linewidth=1)
    for place, line in enumerate(panel.lines):
        axes.plot([line.low, line.high], [place, place], color=blue, linewidth=2, solid_capstyle="butt")
        axes.plot(line.value, place, "o", color=blue, markerfacecolor=blue if line.solid else "white")
        axes.text(
            1.02, place, line.text, transform=side, va="center", color=COLOURS["grey"], parse_math=False
        )
    axes.set_yticks(range(len(panel.lines)), [clean(line.name) for line in panel.lines])
    axes.set_ylim(len(panel.lines) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=COLOURS["silver"], linewidth=0.5)
    axes.set_axisbelow(True)
    axes.spines[["left", "right", "top"]].set_visible(False)
    texts = (clean(text, 4 * _TEXT_CHARACTERS) for text in (panel.title, panel.axis))
    title, below = (textwrap.fill(text, _TEXT_CHARACTERS) for text in texts)
    axes.set_xlabel(below, parse_math=False)
    axes.set_title(title, loc="left", fontweight="bold", fontsize="medium", parse_math=False)
    for label in axes.get_yticklabels():
        label.set_parse_math(False)
