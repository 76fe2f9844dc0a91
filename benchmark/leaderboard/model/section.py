"""A model's results in one table: key numbers, categories, caveats, tasks, history and rows."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import score_of
from benchmark.analysis.kinds import kind_scores
from benchmark.analysis.places import TablePlaces, place_text
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.scale_words import PERCENT, ScaleWords, dataset_words, row_words
from benchmark.analysis.score_cells import ScoreMark, optional_mark, score_mark
from benchmark.analysis.wording import clean, count, percent, plural
from benchmark.core.fresh import fresh_meaning
from benchmark.core.suite import suite_of
from benchmark.leaderboard.inputs.facts import (
    cost_cell,
    group_title,
    seconds_cell,
    tokens_cell,
)
from benchmark.leaderboard.inputs.failures import failures
from benchmark.leaderboard.inputs.licences import licence_of
from benchmark.leaderboard.inputs.provenance import Provenance, answer_links, provenance, published_answers
from benchmark.leaderboard.inputs.sources import verdicts_path
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict
from benchmark.leaderboard.model.caveats import Caveat, caveats
from benchmark.leaderboard.model.context import ModelContext
from benchmark.leaderboard.model.scores import (
    ForestLine,
    ForestTable,
    RubricView,
    ScoreHistory,
    forest_lines,
    forest_tables,
    history,
    rubric_views,
    shown_categories,
    small_categories,
)
from benchmark.leaderboard.parts.addresses import compare_query, model_page, task_list_page
from benchmark.leaderboard.parts.citations import paper_citation, row_citation
from benchmark.leaderboard.parts.task_list import ListPlace, StatusCount, TableTotals, TaskList, status_counts
from benchmark.results.row import Row


def error_lines(failed: Iterable[StoredVerdict]) -> tuple[tuple[str, str, str], ...]:
    """Return title, number and share per type of error of failed samples, the most frequent first."""
    found = Counter(verdict.error_type for verdict in failed if verdict.error_type)
    total = sum(found.values())
    return tuple(
        (clean(name[:1].upper() + name[1:].replace("-", " ")), count(number), percent(number / total))
        for name, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )


#: Maximum number of rows per table whose origin a page shows; the history and the downloads have all.
LISTED_ROWS = 40
_NAME_CHARACTERS = 24  #: maximum characters of another model's name in the label of a number


@dataclass(frozen=True, slots=True, kw_only=True)
class StatView:
    """A key number with its label."""

    label: str
    value: str
    small: str = ""  #: additional words in small print
    page: str = ""  #: page of the other model that the number compares with
    other: str = ""  #: name of that model
    compare: str = ""  #: query of the address that compares the two


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPart:
    """The address and title of a page with a list of tasks, or a part of it."""

    page: str
    title: str  #: ``tasks 1 to 3,200``


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSection:
    """The results of a model in one table."""

    anchor: str
    title: str
    setting: str  #: setting and protocol in words, with ids where two sections would have the same words
    suite: str
    dataset: str
    size: str  #: number of tasks
    conditions: Conditions
    words: ScaleWords  #: of the scale of its scores
    fresh: str  #: explanation of fresh data sets; empty for other data sets
    gaps: tuple[str, ...]  #: public minus fresh, one sentence per fresh set
    place: str  #: ``3 of 6``; empty if it has no place
    stats: tuple[StatView, ...]
    forest: tuple[ForestLine, ...]
    too_few: str  #: sentence on the categories with too few families; empty if there are none
    #: Kind of tests, number of its tasks, share that passes it, and share that fails only it; may be empty.
    kinds: tuple[tuple[str, str, ScoreMark, ScoreMark], ...]
    rubrics: tuple[RubricView, ...]  #: one per model that scored the answers by a rubric
    others: int  #: number of other models
    checks: tuple[Caveat, ...]
    outcomes: tuple[StatusCount, ...]
    #: Type of error, number and share of failed samples; empty if its verdicts name no types.
    errors: tuple[tuple[str, str, str], ...]
    history: ScoreHistory | None
    tasks: TaskList
    further: tuple["TaskPart", ...]  #: pages with the list of tasks; empty if this page has it
    rows: tuple[Provenance, ...]  #: the row that counts, then earlier rows
    older: int  #: number of rows that are not in ``rows``

    @property
    def forests(self) -> tuple[ForestTable, ...]:
        """The scores by category, a table per group; the first one has the score over all tasks."""
        return forest_tables(self.suite, self.forest)


def model_section(
    slug: str, field: TableTotals, place: ListPlace, setting: str, shared: ModelContext
) -> ModelSection:
    """Return the section on a model's newest row in a table.

    The words of ``setting`` and protocol differ from those of the model's other tables.
    """
    group = field.group
    row = group.by_slug[slug][0]
    counts, places = shared.counts[row.id], shared.places.get(group.key)
    rank = None if places is None else places.place(slug)
    kept_back = licence_of(group.key.suite, group.key.dataset).kept_back
    failed = failures(shared.sources)
    tasks = TaskList(
        counts=counts,
        totals=field,
        failures=partial(failed.first, row)
        if not kept_back and verdicts_path(shared.sources, row) is not None
        else None,
        shards=shared.shards.get(row.id),
        page=shared.task_page(group.key),
        kept_back=kept_back,
        elsewhere=answer_links(row),
        published=published_answers(row),
    )
    return ModelSection(
        anchor=place.anchor,
        title=group_title(group.key),
        setting=setting,
        suite=group.key.suite,
        dataset=group.key.dataset,
        size=plural(row.result.tasks.count, "task"),
        conditions=conditions(group.key),
        words=dataset_words(group.key.suite, group.key.dataset),
        fresh=fresh_meaning(group.key.dataset),
        gaps=shared.gaps(row),
        place=f"{place_text(rank)} of {len(places.ranking.places)}" if places and rank else "",
        stats=tuple(_stats(row, places, shared)),
        forest=forest_lines(row, counts, field),
        too_few=too_few_families(small_categories(row, counts), "No range of their own"),
        kinds=tuple(
            (clean(of.kind), count(of.passes.tasks), score_mark(of.passes), score_mark(of.fails_only))
            for of in kind_scores(row.result.scores)
        ),
        rubrics=rubric_views(row, shown_categories(row, counts), shared.sources),
        others=len(field.others(slug, "")),
        checks=tuple(caveats(row, counts, field, shared)),
        outcomes=status_counts(counts),
        errors=error_lines(failed.samples(row))
        if suite_of(group.key.suite).has_error_types and not kept_back
        else (),
        history=history(group.by_slug[slug]),
        tasks=tasks,
        further=tuple(_list_pages(slug, place.anchor, tasks)) if place.separate else (),
        rows=tuple(
            replace(origin(listed, shared), bibtex=_citation(listed, place.anchor, shared, paper=not number))
            for number, listed in enumerate(group.by_slug[slug][:LISTED_ROWS])
        ),
        older=max(len(group.by_slug[slug]) - LISTED_ROWS, 0),
    )


def _list_pages(slug: str, anchor: str, tasks: TaskList) -> Iterator[TaskPart]:
    for number, tasks_part in enumerate(tasks.parts, start=1):
        page = task_list_page(slug, anchor, number)
        yield TaskPart(page=page, title=f"tasks {count(tasks_part.first + 1)} to {count(tasks_part.last)}")


def origin(row: Row, shared: ModelContext) -> Provenance:
    """Return where a row comes from."""
    where = shared.sources.where
    attestation = shared.sources.attestation(row)
    return provenance(row, shared.counts[row.id], where.rows_name, where.repository, attestation)


def _citation(row: Row, anchor: str, shared: ModelContext, *, paper: bool) -> str:
    """Return the citation of a row, followed by the paper of its suite if ``paper``."""
    page = model_page(row.result.submission.slug)
    found = row_citation(row, shared.sources.where, page, f"{anchor}-rows")
    cited = paper_citation(row.result.suite) if paper else ""
    return f"{found}\n\n{cited}" if cited else found


def _stats(row: Row, places: TablePlaces | None, shared: ModelContext) -> Iterator[StatView]:
    """Yield the key numbers: place and score first, then the gaps to the neighbours, cost and time."""
    yield from _place_stat(row.result.submission.slug, places)
    solved = optional_mark(score_of(row))
    words = row_words(row)
    yield StatView(
        label=words.stat,
        value=f"{solved.value}{words.short_unit}" if solved else "–",
        small=solved.range if solved else "",
    )
    passed = None if words is PERCENT else optional_mark(score_of(row, "pass@1"))
    if passed is not None:
        yield StatView(label="Passed", value=f"{passed.value} %", small=passed.range)
    yield from _gap_stats(row.result.submission.slug, places)
    cost, tokens = cost_cell(row), tokens_cell(row)
    yield StatView(label="Cost of 1,000 tasks", value=f"${cost.text}" if cost.text else "–")
    yield StatView(label="Tokens out, mean", value=tokens.text or "–")
    waited = seconds_cell(shared.sources.seconds.get(row.id))
    if waited.text:
        yield StatView(label="Seconds, median", value=waited.text)


def _place_stat(slug: str, places: TablePlaces | None) -> Iterator[StatView]:
    place = None if places is None else places.place(slug)
    if places is None or place is None or len(places.ranking.places) == 1:
        return
    shares = "not shared" if place.first == place.last else "shared"
    yield StatView(label="Place", value=place_text(place), small=f"of {len(places.ranking.places)}, {shares}")


def _gap_stats(slug: str, places: TablePlaces | None) -> Iterator[StatView]:
    """Yield the gaps to the neighbours, and whether they are real."""
    if places is None:
        return
    for pair in places.neighbour_gaps(slug):
        if pair is not None:
            words = "Ahead of" if pair.difference > 0 else "Behind" if pair.difference < 0 else "Level with"
            other = next(place for place in places.ranking.places if place.slug == pair.b)
            name = clean(other.name, _NAME_CHARACTERS)
            yield StatView(
                label=f"{words} {name}",
                value=f"{places.words.gap(pair.difference)} points",
                small=pair.holds,
                page=model_page(other.slug),
                other=name,
                compare=compare_query(places.ranking.key, (slug, other.slug)),
            )
