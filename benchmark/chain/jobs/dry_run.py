"""What a dry run verified: read from the artifacts of its jobs, and back from its branch.

A dry run evaluates the bundled stand-in. Everything else is as it always is: plan, push, start, artifacts,
sandbox, second look and signature. It costs nothing and gets no key.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.jobs.adding import recorded_row_files
from benchmark.chain.jobs.artifact import Artifact, find_artifact, read_artifact
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.rechecking import RecheckedRun
from benchmark.chain.jobs.recording import RecordJob, RecordOutcome
from benchmark.chain.plan.job import Plan
from benchmark.core.slug import DRY_RUN
from benchmark.files.predictions import read_predictions
from benchmark.results.layout import BUNDLE_ENDING, DRY_BRANCH
from benchmark.results.ledger import read_row
from benchmark.results.money import find_reservation

SOLVED = 8  #: tasks that the stand-in solves
UNSEEN = (
    "keys, and the servers of models: the first submission with a model shows them",
    "GPU runners",
    "the rules of the branches main and results, and the environments: sightbench doctor reads them",
    "Pages: start the workflow site by hand",
    "pull requests: the first one shows validate and its comment",
)


@dataclass(frozen=True, slots=True)
class DryCheck:
    """One thing that a dry run looked at."""

    said: str  #: what was found
    holds: bool = True  #: whether it is as it should be
    seen: bool = True  #: False if this repository has nothing to look at


def is_dry(plan: Plan) -> bool:
    """Whether a plan is that of a dry run, whose row belongs on the branch of dry runs only."""
    return any(run.slug == DRY_RUN for run in plan.runs)


def check_dry_run(
    work: RecordJob,
    results: RecordOutcome,
    rechecked: Iterable[RecheckedRun],
    checkout: Path,
    environment: Mapping[str, str],
) -> list[DryCheck]:
    """Return what a dry run shows, after its row was pushed.

    Args:
        work: the plan and its artifacts.
        results: the row that was pushed, or the reason why there is none.
        rechecked: what the second look found.
        checkout: the branch, fetched again after the push.
        environment: variables that GitHub sets for the job.

    Raises:
        BadInput: if an artifact or the branch cannot be read.
    """
    (planned,) = work.plan.runs
    (row,) = recorded_row_files(results, checkout) or (None,)
    if row is None:
        reasons = [status.reason for status in results.statuses]
        return [DryCheck(f"no row was made: {'; '.join(reasons) or 'it was not pushed'}", holds=False)]
    entry = find_reservation(checkout, work.plan.reservation or "")
    began, here = map(_run_number, (entry.reservation.links, work.ci.links))
    cents = sum(run.cents + run.rubric_cents for run in entry.reservation.runs)
    actor = environment.get("GITHUB_ACTOR", "nobody")
    jobs = {job.id: job for job in work.plan.jobs}

    def artifact(identifier: str) -> Artifact:
        return read_artifact(find_artifact(work.artifacts, identifier) or work.artifacts, jobs[identifier])

    answers = read_predictions(artifact(planned.generate or "").folder / COMPLETIONS)
    keys = [key for job in work.plan.jobs for key in job.keys]
    judged = [record for one in planned.score if (record := artifact(one).manifest.judged) is not None]
    count = sum(record.samples for record in judged)
    again = [run for run in rechecked if run.slug == DRY_RUN]
    found = read_row(row)
    solved = sum(statuses == ["passed"] for statuses in found.result.statuses.values())
    return [
        DryCheck(
            f"run {began} reserved {cents / 100:.2f} US dollars on the branch {DRY_BRANCH}", holds=not cents
        ),
        DryCheck(f"run {here} was started by {actor}", holds=began != here),
        DryCheck(
            f"{len(answers)} completions passed as an artifact from a job with {len(keys)} keys",
            holds=not keys,
        ),
        DryCheck(
            f"{count} answers were judged in the sandbox, whose probe found no leak, with"
            f" {sum(record.gold for record in judged)} reference and"
            f" {sum(record.blank for record in judged)} blank answers",
            holds=count == found.result.completions.count,
        ),
        DryCheck(
            f"{sum(run.samples for run in again)} answers were judged again on another machine,"
            f" {sum(len(run.differing) for run in again)} with another verdict",
            holds=sum(run.samples for run in again) == count,
        ),
        _signature(results, work),
        DryCheck(
            f"the row and its settlement were pushed and read back: {solved} of"
            f" {len(found.result.statuses)} tasks solved, where {SOLVED} are right",
            holds=solved == SOLVED and entry.settlement is not None,
        ),
    ]


def _run_number(links: Mapping[str, str]) -> str:
    return links.get("CI run", "by hand").rpartition("/")[2]


def _signature(results: RecordOutcome, work: RecordJob) -> DryCheck:
    (new,) = results.rows
    if any(name.endswith(BUNDLE_ENDING) for name in new.files):
        return DryCheck(
            f"the row's signature is of {work.ci.repository}, run.yml, commit {work.ci.commit[:7]}"
        )
    return DryCheck("signatures: policy.yml does not name this repository, so nothing was signed", seen=False)


def summary_lines(checks: Iterable[DryCheck]) -> list[str]:
    """Return the lines of the summary: what was verified, and what this dry run cannot verify."""
    marks = {True: "verified", False: "NOT VERIFIED"}
    seen = [f"{marks[check.holds]}: {check.said}" for check in checks if check.seen]
    unseen = [*(check.said for check in checks if not check.seen), *UNSEEN]
    return [*seen, *(f"not looked at: {what}" for what in unseen)]
