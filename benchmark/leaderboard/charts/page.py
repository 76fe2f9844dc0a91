"""Cost against score and size against score: a page each, with a drawing and a table for each suite."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import ScoreMark, optional_mark
from benchmark.analysis.wording import clean, join_names, money, number_word, percent, plural, short_number
from benchmark.leaderboard.board.joined_tables import joined as tables_of
from benchmark.leaderboard.charts.plot import HEIGHT, Dot, Plot, Point, plot
from benchmark.leaderboard.rows.facts import (
    billions,
    conditions,
    cost_per_thousand,
    display_name,
    dollars_per_thousand,
    group_title,
    said_of,
    short_name,
)
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import model_page, table_id
from benchmark.leaderboard.shared.page import Page
from benchmark.results.row import Row

_NAMED = 3  #: models with one value that a sentence names
_LABELLED = 8  #: points of a front that are labelled by name


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartKind:
    """What scores are held against."""

    page: str
    title: str
    price: Callable[[Sources, Row], float | None]
    words: Callable[[float], str]  #: a price as text
    column: str
    axis: str
    least: tuple[str, str, str]  #: verb of one and of several with the lowest price; what is behind it
    better: str  #: what the others of a front are not
    unknown: str  #: what a model without a price lacks
    empty: str
    note: str


def _cost(_: Sources, row: Row) -> float | None:
    return dollars_per_thousand(row)


def _size(sources: Sources, row: Row) -> float | None:
    submission = sources.submissions.get(row.result.submission.slug)
    return None if submission is None else submission.parameters_b


COST = ChartKind(
    page="cost/index.md",
    title="Cost against score",
    price=_cost,
    words=lambda dollars: f"${short_number(dollars, money(dollars))}",
    column="$ per 1,000 tasks",
    axis="$ for 1,000 tasks, all tries of a task together",
    least=("costs least", "cost least", "for 1,000 tasks"),
    better="cheaper",
    unknown="cost",
    empty="No cost is recorded yet.",
    note="A cost is what the provider billed for the answers of the row, all tries of a task together.",
)
SIZE = ChartKind(
    page="size/index.md",
    title="Size against score",
    price=_size,
    words=billions,
    column="Parameters",
    axis="parameters",
    least=("is smallest", "are smallest", "parameters"),
    better="smaller",
    unknown="size",
    empty="No model says its size yet.",
    note="A size is the number of parameters that the submission gives; many closed models give none.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartEntry:
    """A model of a drawing."""

    name: str
    page: str
    weights: str  #: ``open``, ``closed`` or empty
    price: str
    sort: str
    mark: ScoreMark
    number: str  #: on the front, from the cheapest; empty elsewhere
    dot: Dot
    end: bool  #: whether its label stands at the left


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontStep:
    """Part of the line along a front: across from one point, then up to the next."""

    x: str
    to: str
    y: float
    up: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    """One table's drawing."""

    anchor: str
    suite: str
    title: str
    conditions: str
    sentence: str
    said: str  #: what the drawing shows, for who does not see it
    entries: tuple[ChartEntry, ...]  #: the cheapest first
    steps: tuple[FrontStep, ...]
    across: tuple[tuple[str, str], ...]  #: position and words of the grid's lines
    down: tuple[tuple[float, str], ...]
    labelled: bool  #: whether names stand in the drawing
    unknown: str  #: models without a price; empty for none


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartsPage:
    """The whole page."""

    kind: ChartKind
    height: int
    sentence: str
    lead: str
    charts: tuple[ChartView, ...]
    without: str  #: tables in which no model has a price
    other: tuple[str, str]  #: title and source path of the other page


def chart_pages(sources: Sources) -> Iterator[Page]:
    """Both pages."""
    for kind, other in ((COST, SIZE), (SIZE, COST)):
        view = charts(sources, kind, other)
        yield Page(
            source=kind.page,
            title=kind.title,
            template="charts.html",
            view=view,
            description=f"{view.sentence} {view.lead}",
        )


def charts(sources: Sources, kind: ChartKind, other: ChartKind) -> ChartsPage:
    """A page: the most prominent table of every data set that has models."""
    found: list[ChartView] = []
    without: list[str] = []
    for group in _groups(sources):
        chart = _chart(sources, kind, group)
        if chart is None:
            without.append(group_title(group.key))
        else:
            found.append(chart)
    lead = ""
    if found:
        lead = (
            f"On the front nobody else is {kind.better} and scores as high. Which differences of scores are"
            " real stands on the page that compares."
        )
    return ChartsPage(
        kind=kind,
        height=HEIGHT,
        sentence=found[0].sentence if found else kind.empty,
        lead=lead,
        charts=tuple(found),
        without=join_names(without) if without else "",
        other=(other.title, other.page),
    )


