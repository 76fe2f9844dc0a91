"""What a model did in one table: its figures, categories against the field, checks, tasks, and its rows."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from benchmark.analysis.groups import RANKING_METRIC, GroupKey, is_baseline, score_of
from benchmark.analysis.places import TablePlaces, place_text
from benchmark.analysis.score_cells import Category, FieldRange, ScoreMark, field_range, optional_mark
from benchmark.analysis.wording import clean, count, plural, points
from benchmark.core.fresh import MEANING, is_fresh
from benchmark.leaderboard.model.caveats import Caveat, caveats
from benchmark.leaderboard.model.context import ModelContext
from benchmark.leaderboard.model.history import History, history
from benchmark.leaderboard.rows.facts import (
    conditions,
    cost_per_thousand,
    group_title,
    seconds,
    size,
    tokens_out,
)
from benchmark.leaderboard.rows.outcomes import StatusCount, TaskList, outcomes
from benchmark.leaderboard.rows.provenance import Provenance, provenance
from benchmark.leaderboard.rows.stored_samples import verdicts_path
from benchmark.leaderboard.shared.addresses import model_page, part, task_list_page
from benchmark.leaderboard.shared.licences import licence_of
from benchmark.leaderboard.shared.table_totals import TableTotals
from benchmark.results.row import Row, RowScore
from benchmark.suites import SUITES

#: Rows of a table that a page tells the origin of; older ones are in its history and in the downloads.
LISTED_ROWS = 40
_NAME_CHARACTERS = 24  #: of another model, in the label of a figure


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestLine:
    """One category: the model's mark before the field of the others."""

    title: str
    depth: int
    solved: str  #: ``118 of 164``; empty where samples are averaged
    mark: ScoreMark
    field: FieldRange | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatView:
    """One figure with its label and a small addition."""

    label: str
    value: str
    small: str = ""
    page: str = ""  #: of the other model that it is about


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPart:
    """A page with a list of tasks, or a part of it."""

    page: str
    title: str  #: ``tasks 1 to 3,200``


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSection:
    """What the model did in one group."""

    anchor: str
    title: str
    asked: str  #: ``image, greedy``: what tells tables of one data set apart
    suite: str
    dataset: str
    conditions: str
    fresh: str  #: what it means that the data set is a fresh one; empty where it is not
    gaps: tuple[str, ...]  #: public minus fresh, a sentence for each fresh set
    place: str  #: ``3 of 6``; empty where it has none
    stats: tuple[StatView, ...]
    forest: tuple[ForestLine, ...]
    others: int
    checks: tuple[Caveat, ...]
    outcomes: tuple[StatusCount, ...]
    history: History | None
    tasks: TaskList
    further: tuple["TaskPart", ...]  #: pages that the list is on, where it is not on this one
    rows: tuple[Provenance, ...]  #: the one that counts, then earlier ones
    older: int  #: rows beyond these


def anchors(keys: Iterable[GroupKey]) -> tuple[str, ...]:
    """Names of sections in addresses, such as ``code-vision-open-image-greedy``: links outlive other tables.

    The first of several tables of one name has it alone; those behind it are numbered.
    """
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        name = part("-".join((key.suite, key.dataset, key.setting, key.protocol)))
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(found)


def section(slug: str, field: TableTotals, anchor: str, room: int, shared: ModelContext) -> ModelSection:
    """Of the newest row of a model in a table.

    Args:
        slug: of the model.
        field: all models of the table.
        anchor: of the section on its page, see :func:`anchors`.
        room: tasks that the page can still list.
        shared: what all model pages see.
    """
    group = field.group
    row = group.by_slug[slug][0]
    counts, places = shared.counts[row.id], shared.places.get(group.key)
    place = None if places is None else places.place(slug)
    kept_back = licence_of(group.key.suite, group.key.dataset).kept_back
    tasks = TaskList(
        counts=counts,
        field=field,
        verdicts=None if kept_back else verdicts_path(shared.sources, row),
        shards=shared.shards.get(row.id),
        page=shared.task_page(group.key),
        kept_back=kept_back,
    )
    return ModelSection(
        anchor=anchor,
        title=group_title(group.key),
        asked=f"{clean(group.key.setting)}, {clean(group.key.protocol)}",
        suite=group.key.suite,
        dataset=group.key.dataset,
        conditions=f"{size(row)} · {conditions(group.key)}",
        fresh=MEANING if is_fresh(group.key.dataset) else "",
        gaps=shared.gaps(row),
        place=f"{place_text(place)} of {len(places.ranking.places)}" if places and place else "",
        stats=tuple(_stats(row, places, shared)),
        forest=_forest(row, field),
        others=len(field.others(slug, "")),
        checks=tuple(caveats(row, counts, field, shared)),
        outcomes=outcomes(counts),
        history=history(group.by_slug[slug]),
        tasks=tasks,
        further=() if tasks.size <= room else tuple(_list_pages(slug, anchor, tasks)),
        rows=tuple(origin(each, shared) for each in group.by_slug[slug][:LISTED_ROWS]),
        older=max(len(group.by_slug[slug]) - LISTED_ROWS, 0),
    )


