"""The page that ranks models over all suites, on as many tasks of levels 3 to 5 of each open set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.places import TablePlaces, luck, places_by_table
from benchmark.analysis.ranks.joint_frontier import EACH, JointFrontier, joint_frontiers, joint_sets
from benchmark.analysis.score_cells import PERCENT, Cell, range_cell, score_axis, score_mark
from benchmark.analysis.wording import clean, join_names, plural, real_words
from benchmark.core.counts import Counts
from benchmark.core.suite import FRONTIER
from benchmark.leaderboard.board.headline import NO_PLACES, Headline
from benchmark.leaderboard.inputs.facts import display_name, short_name
from benchmark.leaderboard.inputs.organisations import model_hue
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import FRONTIER_PAGE, dataset_page, model_page
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.results.row import RowScore
from benchmark.scoring.installed import has_statistics
from benchmark.scoring.metrics import pass_metric, score

_LEVELS = f"levels {FRONTIER[0]} to {FRONTIER[-1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierView:
    """The content of the page."""

    headline: Headline
    each: int  #: tasks of a suite at each level, at most
    sets: tuple[tuple[str, str, str], ...]  #: title, page and setting of each suite's open set
    tables: tuple[SimpleNamespace, ...]  #: one per protocol, that with most models first


def frontier_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; without a model that answered all suites, it says what is missing."""
    tables = tuple(_table(sources, field) for field in joint_frontiers(sources.groups, sources.counts))
    first = tables[0].headline if tables and tables[0].lines else None
    found = first or Headline(
        "No model has answered the open sets of all four suites by one protocol yet.",
        f"A suite alone has too few families at {_LEVELS} to tell most models apart; this page joins four.",
    )
    yield Page(
        source=FRONTIER_PAGE,
        title="All four suites",
        template="frontier.html",
        view=FrontierView(
            headline=found,
            each=EACH,
            sets=tuple(
                (clean(suite_title(suite)), dataset_page(suite, dataset), setting)
                for suite, (dataset, setting) in joint_sets().items()
            ),
            tables=tables,
        ),
        description=f"{found.sentence} {found.lead}",
        search=SearchWords(
            kind="table", keywords="frontier, all suites, overall, joint ranking, one ranking, hardest levels"
        ),
    )


def _table(sources: Sources, field: JointFrontier) -> SimpleNamespace:
    places: TablePlaces | None = None
    if has_statistics() and field.subjects:
        (places,) = places_by_table([field.ranking()]).values()
    counts = {subject.slug: subject.counts for subject in field.subjects}
    scores = {
        subject.slug: RowScore.of(found)
        for subject in field.subjects
        if (found := score(subject.counts, pass_metric(1))) is not None
    }
    order = sorted(scores, key=lambda slug: (-scores[slug].value, slug))
    axis = score_axis(PERCENT, [end for each in scores.values() for end in (each.low, each.value, each.high)])
    titles = {suite: clean(suite_title(suite)) for suite in joint_sets()}
    tasks = {suite: len(field.tasks.get(suite, ())) for suite in titles}
    return SimpleNamespace(
        headline=_headline(field, scores, order, places),
        protocol=clean(field.protocol),
        axis=axis,
        lanes=None if places is None else places.lanes,  # brackets next to each other; None without places
        note="" if places is None else places.note,
        # title, number of tasks and number of families of each suite
        suites=tuple((titles[suite], tasks[suite], field.families.get(suite, 0)) for suite in titles),
        ids=tuple((titles[suite], " ".join(map(clean, field.tasks[suite]))) for suite in field.tasks),
        tasks=plural(sum(tasks.values()), "task"),
        families=sum(field.families.values()),
        lines=tuple(
            SimpleNamespace(
                name=display_name(row),
                page=model_page(slug),
                hue=model_hue(sources, row),
                place=None if places is None else places.of.get(slug),
                score=score_mark(scores[slug], axis),
                cells=_cells(counts[slug]),
            )
            for slug in order
            for row in [*field.rows[slug].values()][:1]
        ),
        lacking=tuple(
            f"{clean(slug)} ({join_names([titles[suite] for suite in suites])})"
            for slug, suites in sorted(field.lacking.items())
        ),
    )


def _cells(counts: Counts) -> tuple[Cell, ...]:
    """Return the share of each suite's tasks that a model solves."""
    cells = []
    for suite in joint_sets():
        own = [place for place, task in enumerate(counts.tasks) if task.startswith(f"{suite}/")]
        part = score(counts.at(own), pass_metric(1))
        cells.append(Cell() if part is None else range_cell(RowScore.of(part)))
    return tuple(cells)


def _headline(
    field: JointFrontier, scores: Mapping[str, RowScore], order: list[str], places: TablePlaces | None
) -> Headline | None:
    if not order:
        return None
    best, found = order[0], scores[order[0]]
    names = {slug: short_name(next(iter(rows.values()))) for slug, rows in field.rows.items()}
    tasks = f"{plural(found.tasks, 'task')} of {_LEVELS}, taken from four suites"
    solved = f"{names[best]} solves {PERCENT.value(found.value)} % of {tasks}"
    spread = f"({(places and places.leader_range) or PERCENT.range(found.low, found.high)})"
    pair, place = (None, None) if places is None else (places.neighbour_gaps(best)[1], places.place(best))
    if pair is None or place is None:
        more = "A second model makes this a comparison." if len(order) == 1 else NO_PLACES
        return Headline(f"{solved}.", f"Its range is {spread[1:-1]}. {more}")
    other = scores[pair.b]
    rest = f"{solved} {spread}; the next is {names[pair.b]} with {PERCENT.value(other.value)}"
    rest += f" ({PERCENT.range(other.low, other.high)})."
    if pair.difference <= 0:
        return Headline(f"{names[best]} and {names[pair.b]} cannot be told apart on the frontier.", rest)
    gap = PERCENT.gap(pair.difference)
    if pair.real and place.first == place.last:
        real = real_words(real=True, sure=pair.sure and place.is_sure)
        sentence = f"{names[best]} leads the frontier by {gap} points, and the lead is {real}."
        return Headline(sentence, f"{rest} {luck(pair.p_holm, len(order)).capitalize()}.")
    return Headline(f"{names[best]} is {gap} points ahead on the frontier, but the lead may be luck.", rest)
