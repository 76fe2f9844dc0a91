"""Tables whose models can be compared: results task by task beside the comparisons of all pairs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.analysis.score_cells import Category
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.core.verdict import Status
from benchmark.leaderboard.board.columns import looks
from benchmark.leaderboard.rows.facts import conditions, group_title, short_name
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import table_id, task_page
from benchmark.results.row import Row

if TYPE_CHECKING:
    from benchmark.leaderboard.compare.joint_comparisons import JointComparisons


#: Tasks where models differ that are listed before somebody asks for all.
TASKS = 200
#: Ends of the axis in points; a quarter of each is whole, or ends in .5.
AXES = (10, 20, 30, 40, 60, 80, 100)

#: One letter a result, where each task has one draw.
LETTERS: dict[str, str] = {
    Status.PASSED: "P",
    Status.WRONG_ANSWER: "W",
    Status.RUNTIME_ERROR: "R",
    Status.SYNTAX_ERROR: "S",
    Status.NO_ANSWER: "N",
    Status.NO_FIGURE: "F",
    Status.UNSUPPORTED: "U",
    Status.TIMEOUT: "T",
    Status.MEMORY_LIMIT: "M",
    Status.OUTPUT_LIMIT: "O",
    Status.FORBIDDEN: "B",
    "missing": "-",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResults:
    """How a model did, task by task in the order of the table."""

    row: Row
    name: str
    passed: tuple[int, ...]  #: samples
    judged: tuple[int, ...]  #: samples; 0 where the task has no verdict
    letters: str  #: a letter a task, see ``LETTERS``; empty with several draws

    @property
    def slug(self) -> str:
        """Of the submission."""
        return self.row.result.submission.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """One table."""

    group: RowGroup
    id: str  #: names it in addresses
    tasks: tuple[str, ...]  #: ids in natural order
    pages: tuple[str, ...]  #: source paths of the tasks' pages
    models: tuple[ModelResults, ...]  #: in the order of places
    looks: tuple[
        tuple[str, int, tuple[int, ...]], ...
    ]  #: category, how many of its kind, places of its tasks

    @property
    def title(self) -> str:
        """``Code-Vision, official``."""
        return group_title(self.group.key)

    @property
    def conditions(self) -> str:
        """Setting, protocol, prompt and extraction."""
        return conditions(self.group.key)

    @property
    def draws(self) -> int:
        """Of a task; the most of any model."""
        return max(one.row.result.completions.draws for one in self.models)

    def look_title(self, number: int) -> str:
        """``All tasks``, ``HumanEval``."""
        return Category(self.looks[number][0]).title or "All tasks"


def ranked_groups(sources: Sources) -> Iterator[tuple[RowGroup, tuple[RankedPlace, ...]]]:
    """Groups with two places at least, in the order of the pages, with their places."""
    for group in (group for groups in sources.groups.values() for group in groups):
        ranked = sources.ranked.get(group.key)
        if ranked is not None and len(ranked.ranking.places) > 1:
            yield group, tuple(ranked.ranking.places)


def compared(sources: Sources, group: RowGroup, places: tuple[RankedPlace, ...]) -> ComparedTable:
    """The results of a table's models, in the order of places."""
    known = sources.counts
    counts = {row.result.submission.slug: known[row.id] for row in group.models}
    rows = {row.result.submission.slug: row for row in group.models}
    stems = {task: stem for one in counts.values() for task, stem in zip(one.tasks, one.stems, strict=True)}
    key = group.key
    here = sources.tasks.get((key.suite, key.dataset))
    if here is not None:
        stems |= {task: here.tasks[task].family for task in stems if task in here.tasks}
    tasks = tuple(sorted(stems, key=natural_key))
    number = {task: place for place, task in enumerate(tasks)}
    members: dict[str, set[int]] = {}
    for one in counts.values():
        for category, chosen in one.categories.items():
            members.setdefault(category, set()).update(number[one.tasks[place]] for place in chosen)
    kinds = looks(key.suite, group.models)
    return ComparedTable(
        group=group,
        id=table_id(key),
        tasks=tasks,
        pages=tuple(task_page(key.suite, key.dataset, stems[task]) for task in tasks),
        models=tuple(_results(rows[place.slug], counts[place.slug], number) for place in places),
        looks=(
            ("", 1, ()),
            *(
                (category, len(kind), tuple(sorted(members.get(category, ()))))
                for kind in kinds
                for category in kind
            ),
        ),
    )


def joint_of(sources: Sources, group: RowGroup) -> "JointComparisons":
    """The comparisons of a table's pairs."""
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.leaderboard.compare.joint_comparisons import joint

    def make() -> "JointComparisons":
        cache = None if sources.where.cache is None else PairCache(sources.where.cache)
        return joint(group, sources.ranked[group.key].pairs, sources.counts, cache)

    return sources.once(("joint", group.key), make)


def _results(row: Row, counts: Counts, number: dict[str, int]) -> ModelResults:
    passed, judged = [0] * len(number), [0] * len(number)
    letters = [LETTERS["missing"]] * len(number)
    places = [number[task] for task in counts.tasks]
    for status, column in counts.statuses.items():
        for place, samples in zip(places, column, strict=True):
            if samples:
                judged[place] += samples
                letters[place] = LETTERS[status]
                if status is Status.PASSED:
                    passed[place] += samples
    single = max(judged, default=0) <= 1
    return ModelResults(
        row=row,
        name=short_name(row),
        passed=tuple(passed),
        judged=tuple(judged),
        letters="".join(letters) if single else "",
    )
