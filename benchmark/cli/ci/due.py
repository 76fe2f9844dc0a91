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
from benchmark.chain.jobs.rubric_spending import ScoredRow, read_scored_rows, rubric_spent
from benchmark.chain.plan.due_runs import SubmissionFolder, SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.history import History, read_history
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.panels import recent_panels
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.spending import spent_in_month
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.results.heads import RowHead, read_heads
from benchmark.results.layout import NIGHTLY, OWNERS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.status import RunStatus, read_statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRuns:
    """The runs without a row, and everything that their plan depends on."""

    runs: tuple[SubmittedRun, ...]
    statuses: tuple[RunStatus, ...]  #: oldest first, with one for each attempt whose result was lost
    options: PlanOptions
    #: Ids of the newest evaluations, by the artifact of the plan.
    newest: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _GitHubAnswers:
    """What GitHub knows about submissions and earlier evaluations; the defaults hold without a repository."""

    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are refused, by slug
    changed: tuple[str, ...] = ()  #: submissions whose owners a maintainer changed
    history: History | None = None
    lost: LostRuns = field(default_factory=LostRuns)
    rubric_usd: float = 0.0  #: spent or reserved in this month for scores by a model


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

    Invalid submissions are printed on standard error and do not stop the others.

    With a repository, asks GitHub whether an owner made the last change of each submission, which evaluations
    are in progress, and what earlier evaluations spent that no row and no status records.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
        BadInput: if rows, statuses or the policy cannot be read.
    """
    check_rows_folder(
        rows,
        "check out the results branch and name its folder `results`; `sightbench results init` creates it",
    )
    base_policy = read_policy(policy)
    found = submitted_runs(submissions, known_suites(), only)
    for problem in found.broken:
        say(f"left out: {problem.render()}", err=True)
    heads = read_heads(rows)
    recorded = read_statuses(statuses or rows.parent / STATUS)
    now = datetime.datetime.now(datetime.UTC)
    due = runs_without_row(found.runs, heads)
    ci = CiRun.from_environment(os.environ)
    scored = () if base_policy.rubric is None else read_scored_rows(rows, heads)
    answers = _GitHubAnswers(rubric_usd=rubric_spent(scored, now.strftime("%Y-%m")))
    if name := repository or ci.repository:
        with RestApi.from_environment() as rest:
            questions = _GitHubQuestions(
                Repository(name, rest), ci.commit, base_policy, rows.parent / OWNERS, now
            )
            answers = questions.ask(found, due, heads, recorded, scored)
    lost, history = answers.lost, answers.history
    if lost.unpaid:
        say(lost.unpaid, err=True)
    panels = recent_panels(rows.parent / NIGHTLY, now)
    spent = spent_in_month(heads, recorded, now.strftime("%Y-%m"), lost.costs, panels) + lost.held_usd
    options = PlanOptions(
        policy=base_policy,
        gpus=None if gpus is None else frozenset(gpus.split()),
        spent_usd=spent,
        rubric_usd=answers.rubric_usd,
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
class _GitHubQuestions:
    """Asks GitHub about the submissions of a repository."""

    repository: Repository
    commit: str  #: the commit of the submissions
    policy: Policy
    owners: Path  #: folder of recorded owners
    now: datetime.datetime  #: current time in UTC

    def ask(
        self,
        found: SubmissionFolder,
        due: tuple[SubmittedRun, ...],
        heads: tuple[RowHead, ...],
        statuses: tuple[RunStatus, ...],
        scored: tuple[ScoredRow, ...],
    ) -> _GitHubAnswers:
        """Return who changed the submissions last, and what earlier evaluations did."""
        runs = WorkflowRuns(self.repository)
        history = read_history(runs, frozenset(run.name.slug for run in due), self.now)
        return _GitHubAnswers(
            refused_submissions(due, self.repository, self.commit, self.policy, self.owners),
            changed_owners(found.runs, self.repository, self.commit, self.policy, self.owners),
            history,
            find_lost_runs(
                history,
                runs,
                due=due,
                heads=heads,
                statuses=statuses,
                panels=recent_panels(self.owners.parent / NIGHTLY, self.now),
            ),
            0.0
            if self.policy.rubric is None
            else rubric_spent(scored, self.now.strftime("%Y-%m"), history, runs),
        )
