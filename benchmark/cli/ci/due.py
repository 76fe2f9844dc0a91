"""Finds the runs that have no row yet, for `sightbench ci plan` and `sightbench ci reconcile`."""

import datetime
import os
from collections.abc import Mapping
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.due_runs import SubmittedRun, runs_without_row, submitted_runs
from benchmark.chain.plan.ownership import changed_owners, refused_submissions
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.plan.spending import spent_in_month
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.results.heads import read_heads
from benchmark.results.layout import OWNERS, README, STATUS
from benchmark.results.status import RunStatus, read_statuses


def find_due_runs(
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    *,
    gpus: str | None,
    only: tuple[str, ...] = (),
    repository: str = "",
) -> tuple[tuple[SubmittedRun, ...], tuple[RunStatus, ...], PlanOptions]:
    """Return the runs without a row, all statuses, and the options of a plan.

    A results branch without rows has no folder of rows yet. Any other missing folder is a mistake: if it
    counted as "no rows", everything would be generated again. Invalid submissions are printed on standard
    error and do not stop the others.

    With a repository, GitHub is asked whether the last change of each submission came from an owner.

    Raises:
        ApiError: if GitHub cannot be asked: then nothing is planned.
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
    all_statuses = read_statuses(statuses or rows.parent / STATUS)
    month = datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    due = runs_without_row(found.runs, heads)
    ci = CiRun.from_environment(os.environ)
    refused, changed = _ask_owners(
        repository or ci.repository,
        due=due,
        runs=found.runs,
        commit=ci.commit,
        policy=base_policy,
        owners=rows.parent / OWNERS,
    )
    options = PlanOptions(
        policy=base_policy,
        gpus=None if gpus is None else frozenset(gpus.split()),
        spent_usd=spent_in_month(heads, all_statuses, month),
        commit=ci.commit,
        insist=bool(only),
        refused=refused,
        owners=changed,
    )
    return due, all_statuses, options


def _ask_owners(
    repository: str,
    *,
    due: tuple[SubmittedRun, ...],
    runs: tuple[SubmittedRun, ...],
    commit: str,
    policy: Policy,
    owners: Path,
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Return why submissions are refused, and those with new owners; nothing without a repository to ask."""
    if not repository:
        return {}, ()
    with RestApi.from_environment() as rest:
        asked = Repository(repository, rest)
        refused = refused_submissions(due, asked, commit, policy, owners)
        return refused, changed_owners(runs, asked, commit, policy, owners)