def _list_pages(slug: str, anchor: str, tasks: TaskList) -> Iterator[TaskPart]:
    for number, one in enumerate(tasks.parts, start=1):
        page = task_list_page(slug, anchor, number)
        yield TaskPart(page=page, title=f"tasks {count(one.first + 1)} to {count(one.last)}")


def origin(row: Row, shared: ModelContext) -> Provenance:
    """Where a row comes from."""
    where = shared.sources.where
    return provenance(row, shared.counts[row.id], where.named, where.repository)


def _stats(row: Row, places: TablePlaces | None, shared: ModelContext) -> Iterator[StatView]:
    """The figures of the strip: place and score first, then the gaps to the neighbours."""
    yield from _place_stat(row.result.submission.slug, places)
    solved = optional_mark(score_of(row))
    yield StatView(
        label="Solved", value=f"{solved.value} %" if solved else "–", small=solved.range if solved else ""
    )
    yield from _gap_stats(row.result.submission.slug, places)
    cost, tokens = cost_per_thousand(row), tokens_out(row)
    yield StatView(label="Cost of 1,000 tasks", value=f"${cost.text}" if cost.text else "–")
    yield StatView(label="Tokens out, mean", value=tokens.text or "–")
    waited = seconds(shared.sources.seconds.get(row.id))
    if waited.text:
        yield StatView(label="Seconds, median", value=waited.text)


def _place_stat(slug: str, places: TablePlaces | None) -> Iterator[StatView]:
    place = None if places is None else places.place(slug)
    if places is None or place is None or len(places.ranking.places) == 1:
        return
    shares = "not shared" if place.first == place.last else "shared"
    yield StatView(label="Place", value=place_text(place), small=f"of {len(places.ranking.places)}, {shares}")


def _gap_stats(slug: str, places: TablePlaces | None) -> Iterator[StatView]:
    """The gaps to the neighbours, and whether they are real."""
    if places is None:
        return
    for pair in places.neighbour_gaps(slug):
        if pair is not None:
            words = "Ahead of" if pair.difference > 0 else "Behind" if pair.difference < 0 else "Level with"
            other = next(one for one in places.ranking.places if one.slug == pair.b)
            yield StatView(
                label=f"{words} {clean(other.name, _NAME_CHARACTERS)}",
                value=f"{points(pair.difference)} points",
                small="real" if pair.real else "not real",
                page=model_page(other.slug),
            )


def _forest(row: Row, field: TableTotals) -> tuple[ForestLine, ...]:
    """All tasks, then each category in the suite's order, with parts of a part below their whole.

    A category of all tasks would say the same twice, and is left out.
    """
    found = []
    for score in sorted(row.result.scores, key=partial(_category_order, row.result.suite)):
        same = score.category != "" and score.tasks == row.result.tasks.count
        if score.metric != RANKING_METRIC or score.tasks == 0 or same:
            continue
        category = Category(score.category)
        drawn = optional_mark(score)
        others = () if is_baseline(row) else field.others(row.result.submission.slug, score.category)
        if drawn is not None:
            found.append(
                ForestLine(
                    title=category.title or _all_tasks_title(row, score),
                    depth=category.depth,
                    solved=_solved_text(row, score),
                    mark=drawn,
                    field=field_range(others),
                )
            )
    return tuple(found)


def _all_tasks_title(row: Row, score: RowScore) -> str:
    """``All 438 tasks``, ``All 435 judged tasks``."""
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    return f"The one {judged}task" if score.tasks == 1 else f"All {count(score.tasks)} {judged}tasks"


def _category_order(suite: str, score: RowScore) -> tuple[int, ...]:
    """Subsets as their benchmark has them, levels from easy to hard; others stay as the row has them."""
    known = [*SUITES[suite].subsets, *SUITES[suite].levels] if suite in SUITES else []
    values = [part.partition(":")[2] for part in Category(score.category).parts]
    return tuple(known.index(value) if value in known else len(known) for value in values)


def _solved_text(row: Row, score: RowScore) -> str:
    if row.result.completions.draws != 1:
        return plural(score.tasks, "task")
    return f"{count(round(score.value * score.tasks))} of {count(score.tasks)}"
