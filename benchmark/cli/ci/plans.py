"""`sightbench ci plan`, `accept`, `start` and `reconcile`: which runs are evaluated."""

import os
from pathlib import Path

import click

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.cli.ci.options import (
    date_option,
    gpus_option,
    plan_out_option,
    policy_option,
    repository_option,
    rows_option,
    statuses_option,
    submissions_option,
)
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.say import say
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.files.bounded import read_bytes


@click.command("plan")
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@click.option("--only", multiple=True, help="Plan only this submission, even if it failed three times.")
@click.option("--lint/--no-lint", default=True, show_default=True, help="Whether to measure parsing success.")
@click.option("--night", is_flag=True, help="Plan the panels of a night, instead of runs without a row.")
@date_option
@plan_out_option
@click.option(
    "--split",
    type=FOLDER,
    help="Also write a plan per submission to this folder, as NAME/plan.json, where NAME is its artifact.",
)
def plan(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    only: tuple[str, ...],
    lint: bool,
    night: bool,
    date: str,
    out: Path,
    split: Path | None,
) -> None:
    """Split the runs of merged submissions that have no row, or the panels of a night, into jobs."""
    from benchmark.chain.jobs.known_runs import read_known_runs
    from benchmark.chain.plan.job import write_plan
    from benchmark.chain.plan.plan import make_plan, plan_lines
    from benchmark.chain.plan.shared_rows import copy_shared_rows
    from benchmark.chain.plan.split import write_parts
    from benchmark.nightly.planning import night_lines, plan_tonight
    from benchmark.nightly.steps import day_of
    from benchmark.suites.run_names import known_suites

    known = read_known_runs(
        rows,
        submissions,
        policy,
        known_suites(),
        report=lambda line: say(line, err=True),
        night=night,
        statuses=statuses,
        gpus=None if gpus is None else gpus.split(),
        only=tuple(dict.fromkeys(slug for given in only for slug in given.split())),
        lint=lint,
    )
    if night:
        day = day_of(date)
        tonight = plan_tonight(known, day.isoformat(), rows=rows, submissions=submissions)
        for problem in tonight.refused:
            say(f"left out: {problem.render()}", err=True)
        made, lines = tonight.plan, night_lines(tonight, day.isoformat())
    else:
        made = make_plan(known.due, known.statuses, known.options)
        lines = plan_lines(made)
    write_plan(out, made)
    copy_shared_rows(made, rows, out.parent)
    if split is not None:
        outputs = write_parts(
            made,
            split,
            known.statuses,
            policy=sha256_hex(read_bytes(policy)),
            after=known.newest,
            under_way=known.options.under_way,
        )
        write_outputs(os.environ, outputs)
    for line in lines:
        say(line)
    say(f"plan: {out}")


