"""Accept a plan for evaluation if a run of plan.yml on main made it, and nothing has changed since.

The plan of a night must come from a run of nightly.yml.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.workflow_runs import RunArtifact, WorkflowRuns
from benchmark.chain.plan.accepting_nights import NightPlace, check_kind, check_panel
from benchmark.chain.plan.due_runs import runs_without_row
from benchmark.chain.plan.history import (
    EVALUATE_WORKFLOW,
    NIGHTLY_WORKFLOW,
    PLAN_WORKFLOW,
    WORKING,
    evaluation_of,
    has_begun,
)
from benchmark.chain.plan.job import ARTIFACT_PATTERN, PLAN_FILE, PLAN_LIMIT, Plan, parse_plan
from benchmark.chain.plan.plan import check_jobs
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.reservation import check_reserved, is_night, slug_of
from benchmark.chain.plan.run_lookup import find_run
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import RowHead
from benchmark.results.layout import ROWS
from benchmark.submissions.names import SuiteNames

_FIX = "wait for the next plan, which begins anew; nothing was paid for"
_ARTIFACT, _SHA256 = re.compile(ARTIFACT_PATTERN), re.compile(r"[0-9a-f]{64}")


def fetch_plan(runs: WorkflowRuns, plan_run: int, artifact: str, digest: str, *, commit: str) -> Plan:
    """Fetch the plan that an evaluation was started for, and check where it comes from.

    The name of a branch is not enough, because a tag may have the same name.

    Args:
        runs: the workflow runs of the repository.
        plan_run: id of the run that made the plan.
        artifact: name of the plan's artifact.
        digest: SHA-256 of the plan's file.
        commit: commit of this evaluation, which is on the main branch.

    Raises:
        ApiError: if a request to GitHub fails.
        BadInput: if the plan comes from elsewhere, was changed, or is not for this artifact.
        OurFailure: if a reservation is missing.
    """
    if not _ARTIFACT.fullmatch(artifact) or not _SHA256.fullmatch(digest):
        problem = f"{quote_value(artifact)} with digest {quote_value(digest)} is not a plan"
        raise BadInput("--artifact", "", problem, "let plan.yml start the evaluation")
    run = runs.find(plan_run)
    maker = NIGHTLY_WORKFLOW if is_night(artifact) else PLAN_WORKFLOW
    if run is None or not runs.is_ours(run, maker) or not runs.is_ancestor(run.head_sha, commit):
        problem = f"{plan_run} is not a run of {maker} on the main branch"
        raise BadInput("--run", "", problem, f"let {maker} start the evaluation")
    kept = runs.artifacts(plan_run)
    data = _plan_file(runs, kept, artifact)
    if data is None or sha256_hex(data) != digest:
        problem = "was deleted" if data is None else f"has the SHA-256 {sha256_hex(data)}, not {digest}"
        raise BadInput("--artifact", artifact, f"the plan {problem}", _FIX)
    plan = parse_plan(data, Path(PLAN_FILE))
    slugs = [run.slug for run in plan.runs] + [job.slug for job in plan.jobs]
    slugs += [run.slug for run in plan.unplanned] + plan.owners
    if plan.artifact != artifact or set(slugs) != {slug_of(artifact)}:
        raise BadInput("--artifact", artifact, "the plan is for another submission", _FIX)
    if artifact.startswith("note-") and plan.runs:
        raise BadInput("--artifact", artifact, "a plan that only records statuses has runs", _FIX)
    check_kind(plan)
    check_reserved(plan, [found.name for found in kept])
    return plan


def check_newest(runs: WorkflowRuns, plan: Plan, ci: CiRun, attempt: int) -> None:
    """Check that the plan takes into account every other evaluation of the same artifact.

    Otherwise two plans that did not know of each other would pay for the same run. GitHub lets only one of
    them run at a time, so the second one sees the first. An evaluation that began no job does not count.

    Args:
        runs: the workflow runs of the repository.
        plan: the plan.
        ci: this workflow run.
        attempt: number of this attempt; only for a repeated attempt, evaluations that began later count too.

    Raises:
        BadInput: if there is an evaluation that the plan does not take into account.
    """
    own = int(ci.id or 0)
    planned = datetime.datetime.fromisoformat(plan.created) - datetime.timedelta(days=1)
    for run in runs.since(EVALUATE_WORKFLOW, planned.strftime("%Y-%m-%dT%H:%M:%SZ")):
        found = evaluation_of(run)
        if found is None or found.artifact != plan.artifact or run.id == own or run.id <= plan.after:
            continue
        if found.ended and not has_begun(runs.jobs(run.id), WORKING):  # cancelled in the queue, or refused
            continue
        if run.id < own or attempt > 1:
            problem = f"the plan does not take into account workflow run {run.id}, which evaluated it too"
            raise BadInput("--artifact", plan.artifact, problem, _FIX)


def check_unchanged(
    plan: Plan,
    *,
    submissions: Path,
    known: Mapping[str, SuiteNames],
    policy: Path,
    heads: Sequence[RowHead],
    rows: Path = Path(ROWS),
    now: datetime.datetime | None = None,
) -> None:
    """Check that submission and policy have not changed since the plan, and that no planned run has a row.

    A row may have been pushed while the plan was made, because the plan reads rows before it asks GitHub. The
    panels of a night are checked as :func:`.accepting_nights.check_panel` says.

    Args:
        plan: the plan.
        submissions: the submissions of this commit.
        known: names that runs may use, by suite.
        policy: policy.yml of this commit.
        heads: heads of the submission's rows.
        rows: the folder of rows, in a checkout of the branch of results; needed for panels.
        now: current time in UTC; by default that of this machine.

    Raises:
        BadInput: if something was changed.
    """
    rules = read_policy(policy)
    if plan.policy != sha256_hex(read_bytes(policy)):
        raise BadInput(policy, "", "was changed after the plan was made", _FIX)
    place = NightPlace(
        submissions=submissions,
        policy=rules,
        rows=rows,
        now=now or datetime.datetime.now(datetime.UTC),
    )
    for planned in plan.runs:
        submitted = find_run(submissions, planned, known)
        if submitted.config != planned.config:
            problem = "was changed after the plan was made"
            raise BadInput(submissions / planned.slug, submitted.place, problem, _FIX)
        if planned.panel is not None:
            check_panel(plan, submitted, planned, place)
            continue
        if not runs_without_row([submitted], heads):
            raise BadInput("--rows", submitted.place, f"{planned.name} already has a row", _FIX)
        check_jobs(plan, submitted, planned, rules)


def _plan_file(runs: WorkflowRuns, kept: tuple[RunArtifact, ...], artifact: str) -> bytes | None:
    found = [each for each in kept if each.name == artifact]
    return runs.files(found[0], [PLAN_FILE], PLAN_LIMIT).get(PLAN_FILE) if len(found) == 1 else None
