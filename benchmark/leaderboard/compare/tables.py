"""Tables whose models can be compared: what is compared, and the results of each task."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.ranks.categories import categories_of_kind, split_by_families, too_few_families
from benchmark.analysis.scale_words import PERCENT, POINTS, ScaleWords, dataset_words, row_words
from benchmark.analysis.score_cells import Category
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.core.suite import suite_of
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.leaderboard.board.columns import compared_categories
from benchmark.leaderboard.inputs.facts import group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id, task_page
from benchmark.results.row import Row
from benchmark.scoring.metrics import metric

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
class ModelPair:
    """The first model minus the second within one category, in tenths of a point."""

    difference: int
    low: int  #: lower end of the interval that allows for all pairs of the table
    high: int  #: its upper end
    alone_low: int  #: lower end of the interval that allows for no other pair
    alone_high: int  #: upper end of the interval that allows for no other pair
    #: If the two are equally good, luck alone makes such a difference 1 time in ``odds``; -1 means less than
    #: once in a thousand, -2 less than once in a million.
    odds: int
    #: Tasks that would settle the difference; -1 for more than a million. 0 if the difference is real or 0,
    #: or if the table already has that many tasks.
    needed: int
    sure: bool = True  #: whether ``real`` or else ``alone`` holds whatever the missing samples are

    @property
    def real(self) -> bool:
        """Whether the two really differ among all pairs: 0 lies outside the interval."""
        return self.low > 0 or self.high < 0

    @property
    def alone(self) -> bool:
        """Whether the two really differ if no other pair is compared."""
        return self.alone_low > 0 or self.alone_high < 0

    def swapped(self) -> "ModelPair":
        """Return the same pair with the other model first."""
        return replace(
            self,
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            alone_low=-self.alone_high,
            alone_high=-self.alone_low,
        )


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
        category, key = Category(self.looks[number][0]), self.group.key
        word = category.text.rpartition("level:")[2] if category.kind == "level" else ""
        level = suite_of(key.suite).level_number(key.dataset, word) if word else 0
        return f"Level {level} ({word})" if level and word != str(level) else category.title or "All tasks"


def ranked_groups(sources: Sources) -> Iterator[RowGroup]:
    """Yield the tables with at least two places, in the order of the site."""
    for group in sources.tables:
        ranked = sources.ranked.get(group.key)
        if ranked is not None and len(ranked.ranking.places) > 1:
            yield group


def ranked_rows(sources: Sources, group: RowGroup) -> list[Row]:
    """Return the rows of a table's models in the order of places."""
    rows = {row.result.submission.slug: row for row in group.models}
    return [rows[place.slug] for place in sources.ranked[group.key].ranking.places]


def compared_looks(
    group: RowGroup, counts: Mapping[str, Counts]
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """Return each compared category with the number of its kind, and the categories with too few families."""
    models = [counts[row.id] for row in group.models]
    names = [category for kind in compared_categories(group.key.suite, group.models) for category in kind]
    enough, few = split_by_families(names, models)
    return tuple((category, categories_of_kind(category, models)) for category in enough), few


def compared_table(sources: Sources, group: RowGroup) -> ComparedTable:
    """Return the results of a table's models."""
    key, known = group.key, sources.counts
    counts = [known[row.id] for row in group.models]
    stems = {task: stem for model in counts for task, stem in zip(model.tasks, model.stems, strict=True)}
    here = sources.tasks.get((key.suite, key.dataset))
    if here is not None:
        stems |= {task: here.tasks[task].family for task in stems if task in here.tasks}
    tasks = tuple(sorted(stems, key=natural_key))
    number = {task: place for place, task in enumerate(tasks)}
    members: dict[str, set[int]] = {}
    for model in counts:
        for category, chosen in model.categories.items():
            members.setdefault(category, set()).update(number[model.tasks[place]] for place in chosen)
    looks, few = compared_looks(group, known)
    return ComparedTable(
        group=group,
        id=table_id(key),
        tasks=tasks,
        pages=tuple(task_page(key.suite, key.dataset, stems[task]) for task in tasks),
        models=tuple(_results(row, known[row.id], number) for row in ranked_rows(sources, group)),
        looks=(
            ("", 1, ()),
            *((category, number, tuple(sorted(members.get(category, ())))) for category, number in looks),
        ),
        too_few=too_few_families(few),
    )


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