@click.command("accept")
@click.option("--artifact", required=True, help="Name of the plan's artifact, such as plan-SLUG.")
@click.option("--run", "plan_run", type=int, required=True, help="Id of the run of plan.yml that made it.")
@click.option("--digest", required=True, help="SHA-256 of the plan's file.")
@rows_option
@submissions_option
@policy_option
@repository_option
@plan_out_option
def accept(
    *,
    artifact: str,
    plan_run: int,
    digest: str,
    rows: Path,
    submissions: Path,
    policy: Path,
    repository: str,
    out: Path,
) -> None:
    """Fetch the plan of a submission, and accept it for evaluation if nothing changed since it was made."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.github.workflow_runs import WorkflowRuns
    from benchmark.chain.plan.accepting import check_newest, check_unchanged, fetch_plan
    from benchmark.chain.plan.job import write_plan
    from benchmark.chain.plan.matrix import outputs_of
    from benchmark.chain.plan.reservation import slug_of
    from benchmark.chain.plan.shared_rows import copy_shared_rows
    from benchmark.results.heads import read_heads
    from benchmark.suites.run_names import known_suites

    ci = CiRun.from_environment(os.environ)
    attempt = os.environ.get("GITHUB_RUN_ATTEMPT", "")
    with RestApi.from_environment() as rest:
        runs = WorkflowRuns(Repository(repository or ci.repository, rest))
        plan = fetch_plan(runs, plan_run, artifact, digest, commit=ci.commit)
        check_newest(runs, plan, ci, int(attempt) if attempt.isdecimal() else 1)
    check_unchanged(
        plan,
        submissions=submissions,
        known=known_suites(),
        policy=policy,
        heads=read_heads(rows, [slug_of(artifact)]),
        rows=rows,
    )
    # Rows name the commit of the workflow run that signs them. The submission is the same in both commits.
    plan = plan.model_copy(update={"commit": ci.commit or plan.commit})
    write_plan(out, plan)
    copy_shared_rows(plan, rows, out.parent)
    digest = sha256_hex(out.read_bytes())
    write_outputs(os.environ, {**outputs_of(plan), "digest": digest})
    for planned in plan.runs:
        say(f"{planned.name}: {len(planned.score) + (planned.generate is not None)} job(s)")
    for unplanned in plan.unplanned:
        say(f"{unplanned.slug}: {unplanned.suite}/{unplanned.dataset}: {unplanned.state}: {unplanned.reason}")
    say(f"plan: {out}")


@click.command("start")
@click.option(
    "--plans", type=FOLDER, required=True, help="Folder of `sightbench ci plan --split`, one folder per plan."
)
@click.option(
    "--workflow", default="evaluate.yml", show_default=True, help="File name of the workflow to start."
)
@repository_option
def start(*, plans: Path, workflow: str, repository: str) -> None:
    """Start an evaluation on the main branch for each plan of a submission."""
    from benchmark.chain.github.repository import GitHub, Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.github.workflow_runs import WorkflowRuns
    from benchmark.chain.plan.job import PLAN_FILE, read_plan
    from benchmark.chain.plan.split import start_evaluations

    ci = CiRun.from_environment(os.environ)
    if not ci.id:
        raise BadInput("GITHUB_RUN_ID", "", "is not set", "run this command in a workflow")
    found = [read_plan(path) for path in sorted(plans.glob(f"*/{PLAN_FILE}"))]
    with RestApi.from_environment() as rest:
        asked = Repository(repository or ci.repository, rest)
        kept = [artifact.name for artifact in WorkflowRuns(asked).artifacts(int(ci.id))]
        started, failures = start_evaluations(found, kept, GitHub(asked), run=ci.id, workflow=workflow)
    for name in started:
        say(f"{workflow} started: {name}")
    for failure in failures[1:]:
        say(f"not started: {failure}", err=True)
    if failures:
        raise failures[0]
    if not found:
        say("nothing to start")


@click.command("reconcile")
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@repository_option
@click.option("--site", is_flag=True, help="Start the workflow only if the site is older than rows or files.")
@click.option("--workflow", default="plan.yml", show_default=True, help="File name of the workflow to start.")
@click.option("--ref", default="main", show_default=True, help="Branch to run the workflow on.")
def reconcile(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    repository: str,
    site: bool,
    workflow: str,
    ref: str,
) -> None:
    """Plan again if runs have no row, with an issue per run that failed three times; or publish the site."""
    from benchmark.chain.github.repository import GitHub, Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.jobs.known_runs import read_known_runs
    from benchmark.chain.plan.plan import make_plan
    from benchmark.chain.plan.publishing import publish_if_behind
    from benchmark.chain.plan.reconciling import reconcile
    from benchmark.suites.run_names import known_suites

    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        at = Repository(name, rest)
        if site:
            lines = publish_if_behind(at, rows.parent, workflow=workflow, branch=ref)
        else:
            known = read_known_runs(
                rows,
                submissions,
                policy,
                known_suites(),
                report=lambda line: say(line, err=True),
                statuses=statuses,
                gpus=None if gpus is None else gpus.split(),
                repository=repository,
            )
            plan = make_plan(known.due, known.statuses, known.options)
            lines = reconcile(
                known.due,
                known.statuses,
                plan,
                github=GitHub(at),
                workflow=workflow,
                ref=ref,
            )
    for line in lines:
        say(line)
