"""`sightbench ci validate`: the check of a pull request."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import FOLDER, PATH, workers_option

if TYPE_CHECKING:
    from benchmark.chain.jobs.stopwatch import Stopwatch
    from benchmark.chain.pull_request.pull_report import PullReport
    from benchmark.chain.pull_request.validating import ValidationResult

_SUMMARY_LIMIT = 900_000  #: bytes; GitHub takes 1 MiB of one step


@click.command()
@click.option("--base", required=True, help="A commit of the base branch, as it is now.")
@click.option("--head", required=True, help="The last commit of the pull request.")
@click.option("--author", required=True, help="Login of who opened the pull request.")
@click.option("--repository", default="", metavar="OWNER/NAME", help="The base repository, for links.")
@click.option(
    "--git", "folder", type=FOLDER, default=Path(), help="The repository with both commits  [this folder]"
)
@click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="Of a checkout of the base branch.",
)
@click.option("--rows", type=FOLDER, help="Rows to compare with, such as a checkout of the branch results.")
@click.option("--cache", type=FOLDER, help="Where counted rows are kept; may be removed at any time.")
@click.option("--out", type=FOLDER, required=True, help="Gets report.json, summary.md and verdict files.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="After so many nothing more is checked or judged, and the report says so.",
)
@workers_option
def command(
    *,
    base: str,
    head: str,
    author: str,
    repository: str,
    folder: Path,
    policy: Path,
    rows: Path | None,
    cache: Path | None,
    out: Path,
    minutes: float,
    workers: int | None,
) -> None:
    """Check the submissions of a pull request, judge its prediction files, and say where they would stand.

    Reads both commits with git as data and checks nothing out; owners and policy are those of the base
    branch. Answers run in the sandbox and nothing else does. Writes --out, appends to the file that
    GITHUB_STEP_SUMMARY names, and prints annotations where GITHUB_ACTIONS is true, and where the time went.
    Needs git and no network, no keys. Repeating it is safe.

    Exit codes: 0 sound, or no submission is touched; 2 something does not check; 3 a failure of ours.
    """
    from benchmark.chain.jobs.stopwatch import Stopwatch
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.pull_request.checkout import PullRequestRules
    from benchmark.chain.pull_request.validating import CheckOptions, PullRequest, validate
    from benchmark.cli.shared.console import progress
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.files.atomic import make_folder
    from benchmark.pipeline.judge.local_pool import LocalPool

    watch = Stopwatch()
    make_folder(out)
    with watch.stage("load"):
        rules = PullRequestRules(author=author, policy=read_policy(policy), known=known_suites())
    asked = PullRequest(repository=folder, base=base, head=head, rules=rules, rows=rows, cache=cache)
    with progress("judging") as told:
        means = CheckOptions(
            executor=lambda: LocalPool(workers), watch=watch, progress=told, seconds=60 * minutes
        )
        found = validate(asked, means)
    _write(out, found, repository)
    _tell(found.report, watch)
    _end(found)


def _write(out: Path, found: "ValidationResult", repository: str) -> None:
    """The report comes last: whoever finds it finds all of it."""
    from benchmark.chain.pull_request.pull_report import dump_report
    from benchmark.chain.pull_request.summary import ReportOrigin, summary
    from benchmark.chain.pull_request.task_table import task_tables
    from benchmark.files.atomic import write_atomic

    around = ReportOrigin(commit=found.report.head, run_url=_run_url(repository))
    text = summary(found.report, around) + task_tables(found.report, found.verdicts)
    for name, data in found.verdicts.items():
        write_atomic(out / "verdicts" / name, data)
    write_atomic(out / "summary.md", text.encode())
    write_atomic(out / "report.json", dump_report(found.report))
    if target := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(target).open("ab") as stream:
            stream.write(text.encode()[:_SUMMARY_LIMIT])


def _run_url(repository: str) -> str:
    """The page of this run of the workflow, from what GitHub sets; empty elsewhere."""
    server = os.environ.get("GITHUB_SERVER_URL", "")
    run = os.environ.get("GITHUB_RUN_ID", "")
    repository = repository or os.environ.get("GITHUB_REPOSITORY", "")
    return f"{server}/{repository}/actions/runs/{run}" if server and repository and run.isdigit() else ""


def _tell(report: "PullReport", watch: "Stopwatch") -> None:
    from benchmark.analysis.wording import percent, percent_range, plural
    from benchmark.chain.pull_request.annotations import annotations, defuse_commands

    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotations(report.problems):
            click.echo(line)
    for one in report.previews:
        scored = f"{percent(one.value)} % ({percent_range(one.low, one.high)})"
        named = f"{one.slug} on {one.suite} {one.dataset} {one.setting} {one.protocol}"
        click.echo(defuse_commands(f"{named}: {scored}, {plural(one.tasks, 'task')}, {one.missing} missing"))
    for later in report.later:
        click.echo(
            defuse_commands(f"{later.slug} on {later.suite} {later.dataset} {later.setting}: {later.why}")
        )
    for note in report.notes:
        click.echo(defuse_commands(note))
    if report.outcome == "none":
        click.echo("no submission is touched: nothing to judge")
    click.echo(watch.line())
    sys.stdout.flush()


def _end(found: "ValidationResult") -> None:
    """The exit code, with messages that hold no command of the runner."""
    from benchmark.chain.pull_request.annotations import defuse_commands
    from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure

    if found.failure is not None:
        raise OurFailure(defuse_commands(str(found.failure)), defuse_commands(found.failure.fix))
    if found.errors:
        raise ManyBadInputs(
            [
                BadInput(
                    defuse_commands(one.file),
                    defuse_commands(one.place),
                    defuse_commands(one.problem),
                    defuse_commands(one.fix),
                )
                for one in found.errors
            ]
        )
