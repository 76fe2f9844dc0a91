"""Plans from a checkout of the results branch, and adds the plan's reservations and statuses to it."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.recording import results_of
from benchmark.chain.jobs.settling import unbegun
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.ownership import NO_TREE, ChangesOfPaths, changed_owners, refused_submissions
from benchmark.chain.plan.panels import why_not_followed
from benchmark.chain.plan.plan import KnownRuns, make_plan, plan_lines
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.reservations import (
    add_reservations,
    reservations_of,
    runs_without_scores,
    waiting_for_gpu,
)
from benchmark.core.digest import sha256_hex
from benchmark.files.bounded import read_bytes
from benchmark.results.layout import OWNERS, ROWS, STATUS
from benchmark.results.ledger import check_rows_folder
from benchmark.results.money import Reservation, StartedRun, add_next_to, find_reservation, read_money
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import newest_by_run, read_heads, read_statuses
from benchmark.submissions.files import SUBMISSIONS


@dataclass(slots=True, kw_only=True)
class BranchPlan:
    """A plan, made anew from each state of the branch, until its reservations are pushed."""

    submissions: Path
    policy: Path
    ci: CiRun  #: the workflow run; its commit has the submissions
    repository: Repository | None  #: None outside of GitHub, and for a dry run
    only: tuple[str, ...] = ()  #: slugs of the submissions to plan; empty for all
    lint: bool = True
    #: Plans a night, and returns the plan and its lines; None to plan the runs without a row.
    plan_night: Callable[[KnownRuns, Path], tuple[Plan, list[str]]] | None = None
    report: Callable[[str], None] = lambda _line: None  #: called with a line per submission that is left out
    changes: ChangesOfPaths | None = field(init=False, default=None)
    plan: Plan = field(init=False)
    lines: list[str] = field(init=False)
    reservations: tuple[Reservation, ...] = ()

    def __post_init__(self) -> None:
        """Make one object that looks up merged changes on GitHub, so that each is looked up only once."""
        if self.repository is not None:
            clone = self.submissions.resolve().parent
            self.changes = ChangesOfPaths(self.repository, self.ci.commit, clone)

    def make(self, checkout: Path) -> KnownRuns:
        """Make the plan from a checkout of the branch; return everything that the plan depends on.

        Raises:
            ApiError: if a request to GitHub fails: then nothing is planned, and nothing is paid for.
        """
        known = self._read(checkout)
        if self.plan_night is not None:
            self.plan, self.lines = self.plan_night(known, checkout)
        else:
            self.plan = make_plan(known.due, known.statuses, known)
            self.lines = plan_lines(self.plan)
        return known

    def _read(self, checkout: Path) -> KnownRuns:
        rows, night = checkout / ROWS, self.plan_night is not None
        fix = "check out the results branch and name its folder `results`; "
        check_rows_folder(rows, f"{fix}`sightbench results init` creates it")
        policy, found = read_policy(self.policy), submitted_runs(self.submissions, self.only)
        for problem in found.broken:
            self.report(f"left out: {problem.render()}")
        heads = read_heads(rows)
        due = () if night else runs_without_row(found.runs, heads)
        unscored = () if night or policy.rubric is None else runs_without_scores(found.runs, heads, rows)
        asked: Sequence[SubmittedRun] = due
        if night:
            asked = [run for run in found.runs if not why_not_followed(run, policy)]
        money = read_money(checkout)
        refused: Mapping[str, str] = {}
        changed: tuple[str, ...] = ()
        if self.changes is not None:
            # What an earlier plan has asked GitHub; nothing of closed months.
            before = {entry.reservation.slug: entry.reservation.change for entry in money.entries}
            for slug in {run.name.slug for run in asked}:
                self.changes.believe(f"{SUBMISSIONS}/{slug}", before.get(slug))
            refused = refused_submissions(asked, self.changes, policy, checkout / OWNERS)
            changed = () if night else changed_owners(found.runs, self.changes, policy, checkout / OWNERS)
        return KnownRuns(
            policy=policy,
            money=money,
            month=datetime.datetime.now(datetime.UTC).strftime("%Y-%m"),
            lint=self.lint,
            commit=self.ci.commit,
            insist=bool(self.only),
            refused=refused,
            owners=changed,
            runs=found.runs,
            due=due,
            unscored=unscored,
            statuses=tuple(read_statuses(checkout / STATUS)),
        )

    def reserve(self, checkout: Path) -> str | None:
        """Plan, and add reservations, statuses and owners to the checkout; return the commit's message."""
        known = self.make(checkout)
        last = newest_by_run(known.statuses)
        policy = sha256_hex(read_bytes(self.policy))
        changes: dict[str, SubmissionChange] = {}
        if self.changes is not None:
            for slug in {run.slug for run in self.plan.runs}:
                change = self.changes.newest(f"{SUBMISSIONS}/{slug}")
                if change is not None and change.tree != NO_TREE:
                    changes[slug] = change
        reserved = reservations_of(self.plan, known.statuses, policy=policy, ci=self.ci, changes=changes)
        left = [each for each in known.money.uncollected if not self.only or each.slug in self.only]
        self.reservations = (*left, *reserved)
        self.lines += [f"{each.part}: its batches are collected" for each in left]
        unplanned = [*self.plan.unplanned, *waiting_for_gpu(self.plan, last)]
        note = RecordJob(
            plan=self.plan.model_copy(update={"runs": [], "jobs": [], "unplanned": unplanned}),
            artifacts=Path(),
            submissions=self.submissions,
            ci=self.ci,
        )
        ownership = ask_owners(note, self.repository, known.policy, self.changes)
        messages = [
            ownership.add_to_branch(results_of(note), checkout),
            add_reservations(checkout, reserved),
        ]
        return "\n\n".join(message for message in messages if message) or None

    def keep_starts(
        self,
        started: Sequence[tuple[Reservation, int]],
        refused: Sequence[Reservation],
        checkout: Path,
    ) -> str:
        """Name the workflow runs that were started, and settle what GitHub refused to start.

        What was settled meanwhile is not named any more: then nobody evaluates it. Returns the commit's
        message.
        """
        lines = []
        for reservation, run in started:
            if find_reservation(checkout, reservation.id).settlement is None:
                add_next_to(checkout, reservation, StartedRun(reservation=reservation.id, run=run))
                lines.append(f"started: {reservation.part}: workflow run {run}")
        # A later plan collects batches.
        for reservation in (each for each in refused if each.carried is None):
            add_next_to(checkout, reservation, unbegun(reservation, self.ci.links))
            lines.append(f"settled: {reservation.part}: not started")
        return "\n".join(["Keep what was started", "", *lines])
