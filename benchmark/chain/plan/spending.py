"""Sum up what generating has cost in a month, from rows and statuses."""

from collections.abc import Iterable

from benchmark.results.heads import RowHead, RunName
from benchmark.results.status import RunStatus

_MONTH = len("2026-01")


def spent_in_month(heads: Iterable[RowHead], statuses: Iterable[RunStatus], month: str) -> float:
    """Return the US dollars that generating has cost, for all runs with a row or status of the month.

    A run that takes several workflow runs records its total cost each time, so the largest amount counts.

    Args:
        heads: heads of all rows; rows of submitted answers cost nothing.
        statuses: all statuses.
        month: month in UTC, such as ``2026-01``.
    """
    costs: dict[tuple[RunName, str | None], float] = {}
    found = [(head.run, head.request, head.started, head.cost_usd) for head in heads if head.request]
    found += [(status.run, status.request, status.when, status.cost_usd) for status in statuses]
    for run, request, moment, cost in found:
        if moment[:_MONTH] == month:
            costs[run, request] = max(cost, costs.get((run, request), 0.0))
    return sum(costs.values())
