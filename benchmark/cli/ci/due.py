"""The runs that are due, as several `sightbench ci` commands find them."""

import datetime
import os
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.plan.due_runs import SubmittedRun, asked_for, without_row
from benchmark.chain.plan.plan import PlanOptions
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.spending import spent
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.results.heads import read_heads
from benchmark.results.layout import README, STATUS
from benchmark.results.status import RunStatus, read_statuses


def what_is_due(
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    *,
    gpus: str | None,
    only: tuple[str, ...] = (),
) -> tuple[tuple[SubmittedRun, ...], tuple[RunStatus, ...], PlanOptions]:
    """Runs without row, all statuses, and what the policy and this month's spending allow.

    A branch without any row has no folder of rows yet; a folder that is nowhere is a mistake, and not the
    same as no rows: everything would be generated again. Submissions that cannot be read are told on standard
    error, and hold nobody else up.

    Raises:
        BadInput: for rows, statuses or a policy that cannot be read.
    """
    if not rows.is_dir() and not (rows.parent / README).is_file():
        fix = (
            "check out the branch of results, and name its folder `results`; sightbench results init makes it"
        )
        raise BadInput("--rows", "", f"{rows} is no folder of rows", fix)
    lent = read_policy(policy)
    found = asked_for(submissions, known_suites(), only)
    for problem in found.broken:
        click.echo(f"left out: {problem.render()}", err=True)
    heads = read_heads(rows)
    known = read_statuses(statuses or rows.parent / STATUS)
    month = datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    wish = PlanOptions(
        policy=lent,
        gpus=None if gpus is None else frozenset(gpus.split()),
        spent_usd=spent(heads, known, month),
        commit=CiRun.from_environment(os.environ).commit,
        insist=bool(only),
    )
    return without_row(found.asked, heads), known, wish
