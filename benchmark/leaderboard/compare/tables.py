"""Tables whose models can be compared: the results of each task, and the comparisons of all pairs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.analysis.scale_words import PERCENT, POINTS, ScaleWords, dataset_words, row_words
from benchmark.analysis.score_cells import Category
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.leaderboard.compare.categories import compared_looks
from benchmark.leaderboard.inputs.facts import group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id, task_page
from benchmark.results.row import Row
from benchmark.scoring.metrics import metric

if TYPE_CHECKING:
    from benchmark.leaderboard.compare.joint_comparisons import JointComparisons


#: How many tasks where models differ are listed at first; a button shows the others.
LISTED_TASKS = 200
#: Characters of a failed check that two lines of a column hold, with two models; longer ones can be opened.
SHORT_CHECK = 48
#: Possible ends of the axis in points; half of each is a whole number, for the ticks.
AXIS_ENDS = (10, 20, 30, 40, 60, 80, 100)
#: Possible ends of the axis of a table whose scores are points from 1 to 10.
POINTS_AXIS_ENDS = (1, 2, 4, 6, 9)

#: One letter per result, used if each task has one draw.
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
    """A model's results, task by task in the order of the table."""

    row: Row
    name: str
    passed: tuple[int, ...]  #: passed samples per task
    judged: tuple[int, ...]  #: judged samples per task; 0 if the task has no verdict
    letters: str  #: one letter of ``LETTERS`` per task; empty with several draws
    #: Mean points per task, None for a task without; empty if the table is not ranked by points.
    points: tuple[float | None, ...] = ()

    @property
    def slug(self) -> str:
        """The slug of the submission."""
        return self.row.result.submission.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """A table with the results of its models."""

    group: RowGroup
    id: str  #: the table's name in addresses
    tasks: tuple[str, ...]  #: ids of tasks in natural order
    pages: tuple[str, ...]  #: source paths of the tasks' pages
    models: tuple[ModelResults, ...]  #: in the order of places
    #: What is compared: (category, number of categories of its kind, indexes of its tasks); the first look is
    #: at all tasks, with an empty category and no indexes.
    looks: tuple[tuple[str, int, tuple[int, ...]], ...]
    too_few: str  #: sentence on the categories with too few families; empty if there are none

    @property
    def title(self) -> str:
        """The table's title, such as ``Code-Vision, official``."""
        return group_title(self.group.key)

    @property
    def words(self) -> ScaleWords:
        """The words of the scale of the table's scores."""
        return dataset_words(self.group.key.suite, self.group.key.dataset)

    @property
    def axis_ends(self) -> tuple[int, ...]:
        """Possible ends of the axis of differences, in points."""
        return AXIS_ENDS if self.words is PERCENT else POINTS_AXIS_ENDS

    @property
    def conditions(self) -> Conditions:
        """The table's setting, protocol, prompt and extraction rule."""
        return conditions(self.group.key)

    @property
    def draws(self) -> int:
        """The maximum number of draws per task of any model."""
        return max(model.row.result.completions.draws for model in self.models)

    def look_title(self, number: int) -> str:
        """Return the title of a comparison: ``All tasks``, or its category, such as ``HumanEval``."""
        return Category(self.looks[number][0]).title or "All tasks"


def ranked_groups(sources: Sources) -> Iterator[tuple[RowGroup, tuple[RankedPlace, ...]]]:
    """Yield groups with at least two places, with these places, in the order of the site."""
    for group in (group for groups in sources.groups.values() for group in groups):
        ranked = sources.ranked.get(group.key)
        if ranked is not None and len(ranked.ranking.places) > 1:
            yield group, tuple(ranked.ranking.places)


def compared_table(sources: Sources, group: RowGroup, places: tuple[RankedPlace, ...]) -> ComparedTable:
    """Return the results of a table's models, in the order of places."""
    known = sources.counts
    counts = {row.result.submission.slug: known[row.id] for row in group.models}
    rows = {row.result.submission.slug: row for row in group.models}
    stems = {
        task: stem for model in counts.values() for task, stem in zip(model.tasks, model.stems, strict=True)
    }
    key = group.key
    here = sources.tasks.get((key.suite, key.dataset))
    if here is not None:
        stems |= {task: here.tasks[task].family for task in stems if task in here.tasks}
    tasks = tuple(sorted(stems, key=natural_key))
    number = {task: place for place, task in enumerate(tasks)}
    members: dict[str, set[int]] = {}
    for model in counts.values():
        for category, chosen in model.categories.items():
            members.setdefault(category, set()).update(number[model.tasks[place]] for place in chosen)
    looks, few = compared_looks(group, known)
    return ComparedTable(
        group=group,
        id=table_id(key),
        tasks=tasks,
        pages=tuple(task_page(key.suite, key.dataset, stems[task]) for task in tasks),
        models=tuple(_results(rows[place.slug], counts[place.slug], number) for place in places),
        looks=(
            ("", 1, ()),
            *((category, number, tuple(sorted(members.get(category, ())))) for category, number in looks),
        ),
        too_few=too_few_families(few),
    )


def joint_comparisons(sources: Sources, group: RowGroup) -> "JointComparisons":
    """Return the comparisons of all pairs of a table; they are computed once."""
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.leaderboard.compare.joint_comparisons import compare_jointly

    def make() -> "JointComparisons":
        cache = None if sources.where.cache is None else PairCache(sources.where.cache)
        return compare_jointly(group, sources.ranked[group.key].pairs, sources.counts, cache)

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
        points=_points(counts, number) if row_words(row) is POINTS else (),
    )


def _points(counts: Counts, number: dict[str, int]) -> tuple[float | None, ...]:
    found: list[float | None] = [None] * len(number)
    for task, value in zip(counts.tasks, metric("points").values(counts).values, strict=True):
        found[number[task]] = None if value is None else round(value, POINTS_DECIMALS)
    return tuple(found)
