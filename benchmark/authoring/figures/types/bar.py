"""Samples of bar charts: single, grouped and stacked; vertical and horizontal."""

from collections.abc import Sequence

from benchmark.authoring.draws import Draws
from benchmark.authoring.figures.charts import bar_edits, bar_questions
from benchmark.authoring.figures.charts.bars import Arrangement, BarChart
from benchmark.authoring.figures.charts.edits import chart_sample, first_fit
from benchmark.authoring.figures.charts.words import FILLS, nice_limit
from benchmark.authoring.figures.domains import Domain, Value, domains
from benchmark.authoring.figures.sample import CodeStyle, FigureSample

_TRIES = 100
#: Number of series → minimum and maximum number of categories.
_CATEGORIES = {1: (4, 7), 2: (4, 5), 3: (4, 4)}
_HEADROOM = {"single": 1.12, "grouped": 1.22, "stacked": 1.18}
#: Room for the legend above horizontal bars, in categories.
_LEGEND_ROOM = 0.8


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a bar chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    arrangement: Arrangement = draws.choice(("single", "single", "grouped", "stacked"))
    horizontal = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, arrangement, horizontal=horizontal), domain, style),
        _TRIES,
    )


def _sample(draws: Draws, chart: BarChart, domain: Domain, style: CodeStyle) -> FigureSample:
    edits = (
        bar_edits.delete(draws, chart),
        bar_edits.modify(draws, chart, domain),
        bar_edits.annotate(draws, chart, domain),
    )
    questions = (
        bar_questions.generate(draws, chart, domain, style),
        bar_questions.forward(draws, chart, domain),
        bar_questions.backward(draws, chart, domain),
    )
    return chart_sample(bar_questions.BARS, domain.name, chart, edits, questions, style=style)


def _chart(draws: Draws, domain: Domain, arrangement: Arrangement, *, horizontal: bool) -> BarChart:
    series = 1 if arrangement == "single" else draws.integer(2, 3)
    categories = draws.integer(*_CATEGORIES[series])
    values = domain.values(draws, series * categories)
    heights = tuple(tuple(values[row * categories : (row + 1) * categories]) for row in range(series))
    room = _LEGEND_ROOM if horizontal and series > 1 else 0
    return BarChart(
        title=domain.bar_title,
        group=domain.group,
        label=domain.label,
        arrangement=arrangement,
        horizontal=horizontal,
        names=tuple(draws.sample(domain.categories, categories)),
        places=tuple(range(categories)),
        series=tuple(draws.sample(domain.series, series)) if series > 1 else ("",),
        heights=heights,
        colours=tuple(draws.sample(FILLS, series)),
        span=(-0.6, round(categories - 0.4 + room, 1)),
        limit=_limit(domain, arrangement, heights, horizontal=horizontal),
        grid=draws.chance(1, 2),
    )


def _limit(
    domain: Domain, arrangement: Arrangement, heights: Sequence[Sequence[Value]], *, horizontal: bool
) -> Value:
    """Return the limit of the axis of values, with room for a legend, a label and a changed bar."""
    highest = float(domain.high)
    if arrangement == "stacked":
        sums = [sum(column) for column in zip(*heights, strict=True)]
        highest = max(sums) + 0.2 * domain.high
    return nice_limit(highest * (1.15 if horizontal else _HEADROOM[arrangement]))
