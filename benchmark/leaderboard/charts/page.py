"""The pages of cost, size and date of release against score: a chart and a table for each data set.

The code calls what a model costs, its size or its date its *price*. In a large field only the frontier has
names, and the model that is selected. Home shows the same drawing by date and by cost.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from types import SimpleNamespace

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.score_cells import ScaleWords
from benchmark.analysis.wording import join_names, number_word, plural
from benchmark.leaderboard.board.joined_tables import join_tables
from benchmark.leaderboard.inputs.facts import day, group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.leaderboard.parts.labels import MAX_LABELLED
from benchmark.leaderboard.parts.plane import Point
from benchmark.leaderboard.parts.score_chart import COST, KINDS, ChartKind, drawing, lay_out, score_ticks
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.bill import reconciled_spans
from benchmark.results.row import Row

_MAX_NAMES = 3  #: up to this many models with the same value are named in a sentence


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
            description=view.sentence,
            search=SearchWords(keywords=kind.keywords),
            styles=("charts.css",),
            scripts=("charts.js",),
        )


def charts_view(sources: Sources, kind: ChartKind) -> SimpleNamespace:
    """Return the view of a page: a chart of the most prominent table of every data set that has models."""
    made = [(group, _chart(sources, kind, group)) for group in _groups(sources)]
    # A chart of a single model compares nothing: those come last.
    charts = sorted(
        (chart for _, chart in made if chart is not None), key=lambda made: len(made.entries) == 1
    )
    without = [group_title(group.key) for group, chart in made if chart is None]
    return SimpleNamespace(
        kind=kind,
        bills=_bills(sources) if kind is COST else "",
        sentence=charts[0].sentence if charts else kind.empty,
        charts=tuple(charts),
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
    laid = lay_out(sources, kind, group)
    if laid is None:
        return None
    known = sorted(laid.known, key=lambda each: (each[1].price, -each[1].score, each[0].slug))
    return SimpleNamespace(
        **vars(laid),
        anchor=table_id(group.key),
        title=group_title(group.key),
        conditions=conditions(group.key),
        sentence=_sentence(kind, known, laid.absent, laid.words, laid.dates),
        estimates=_estimates([laid.entries[place] for place in laid.plane.frontier], laid.dates.values()),
        drawing=drawing(laid),
        axis=score_ticks(laid),
        some_named=len(known) > MAX_LABELLED,  # whether only the frontier has names in the drawing
        unknown=f"{plural(laid.absent, 'model')} without a known {kind.price_word}" if laid.absent else "",
    )


def _estimates(frontier: Sequence[SimpleNamespace], dates: Iterable[str]) -> str:
    """Return which list prices estimates are made with, and for which models of the frontier."""
    if not (prices := sorted({*dates})):
        return ""
    names = [entry.name for entry in frontier if entry.estimated]
    line = f"; on the line: {join_names(names)}" if names else "; none is on the line"
    return f"Hollow marks are estimates at list prices of {join_names(prices)}{line}."


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
    price = f"{about}{kind.words(cheapest.price or 0)} {behind}".strip()
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
