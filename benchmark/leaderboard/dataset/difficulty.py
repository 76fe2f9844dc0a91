"""How difficult the tasks of a data set are, and which of them separate models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup, metric_name
from benchmark.analysis.score_cells import Cell, ScoreMark
from benchmark.analysis.wording import TASK_CHARACTERS, clean, join_names, number_word, plural
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import TaskDifficulty, shows_difficulty, task_difficulty
from benchmark.leaderboard.parts.addresses import task_page

if TYPE_CHECKING:
    from benchmark.analysis.studies.item_report import ItemDifficulty

#: How many of 100 ranges held the true value in simulations, on average, by number of models
#: (`site/pages/statistics/items.md`).
SIMULATED_COVERAGE = {6: 93, 20: 91, 60: 87, 200: 80}
_SHOWN = 5  #: hardest and easiest tasks
_NAMED = 12  #: tasks that a list of names has


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyLine:
    """One task."""

    name: str
    page: str
    mark: ScoreMark | None  #: chance that a model of median ability solves it, with its 95 % interval
    models: Cell  #: models that solved it


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
    alike: tuple[NamedTasks, ...]  #: tasks that all or no models solve
    coverage: str  #: how often ranges hold the true value; empty without any
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
            alike=(),
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
        )

    judged = [item for item in report.items if item.judged]
    alike = len(judged) in {len(report.unsolved), len(report.solved_by_all)}  # none is harder than another
    shown = 0 if alike else min(_SHOWN, len(judged) // 2)
    return DifficultyTable(
        conditions=conditions(group.key),
        hardest=tuple(map(line, judged[:shown])),
        easiest=tuple(map(line, reversed(judged[len(judged) - shown :]))),
        alike=tuple(_alike(group, found)),
        coverage=_coverage_sentence() if shown else "",
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


def _coverage_sentence() -> str:
    held = [f"{share} of 100 with {number_word(size)} models" for size, share in SIMULATED_COVERAGE.items()]
    return (
        f"These ranges can be too narrow: in simulations, {join_names(held)} held the true value, instead of"
        " 95. The estimate assumes that all tasks separate models equally well, and that all models find the"
        " same families hard."
    )


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
