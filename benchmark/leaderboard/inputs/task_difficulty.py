"""How likely a model of median ability solves each task of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import exp
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmark.analysis.groups import RowGroup
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.counted_row import read_counted
from benchmark.scoring.installed import has_statistics

if TYPE_CHECKING:
    from benchmark.analysis.studies.difficulties import ItemReport


#: With fewer models, the estimates are too uncertain to tell tasks apart.
MIN_MODELS = 6


@dataclass(frozen=True, slots=True)
class TaskDifficulty:
    """The difficulties of a table's tasks."""

    report: "ItemReport"
    chances: Mapping[str, float]  #: task id → chance of a model of median ability; tasks with verdicts


def task_difficulty(group: RowGroup, sources: Sources) -> TaskDifficulty | None:
    """Return the difficulties of a table that `sightbench rank` has computed.

    None for fewer than six models, without the statistics, or if they are not in the cache.
    """
    if len(group.models) < MIN_MODELS or not has_statistics():
        return None
    return sources.once(("difficulty", group.key), partial(_difficulty, group, sources))


def compute_difficulties(rows: Path, cache: Path) -> None:
    """Compute the difficulties of all tables of a folder of rows; nothing without the statistics.

    The build of a site only reads them.
    """
    if has_statistics():
        from benchmark.analysis.studies.difficulties import keep_difficulties

        keep_difficulties(read_counted(rows, cache / "rows"), cache)


def _difficulty(group: RowGroup, sources: Sources) -> TaskDifficulty | None:
    from benchmark.analysis.studies.difficulties import item_report, known_difficulties

    counts = [sources.counts[row.id] for row in group.models]
    if sources.where.cache is None:
        return None
    known = known_difficulties([row.id for row in group.models], len(counts[0].tasks), sources.where.cache)
    if known is None:
        return None
    report = item_report(group, counts, known)
    middle = median(model.ability for model in report.models)

    chances = {
        item.task: 1 / (1 + exp(item.difficulty - middle))  # both in logits
        for item in report.items
        if item.judged
    }
    return TaskDifficulty(report, chances)
