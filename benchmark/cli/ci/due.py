"""Finds the runs without a row and what GitHub knows of them, for `plan`, `reconcile` and `night-plan`."""

import datetime
import os
from collections.abc import Mapping, Sequence
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
from benchmark.chain.plan.panels import asks_an_api, recent_panels, why_not_followed
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.spending import spent_in_month
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.results.heads import RowHead, read_heads
from benchmark.results.layout import NIGHTLY, OWNERS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.nightly.panel import Panel
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


@dataclass(frozen=True, slots=True)
class NightHistory:
    """What GitHub knows about submissions and earlier nights; the defaults hold without a repository."""

    refused: Mapping[str, str] = field(default_factory=dict)  #: why submissions are refused, by slug
    history: History | None = None
    lost: LostRuns = field(default_factory=LostRuns)

    def tried(self) -> Mapping[tuple[str, str], str]:
        """Return the dates of the last plans of nights, by slug and first digits of the request."""
        found: dict[tuple[str, str], str] = {}
        history = self.history or History(plans={}, reservations={}, paid_since="")
        for plan, made in sorted(history.plans.items(), key=lambda known: known[1].created_at):
            for each in history.reservations.get(plan, ()):
                if each.is_night:
                    found[each.slug, each.request] = made.created_at[: len("2026-01-31")]
        return found

    def tonight_usd(self, date: str) -> float:
        """Return what plans of this night have reserved or spent without a panel, in US dollars."""
        plans = {} if self.history is None else self.history.plans
        tonight = {plan for plan, run in plans.items() if run.created_at.startswith(date)}
        return sum(usd for plan, usd in self.lost.nights.items() if plan in tonight)


def night_history(
    runs: Sequence[SubmittedRun],
    *,
    heads: Sequence[RowHead],
    statuses: Sequence[RunStatus],
    panels: Sequence[Panel],
    owners: Path,
    policy: Policy,
    now: datetime.datetime,
) -> NightHistory:
    """Ask GitHub who changed the followed submissions last, and what earlier plans may have spent.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
    """
    ci = CiRun.from_environment(os.environ)
    if not ci.repository:
        return NightHistory()
    with RestApi.from_environment() as rest:
        repository = Repository(ci.repository, rest)
        workflows = WorkflowRuns(repository)
        history = read_history(workflows, frozenset(), now)
        followed = [run for run in runs if asks_an_api(run) and not why_not_followed(run, policy)]
        return NightHistory(
            refused_submissions(followed, repository, ci.commit, policy, owners),
            history,
            find_lost_runs(history, workflows, due=[], heads=heads, statuses=statuses, panels=panels),
        )
