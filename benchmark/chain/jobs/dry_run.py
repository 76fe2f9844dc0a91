"""Reports what a dry run verified, from the artifacts of its jobs and the branch after the push.

A dry run evaluates the bundled stand-in. Every other step is the usual one: plan, push, start, artifacts,
sandbox, judging again and signature. A dry run costs nothing and gets no key.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchmark.chain.jobs.artifact import done_artifact
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.rechecking import RecheckedRun
from benchmark.chain.jobs.recording import RecordOutcome, recorded_files
from benchmark.chain.plan.job import Plan
from benchmark.core.names import DRY_RUN
from benchmark.files.predictions import read_predictions
from benchmark.results.layout import BUNDLE_ENDING, DRY_BRANCH
from benchmark.results.ledger import read_row
from benchmark.results.money import find_reservation

SOLVED = 8  #: tasks that the stand-in solves
UNSIGNED = "signatures: policy.yml does not name this repository, so nothing was signed"
UNSEEN = (
    "keys, and the servers of models: the first submission with a model shows them",
    "GPU runners",
    "the rules of the branches main and results, and the environments: sightbench doctor reads them",
    "Pages: start the workflow site by hand",
    "pull requests: the first one shows validate and its comment",
)


def is_dry(plan: Plan) -> bool:
    """Whether a plan is that of a dry run, whose row belongs on the branch of dry runs only."""
    return any(run.slug == DRY_RUN for run in plan.runs)


def check_dry_run(
    work: RecordJob,
    results: RecordOutcome,
    rechecked: Iterable[RecheckedRun],
    checkout: Path,
    environment: Mapping[str, str],
) -> tuple[list[str], bool]:
    """Return the lines of the summary after the row was pushed, and whether every check passed.

    The checkout is the branch, fetched again after the push; the environment has GitHub's variables.
    """
    (planned,) = work.plan.runs
    (path,) = recorded_files(results, checkout) or (None,)
    unseen = list(UNSEEN)
    checks: list[tuple[bool, str]]  # whether a check passed, and what was found
    if path is None:
        reasons = [status.reason for status in results.statuses]
        checks = [(False, f"no row was made: {'; '.join(reasons) or 'it was not pushed'}")]
    else:
        entry = find_reservation(checkout, work.plan.reservation or "")
        links = (entry.reservation.links, work.ci.links)
        began, here = (each.get("CI run", "by hand").rpartition("/")[2] for each in links)
        cents = sum(run.cents + run.rubric_cents for run in entry.reservation.runs)
        folder = done_artifact(work.plan, planned.generate or "", work.artifacts).folder
        answers = read_predictions(folder / COMPLETIONS)
        keys = [key for job in work.plan.jobs for key in job.keys]
        scored = [done_artifact(work.plan, job, work.artifacts).manifest.judged for job in planned.score]
        judged = [record for record in scored if record is not None]
        count = sum(record.samples for record in judged)
        gold, blank = sum(record.gold for record in judged), sum(record.blank for record in judged)
        controls = f"whose probe found no leak, with {gold} reference and {blank} blank answers"
        again = [run for run in rechecked if run.slug == DRY_RUN]
        samples, differing = sum(run.samples for run in again), sum(run.differing for run in again)
        row = read_row(path)
        solved = sum(statuses == ["passed"] for statuses in row.result.statuses.values())
        read_back = f"{solved} of {len(row.result.statuses)} tasks solved, where {SOLVED} are right"
        checks = [
            (not cents, f"run {began} reserved {cents / 100:.2f} US dollars on the branch {DRY_BRANCH}"),
            (began != here, f"run {here} was started by {environment.get('GITHUB_ACTOR', 'nobody')}"),
            (not keys, f"{len(answers)} completions passed as an artifact from a job with {len(keys)} keys"),
            (
                count == row.result.completions.count,
                f"{count} answers were judged in the sandbox, {controls}",
            ),
            (
                samples == count,
                f"{samples} answers were judged again on another machine, {differing} with another verdict",
            ),
            (
                solved == SOLVED and entry.settlement is not None,
                f"the row and its settlement were pushed and read back: {read_back}",
            ),
        ]
        if path.with_suffix(BUNDLE_ENDING).is_file():
            signer = f"{work.ci.repository}, run.yml, commit {work.ci.commit[:7]}"
            checks.insert(-1, (True, f"the row's signature is of {signer}"))
        else:
            unseen.insert(0, UNSIGNED)
    marks = {True: "verified", False: "NOT VERIFIED"}
    lines = [f"{marks[holds]}: {found}" for holds, found in checks]
    return [*lines, *(f"not checked: {what}" for what in unseen)], all(holds for holds, _ in checks)
