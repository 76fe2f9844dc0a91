"""How likely a model of median ability solves each task of a table."""

from collections.abc import Mapping
from functools import partial
from math import exp
from pathlib import Path
from statistics import median

from benchmark.analysis.groups import RowGroup
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.counted_row import read_counted
from benchmark.scoring.installed import has_statistics

#: With fewer models, the estimates are too uncertain to tell tasks apart.
MIN_MODELS = 6


#: Task id → chance of a model of median ability; tasks with verdicts.
Chances = Mapping[str, float]


def median_chances(group: RowGroup, sources: Sources) -> Chances:
    """Return the chances of a table whose difficulties `sightbench rank` has computed.

    Empty for fewer than six models, without the statistics, or if they are not in the cache.
    """
    if len(group.models) < MIN_MODELS or not has_statistics():
        return {}
    return sources.once(("chances", group.key), partial(_chances, group, sources))


def compute_difficulties(rows: Path, cache: Path) -> None:
    """Compute the difficulties of all tables of a folder of rows; nothing without the statistics.

    The build of a site only reads them.
    """
    if has_statistics():
        from benchmark.analysis.studies.difficulties import keep_difficulties

        keep_difficulties(read_counted(rows, cache / "rows"), cache)


def _chances(group: RowGroup, sources: Sources) -> Chances:
    from benchmark.analysis.studies.difficulties import item_report, known_difficulties

    counts = [sources.counts[row.id] for row in group.models]
    rows, cache = [row.id for row in group.models], sources.where.cache
    known = None if cache is None else known_difficulties(rows, len(counts[0].tasks), cache)
    if known is None:
        return {}
    report = item_report(group, counts, known)
    middle = median(model.ability for model in report.models)
    # Both in logits.
    return {item.task: 1 / (1 + exp(item.difficulty - middle)) for item in report.items if item.judged}
