"""`sightbench ci record`: what the jobs left becomes rows on the branch of results."""

from pathlib import Path

import click

from benchmark.cli.ci.options import plan_option, submissions_option
from benchmark.cli.shared.options import FOLDER


@click.command()
@plan_option
@click.option(
    "--artifacts", type=FOLDER, required=True, help="What the jobs left: a folder each, named by job."
)
@submissions_option
@click.option("--remote", required=True, help="Repository of the branch of results: a folder or an address.")
@click.option("--branch", default="results", show_default=True, help="Its name.")
@click.option(
    "--deadline", type=float, default=600.0, show_default=True, help="Seconds to go on trying to push."
)
@click.option(
    "--checkout",
    type=FOLDER,
    default=Path("build/results"),
    show_default=True,
    help="Where the branch is checked out, as far as it is needed: missing or empty; it stays.",
)
@click.option(
    "--repository", default="", help="OWNER/NAME whose releases keep files above 1 MB  [$GITHUB_REPOSITORY]"
)
def command(
    *,
    plan_file: Path,
    artifacts: Path,
    submissions: Path,
    remote: str,
    branch: str,
    deadline: float,
    checkout: Path,
    repository: str,
) -> None:
    """Make rows of what the jobs of a plan left, and push them to the branch of results.

    A run whose artifacts are complete, and as the score jobs declared them, gets a row; any other one a
    status that says why not. Files are only added; completions and verdicts above 1 MB become assets of a
    release. Reads the plan, the artifacts and the submissions. Needs git, and for an address the network and
    a token in GITHUB_TOKEN. In a workflow it sets the outputs `rows` (how many rows made of these artifacts
    stand on the branch now), `paths` (theirs, one a line) and `added` (true or false: whether anything was
    added, or such rows stand there). Repeating it is safe: what is there already is not added again, and the
    outputs name it again, for whatever did not get done after the push. Exit code 2 when an artifact was
    refused.
    """
    import contextlib
    import os

    from benchmark.chain.github.assets import RowAssets
    from benchmark.chain.github.ci_run import CiRun
    from benchmark.chain.github.releases import Releases
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.jobs.outputs import write_outputs
    from benchmark.chain.jobs.recording import (
        RecordJob,
        add_records,
        paths_to_check_out,
        raise_all,
        recorded_row_files,
        results_of,
        upload_large_files,
    )
    from benchmark.chain.plan.job import read_plan
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import printable
    from benchmark.results.branch import publish
    from benchmark.results.layout import ROWS

    ci = CiRun.from_environment(os.environ)
    plan = read_plan(plan_file)
    work = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=ci)
    results = results_of(work, workers=len(os.sched_getaffinity(0)))
    with contextlib.ExitStack() as stack:
        keep = None
        name = repository or ci.repository
        if name and any(one.large for one in results.rows):
            rest = stack.enter_context(RestApi.from_environment())
            keep = RowAssets(Releases(Repository(name, rest)), plan.commit or "HEAD").keep
        results = upload_large_files(work, results, keep)
    published = publish(
        remote,
        lambda folder: add_records(results, folder),
        folder=checkout,
        branch=branch,
        token=os.environ.get("GITHUB_TOKEN", ""),
        needed=paths_to_check_out(results),
        deadline_seconds=deadline,
        report=lambda note: click.echo(note, err=True),
    )
    added = sum(path.startswith(f"{ROWS}/") and path.endswith(".json") for path in published.added)
    rows = recorded_row_files(results, checkout)
    write_outputs(
        os.environ,
        {
            "rows": str(len(rows)),
            "added": "true" if published.added or rows else "false",
            "paths": "\n".join(map(str, rows)),
        },
    )
    for one in results.rows:
        click.echo(f"row: {one.name}: {one.row.id}")
    for status in results.statuses:
        click.echo(f"{status.state}: {status.run}: {status.stage}: {printable(status.reason)}")
    tries = f" in {published.attempts} attempts" if published.attempts > 1 else ""
    click.echo(f"{added} row(s) added to {branch}{tries}" if published.added else f"nothing new for {branch}")
    raise_all(results.errors)
