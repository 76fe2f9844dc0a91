"""The work of `sightbench ci validate`."""

import os
import sys
from pathlib import Path

import click

from benchmark.analysis.scale_words import words_of
from benchmark.analysis.wording import plural
from benchmark.chain.jobs.stopwatch import Stopwatch
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.pull_request.annotations import annotations
from benchmark.chain.pull_request.checkout import PullRequestRules
from benchmark.chain.pull_request.pull_report import PullReport, dump_report
from benchmark.chain.pull_request.summary import ReportOrigin, summary
from benchmark.chain.pull_request.task_table import task_tables
from benchmark.chain.pull_request.validating import CheckOptions, PullRequest, ValidationResult, validate
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import ManyBadInputs
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.results.layout import OWNERS

_SUMMARY_LIMIT = 900_000  #: bytes; GitHub accepts at most 1 MiB per step


def run(
    *,
    base: str,
    head: str,
    author: str,
    author_id: int,
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
        rules = PullRequestRules(
            author=author,
            author_id=author_id,
            accounts=None if rows is None else rows.parent / OWNERS,
            policy=read_policy(policy),
            known=known_suites(),
        )
    pull = PullRequest(repository=folder, base=base, head=head, rules=rules, rows=rows, cache=cache)
    with progress("judging") as report:
        options = CheckOptions(
            executor=lambda: LocalPool(workers), watch=watch, progress=report, seconds=60 * minutes
        )
        found = validate(pull, options)
    _write(out, found, repository)
    _print(found.report, watch)
    _raise_problems(found)


def _write(out: Path, found: ValidationResult, repository: str) -> None:
    """Write all files, the report last: if it is there, the others are complete."""
    origin = ReportOrigin(commit=found.report.head, run_url=_run_url(repository))
    text = summary(found.report, origin) + task_tables(found.report, found.verdicts)
    for name, data in found.verdicts.items():
        write_atomic(out / "verdicts" / name, data)
    write_atomic(out / "summary.md", text.encode())
    write_atomic(out / "report.json", dump_report(found.report))
    if target := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(target).open("ab") as stream:
            stream.write(text.encode()[:_SUMMARY_LIMIT])


def _run_url(repository: str) -> str:
    """Return the page of this workflow run, from the variables that GitHub sets; empty outside GitHub."""
    server = os.environ.get("GITHUB_SERVER_URL", "")
    run = os.environ.get("GITHUB_RUN_ID", "")
    repository = repository or os.environ.get("GITHUB_REPOSITORY", "")
    return f"{server}/{repository}/actions/runs/{run}" if server and repository and run.isdigit() else ""


def _print(report: PullReport, watch: Stopwatch) -> None:
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotations(report.problems):
            click.echo(line)
    for preview in report.previews:
        words = words_of(preview.scale)
        score = f"{words.amount(preview.value)} ({words.range(preview.low, preview.high)})"
        size = f"{plural(preview.tasks, 'task')}, {preview.missing} missing"
        run = f"{preview.slug} on {preview.suite} {preview.dataset} {preview.setting} {preview.protocol}"
        say(f"{run}: {score}, {size}")
    for later in report.later:
        say(f"{later.slug} on {later.suite} {later.dataset} {later.setting}: {later.why}")
    for note in report.notes:
        say(note)
    if report.outcome == "none":
        say("the pull request changes no submission: nothing to judge")
    say(watch.line())
    sys.stdout.flush()


def _raise_problems(found: ValidationResult) -> None:
    """Raise the problems found."""
    if found.failure is not None:
        raise found.failure
    if found.errors:
        raise ManyBadInputs(found.errors)
