"""Forest plots of comparisons and rankings: a line per category or model, with a point and its range.

They need matplotlib, of the extra `figure`, which is loaded when a plot is drawn.
"""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import absent_modules, install_extra

if TYPE_CHECKING:
    from benchmark.analysis.ranks.comparison import Comparison
    from benchmark.analysis.ranks.ranking_report import Ranking

_FORMATS = (".png", ".svg")
_MOST_LINES = 1000  #: in one picture; matplotlib refuses pictures that are much higher
_WIDTH = 9.0  #: inches; a PNG has 150 pixels per inch
_TEXT_CHARACTERS = 64  #: per line of a title or below an axis
#: Settings that fix how a plot looks, and the ids in an SVG, so that the same numbers give the same bytes.
_STYLE = {
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    "svg.fonttype": "path",
    "svg.hashsalt": "sightbench",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a plot: a value with its range, in the units of the axis."""

    name: str
    value: float
    low: float
    high: float
    text: str  #: the same in words, at the right
    solid: bool = True  #: whether the point is filled; a hollow one is a difference that may be luck


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Lines with one axis; a plot has one panel per table."""

    title: str
    axis: str  #: text below the axis
    lines: Sequence[Line]
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


def comparison_panel(report: Comparison) -> Panel:
    """Return the panel of a comparison: all tasks, then each category."""
    from benchmark.analysis.ranks.comparison import sentence
    from benchmark.analysis.scale_words import words_of
    from benchmark.analysis.score_lines import category_words

    words = words_of(report.a.score.scale)
    return Panel(
        title=sentence(report),
        axis=f"{report.a.name} minus {report.b.name}: {report.metric}, points."
        " Filled points: real differences.",
        zero=True,
        lines=[
            Line(
                name=category_words(each.category) or "all tasks",
                value=words.factor * each.difference,
                low=words.factor * each.low,
                high=words.factor * each.high,
                text=f"{words.signed(each.difference)}"
                f" ({words.signed(each.low)} to {words.signed(each.high)})",
                solid=each.real,
            )
            for each in (report.overall, *report.categories)
        ],
    )


def ranking_panels(tables: Sequence[Ranking]) -> Iterator[Panel]:
    """Yield a panel per table: its models with their places and scores, best score first."""
    from benchmark.analysis.places import place_text
    from benchmark.analysis.scale_words import words_of

    for table in tables:
        if table.places:
            words = words_of(table.places[0].score.scale)
            yield Panel(
                title=table.title,
                axis=f"{table.metric}{words.short_unit} with 95 % interval. Next to names: possible places.",
                lines=[
                    Line(
                        name=f"{place.name}   {place_text(place)}",
                        value=words.factor * place.score.value,
                        low=words.factor * place.score.low,
                        high=words.factor * place.score.high,
                        text=f"{words.value(place.score.value)}"
                        f" ({words.range(place.score.low, place.score.high)})",
                    )
                    for place in table.places
                ],
            )


def write_plot(file: Path, panels: Sequence[Panel]) -> None:
    """Draw panels below one another into a PNG or SVG; the same panels give the same bytes.

    Raises:
        BadInput: as :func:`check_plot`; if there is nothing to draw, or too much for a picture; if the file
            cannot be written.
    """
    check_plot(file)
    from benchmark.files.atomic import write_atomic

    lines = sum(len(panel.lines) for panel in panels)
    if not 0 < lines <= _MOST_LINES:
        problem = f"there are {lines} lines to draw, and a plot has 1 to {_MOST_LINES}"
        raise BadInput("--plot", "", problem, "choose other tables with --suite and --dataset")
    write_atomic(file, _picture(panels, file.suffix.removeprefix(".")))


def _picture(panels: Sequence[Panel], form: str) -> bytes:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    sizes = [len(panel.lines) + 1 for panel in panels]
    data = io.BytesIO()
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name with a character that the font lacks has a box there
        figure: Any = Figure(figsize=(_WIDTH, sum(0.3 * size + 0.9 for size in sizes)), layout="constrained")
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12)
        plots = figure.subplots(len(panels), squeeze=False, gridspec_kw={"height_ratios": sizes})
        for (axes,), panel in zip(plots, panels, strict=True):
            _draw(axes, panel)
        unknown = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
        figure.savefig(data, format=form, dpi=150, metadata=unknown[form])
    return data.getvalue()


def _draw(axes: Any, panel: Panel) -> None:
    from benchmark.analysis.wording import clean
    from benchmark.drawing.palette import COLOURS

    blue, grey = COLOURS["blue"], COLOURS["grey"]
    if panel.zero:
        axes.axvline(0, color=COLOURS["ink"], linewidth=1)
    for place, line in enumerate(panel.lines):
        axes.plot([line.low, line.high], [place, place], color=blue, linewidth=2, solid_capstyle="butt")
        axes.plot(line.value, place, "o", color=blue, markerfacecolor=blue if line.solid else "white")
        beside = axes.get_yaxis_transform()
        axes.text(1.02, place, line.text, transform=beside, va="center", color=grey, parse_math=False)
    axes.set_yticks(range(len(panel.lines)), [clean(line.name) for line in panel.lines])
    axes.set_ylim(len(panel.lines) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=COLOURS["silver"], linewidth=0.5)
    axes.set_axisbelow(True)
    title, below = (
        textwrap.fill(clean(text, 4 * _TEXT_CHARACTERS), _TEXT_CHARACTERS)
        for text in (panel.title, panel.axis)
    )
    axes.set_xlabel(below, parse_math=False)
    axes.set_title(title, loc="left", fontweight="bold", fontsize="medium", parse_math=False)
    for label in axes.get_yticklabels():
        label.set_parse_math(False)
