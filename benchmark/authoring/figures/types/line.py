"""Samples of line charts: one to three lines, straight or smooth."""

from benchmark.authoring.draws import Draws
from benchmark.authoring.figures.charts import line_edits, line_questions
from benchmark.authoring.figures.charts.edits import chart_sample, first_fit
from benchmark.authoring.figures.charts.lines import MARKERS, LineChart
from benchmark.authoring.figures.charts.words import STROKES, nice_limit, short
from benchmark.authoring.figures.domains import Domain, domains
from benchmark.authoring.figures.sample import CodeStyle, FigureSample

_TRIES = 200
#: Number of lines → minimum and maximum number of points of each.
_POINTS = {1: (5, 12), 2: (5, 8), 3: (5, 6)}
_HEADROOM = {1: 1.12, 2: 1.25, 3: 1.25}
_SPARE = 3  #: x that are left out when points are not evenly spaced


def make(draws: Draws, style: CodeStyle) -> FigureSample:
    """Return a sample of a line chart; the style changes nothing but the programs.

    Raises:
        UnfitError: if the draw cannot be used.
    """
    domain = draws.choice(domains())
    count = draws.choice((1, 1, 2, 3))
    smooth = draws.chance(1, 2)
    return first_fit(
        lambda: _sample(draws, _chart(draws, domain, count, smooth=smooth), domain, style), _TRIES
    )


def _sample(draws: Draws, chart: LineChart, domain: Domain, style: CodeStyle) -> FigureSample:
    edits = (
        line_edits.delete(draws, chart, domain),
        line_edits.modify(draws, chart, domain),
        line_edits.annotate(draws, chart, domain),
    )
    questions = (
        line_questions.generate(draws, chart, domain, style),
        line_questions.forward(draws, chart, domain),
        line_questions.backward(draws, chart, domain),
        line_questions.extreme(draws, chart),
    )
    return chart_sample(line_questions.LINES, domain.name, chart, edits, questions, style=style)


def _chart(draws: Draws, domain: Domain, count: int, *, smooth: bool) -> LineChart:
    points = draws.integer(*_POINTS[count])
    step = domain.x_step * draws.integer(1, 2)
    start = domain.x_start + domain.x_step * draws.integer(0, 4)
    spare = _SPARE if draws.chance(1, 4) else 0
    places = sorted(draws.sample(range(points + spare), points))
    xs = tuple(start + step * place for place in places)
    chart = LineChart(
        title=domain.line_title,
        x_label=domain.x_label,
        y_label=domain.label,
        xs=xs,
        names=tuple(draws.sample(domain.categories, count)) if count > 1 else ("",),
        ys=tuple(tuple(domain.values(draws, points)) for _ in range(count)),
        colours=tuple(draws.sample(STROKES, count)),
        smooth=smooth,
        marker=draws.choice(tuple(MARKERS)),
        ticks=xs,
        span=(short(xs[0] - step / 2), short(xs[-1] + step / 2)),
        limit=nice_limit(domain.high * _HEADROOM[count]),
        grid=draws.chance(1, 2),
    )
    line_edits.check_apart([chart])
    return chart
