"""`sightbench rescore`: judge stored completions again with a suite's new version."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.options import assets_option, executor_option, one_record, workers_option
from benchmark.cli.shared.results_branch import remote_branch, rows_folder, rows_or_remote
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.results import layout

if TYPE_CHECKING:
    from benchmark.pipeline.rows.rescore import RescoredRow
    from benchmark.results.row import Row

_EXAMPLE = """\b
Example:
  sightbench rescore --suite code-vision --remote origin --assets OWNER/NAME
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoreOptions:
    """The options of the command, by their Python names."""

    suite: str
    dataset: str
    slugs: tuple[str, ...]
    rows: Path
    remote: str | None
    branch: str
    assets: str
    executor: str
    workers: int | None
    dry_run: bool


@click.command(epilog=_EXAMPLE)
@click.option("--suite", required=True, help="Suite whose version was raised.")
@click.option("--dataset", default="", help="Only rows of this data set; by default all.")
@click.option("--slug", "slugs", multiple=True, help="Only rows of this submission; may be repeated.")
@rows_or_remote
@assets_option
@executor_option
@workers_option
@click.option("--dry-run", is_flag=True, help="Only print which rows would be judged again.")
@one_record(RescoreOptions)
def command(options: RescoreOptions) -> None:
    """Judge stored completions again with this version of the suite.

    Judges the newest row of each submission, data set, setting, protocol, prompt and extraction rule, if an
    older version of the suite made it. Adds new rows, which replace the older ones in the tables; the older
    ones stay stored. Prints the reason if a row cannot be judged again: its completions are not stored, the
    new version has additional tasks, or this machine does not have the tasks.

    If a workflow runs this command, the new row of a `verified` row is `verified`, too; on any other machine
    it is `judged`.

    Reads the rows, the completions next to them (or with --assets in releases) and the tasks. Adds rows to
    --rows, or to the results branch of --remote. To push, it needs access over SSH as git does, or a token in
    GITHUB_TOKEN. Safe to repeat: rows that are done are skipped. Exit code 1 if a row could not be judged
    again.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.cli.shared.options import executor_when_needed
    from benchmark.pipeline.record import add_row
    from benchmark.pipeline.rows.rescore import Rejudger, outdated_rows, rescore_stored
    from benchmark.suites import SUITES, load

    if options.suite not in SUITES:
        raise BadInput(
            "--suite", "", f"{quote_value(options.suite)} is not known", f"use one of: {', '.join(SUITES)}"
        )
    version = load(options.suite).version
    show = output().print
    failed = 0
    with contextlib.ExitStack() as stack:
        executor = executor_when_needed(options.executor, options.workers, stack)
        fetch = asset_fetcher(options.assets, stack)
        ci = CiRun.from_environment(os.environ)
        origin = Rejudger(links=ci.links, commit=ci.commit)
        folder = stack.enter_context(rows_folder(options.rows, options.remote, options.branch))
        due = [
            row
            for row in outdated_rows(_rows_of_suite(folder, options), version)
            if _is_selected(row, options)
        ]
        show(f"{options.suite} version {version}: {plural(len(due), 'row')} to judge again")
        new_rows = []
        for row in due:
            show(f"{row.id[:12]} {row.result.submission.slug}, {row.result.dataset}")
            if options.dry_run:
                continue
            try:
                new = rescore_stored(folder, row, executor, fetch=fetch, origin=origin, stage=progress)
                _upload_large_files(new, options, stack)
            except BadInput as error:
                failed += 1
                show(f"  not judged again: {error}")
                continue
            new_rows.append(new)
            show(f"  {new.row.id[:12]}: {_changes_text(new)}")
            if options.remote is None:
                add_row(folder, new.row, new.files)
    if new_rows and options.remote is not None:
        added = _publish(options, new_rows, version)
        show(f"{plural(added, 'file')} added to branch {options.branch}")
    if failed:
        raise Differs(f"{plural(failed, 'row')} could not be judged again; the older version stays")


def _rows_of_suite(folder: Path, options: RescoreOptions) -> Iterator[Row]:
    from benchmark.results.ledger import read_rows

    return (row for row in read_rows(folder) if row.result.suite == options.suite)


def _is_selected(row: Row, options: RescoreOptions) -> bool:
    slugs, dataset = options.slugs, options.dataset
    return (not slugs or row.result.submission.slug in slugs) and dataset in ("", row.result.dataset)


def _upload_large_files(new: RescoredRow, options: RescoreOptions, stack: contextlib.ExitStack) -> None:
    """Upload files that are too large for the branch; a folder of rows keeps only their digests."""
    from benchmark.cli.shared.assets import release_assets

    large = {name: data for name, data in new.files.items() if len(data) > layout.ROW_FILE_LIMIT}
    if not large or options.remote is None:
        return
    if not options.assets:
        problem = f"is needed to store {', '.join(large)}, larger than {layout.ROW_FILE_LIMIT:,} bytes"
        raise BadInput("--assets", "", problem, "name the GitHub repository whose releases store such files")
    release_assets(options.assets, stack).keep(new.row.id, large)


def _changes_text(new: RescoredRow) -> str:
    """Describe the scores over all tasks that changed: ``pass@1 0.5 → 0.52``."""
    then, now = (
        {score.metric: score.value for score in row.result.scores if not score.category}
        for row in (new.before, new.row)
    )
    changed = [
        f"{name} {then[name]:g} → {now[name]:g}" for name in now if name in then and then[name] != now[name]
    ]
    return ", ".join(changed) or "no score changed"


def _publish(options: RescoreOptions, new_rows: Sequence[RescoredRow], version: int) -> int:
    """Push the new rows, and return the number of added files."""
    from benchmark.pipeline.rows.rescore import add_rescored

    what = f"{options.suite} version {version}"
    with remote_branch(options.remote or "", options.branch) as target:
        published = target.publish(lambda folder: add_rescored(folder / layout.ROWS, new_rows, what))
    return len(published.added)
