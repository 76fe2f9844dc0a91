"""What generating has cost in a month, as rows and statuses say it."""

from collections.abc import Iterable

from benchmark.results.heads import RowHead, RunName
from benchmark.results.status import RunStatus

_MONTH = len("2026-01")


def spent(heads: Iterable[RowHead], statuses: Iterable[RunStatus], month: str) -> float:
    """US dollars for all runs that were last worked on in a month.

    A run that goes on over several workflow runs says each time what it has cost in all: the largest counts.

    Args:
        heads: of all rows; those of answers that were handed in cost nothing.
        statuses: all of them.
        month: ``2026-01``, UTC.
    """
    costs: dict[tuple[RunName, str | None], float] = {}
    found = [(head.run, head.request, head.started, head.cost_usd) for head in heads if head.request]
    found += [(status.run, status.request, status.when, status.cost_usd) for status in statuses]
    for run, request, moment, cost in found:
        if moment[:_MONTH] == month:
            costs[run, request] = max(cost, costs.get((run, request), 0.0))
    return sum(costs.values())
