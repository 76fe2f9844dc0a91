"""The cost of a month follows from rows and statuses alone."""

from benchmark.chain.plan.spending import spent_in_month
from benchmark.results.heads import RowHead, RunName
from benchmark.results.status import RunStatus

NAME = RunName("acme", "tiny", "small", "text", "greedy", "sightbench")


def head(cost: float, request: str | None = "a" * 64, month: str = "2026-11") -> RowHead:
    return RowHead(id="0" * 64, run=NAME, request=request, started=f"{month}-02T00:00:00Z", cost_usd=cost)


def status(cost: float, request: str = "a" * 64, day: int = 1) -> RunStatus:
    fields = {"state": "waiting", "stage": "generate", "reason": "unfinished", "config": "b" * 64}
    when = f"2026-11-0{day}T00:00:00Z"
    return RunStatus.model_validate(
        {**NAME._asdict(), **fields, "request": request, "when": when, "cost_usd": cost}
    )


def test_the_largest_total_of_a_resumed_run_counts() -> None:
    assert spent_in_month([], [status(1.0), status(2.5, day=2)], "2026-11") == 2.5
    assert spent_in_month([head(4.0)], [status(1.0), status(2.5, day=2)], "2026-11") == 4.0


def test_costs_of_different_requests_are_added() -> None:
    assert spent_in_month([head(4.0), head(2.0, "c" * 64)], [status(1.0, "d" * 64)], "2026-11") == 7.0


def test_other_months_and_rows_without_request_cost_nothing() -> None:
    assert spent_in_month([head(4.0, month="2026-10"), head(8.0, request=None)], [], "2026-11") == 0.0
