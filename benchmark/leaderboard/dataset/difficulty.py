"""How difficult the tasks of a data set are for a model of middling ability."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.score_cells import Cell, ScoreMark
from benchmark.analysis.wording import TASK_CHARACTERS, clean, number_word, percent, plural
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.rows.task_difficulty import task_difficulty
from benchmark.leaderboard.shared.addresses import task_page

if TYPE_CHECKING:
    from benchmark.analysis.studies.item_report import ItemDifficulty

#: From so many models on, data could tell how well a task separates strong models from weak ones.
DISCRIMINATION_MODELS = 30
_SHOWN = 5  #: hardest and easiest tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyLine:
    """One task."""

    name: str
    page: str
    mark: ScoreMark  #: chance that a model of middling ability solves it, with its 95 % interval
    models: Cell  #: models that solved it


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyTable:
    """The hardest and the easiest tasks of a data set, in its most prominent table."""

    conditions: Conditions
    hardest: tuple[DifficultyLine, ...]
    easiest: tuple[DifficultyLine, ...]
    sentences: tuple[str, ...]


def difficulty_table(group: RowGroup | None, sources: Sources) -> DifficultyTable | None:
    """Return the hardest and the easiest tasks; None for fewer than six models, or without the statistics."""
    found = None if group is None else task_difficulty(group, sources)
    if group is None or found is None:
        return None
    report = found.report

    def line(item: "ItemDifficulty") -> DifficultyLine:
        return DifficultyLine(
            name=clean(item.task, TASK_CHARACTERS),
            page=task_page(group.key.suite, group.key.dataset, item.stem),
            mark=found.chances[item.task],
            models=Cell(f"{item.models} of {len(report.models)}", str(item.models)),
        )

    shown = min(_SHOWN, len(report.items) // 2)
    return DifficultyTable(
        conditions=conditions(group.key),
        hardest=tuple(map(line, report.items[:shown])),
        easiest=tuple(map(line, reversed(report.items[len(report.items) - shown :]))),
        sentences=tuple(
            _sentences(
                len(report.models),
                len(report.unsolved),
                len(report.solved_by_all),
                [model.draws_share for model in report.models],
            )
        ),
    )


def _sentences(models: int, unsolved: int, by_all: int, shares: Sequence[float | None]) -> list[str]:
    found = []
    solved = [
        f"no model solves {plural(unsolved, 'task')}" if unsolved else "",
        f"every model solves {plural(by_all, 'task')} in every try" if by_all else "",
    ]
    if said := ", and ".join(filter(None, solved)):
        found.append(f"{said[0].upper()}{said[1:]}; these do not tell models apart.")
    known = [share for share in shares if share is not None]
    if known:
        low, high = percent(min(known)), percent(max(known))
        found.append(
            f"Drawing answers makes {low} to {high} % of the variance of a model’s score; more tries lower"
            " only this part, and more tasks lower all of it."
        )
    if models < DISCRIMINATION_MODELS:
        found.append(
            "Whether a task separates strong models from weak ones better than others is not shown:"
            f" {number_word(models)} models are too few for that."
        )
    return found
