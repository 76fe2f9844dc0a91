"""`sightbench ci validate`, `report` and `author`: the check of a pull request."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun, write_outputs
from benchmark.cli.ci.options import repository_option
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import FOLDER, PATH, preset_option, preset_path, workers_option
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import make_folder, write_atomic

if TYPE_CHECKING:
    from benchmark.chain.pull_request.pull_report import PullReport
    from benchmark.chain.pull_request.validating import ValidationResult

_SUMMARY_LIMIT = 900_000  #: bytes; GitHub accepts at most 1 MiB per step
#: A branch of the merge queue. The name of the base branch may contain slashes.
_QUEUE = re.compile(r"refs/heads/gh-readonly-queue/[A-Za-z0-9._/-]+/pr-([1-9][0-9]{0,9})-[0-9a-f]{40}")


@click.command("validate")
@click.option("--base", required=True, help="Newest commit of the base branch.")
@click.option("--head", required=True, help="Newest commit of the pull request.")
@click.option("--author", required=True, help="GitHub login of the author of the pull request.")
@click.option("--author-id", type=click.IntRange(min=0), default=0, help="Number of the author's account.")
@click.option("--git", "folder", type=FOLDER, default=Path(), help="Clone with both commits.")
@preset_path(
    "--policy", default="policy.yml", help="Policy file, from a checkout of the base branch.", type=PATH
)
@click.option(
    "--rows",
    type=FOLDER,
    help="Folder of rows to compare with, such as `results` in a checkout of the results branch.",
)
@click.option(
    "--out", type=FOLDER, required=True, help="Folder for report.json, summary.md and verdict files."
)
@preset_option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    help="Stop checking and judging after this many minutes.",
)
@workers_option
def validate(
    *,
    base: str,
    head: str,
    author: str,
    author_id: int,
    folder: Path,
    policy: Path,
    rows: Path | None,
    out: Path,
    minutes: float,
    workers: int | None,
) -> None:
    """Check the submissions of a pull request, judge its prediction files, and preview their places."""
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.pull_request.checkout import PullRequest
    from benchmark.chain.pull_request.validating import validate
    from benchmark.pipeline.judge.local_pool import LocalPool

    make_folder(out)
    rules = read_policy(policy)
    pull = PullRequest(
        repository=folder, base=base, head=head, author=author, author_id=author_id, policy=rules, rows=rows
    )
    with progress("judging") as report:
        # A function, so that most pull requests, which have nothing to judge, start no sandbox.
        found = validate(pull, executor=lambda: LocalPool(workers), progress=report, seconds=60 * minutes)
    _write(out, found)
    _print(found.report)
    if found.error is not None:
        raise found.error


def _write(out: Path, found: ValidationResult) -> None:
    """Write all files, the report last: if the report exists, the other files are complete."""
    from benchmark.chain.pull_request.pull_report import dump_report
    from benchmark.chain.pull_request.summary import summary, task_tables

    run_url = CiRun.from_environment(os.environ).links.get("CI run", "")
    text = summary(found.report, commit=found.report.head, run_url=run_url)
    text += task_tables(found.report, found.verdicts)
    for name, data in found.verdicts.items():
        write_atomic(out / "verdicts" / name, data)
    write_atomic(out / "summary.md", text.encode())
    write_atomic(out / "report.json", dump_report(found.report))
    if target := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(target).open("ab") as stream:
            # Cut, because GitHub shows nothing at all of a summary above its limit.
            stream.write(text.encode()[:_SUMMARY_LIMIT])


def _print(report: PullReport) -> None:
    from benchmark.analysis.score_cells import words_of
    from benchmark.chain.pull_request.summary import annotations

    # Commands for GitHub's runner, which are noise elsewhere.
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
    say(f"time: {report.seconds:.1f} s")
    sys.stdout.flush()


@click.command("report")
@click.option(
    "--report", "path", type=PATH, required=True, help="The report.json that `sightbench ci validate` wrote."
)
@click.option(
    "--repository",
    envvar="GITHUB_REPOSITORY",
    required=True,
    metavar="OWNER/NAME",
    help="Repository of the pull request.",
)
@click.option("--event", type=PATH, envvar="GITHUB_EVENT_PATH", required=True, help="JSON file of the event.")
def report(
    *,
    path: Path,
    repository: str,
    event: Path,
) -> None:
    """Post or update the comment on the pull request that a run of `validate` checked."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.pull_request.pull_report import read_report
    from benchmark.chain.pull_request.summary import post_report, read_reported_run

    checked, report = read_reported_run(event), read_report(path)
    with RestApi.from_environment() as rest:
        for line in post_report(Repository(repository, rest), checked, report):
            say(line)


@click.command("author")
@click.option(
    "--merge-ref",
    envvar="GITHUB_REF",
    required=True,
    metavar="REF",
    help="Branch of the merge queue, refs/heads/gh-readonly-queue/BRANCH/pr-NUMBER-COMMIT.",
)
@repository_option
def author(*, merge_ref: str, repository: str) -> None:
    """Find out who opened the pull request that the merge queue is about to merge."""
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi

    queued = _QUEUE.fullmatch(merge_ref)
    if queued is None:
        problem = f"{quote_value(merge_ref)} is not a branch of the merge queue"
        raise BadInput("--merge-ref", "", problem, "give github.event.merge_group.head_ref")
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        author = Repository(name, rest).pull(int(queued[1])).user
    if author is None:
        problem = f"the account that opened pull request {queued[1]} was deleted"
        raise BadInput("--merge-ref", "", problem, "open the pull request again from another account")
    write_outputs(os.environ, {"login": author.login, "id": str(author.id)})
    say(author.login)
