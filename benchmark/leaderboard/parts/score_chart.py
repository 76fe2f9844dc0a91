"""Scores against cost, size or date of release: what is plotted, the positions of models, and the drawing.

The code calls what a model costs, its size or its date its *price*.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import PERCENT, ScaleWords, dataset_words, score_mark
from benchmark.analysis.wording import money, plural, short_number
from benchmark.leaderboard.inputs.costs import cost_cell, cost_of
from benchmark.leaderboard.inputs.facts import (
    day_or_month,
    display_name,
    parameter_count,
    release_date,
    row_submission,
)
from benchmark.leaderboard.inputs.organisations import model_hue
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.leaderboard.parts.efforts import joined
from benchmark.leaderboard.parts.labels import HEIGHT, short_labels
from benchmark.leaderboard.parts.plane import RIGHT, Point, plane, plane_shapes
from benchmark.leaderboard.parts.plot import STEP, PlotAxis, figure, shape
from benchmark.results.row import Row

_TOP, _BELOW = 10, 34  #: px above and below the plane
_PART = 4  #: a drawing needs at least one of this many models with a known price
_AGED = 86.0  #: where prices end if a strip says that no newer model was ranked, percent
NONE_NEWER = "no newer model ranked yet"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartKind:
    """A kind of chart: what is plotted against scores, and the words for it."""

    id: str
    page: str
    title: str
    by: str  #: what a choice of kinds calls it
    price: Callable[[Sources, Row], float | None]
    text: Callable[[Sources, Row], str]  #: the price of a row in the table
    words: Callable[[float], str]  #: formats a price in a sentence and on the axis
    column: str  #: heading of the price in the table
    axis: str  #: what the horizontal axis shows
    #: Verb for one model and for several with the lowest price, and the words after the price.
    cheapest: tuple[str, str, str]
    price_word: str  #: ``cost``, ``size`` or ``date of release``
    absent: str  #: what the strip of models without a known price is called
    best: str  #: what the frontier is called
    empty: str  #: headline if no price is known
    note: str
    keywords: str  #: other words by which readers look for the page


def _size(sources: Sources, row: Row) -> float | None:
    submission = sources.submissions.get(row.result.submission.slug)
    return None if submission is None else submission.parameters_b


def _released(sources: Sources, row: Row) -> str:
    return release_date(sources.submissions.get(row.result.submission.slug))


def _year(sources: Sources, row: Row) -> float | None:
    """Return the year of release with its part in months."""
    date = _released(sources, row)
    return int(date[:4]) + (int(date[5:7]) - 1) / 12 if date else None


def _dollars(sources: Sources, row: Row) -> float | None:
    cost = cost_of(sources, row)
    return None if cost is None else cost.dollars


COST = ChartKind(
    id="cost",
    page="cost/index.md",
    by="By cost",
    title="Cost against score",
    price=_dollars,
    text=lambda sources, row: cost_cell(sources, row).text,
    words=lambda dollars: f"${short_number(dollars, money(dollars))}",
    column="$ per 1,000 tasks",
    axis="$ per 1,000 tasks with all tries",
    cheapest=("costs least", "cost least", "per 1,000 tasks"),
    price_word="cost",
    absent="no cost",
    best="best at its cost",
    empty="No cost is recorded yet.",
    keywords=(
        "cost, how much does it cost, price, price per task, api price, dollars, cheapest, expensive, money, "
        "tokens"
    ),
    note="The cost is the one recorded with the answers of a row, all tries of a task together; where none"
    " is, it is estimated: all tokens at the vendor's list price, without discounts.",
)
SIZE = ChartKind(
    id="size",
    page="size/index.md",
    by="By size",
    title="Size against score",
    price=_size,
    text=lambda sources, row: parameter_count(_size(sources, row)),
    words=parameter_count,
    column="Parameters",
    axis="number of parameters",
    cheapest=("is smallest", "are smallest", "parameters"),
    price_word="size",
    absent="no size",
    best="best at its size",
    empty="No model has a known size yet.",
    keywords="size, parameters, model size, billions, small models, largest, scaling",
    note="The size is the number of parameters in the submission; many closed models do not publish it.",
)
DATE = ChartKind(
    id="date",
    page="date/index.md",
    by="By date",
    title="Date against score",
    price=_year,
    text=_released,
    words=lambda year: day_or_month(f"{int(year)}-{round(year % 1 * 12) + 1}"),
    column="Released",
    axis="date of release",
    cheapest=("is oldest", "are oldest", ""),
    price_word="date of release",
    absent="no date",
    best="best so far",
    empty="No model has a known date of release yet.",
    keywords="release date, progress over time, newest model, oldest model, timeline",
    note="The date is that of the submission, to the month.",
)
KINDS = (COST, SIZE, DATE)


def lay_out(
    sources: Sources,
    kind: ChartKind,
    group: RowGroup,
    *,
    strip: bool = False,
    aged: bool = False,
    height: float = HEIGHT,
) -> SimpleNamespace | None:
    """Return the models of a table with their positions; None if it has no model to show.

    Args:
        sources: all rows and submissions.
        kind: what scores are plotted against.
        group: the rows of the table.
        strip: whether models whose price is not known are shown, in a strip of their own.
        aged: whether a last strip says :data:`NONE_NEWER`.
        height: px of the plane.
    """
    words = dataset_words(group.key.suite, group.key.dataset)
    found: list[tuple[Row, Point]] = []
    absent = 0
    for row in group.models:
        price, score = kind.price(sources, row), score_of(row)
        if score is None:
            continue
        absent += price is None
        if strip or price is not None:
            found.append((row, Point(price, *map(words.along, (score.value, score.low, score.high)))))
    if not found:
        return None
    # of home's drawings, by date and by cost, the order is the same
    found.sort(key=lambda each: (-each[1].score, 0 if strip else each[1].price or 0, each[0].slug))
    rows = [row for row, _ in found]
    dates = _price_dates(sources, rows) if kind is COST else {}
    step = STEP if words is PERCENT else 1 / (words.highest - words.lowest)
    end = _AGED if aged else RIGHT
    labels = short_labels([display_name(row) for row in rows])
    return SimpleNamespace(
        kind=kind,
        words=words,
        known=found,
        absent=absent,  # number of models whose price is not known
        dates=dates,  # of the list price, by id of the rows whose price is an estimate
        aged=aged,
        plane=plane([point for _, point in found], step, years=kind is DATE, height=height, end=end),
        efforts=tuple(joined(rows)),  # numbers of the models that lines join: efforts of one model
        # the highest score first
        entries=tuple(
            SimpleNamespace(
                name=display_name(row),
                label=label,
                page=model_page(row.slug),
                slug=row.slug,
                hue=model_hue(sources, row),
                weights=row_submission(row, sources.submissions.get(row.result.submission.slug)).weights,
                price=kind.text(sources, row) or f"{kind.price_word} not known",
                estimated=row.id in dates,  # whether the price is an estimate
                sort=f"{point.price or 0:.8f}",  # price to sort the table by
                mark=score_mark(score),
            )
            for (row, point), label in zip(found, labels, strict=True)
            if (score := score_of(row)) is not None
        ),
    )


def lay_out_known(
    sources: Sources, group: RowGroup, *, aged: bool, height: float = HEIGHT
) -> Sequence[SimpleNamespace]:
    """Place the models by date and by cost; return each that is known for at least a quarter of them.

    If neither is, return the first that has a model to show; empty if none has. Arguments are those of
    :func:`lay_out`; only the placing by date has a strip that says that no newer model was ranked.
    """
    laid = [
        found
        for kind in (DATE, COST)
        if (found := lay_out(sources, kind, group, strip=True, aged=aged and kind is DATE, height=height))
    ]
    known = [each for each in laid if _PART * (len(each.entries) - each.absent) >= len(each.entries)]
    return known or laid[:1]


def drawing(laid: SimpleNamespace) -> Markup:
    """Return the drawing of models that :func:`lay_out` placed."""
    kind, middle = laid.kind, f"{(laid.plane.end + 101) / 2:g}%"  # of the strip that says that it is aged

    def title(entry: SimpleNamespace) -> str:
        return f"{entry.name}: {entry.mark.value} ({entry.mark.range}), {kind.column}: {entry.price}"

    inside = plane_shapes(
        laid.plane,
        laid.entries,
        word=lambda price: kind.words(price).removeprefix("Jan "),
        title=title,
        absent=kind.absent,
        best=kind.best,
        pairs=laid.efforts,
        avoid=[((middle, middle), (HEIGHT / 5, HEIGHT * 4 / 5))] if laid.aged else (),
    )
    strip = _none_newer(laid.plane.end, middle) if laid.aged else ()
    description = f"{kind.title} of {plural(len(laid.entries), 'model')}. The table has all values."
    within = shape("g", "", *strip, *inside, transform=f"translate(0 {_TOP})")
    return figure("plane", _TOP + HEIGHT + _BELOW, description, (within,))


def _none_newer(end: float, middle: str) -> Iterator[Markup]:
    """Yield the hatched strip behind ``end`` percent of the width, and its words from top to bottom."""
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    yield shape("pattern", "", shape("path", d="M0 0v9"), id="hatch", width=9, height=9, **turned)
    x, width = f"{end + 1:g}%", f"{100 - end - 1:g}%"
    yield shape("rect", x=x, width=width, height=HEIGHT, fill="url(#hatch)")
    yield shape("text", "v", NONE_NEWER, x=middle, y=HEIGHT // 2)


def score_ticks(laid: SimpleNamespace) -> Markup:
    """Return the words of the score axis, next to the drawing."""
    axis: PlotAxis = laid.plane.down
    return axis.words(lambda along: score_tick(laid.words, along), _TOP, _TOP + HEIGHT + _BELOW)


def score_tick(words: ScaleWords, along: float) -> str:
    """Return a score on the axis, from 0 to 1 along its scale, as text."""
    value = words.factor * (words.lowest + along * (words.highest - words.lowest))
    return f"{round(value, words.decimals - 1):g}"


def _price_dates(sources: Sources, rows: Iterable[Row]) -> dict[str, str]:
    """Return the date of the list price, by id of the rows whose cost is estimated."""
    costs = ((row, cost_of(sources, row)) for row in rows)
    return {row.id: cost.price_date for row, cost in costs if cost and cost.price_date}
