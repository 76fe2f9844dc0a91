"""Sum up what generating has cost in a month, from rows, statuses and panels."""

from collections.abc import Iterable, Mapping

from benchmark.chain.plan.reservation import REQUEST_DIGITS
from benchmark.generation.record.manifest import Manifest
from benchmark.results.heads import RowHead
from benchmark.results.nightly.panel import Panel
from benchmark.results.status import RunStatus

_MONTH = len("2026-01")


def spent_in_month(
    heads: Iterable[RowHead],
    statuses: Iterable[RunStatus],
    month: str,
    lost: Mapping[tuple[str, str], float] | None = None,
    panels: Iterable[Panel] = (),
) -> float:
    """Return the US dollars that generating has cost, for all runs with a row, status or panel of the month.

    A run that takes several workflow runs records its total cost each time, so the largest amount counts.
    Panels are added up, because each night asks again.

    Args:
        heads: heads of all rows; rows of submitted answers cost nothing.
        statuses: all statuses.
        month: month in UTC, such as ``2026-01``.
        lost: costs of this month that nothing else records, by slug and first digits of the request.
        panels: panels, at least all of the month; those that share the completions of a row cost nothing.
    """
    costs = dict(lost or {})
    found = [(head.run.slug, head.request, head.started, head.cost_usd) for head in heads if head.request]
    found += [(status.slug, status.request, status.when, status.cost_usd) for status in statuses]
    for slug, request, moment, cost in found:
        if moment[:_MONTH] == month:
            key = (slug, request[:REQUEST_DIGITS])
            costs[key] = max(cost, costs.get(key, 0.0))
    return sum(costs.values()) + sum(panel_cost(panel) for panel in panels if panel.night[:_MONTH] == month)


def panel_cost(panel: Panel) -> float:
    """Return the US dollars that a panel has cost; 0 if it is unknown, or its row has paid for it."""
    return 0.0 if panel.run.row is not None else panel.run.cost_usd or 0.0


def manifest_cost(manifest: Manifest | None) -> float:
    """Return what completions cost, and what calls without a counted reply may cost at most."""
    return 0.0 if manifest is None else (manifest.totals.cost_usd or 0.0) + manifest.unsure_usd
