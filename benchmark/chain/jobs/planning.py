"""Plans from a checkout of the results branch, and adds the plan's reservations and statuses to it."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.merged_changes import ChangesOfPaths
from benchmark.chain.github.repository import Repository
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.recording import RecordJob, results_of
from benchmark.chain.jobs.settling import EndedJobs, settlement_of
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.panels import asks_an_api, why_not_followed
from benchmark.chain.plan.plan import PlanOptions, make_plan, plan_lines
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.reserving import add_reservations, reservations_of, waiting_for_gpu
from benchmark.core.digest import sha256_hex
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import read_heads
from benchmark.results.layout import OWNERS, ROWS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.money import Money, Reservation, add_settlement, read_money
from benchmark.results.status import RunStatus, newest_by_run, read_statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningPlace:
    """What every plan of this workflow run depends on, apart from the branch."""

    submissions: Path
    policy: Path
    known: Mapping[str, Suite]  #: suites that runs may name
    changes: ChangesOfPaths | None = None  #: the merged changes on GitHub; None outside a repository
    commit: str = ""  #: commit of the submissions
    only: tuple[str, ...] = ()  #: slugs to look at; if empty, all of them
    lint: bool = True  #: whether parsing success is measured


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownRuns:
    """All runs, and everything that their plan depends on."""

    runs: tuple[SubmittedRun, ...]  #: of all submissions
    due: tuple[SubmittedRun, ...]  #: those without a row; none in a night
    statuses: tuple[RunStatus, ...]  #: oldest first
    money: Money
    options: PlanOptions


def read_known_runs(
    checkout: Path, place: PlanningPlace, *, report: Callable[[str], None], night: bool = False
) -> KnownRuns:
    """Return all runs, and the options of a plan.

    Args:
        checkout: a checkout of the branch of results.
        place: what else the plan depends on.
        report: called with a line per invalid submission, which does not stop the others.
        night: whether a night is planned, in which no run without a row is due.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
        BadInput: if rows, statuses, money or the policy cannot be read.
    """
    rows = checkout / ROWS
    check_rows_folder(
        rows,
        "check out the results branch and name its folder `results`; `sightbench results init` creates it",
    )
    rules, month = read_policy(place.policy), datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    found = submitted_runs(place.submissions, place.known, place.only)
    for problem in found.broken:
        report(f"left out: {problem.render()}")
    statuses, money = read_statuses(checkout / STATUS), read_money(checkout)
    due = () if night else runs_without_row(found.runs, read_heads(rows))
    asked: Sequence[SubmittedRun] = [run for run in found.runs if _is_followed(run, rules)] if night else due
    refused: Mapping[str, str] = {}
    changed: tuple[str, ...] = ()
    if place.changes is not None:
        refused = refused_submissions(asked, place.changes, rules, checkout / OWNERS)
        changed = () if night else changed_owners(found.runs, place.changes, rules, checkout / OWNERS)
    options = PlanOptions(
        policy=rules,
        spent_usd=money.spent_usd(month),
        rubric_usd=money.rubric_usd(month),
        under_way=money.under_way,
        lint=place.lint,
        commit=place.commit,
        insist=bool(place.only),
        refused=refused,
        owners=changed,
    )
    return KnownRuns(runs=found.runs, due=due, statuses=tuple(statuses), money=money, options=options)


def _is_followed(run: SubmittedRun, policy: Policy) -> bool:
    return asks_an_api(run) and not why_not_followed(run, policy)


@dataclass(slots=True, kw_only=True)
class BranchPlan:
    """A plan, made anew from each state of the branch, until its reservations are pushed.

    Args:
        place: what it depends on, apart from the branch.
        repository: the repository; None outside of GitHub.
        ci: this workflow run.
        plan_night: plans a night from what is known and a checkout, and returns the plan and its lines; None
            to plan the runs without a row.
        report: called with a line per submission that is left out.
    """

    place: PlanningPlace
    repository: Repository | None
    ci: CiRun
    plan_night: Callable[[KnownRuns, Path], tuple[Plan, list[str]]] | None = None
    report: Callable[[str], None] = lambda _line: None
    plan: Plan = field(init=False)
    lines: list[str] = field(init=False)
    reservations: tuple[Reservation, ...] = ()

    def make(self, checkout: Path) -> KnownRuns:
        """Plan from a checkout of the branch, and return what it knows.

        Raises:
            ApiError: if a request to GitHub fails: then nothing is planned.
            BadInput: if something on the branch cannot be read.
        """
        night = self.plan_night is not None
        known = read_known_runs(checkout, self.place, report=self.report, night=night)
        if self.plan_night is not None:
            self.plan, self.lines = self.plan_night(known, checkout)
        else:
            self.plan = make_plan(known.due, known.statuses, known.options)
            self.lines = plan_lines(self.plan)
        return known

    def reserve(self, checkout: Path) -> str | None:
        """Plan, and add reservations, statuses and owners to the checkout; return the commit's message."""
        known = self.make(checkout)
        last = newest_by_run(known.statuses)
        policy = sha256_hex(read_bytes(self.place.policy))
        self.reservations = reservations_of(self.plan, last, policy=policy, links=self.ci.links)
        unplanned = [*self.plan.unplanned, *waiting_for_gpu(self.plan, last)]
        note = RecordJob(
            plan=self.plan.model_copy(update={"runs": [], "jobs": [], "unplanned": unplanned}),
            artifacts=Path(),
            submissions=self.place.submissions,
            ci=self.ci,
        )
        ownership = ask_owners(note, self.repository, known.options.policy, self.place.changes)
        messages = [
            ownership.add_to_branch(results_of(note), checkout),
            add_reservations(checkout, self.reservations),
        ]
        return "\n\n".join(message for message in messages if message) or None

    def give_back(self, refused: Sequence[Reservation], checkout: Path) -> str:
        """Settle reservations whose evaluation GitHub refused to start; return the message of the commit."""
        skipped = EndedJobs(generate="skipped", rubric="skipped")
        for reservation in refused:
            settlement = settlement_of(reservation, Path(), skipped, self.ci.links)
            add_settlement(checkout, reservation, settlement)
        return "\n".join(["Give back money", "", *(f"settled: {one.part}" for one in refused)])
