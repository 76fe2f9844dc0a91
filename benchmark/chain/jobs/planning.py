"""Plans from a checkout of the results branch, and adds the plan's reservations and statuses to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.jobs.known_runs import KnownRuns, PlanningPlace, read_known_runs
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.recording import RecordJob, results_of
from benchmark.chain.jobs.settling import EndedJobs, settlement_of
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.plan import make_plan, plan_lines
from benchmark.chain.plan.reserving import add_reservations, reservations_of, waiting_for_gpu
from benchmark.core.digest import sha256_hex
from benchmark.files.bounded import read_bytes
from benchmark.results.money import Reservation, add_settlement
from benchmark.results.status import newest_by_run


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
            known=self.place.known,
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
