"""Finds the runs that have no row yet, for `sightbench ci plan` and `sightbench ci reconcile`."""

import datetime
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.lost_runs import LostRuns, find_lost_runs
from benchmark.chain.plan.due_runs import SubmissionFolder, SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.history import History, read_history
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.spending import spent_in_month
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.results.heads import RowHead, read_heads
from benchmark.results.layout import OWNERS, README, STATUS
from benchmark.results.status import RunStatus, read_statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRuns:
    """The runs without a row, and all that a plan of them depends on."""

    runs: tuple[SubmittedRun, ...]
    statuses: tuple[RunStatus, ...]  #: oldest first, with one for each attempt whose result was lost
    options: PlanOptions
    newest: Mapping[str, int] = field(default_factory=dict)  #: newest evaluation by the plan's artifact


@dataclass(frozen=True, slots=True)
class _Answers:
    """What GitHub says; nothing without a repository to ask."""

    refused: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    history: History | None = None
    lost: LostRuns = field(default_factory=LostRuns)


def find_due_runs(
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    *,
    gpus: str | None,
    only: tuple[str, ...] = (),
    repository: str = "",
) -> DueRuns:
    """Return the runs without a row, all statuses, and the options of a plan.

    A results branch without rows has no folder of rows yet. Any other missing folder is a mistake: if it
    counted as "no rows", everything would be generated again. Invalid submissions are printed on standard
    error and do not stop the others.

    With a repository, GitHub is asked whether the last change of each submission came from an owner, which
    evaluations are in progress, and what earlier ones spent that no row or status says.

    Raises:
        ApiError: if GitHub cannot be asked: then nothing is planned, and nothing paid for.
        BadInput: if rows, statuses or the policy cannot be read.
    """
    if not rows.is_dir() and not (rows.parent / README).is_file():
        fix = (
            "check out the results branch and name its folder `results`; `sightbench results init` creates it"
        )
        raise BadInput("--rows", "", f"{rows} is not a folder of rows", fix)
    base_policy = read_policy(policy)
    found = submitted_runs(submissions, known_suites(), only)
    for problem in found.broken:
        say(f"left out: {problem.render()}", err=True)
    heads = read_heads(rows)
    recorded = read_statuses(statuses or rows.parent / STATUS)
    now = datetime.datetime.now(datetime.UTC)
    due = runs_without_row(found.runs, heads)
    ci = CiRun.from_environment(os.environ)
    answers = _Answers()
    if name := repository or ci.repository:
        with RestApi.from_environment() as rest:
            asked = _Asked(Repository(name, rest), ci.commit, base_policy, rows.parent / OWNERS, now)
            answers = asked.ask(found, due, heads, recorded)
    lost, history = answers.lost, answers.history
    if lost.unpaid:
        say(lost.unpaid, err=True)
    spent = spent_in_month(heads, recorded, now.strftime("%Y-%m"), lost.costs) + lost.held_usd
    options = PlanOptions(
        policy=base_policy,
        gpus=None if gpus is None else frozenset(gpus.split()),
        spent_usd=spent,
        unpaid=lost.unpaid,
        under_way=() if history is None else history.under_way,
        commit=ci.commit,
        insist=bool(only),
        refused=answers.refused,
        owners=answers.changed,
    )
    return DueRuns(
        runs=due,
        statuses=tuple(sorted((*recorded, *lost.statuses), key=lambda status: status.when)),
        options=options,
        newest={} if history is None else history.newest,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A repository to ask, and what the questions are about."""

    repository: Repository
    commit: str
    policy: Policy
    owners: Path
    now: datetime.datetime

    def ask(
        self,
        found: SubmissionFolder,
        due: tuple[SubmittedRun, ...],
        heads: tuple[RowHead, ...],
        statuses: tuple[RunStatus, ...],
    ) -> _Answers:
        """Return what GitHub says about changes of submissions, and about earlier evaluations."""
        runs = WorkflowRuns(self.repository)
        history = read_history(runs, frozenset(run.name.slug for run in due), self.now)
        return _Answers(
            refused_submissions(due, self.repository, self.commit, self.policy, self.owners),
            changed_owners(found.runs, self.repository, self.commit, self.policy, self.owners),
            history,
            find_lost_runs(history, runs, due=due, heads=heads, statuses=statuses),
        )