def _groups(sources: Sources) -> Iterator[RowGroup]:
    for groups in sources.groups.values():
        seen = set()
        for table in tables_of(groups):
            if table.group.models and table.key.dataset not in seen:
                seen.add(table.key.dataset)
                yield table.group


def _chart(sources: Sources, kind: ChartKind, group: RowGroup) -> ChartView | None:
    known: list[tuple[Row, Point]] = []
    absent = 0
    for row in group.models:
        price, score = kind.price(sources, row), score_of(row)
        if score is None:
            continue
        if price is None:
            absent += 1
        else:
            known.append((row, Point(price, score.value, score.low, score.high)))
    if not known:
        return None
    known.sort(key=lambda each: (each[1].price, -each[1].score, each[0].result.submission.slug))
    drawn = plot([point for _, point in known])
    numbers = {place: str(number) for number, place in enumerate(drawn.front, start=1)}
    entries = tuple(
        _entry(
            kind,
            row,
            point,
            (
                drawn.dots[place],
                numbers.get(place, ""),
                _weights(sources, row),
            ),
        )
        for place, (row, point) in enumerate(known)
    )
    models, best = plural(len(known), "model"), plural(len(drawn.front), "model")
    return ChartView(
        anchor=table_id(group.key),
        suite=clean(suite_title(group.key.suite)),
        title=group_title(group.key),
        conditions=conditions(group.key),
        sentence=_sentence(kind, known, absent),
        said=f"{kind.title} of {models}, {best} on the front; the table has all.",
        entries=entries,
        steps=tuple(_steps(drawn)),
        across=tuple((tick.x, kind.words(tick.value) if tick.value else "0") for tick in drawn.across),
        down=tuple((tick.y, f"{100 * tick.value:.0f}") for tick in drawn.down),
        labelled=len(drawn.front) <= _LABELLED,
        unknown=f"{plural(absent, 'model')} without a known {kind.unknown}" if absent else "",
    )


def _weights(sources: Sources, row: Row) -> str:
    return said_of(row, sources.submissions.get(row.result.submission.slug)).weights


def _entry(kind: ChartKind, row: Row, point: Point, drawn: tuple[Dot, str, str]) -> ChartEntry:
    dot, number, weights = drawn
    found = optional_mark(score_of(row))
    if found is None:
        raise ValueError(f"row {row.id} has no score")
    return ChartEntry(
        name=display_name(row),
        page=model_page(row.result.submission.slug),
        weights=weights,
        price=kind.words(point.price) if kind is SIZE else cost_per_thousand(row).text,
        sort=f"{point.price:.8f}",
        mark=found,
        number=number,
        dot=dot,
        end=float(dot.x.rstrip("%")) > 65,  # noqa: PLR2004 - behind it a name may not fit
    )


def _steps(drawn: Plot) -> Iterator[FrontStep]:
    dots = [drawn.dots[place] for place in drawn.front]
    for here, there in zip(dots, [*dots[1:], None], strict=True):
        to = "100%" if there is None else there.x
        yield FrontStep(x=here.x, to=to, y=here.y, up=here.y if there is None else there.y)


def _sentence(kind: ChartKind, known: Sequence[tuple[Row, Point]], absent: int) -> str:
    """Who scores most, and whose price is lowest; among whom, where ``absent`` models have no price."""
    verb, verbs, behind = kind.least
    row, cheapest = known[0]
    if len(known) == 1:
        price = f"{kind.words(cheapest.price)} {behind}"
        return f"One model with a known {kind.unknown} so far: {short_name(row)}, {price}."
    most = max(point.score for _, point in known)
    best = [one for one, point in known if point.score == most]
    least = [one for one, point in known if point.price == cheapest.price]
    share, price = f"{percent(most)} %", f"{kind.words(cheapest.price)} {behind}"
    scores = "scores" if len(best) == 1 else "score"
    if len(least) > 1:
        verb = verbs
    who = _who(best)
    if absent:
        who = f"Of {number_word(len(known))} models with a known {kind.unknown}, {who}"
    elif len(best) > _NAMED:
        who = who[:1].upper() + who[1:]
    if best == least:
        return f"{who} {scores} most, {share}, and {verb}, {price}."
    return f"{who} {scores} most, {share}; {_who(least)} {verb}, {price}."


def _who(rows: Sequence[Row]) -> str:
    """Names, or ``four models``."""
    names = [short_name(row) for row in rows]
    return join_names(names) if len(names) <= _NAMED else f"{number_word(len(names))} models"
