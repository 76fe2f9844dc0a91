"""How difficult the tasks of a data set are, and which of them separate models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup, metric_name
from benchmark.analysis.score_cells import Cell, ScoreMark
from benchmark.analysis.wording import TASK_CHARACTERS, clean, join_names, number_word, plural
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.task_difficulty import TaskDifficulty, shows_difficulty, task_difficulty
from benchmark.leaderboard.shared.addresses import task_page

if TYPE_CHECKING:
    from benchmark.analysis.studies.item_report import ItemDifficulty

#: Minimum number of models for discriminations.
DISCRIMINATION_MODELS = 30
#: How many of 100 ranges held the true value in simulations, on average, by number of models
#: (`site/pages/statistics/items.md`).
SIMULATED_COVERAGE = {6: 93, 20: 91}
_SHOWN = 5  #: hardest and easiest tasks
_NAMED = 12  #: tasks that a list of names has


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyLine:
    """One task."""

    name: str
    page: str
    mark: ScoreMark | None  #: chance that a model of median ability solves it, with its 95 % interval
    models: Cell  #: models that solved it
    slope: Cell  #: discrimination with its 95 % interval; empty for few models


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTasks:
    """Tasks with something in common."""

    title: str
    tasks: tuple[tuple[str, str], ...]  #: name and source path of the page
    more: int  #: number of tasks that are left out


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyTable:
    """The hardest and the easiest tasks of a data set, in its most prominent table."""

    conditions: Conditions
    hardest: tuple[DifficultyLine, ...]
    easiest: tuple[DifficultyLine, ...]
    flat: tuple[DifficultyLine, ...]  #: tasks that stronger models do not clearly solve more often
    flat_tasks: int  #: number of these
    alike: tuple[NamedTasks, ...]  #: tasks that all or no models solve
    slopes: str  #: what is known about how well tasks separate models
    coverage: str  #: how often ranges hold the true value; empty without any, and if it is about as stated
    command: str  #: command that computes what is missing; empty if nothing is


def difficulty_table(group: RowGroup | None, sources: Sources) -> DifficultyTable | None:
    """Return the hardest and the easiest tasks; None for fewer than six models, or without the statistics."""
    if group is None or not shows_difficulty(group):
        return None
    found = task_difficulty(group, sources)
    if found is None:
        return DifficultyTable(
            conditions=conditions(group.key),
            hardest=(),
            easiest=(),
            flat=(),
            flat_tasks=0,
            alike=(),
            slopes="",
            coverage="",
            command=f"sightbench rank --rows {sources.where.rows_name}",
        )
    report = found.report

    def line(item: "ItemDifficulty") -> DifficultyLine:
        return DifficultyLine(
            name=clean(item.task, TASK_CHARACTERS),
            page=task_page(group.key.suite, group.key.dataset, item.stem),
            mark=found.chances.get(item.task),
            models=Cell(f"{item.models} of {len(report.models)}", str(item.models)),
            slope=_slope(item),
        )

    by_task = {item.task: item for item in report.items}
    judged = [item for item in report.items if item.judged]
    alike = len(judged) in {len(report.unsolved), len(report.solved_by_all)}  # none is harder than another
    shown = 0 if alike else min(_SHOWN, len(judged) // 2)
    return DifficultyTable(
        conditions=conditions(group.key),
        hardest=tuple(map(line, judged[:shown])),
        easiest=tuple(map(line, reversed(judged[len(judged) - shown :]))),
        flat=tuple(line(by_task[task]) for task in report.flat[:_NAMED]),
        flat_tasks=len(report.flat),
        alike=tuple(_alike(group, found)),
        slopes=_slopes_sentence(group, found),
        coverage=_coverage_sentence(len(group.models)) if shown else "",
        command="",
    )


def solved_words(group: RowGroup) -> str:
    """Return what it means that a model solves a task; empty for pass@1 with one sample per task."""
    if group.models and metric_name(group.models[0]) == "points":
        return "A model solves a task here if its figure has no difference."
    return "A model solves a task here if at least one of its answers passes." if _has_draws(group) else ""


def _has_draws(group: RowGroup) -> bool:
    """Whether a model of the table has several samples per task."""
    return any(row.result.completions.draws > 1 for row in group.models)


def _alike(group: RowGroup, found: TaskDifficulty) -> list[NamedTasks]:
    """Return the tasks that no model solves, and those that every model solves in every try."""
    report, every_try = found.report, " in every try" if _has_draws(group) else ""
    stems = {item.task: item.stem for item in report.items}
    named = []
    for tasks, start, end in (
        (report.unsolved, "No model solves", ""),
        (report.solved_by_all, "Every model solves", every_try),
    ):
        if tasks:
            links = [
                (clean(task, TASK_CHARACTERS), task_page(group.key.suite, group.key.dataset, stems[task]))
                for task in tasks[:_NAMED]
            ]
            title = f"{start} {plural(len(tasks), 'task')}{end}"
            named.append(NamedTasks(title=title, tasks=tuple(links), more=len(tasks) - len(links)))
    return named


def _slopes_sentence(group: RowGroup, found: TaskDifficulty) -> str:
    """Return what is known about how well the tasks separate strong models from weak ones."""
    report, models = found.report, len(group.models)
    if models < DISCRIMINATION_MODELS:
        return (
            "How well each task separates strong models from weak ones is not shown:"
            f" {number_word(models)} models are too few for that, {DISCRIMINATION_MODELS} are needed."
        )
    if report.items[0].discrimination is None:
        return (
            "How well each task separates strong models from weak ones is not shown:"
            " the tasks, or the families that they belong to, are too few for that."
        )
    if not report.flat:
        return "No task stands out as one that weak models solve as often as strong ones."
    return ""


def _coverage_sentence(models: int) -> str:
    if models >= DISCRIMINATION_MODELS:
        return ""
    held = [f"{share} of 100 with {number_word(size)} models" for size, share in SIMULATED_COVERAGE.items()]
    return (
        f"These ranges can be too narrow: in simulations, {join_names(held)} held the true value, instead of"
        " 95. The estimate assumes that all tasks separate models equally well, and that all models find the"
        " same families hard."
    )


def _slope(item: "ItemDifficulty") -> Cell:
    slope, low, high = item.discrimination, item.discrimination_low, item.discrimination_high
    if slope is None or low is None or high is None:
        return Cell()
    text, *ends = (f"{round(value, 1) + 0.0:.1f}" for value in (slope, low, high))
    return Cell(text.replace("-", "\u2212"), f"{slope:.3f}", " to ".join(ends).replace("-", "\u2212"))


def chance_cell(tasks: Sequence[str], found: TaskDifficulty | None) -> Cell:
    """Return the chance of a model of median ability with its 95 % range; of several tasks, their range.

    Args:
        tasks: ids of the tasks of an entry.
        found: difficulties; None if they are not known.
    """
    marks = [] if found is None else [found.chances[task] for task in tasks if task in found.chances]
    if not marks:
        return Cell()
    if len(marks) == 1:
        return Cell(marks[0].value, marks[0].sort, marks[0].range)
    marks.sort(key=lambda mark: float(mark.sort))
    mean = sum(float(mark.sort) for mark in marks) / len(marks)
    low, high = marks[0].value, marks[-1].value
    return Cell(low if low == high else f"{low}–{high}", f"{mean:.6f}", f"{len(marks)} tasks")
