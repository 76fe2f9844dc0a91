"""How likely a model of middling ability solves each task of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import exp
from statistics import median
from typing import TYPE_CHECKING

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.scale_words import PERCENT
from benchmark.analysis.score_cells import ScoreMark, value_mark
from benchmark.leaderboard.rows.sources import Sources
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.analysis.studies.item_report import ItemReport

#: Simulated tables of so many models have intervals that hold 95 of 100 true difficulties.
MIN_MODELS = 6


@dataclass(frozen=True, slots=True)
class TaskDifficulty:
    """The difficulties of a table's tasks."""

    report: "ItemReport"
    chances: Mapping[str, ScoreMark]  #: task id → chance of a model of middling ability


def task_difficulty(group: RowGroup, sources: Sources) -> TaskDifficulty | None:
    """Return the difficulties of a table; None for fewer than six models, or without the statistics."""
    if len(group.models) < MIN_MODELS or not has_statistics():
        return None
    return sources.once(("difficulty", group.key), partial(_difficulty, group, sources))


def _difficulty(group: RowGroup, sources: Sources) -> TaskDifficulty:
    from benchmark.analysis.studies.item_report import item_report

    report = item_report(group, [sources.counts[row.id] for row in group.models], sources.where.cache)
    middle = median(model.ability for model in report.models)
    return TaskDifficulty(
        report,
        {
            item.task: _mark(item.difficulty - middle, item.high - middle, item.low - middle)
            for item in report.items
        },
    )


def _mark(away: float, most: float, least: float) -> ScoreMark:
    """Return the chance at a distance from the ability, and at the ends of its interval, in logits."""
    chance, low, high = (1 / (1 + exp(logits)) for logits in (away, most, least))
    return value_mark(PERCENT, chance, low, high)
