"""Options that several `sightbench ci` commands share, and what they read in the same way."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER, PATH

if TYPE_CHECKING:
    from benchmark.chain.plan.due_runs import SubmittedRun
    from benchmark.chain.plan.plan import PlanOptions
    from benchmark.results.status import RunStatus

plan_option = click.option(
    "--plan", "plan_file", type=PATH, required=True, help="What `sightbench ci plan` wrote."
)
job_option = click.option("--job", "job", required=True, help="Id of a job of the plan.")
submissions_option = click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of merged submissions.",
)
policy_option = click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="What the base branch lends to submissions.",
)
gpus_option = click.option(
    "--gpus",
    help="Names of the kinds of GPU runner that take jobs now, with spaces between; runs for others wait."
    "  [all of the policy]",
)
rows_option = click.option(
    "--rows", type=FOLDER, required=True, help="Folder `results` of a checkout of the branch of results."
)
statuses_option = click.option("--statuses", type=FOLDER, help="Folder of statuses  [`status` beside --rows]")
out_option = click.option(
    "--out", type=FOLDER, required=True, help="The job's folder: becomes its artifact; one job a folder."
)


def what_is_due(
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    *,
    gpus: str | None,
    only: tuple[str, ...] = (),
) -> "tuple[tuple[SubmittedRun, ...], tuple[RunStatus, ...], PlanOptions]":
    """Runs without row, all statuses, and what the policy and this month's spending allow.

    A branch without any row has no folder of rows yet; a folder that is nowhere is a mistake, and not the
    same as no rows: everything would be generated again. Submissions that cannot be read are told on standard
    error, and hold nobody else up.

    Raises:
        BadInput: for rows, statuses or a policy that cannot be read.
    """
    import datetime
    import os

    from benchmark.chain.github.ci_run import CiRun
    from benchmark.chain.plan.due_runs import runs_without_row, submitted_runs
    from benchmark.chain.plan.plan import PlanOptions
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.plan.spending import spent_in_month
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import BadInput
    from benchmark.results.heads import read_heads
    from benchmark.results.layout import README, STATUS
    from benchmark.results.status import read_statuses

    if not rows.is_dir() and not (rows.parent / README).is_file():
        fix = (
            "check out the branch of results, and name its folder `results`; sightbench results init makes it"
        )
        raise BadInput("--rows", "", f"{rows} is no folder of rows", fix)
    lent = read_policy(policy)
    found = submitted_runs(submissions, known_suites(), only)
    for problem in found.broken:
        click.echo(f"left out: {problem.render()}", err=True)
    heads = read_heads(rows)
    known = read_statuses(statuses or rows.parent / STATUS)
    month = datetime.datetime.now(datetime.UTC).strftime("%Y-%m")
    wish = PlanOptions(
        policy=lent,
        gpus=None if gpus is None else frozenset(gpus.split()),
        spent_usd=spent_in_month(heads, known, month),
        commit=CiRun.from_environment(os.environ).commit,
        insist=bool(only),
    )
    return runs_without_row(found.runs, heads), known, wish
