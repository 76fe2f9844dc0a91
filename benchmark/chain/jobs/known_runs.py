"""Reads all runs, and what the branch and GitHub know about them, before anything is planned."""

import datetime
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.lost_runs import LostRuns, find_lost_runs
from benchmark.chain.jobs.rubric_spending import read_scored_rows, rubric_spent
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.history import History, read_history
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.panels import asks_an_api, recent_panels, why_not_followed
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.spending import panel_cost, spent_in_month
from benchmark.results.heads import read_heads
from benchmark.results.layout import NIGHTLY, OWNERS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.nightly.panel import Panel
from benchmark.results.status import RunStatus, read_statuses
from benchmark.submissions.names import SuiteNames


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRuns:
    """All runs, and everything that their plan depends on."""

    runs: tuple[SubmittedRun, ...]  #: of all submissions
    due: tuple[SubmittedRun, ...]  #: those without a row; none in a night
    statuses: tuple[RunStatus, ...]  #: oldest first, with one for each attempt whose result was lost
    panels: Sequence[Panel]  #: those that may have been paid for in this month
    options: PlanOptions
    history: History = field(default_factory=lambda: History(plans={}, reservations={}, paid_since=""))
    lost: LostRuns = field(default_factory=LostRuns)

    @property
    def newest(self) -> Mapping[str, int]:
        """The ids of the newest evaluations, by the artifact of the plan."""
        return self.history.newest

    def tried(self) -> Mapping[tuple[str, str], str]:
        """Return the dates of the last plans of nights, by slug and first digits of the request."""
        found: dict[tuple[str, str], str] = {}
        for plan, made in sorted(self.history.plans.items(), key=lambda known: known[1].created_at):
            for each in self.history.reservations.get(plan, ()):
                if each.is_night:
                    found[each.slug, each.request] = made.created_at[: len("2026-01-31")]
        return found

    def tonight_usd(self, date: str) -> float:
        """Return what this night has cost, and what its plans reserved or spent without a panel."""
        tonight = {plan for plan, run in self.history.plans.items() if run.created_at.startswith(date)}
        panels = sum(panel_cost(panel) for panel in self.panels if panel.night == date)
        return panels + sum(usd for plan, usd in self.lost.nights.items() if plan in tonight)


def read_known_runs(
    rows: Path,
    submissions: Path,
    policy: Path,
    known: Mapping[str, SuiteNames],
    *,
    report: Callable[[str], None],
    night: bool = False,
    statuses: Path | None = None,
    gpus: Collection[str] | None = None,
    only: tuple[str, ...] = (),
    repository: str = "",
    lint: bool = True,
) -> KnownRuns:
    """Return all runs, and the options of a plan.

    In a repository, asks GitHub whether an owner made the last change of each submission, which evaluations
    are in progress, and what earlier evaluations spent that no row, status or panel records.

    Args:
        rows: the folder ``results`` in a checkout of the branch.
        submissions: the folder of submissions.
        policy: the policy file.
        known: names that runs may use, by suite.
        report: called with a line per invalid submission, which does not stop the others, and with the
            reason if nothing may be paid for.
        night: whether a night is planned, in which no run without a row is due.
        statuses: the folder of statuses; None for the one of the checkout.
        gpus: GPU runners that are online, by name; None for all of the policy.
        only: slugs to look at; if empty, all of them.
        repository: ``OWNER/NAME``; by default the one of the workflow run.
        lint: whether parsing success is measured.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
        BadInput: if rows, statuses or the policy cannot be read.
    """
    check_rows_folder(
        rows,
        "check out the results branch and name its folder `results`; `sightbench results init` creates it",
    )
    rules, now = read_policy(policy), datetime.datetime.now(datetime.UTC)
    month, branch = now.strftime("%Y-%m"), rows.parent
    found = submitted_runs(submissions, known, only)
    for problem in found.broken:
        report(f"left out: {problem.render()}")
    heads, recorded = read_heads(rows), read_statuses(statuses or branch / STATUS)
    panels = recent_panels(branch / NIGHTLY, now)
    due = () if night else runs_without_row(found.runs, heads)
    asked = [run for run in found.runs if _is_followed(run, rules)] if night else due
    scored = () if rules.rubric is None or night else read_scored_rows(rows, heads)
    ci = CiRun.from_environment(os.environ)
    refused: Mapping[str, str] = {}
    changed: tuple[str, ...] = ()
    history, lost = History(plans={}, reservations={}, paid_since=""), LostRuns()
    rubric_usd = rubric_spent(scored, month)
    if name := repository or ci.repository:
        with RestApi.from_environment() as rest:
            at, owners = Repository(name, rest), branch / OWNERS
            workflows = WorkflowRuns(at)
            history = read_history(workflows, frozenset(run.name.slug for run in due), now)
            refused = refused_submissions(asked, at, ci.commit, rules, owners)
            changed = () if night else changed_owners(found.runs, at, ci.commit, rules, owners)
            lost = find_lost_runs(history, workflows, due=due, heads=heads, statuses=recorded, panels=panels)
            if rules.rubric is not None and not night:
                rubric_usd = rubric_spent(scored, month, history, workflows)
    if lost.unpaid:
        report(lost.unpaid)
    options = PlanOptions(
        policy=rules,
        gpus=gpus,
        spent_usd=spent_in_month(heads, recorded, month, lost.costs, panels) + lost.held_usd,
        rubric_usd=rubric_usd,
        unpaid=lost.unpaid,
        under_way=history.under_way,
        lint=lint,
        commit=ci.commit,
        insist=bool(only),
        refused=refused,
        owners=changed,
    )
    return KnownRuns(
        runs=found.runs,
        due=due,
        statuses=tuple(sorted((*recorded, *lost.statuses), key=lambda status: status.when)),
        panels=panels,
        options=options,
        history=history,
        lost=lost,
    )


def _is_followed(run: SubmittedRun, policy: Policy) -> bool:
    return asks_an_api(run) and not why_not_followed(run, policy)
