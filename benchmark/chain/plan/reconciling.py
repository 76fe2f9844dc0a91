"""Runs that nobody works on are begun again; those that failed too often become an issue each, once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.chain.github.repository import GitHub, Issue
from benchmark.chain.plan.due_runs import SubmittedRun, failures
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run

LABEL = "evaluation-failed"
_COLOR = "b60205"
_DESCRIPTION = "A run of a submission that failed three times"
#: States of a workflow run that has not come to its end.
_UNDER_WAY = ("in_progress", "queued", "pending", "waiting", "requested")
_MARK = re.compile(r"<!-- sightbench run ([0-9a-f]{64}) -->")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcileResult:
    """What was done, or would be."""

    dispatched: bool
    under_way: bool  #: an evaluation runs already
    opened: tuple[str, ...]  #: titles of issues
    closed: tuple[int, ...]  #: numbers of issues


def reconcile(
    stuck: Sequence[tuple[SubmittedRun, RunStatus]],
    *,
    planned: bool,
    github: GitHub,
    workflow: str,
    ref: str,
    dry: bool = False,
) -> ReconcileResult:
    """Start the workflow where something is to be done, and tell people what does not get done by itself.

    Args:
        stuck: runs that failed too often, each with its last status.
        planned: whether a plan made now would have anything to do.
        github: of the repository.
        workflow: the name of its file.
        ref: the branch that it runs on.
        dry: only say what would be done.

    Raises:
        ApiError: when GitHub does not do what it was asked.
    """
    under_way = planned and any(next(github.runs(workflow, status=state), None) for state in _UNDER_WAY)
    known = {mark: issue for issue in github.issues(labels=[LABEL], state="all") if (mark := _mark(issue))}
    new = [(asked, last) for asked, last in stuck if asked.config not in known]
    over = _over(known.items(), stuck)
    if not dry:
        if new:
            github.ensure_label(LABEL, color=_COLOR, description=_DESCRIPTION)
        for asked, last in new:
            github.open_issue(_title(asked), _body(asked, last), [LABEL])
        for issue in over:
            github.edit_issue(issue.number, state="closed")
        if planned and not under_way:
            github.dispatch(workflow, ref=ref)
    return ReconcileResult(
        dispatched=planned and not under_way,
        under_way=under_way,
        opened=tuple(_title(asked) for asked, _ in new),
        closed=tuple(issue.number for issue in over),
    )


def stuck_runs(
    due: Iterable[SubmittedRun], statuses: Sequence[RunStatus]
) -> list[tuple[SubmittedRun, RunStatus]]:
    """Runs that failed too often, each with its last status."""
    last = newest_by_run(statuses)
    return [(asked, last[asked.name]) for asked in due if failures(asked, statuses) >= ATTEMPTS]


def _over(known: Iterable[tuple[str, Issue]], stuck: Sequence[tuple[SubmittedRun, RunStatus]]) -> list[Issue]:
    """Open issues of runs that have a row now, or ask for something else."""
    still = {asked.config for asked, _ in stuck}
    return [issue for config, issue in known if config not in still and issue.state == "open"]


def _mark(issue: Issue) -> str:
    found = _MARK.search(issue.body or "")
    return found[1] if found else ""


def _title(asked: SubmittedRun) -> str:
    return f"No result after {ATTEMPTS} attempts: {asked.name}"


def _body(asked: SubmittedRun, last: RunStatus) -> str:
    owners = ", ".join(f"@{login}" for login in asked.submission.owners)
    links = "\n".join(f"- [{label}]({address})" for label, address in last.links.items())
    fenced = last.reason.replace("`", "'")
    return f"""\
`submissions/{asked.name.slug}/submission.yaml`, `{asked.place}`: it failed {ATTEMPTS} times, the last time in
the stage `{last.stage}` ({last.when}):

```text
{fenced}
```

{links}

An edit of the run begins anew. To try it again as it is, start the workflow by hand and name the submission:
`{asked.name.slug}`. This issue is closed when the run has a row.

{owners}

<!-- sightbench run {asked.config} -->
"""
