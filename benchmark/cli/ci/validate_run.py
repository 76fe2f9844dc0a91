"""The work of `sightbench ci validate`."""

import os
import sys
from pathlib import Path

import click

from benchmark.analysis.wording import percent, percent_range, plural
from benchmark.chain.jobs.stopwatch import Stopwatch
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.pull_request.annotations import annotations, harmless
from benchmark.chain.pull_request.checkout import PullRequestRules
from benchmark.chain.pull_request.pull_report import PullReport, dump_report
from benchmark.chain.pull_request.summary import ReportOrigin, summary
from benchmark.chain.pull_request.task_table import task_tables
from benchmark.chain.pull_request.validating import CheckOptions, PullRequest, ValidationResult, validate
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.pipeline.judge.local_pool import LocalPool

_SUMMARY_LIMIT = 900_000  #: bytes; GitHub takes 1 MiB of one step


def run(
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
    """Check and judge a pull request; write the report, print it, and end with its exit code."""
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


def _write(out: Path, found: ValidationResult, repository: str) -> None:
    """The report comes last: whoever finds it finds all of it."""
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


def _tell(report: PullReport, watch: Stopwatch) -> None:
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotations(report.problems):
            click.echo(line)
    for one in report.previews:
        scored = f"{percent(one.value)} % ({percent_range(one.low, one.high)})"
        named = f"{one.slug} on {one.suite} {one.dataset} {one.setting} {one.protocol}"
        click.echo(harmless(f"{named}: {scored}, {plural(one.tasks, 'task')}, {one.missing} missing"))
    for later in report.later:
        click.echo(harmless(f"{later.slug} on {later.suite} {later.dataset} {later.setting}: {later.why}"))
    for note in report.notes:
        click.echo(harmless(note))
    if report.outcome == "none":
        click.echo("no submission is touched: nothing to judge")
    click.echo(watch.line())
    sys.stdout.flush()


def _end(found: ValidationResult) -> None:
    """The exit code, with messages that hold no command of the runner."""
    if found.failure is not None:
        raise OurFailure(harmless(str(found.failure)), harmless(found.failure.fix))
    if found.errors:
        raise ManyBadInputs(
            [
                BadInput(harmless(one.file), harmless(one.place), harmless(one.problem), harmless(one.fix))
                for one in found.errors
            ]
        )
