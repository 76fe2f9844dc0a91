"""Runs of merged submissions that have no row yet: what became of them, and what happens next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
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
    """One run, as the list of models shows it."""

    slug: str
    table: str  #: where its row would stand
    state: str  #: ``Generation failed``
    reason: str
    next: str  #: ``will be tried again (attempt 2 of 3)``
    day: str
    links: tuple[tuple[str, str], ...]  #: label and https address


def unfinished(statuses: Sequence[RunStatus], rows: Iterable[Row]) -> tuple[UnfinishedRun, ...]:
    """The runs whose newest status no row has answered, in order of slug.

    Args:
        statuses: all of them, oldest first.
        rows: all rows, withdrawn ones too.
    """
    answered: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        result = row.result
        name = (result.submission.slug, result.suite, result.dataset, result.setting, result.protocol)
        answered.setdefault((*name, result.prompt.name), []).append(row)
    return tuple(
        _shown(status, statuses)
        for run, status in sorted(newest_by_run(statuses).items())
        if not any(_answers(row, status) for row in answered.get(tuple(run), []))
    )


def _answers(row: Row, status: RunStatus) -> bool:
    return row.run.request == status.request or row.run.started >= status.when


def _shown(status: RunStatus, statuses: Sequence[RunStatus]) -> UnfinishedRun:
    conditions = (("setting", status.setting), ("protocol", status.protocol), ("prompt", status.prompt))
    named = " · ".join(f"{word} {clean(value)}" for word, value in conditions if value)
    state = {"failed": "failed", "waiting": "waits", "refused": "is refused"}[status.state]
    return UnfinishedRun(
        slug=status.slug,
        table=f"{clean(suite_title(status.suite))}, {clean(status.dataset)} · {named}",
        state=f"{_STAGES[status.stage]} {state}",
        reason=clean(status.reason, _REASON_CHARACTERS),
        next=_next(status, statuses),
        day=day(status.when),
        links=tuple((clean(label), link) for label, link in sorted(status.links.items()) if safe_link(link)),
    )


def _next(status: RunStatus, statuses: Sequence[RunStatus]) -> str:
    if status.state == "waiting":
        return "goes on by itself"
    if status.state == "refused":
        return "needs an edit of the submission"
    same = (status.run, status.request, status.config)
    times = sum(one.state == "failed" and (one.run, one.request, one.config) == same for one in statuses)
    if times >= ATTEMPTS:
        return f"not tried again: it failed {times} times"
    return f"will be tried again (attempt {times + 1} of {ATTEMPTS})"
