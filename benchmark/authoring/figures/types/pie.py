"""Samples of pie charts: 3 to 7 slices, which start at any angle and go either way."""

from benchmark.authoring.draws import Draws
from benchmark.authoring.figures.charts import pie_edits, pie_questions
from benchmark.authoring.figures.charts.edits import chart_sample, first_fit
from benchmark.authoring.figures.charts.pies import PieChart
from benchmark.authoring.figures.charts.words import FILLS
from benchmark.authoring.figures.domains import Domain, domains
from benchmark.authoring.figures.sample import CodeStyle, FigureSample

_TRIES = 60


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a pie chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    count = draws.choice((3, 4, 4, 5, 5, 6, 6, 7))
    scaled = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, count), domain, style, scaled=scaled), _TRIES
    )


def _sample(draws: Draws, chart: PieChart, domain: Domain, style: CodeStyle, *, scaled: bool) -> FigureSample:
    edits = (
        pie_edits.delete(draws, chart),
        pie_edits.modify(draws, chart, scaled=scaled),
        pie_edits.annotate(draws, chart),
    )
    for drawn in (chart, *(edit.result for edit in edits)):
        pie_edits.check_names(drawn)
    questions = (
        pie_questions.generate(draws, chart, style),
        pie_questions.forward(draws, chart, domain),
        pie_questions.backward(draws, chart),
    )
    return chart_sample(pie_questions.PIES, domain.name, chart, edits, questions, style=style)


def _chart(draws: Draws, domain: Domain, count: int) -> PieChart:
    return PieChart(
        title=domain.pie_title,
        names=tuple(draws.sample(domain.categories, count)),
        shares=pie_edits.draw_shares(draws, count),
        colours=tuple(draws.sample(FILLS, count)),
        start=draws.choice(pie_edits.STARTS),
        clockwise=draws.chance(1, 2),
        legend=draws.chance(1, 3),
    )
