"""The pages of cost, size and date of release against score: a chart and a table for each data set.

The code calls what a model costs, its size or its date its *price*. The frontier has the models that no other
one beats at the same or a lower price. In a large field only these have names, and the one that is selected.
"""

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import PERCENT, ScaleWords, ScoreMark, dataset_words, score_mark
from benchmark.analysis.wording import join_names, money, number_word, plural, short_number
from benchmark.leaderboard.board.joined_tables import join_tables
from benchmark.leaderboard.charts.labels import HEIGHT, MAX_LABELLED, WIDTHS, Dot, place_labels
from benchmark.leaderboard.inputs.costs import cost_cell, cost_of
from benchmark.leaderboard.inputs.facts import (
    day,
    day_or_month,
    display_name,
    group_title,
    parameter_count,
    row_submission,
    short_name,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page, table_id
from benchmark.leaderboard.parts.efforts import joined
from benchmark.leaderboard.parts.plot import STEP, PlotAxis, decade_ticks, figure, line, score_axis, shape
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.bill import reconciled_spans
from benchmark.results.row import Row

_MAX_NAMES = 3  #: up to this many models with the same value are named in a sentence
_TOP, _BELOW = 10, 34  #: px above and below the plane
_LEFT, _RIGHT = 12.0, 97.0  #: range of positions of positive prices, percent
_ZERO_PRICE = 4.0  #: position of the price 0, percent; a logarithmic axis has no natural one


@dataclass(frozen=True, slots=True)
class Point:
    """The price and the score of a model."""

    price: float  #: 0 or more; less is better
    score: float  #: place on its scale, in [0, 1]; more is better
    low: float  #: lower end of the score's range
    high: float  #: upper end of the score's range


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """The positions of points, and the axes."""

    dots: tuple[Dot, ...]  #: in the order of the points
    labelled: tuple[int, ...]  #: numbers of the points with names, the frontier first
    frontier: tuple[int, ...]  #: numbers of its points, the highest score first
    across: tuple[tuple[str, float], ...]  #: positions of the ticks of the price axis, with their prices
    down: PlotAxis


def plane(points: Sequence[Point], step: float = STEP, *, years: bool = False) -> Plane:
    """Return the plane of at least one point.

    Args:
        points: what it shows.
        step: step of the score axis, as a part of the scale.
        years: whether prices are years, on a linear scale; all others are on a logarithmic one.
    """
    scale: Callable[[float], float] = float if years else math.log10
    prices = [point.price for point in points if point.price > 0] or [1.0]
    low, high = scale(min(prices)), scale(max(prices))
    if high - low < 1:  # show at least one decade or year, with the points in its middle
        low, high = (low + high - 1) / 2, (low + high + 1) / 2
    down = score_axis([end for point in points for end in (point.low, point.high)], HEIGHT, step)

    def x(price: float) -> str:
        if price <= 0:
            return f"{_ZERO_PRICE:g}%"
        return f"{_LEFT + (_RIGHT - _LEFT) * (scale(price) - low) / (high - low):.2f}%"

    free = (0.0,) if any(point.price <= 0 for point in points) else ()
    parts = max(1, 4 // math.ceil(high - low - 1e-9))  # ticks per year
    whole = tuple(tick / parts for tick in range(math.ceil(low * parts), math.floor(high * parts) + 1))
    ticks = whole if years else decade_ticks(low, high)
    best: list[int] = []
    for number in sorted(range(len(points)), key=lambda each: (points[each].price, -points[each].score)):
        if not best or points[number].score > points[best[-1]].score:
            best.append(number)
    frontier = tuple(reversed(best))
    others = sorted({*range(len(points))} - {*frontier}, key=lambda number: -points[number].score)
    return Plane(
        dots=tuple(
            Dot(x(point.price), down.y(point.score), down.y(point.high), down.y(point.low))
            for point in points
        ),
        labelled=(*frontier, *(others if len(points) <= MAX_LABELLED else ())),
        frontier=frontier,
        across=tuple((x(price), price) for price in (*free, *ticks)),
        down=down,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartKind:
    """A kind of chart: what is plotted against scores, and the words for it."""

    page: str
    title: str
    price: Callable[[Sources, Row], float | None]
    text: Callable[[Sources, Row], str]  #: the price of a row in the table
    words: Callable[[float], str]  #: formats a price in a sentence and on the axis
    column: str  #: heading of the price in the table
    axis: str  #: what the horizontal axis shows
    #: Verb for one model and for several with the lowest price, and the words after the price.
    cheapest: tuple[str, str, str]
    price_word: str  #: ``cost``, ``size`` or ``date of release``
    empty: str  #: headline if no price is known
    note: str
    keywords: str  #: other words by which readers look for the page


def _size(sources: Sources, row: Row) -> float | None:
    submission = sources.submissions.get(row.result.submission.slug)
    return None if submission is None else submission.parameters_b


def _released(sources: Sources, row: Row) -> str:
    submission = sources.submissions.get(row.result.submission.slug)
    return "" if submission is None else str(submission.release_date or "")


def _year(sources: Sources, row: Row) -> float | None:
    """Return the year of release with its part in months."""
    date = _released(sources, row)
    return int(date[:4]) + (int(date[5:7]) - 1) / 12 if date else None


def _dollars(sources: Sources, row: Row) -> float | None:
    cost = cost_of(sources, row)
    return None if cost is None else cost.dollars


COST = ChartKind(
    page="cost/index.md",
    title="Cost against score",
    price=_dollars,
    text=lambda sources, row: cost_cell(sources, row).text,
    words=lambda dollars: f"${short_number(dollars, money(dollars))}",
    column="$ per 1,000 tasks",
    axis="$ per 1,000 tasks with all tries",
    cheapest=("costs least", "cost least", "per 1,000 tasks"),
    price_word="cost",
    empty="No cost is recorded yet.",
    keywords=(
        "cost, how much does it cost, price, price per task, api price, dollars, cheapest, expensive, money, "
        "tokens"
    ),
    note="The cost is the one recorded with the answers of a row, all tries of a task together; where none"
    " is, it is estimated: all tokens at the vendor's list price, without discounts.",
)
SIZE = ChartKind(
    page="size/index.md",
    title="Size against score",
    price=_size,
    text=lambda sources, row: parameter_count(_size(sources, row)),
    words=parameter_count,
    column="Parameters",
    axis="number of parameters",
    cheapest=("is smallest", "are smallest", "parameters"),
    price_word="size",
    empty="No model has a known size yet.",
    keywords="size, parameters, model size, billions, small models, largest, scaling",
    note="The size is the number of parameters in the submission; many closed models do not publish it.",
)
DATE = ChartKind(
    page="date/index.md",
    title="Date against score",
    price=_year,
    text=_released,
    words=lambda year: day_or_month(f"{int(year)}-{round(year % 1 * 12) + 1}"),
    column="Released",
    axis="date of release",
    cheapest=("is oldest", "are oldest", ""),
    price_word="date of release",
    empty="No model has a known date of release yet.",
    keywords="release date, progress over time, newest model, oldest model, timeline",
    note="The date is that of the submission, to the month.",
)
KINDS = (COST, SIZE, DATE)


def chart_pages(sources: Sources) -> Iterator[Page]:
    """Yield all pages of charts."""
    views = [charts_view(sources, kind) for kind in KINDS]
    pages = tuple((view.kind.title, view.kind.page) for view in views if view.charts)
    for kind, view in zip(KINDS, views, strict=True):
        yield Page(
            source=kind.page,
            title=kind.title,
            template="charts.html",
            view={**vars(view), "pages": pages},
            in_menu=any(len(chart.entries) > 1 for chart in view.charts),
            description=f"{view.sentence} {view.lead}",
            search=SearchWords(keywords=kind.keywords),
            styles=("charts.css",),
            scripts=("charts.js",),
        )


def charts_view(sources: Sources, kind: ChartKind) -> SimpleNamespace:
    """Return the view of a page: a chart of the most prominent table of every data set that has models."""
    made = [(group, _chart(sources, kind, group)) for group in _groups(sources)]
    charts = tuple(chart for _, chart in made if chart is not None)
    without = [group_title(group.key) for group, chart in made if chart is None]
    return SimpleNamespace(
        kind=kind,
        bills=_bills(sources) if kind is COST else "",
        sentence=charts[0].sentence if charts else kind.empty,
        lead="See Compare for which differences are real." if charts else "",
        charts=charts,
        without=join_names(without) if without else "",  # tables in which no model has a known price
    )


def _bills(sources: Sources) -> str:
    """Return up to which day the money that this benchmark spent agrees with the vendors' bills."""
    spans = reconciled_spans(sources.reconciled).items()
    if not spans:
        return "What this benchmark pays for models is not reconciled with the vendors' bills."
    keys = join_names([f"{key} from {day(first)} up to {day(last)}" for key, (first, last) in spans])
    return f"What this benchmark pays for models is reconciled with the vendors' bills: {keys}."


def _groups(sources: Sources) -> Iterator[RowGroup]:
    for groups in sources.groups.values():
        seen = set()
        for table in join_tables(groups):
            if table.group.models and table.key.dataset not in seen:
                seen.add(table.key.dataset)
                yield table.group


def _chart(sources: Sources, kind: ChartKind, group: RowGroup) -> SimpleNamespace | None:
    words = dataset_words(group.key.suite, group.key.dataset)
    known: list[tuple[Row, Point]] = []
    marks: dict[str, ScoreMark] = {}
    absent = 0
    for row in group.models:
        price, score = kind.price(sources, row), score_of(row)
        if score is None:
            continue
        if price is None:
            absent += 1
        else:
            ends = map(words.along, (score.value, score.low, score.high))
            known.append((row, Point(price, *ends)))
            marks[row.id] = score_mark(score)
    if not known:
        return None
    dates = _price_dates(sources, [row for row, _ in known]) if kind is COST else {}
    known.sort(key=lambda each: (each[1].price, -each[1].score, each[0].slug))
    sentence = _sentence(kind, known, absent, words, dates)
    known.sort(key=lambda each: (-each[1].score, each[1].price, each[0].slug))
    step = STEP if words is PERCENT else 1 / (words.highest - words.lowest)
    drawn = plane([point for _, point in known], step, years=kind is DATE)
    entries = tuple(
        SimpleNamespace(
            name=display_name(row),
            page=model_page(row.slug),
            weights=row_submission(row, sources.submissions.get(row.result.submission.slug)).weights,
            price=kind.text(sources, row),
            estimated=row.id in dates,  # whether the price is an estimate
            sort=f"{point.price:.8f}",  # price to sort the table by
            mark=marks[row.id],
        )
        for row, point in known
    )
    description = f"{kind.title} of {plural(len(known), 'model')}. The table has all values."
    height = _TOP + HEIGHT + _BELOW
    pairs = joined([row for row, _ in known])
    shapes = shape("g", "", *_shapes(kind, drawn, entries, pairs), transform=f"translate(0 {_TOP})")

    def axis_text(along: float) -> str:
        value = words.factor * (words.lowest + along * (words.highest - words.lowest))
        return f"{round(value, words.decimals - 1):g}"

    return SimpleNamespace(
        anchor=table_id(group.key),
        title=group_title(group.key),
        conditions=conditions(group.key),
        sentence=sentence,
        words=words,
        entries=entries,  # the highest score first
        estimates=_estimates([entries[place] for place in drawn.frontier], dates.values()),
        efforts=bool(pairs),  # whether lines join the efforts of a model
        drawing=figure("plane", height, description, (shapes,)),
        axis=drawn.down.words(axis_text, _TOP, height),
        some_named=len(known) > MAX_LABELLED,  # whether only the frontier has names in the drawing
        unknown=f"{plural(absent, 'model')} without a known {kind.price_word}" if absent else "",
    )


def _price_dates(sources: Sources, rows: Iterable[Row]) -> dict[str, str]:
    """Return the date of the list price, by id of the rows whose cost is estimated."""
    costs = ((row, cost_of(sources, row)) for row in rows)
    return {row.id: cost.price_date for row, cost in costs if cost and cost.price_date}


def _estimates(frontier: Sequence[SimpleNamespace], dates: Iterable[str]) -> str:
    """Return which list prices estimates are made with, and for which models of the frontier."""
    if not (prices := sorted({*dates})):
        return ""
    names = [entry.name for entry in frontier if entry.estimated]
    line = f"; on the line: {join_names(names)}" if names else "; none is on the line"
    return f"Hollow marks with a broken edge are estimates at list prices of {join_names(prices)}{line}."


def _shapes(
    kind: ChartKind, drawn: Plane, entries: Sequence[SimpleNamespace], pairs: Sequence[tuple[int, int]]
) -> Iterator[Markup]:
    """Yield the grid, the points with their ranges, and labels for each range of widths."""
    yield drawn.down.grid()
    for x, price in drawn.across:
        yield line("g", (x, x), (0, HEIGHT))
        yield shape("text", "t", kind.words(price).removeprefix("Jan ") if price else "0", x=x, y=HEIGHT + 18)
    for place in drawn.labelled:
        dot = drawn.dots[place]
        yield line("w", (dot.x, dot.x), (dot.top, dot.bottom))
    for a, b in pairs:
        yield line("ef", (drawn.dots[a].x, drawn.dots[b].x), (drawn.dots[a].y, drawn.dots[b].y))
    for one, other in itertools.pairwise(drawn.dots[place] for place in drawn.frontier):
        yield line("fr", (one.x, other.x), (one.y, other.y))
    for number, (entry, dot) in enumerate(zip(entries, drawn.dots, strict=True)):
        words = f"{entry.name}: {entry.mark.value} ({entry.mark.range}), {kind.column}: {entry.price}"
        front = ("pt f" if number in drawn.frontier else "pt") + (" e" if entry.estimated else "")
        hit = shape("circle", "hit", cx=dot.x, cy=dot.y, r=12.5)
        yield shape("a", front, shape("title", "", words), hit, _point(entry, dot))
    labels = place_labels(drawn.dots, [entry.name for entry in entries], drawn.labelled)
    for size in WIDTHS:
        yield shape("g", f"at {size}", *(label.drawn() for label in labels if label.size == size))


def _point(entry: SimpleNamespace, dot: Dot) -> Markup:
    """Return a model's point, whose shape says whether its weights are open."""
    if entry.weights == "closed":
        middle = "translate(-4.5 -4.5)"
        return shape("rect", "c", x=dot.x, y=dot.y, width=9, height=9, transform=middle)
    name, size = ("o", 5) if entry.weights == "open" else ("c", 4)
    return shape("circle", name, cx=dot.x, cy=dot.y, r=size)


def _sentence(
    kind: ChartKind,
    known: Sequence[tuple[Row, Point]],
    absent: int,
    words: ScaleWords,
    estimated: Collection[str],
) -> str:
    """Return which model scores highest and which is cheapest; ``absent`` models have no known price.

    ``estimated`` has the ids of rows whose price is an estimate.
    """
    verb, verbs, behind = kind.cheapest
    row, cheapest = known[0]
    about = "about " if row.id in estimated else ""
    price = f"{about}{kind.words(cheapest.price)} {behind}".strip()
    which = f"known{' or estimated' if estimated else ''} {kind.price_word}"
    if len(known) == 1:
        return f"One model with a {which} so far: {short_name(row)}, {price}."
    most = max(point.score for _, point in known)
    best = [model for model, point in known if point.score == most]
    least = [model for model, point in known if point.price == cheapest.price]
    top = words.lowest + most * (words.highest - words.lowest)
    share = words.amount(top)
    scores = "scores" if len(best) == 1 else "score"
    verb = verb if len(least) == 1 else verbs
    who = _model_names(best)
    if absent:
        who = f"Of {number_word(len(known))} models with a {which}, {who}"
    elif len(best) > _MAX_NAMES:
        who = who[:1].upper() + who[1:]
    if best == least:
        return f"{who} {scores} highest, {share}, and {verb}, {price}."
    return f"{who} {scores} highest, {share}; {_model_names(least)} {verb}, {price}."


def _model_names(rows: Sequence[Row]) -> str:
    names = [short_name(row) for row in rows]
    return join_names(names) if len(names) <= _MAX_NAMES else f"{number_word(len(names))} models"
