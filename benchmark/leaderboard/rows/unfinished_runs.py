"""Runs of merged submissions that have no row yet: why, and what happens next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import run_conditions
from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.facts import day
from benchmark.leaderboard.rows.row_links import safe_link
from benchmark.results.row import Row
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run

_REASON_CHARACTERS = 500
_STAGES = {
    "plan": "Planning",
    "generate": "Generation",
    "score": "Judging",
    "rubric": "Grading",
    "record": "Recording",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedRun:
    """A run without a row, as the status page shows it."""

    slug: str
    table: str  #: table that its row would be in
    state: str  #: ``Generation failed``
    reason: str
    next: str  #: ``will be retried (attempt 2 of 3)``
    day: str
    links: tuple[tuple[str, str], ...]  #: label and https address


def unfinished_runs(statuses: Sequence[RunStatus], rows: Iterable[Row]) -> tuple[UnfinishedRun, ...]:
    """Return the runs that have a status and no row since then, in order of slug.

    Args:
        statuses: all statuses, oldest first.
        rows: all rows, withdrawn ones too.
    """
    answered: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        result = row.result
        name = (result.submission.slug, result.suite, result.dataset, result.setting, result.protocol)
        answered.setdefault((*name, result.prompt.name), []).append(row)
    return tuple(
        _run_view(status, statuses)
        for run, status in sorted(newest_by_run(statuses).items())
        if not any(_is_answered(row, status) for row in answered.get(tuple(run), []))
    )


def _is_answered(row: Row, status: RunStatus) -> bool:
    return row.run.request == status.request or row.run.started >= status.when


def _run_view(status: RunStatus, statuses: Sequence[RunStatus]) -> UnfinishedRun:
    asked = run_conditions(status.suite, status.setting, status.protocol, status.prompt)
    state = {"failed": "failed", "waiting": "is waiting", "refused": "was refused"}[status.state]
    return UnfinishedRun(
        slug=status.slug,
        table=f"{clean(suite_title(status.suite))}, {clean(status.dataset)} · {asked.with_ids}",
        state=f"{_STAGES[status.stage]} {state}",
        reason=clean(status.reason, _REASON_CHARACTERS),
        next=_next_step(status, statuses),
        day=day(status.when),
        links=tuple((clean(label), link) for label, link in sorted(status.links.items()) if safe_link(link)),
    )


def _next_step(status: RunStatus, statuses: Sequence[RunStatus]) -> str:
    if status.state == "waiting":
        return "continues automatically"
    if status.state == "refused":
        return "the submission must be edited"
    same = (status.run, status.request, status.config)
    times = sum(
        other.state == "failed" and (other.run, other.request, other.config) == same for other in statuses
    )
    if times >= ATTEMPTS:
        return f"will not be retried: it failed {times} times"
    return f"will be retried (attempt {times + 1} of {ATTEMPTS})"
