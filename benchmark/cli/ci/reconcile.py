"""`sightbench ci reconcile`: runs that nobody works on are begun again."""

from pathlib import Path

import click

from benchmark.cli.ci.options import (
    gpus_option,
    policy_option,
    rows_option,
    statuses_option,
    submissions_option,
    what_is_due,
)


@click.command()
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@click.option("--repository", default="", help="OWNER/NAME  [$GITHUB_REPOSITORY]")
@click.option(
    "--workflow", default="evaluate.yml", show_default=True, help="What is started: name of its file."
)
@click.option("--ref", default="main", show_default=True, help="Branch that it runs on.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
def command(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    repository: str,
    workflow: str,
    ref: str,
    dry_run: bool,
) -> None:
    """Start the evaluation again where runs have no row, and open one issue for each that failed three times.

    Reads rows, statuses, submissions and the policy, and asks GitHub whether an evaluation is under way: then
    none is started. An issue is closed when its run has a row, or asks for something else. Needs the network,
    and a token in GITHUB_TOKEN that may write actions and issues. Repeating it is safe.
    """
    import os

    from benchmark.chain.github.ci_run import CiRun
    from benchmark.chain.github.repository import GitHub, Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.plan.plan import make_plan
    from benchmark.chain.plan.reconciling import reconcile, stuck_runs

    due, known, wish = what_is_due(rows, statuses, submissions, policy, gpus=gpus)
    plan = make_plan(due, known, wish)
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        done = reconcile(
            stuck_runs(due, known),
            planned=bool(plan.runs or plan.unplanned),
            github=GitHub(Repository(name, rest)),
            workflow=workflow,
            ref=ref,
            dry=dry_run,
        )
    for run in plan.runs:
        click.echo(f"no row: {run.name}")
    would = "would be " if dry_run else ""
    for title in done.opened:
        click.echo(f"issue {would}opened: {title}")
    for number in done.closed:
        click.echo(f"issue {would}closed: #{number}")
    if done.under_way:
        click.echo(f"{workflow} is under way")
    elif done.dispatched:
        click.echo(f"{workflow} {would}started on {ref}")
    else:
        click.echo("nothing to start")
