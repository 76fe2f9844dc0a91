"""What the answers of a row cost: recorded, or estimated from tokens and the vendor's list price."""

from dataclasses import dataclass

from benchmark.analysis.score_cells import Cell
from benchmark.analysis.wording import money, short_number
from benchmark.leaderboard.inputs.facts import day_or_month, dollars_per_thousand
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class RowCost:
    """Dollars for 1,000 tasks with all their samples."""

    dollars: float
    price_date: str = ""  #: of an estimate: ``Nov 2026``, when the list price held; empty if it is recorded

    @property
    def text(self) -> str:
        """The number, such as ``6.11``, or ``est. 6.11``."""
        return f"{'est. ' if self.price_date else ''}{short_number(self.dollars, money(self.dollars))}"


def cost_of(sources: Sources, row: Row) -> RowCost | None:
    """Return what 1,000 tasks cost; None if neither the cost nor tokens and a list price are known.

    An estimate counts all tokens at the full price, without discounts for caches and batches.
    """
    recorded = dollars_per_thousand(row)
    if recorded is not None:
        return RowCost(recorded)
    submission = sources.submissions.get(row.result.submission.slug)
    price = submission.list_price if submission else None
    if price is None or row.run.tokens_in is None or row.run.tokens_out is None:
        return None
    dollars = (row.run.tokens_in * price.input + row.run.tokens_out * price.output) / _MILLION
    return RowCost(1000 * dollars / row.result.tasks.count, day_or_month(price.date))


def cost_cell(sources: Sources, row: Row) -> Cell:
    """Return the dollars for 1,000 tasks as a cell; an estimate is named so."""
    cost = cost_of(sources, row)
    return Cell() if cost is None else Cell(cost.text, f"{cost.dollars:.8f}")
