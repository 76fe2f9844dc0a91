"""What `sightbench rescore` does."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.cli.shared.assets import fetching, released
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.results_branch import opened, rows_folder
from benchmark.core.errors import BadInput, Differs, shown
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.recheck import DatasetCache
from benchmark.pipeline.rows.record import add_row
from benchmark.pipeline.rows.rescore import Rejudger, RescoredRow, outdated_rows, rescore
from benchmark.pipeline.rows.row_files import Fetch, completions_of, descriptions_of
from benchmark.results import layout
from benchmark.results.branch import publish
from benchmark.results.ledger import read_rows, row_path
from benchmark.results.row import Row
from benchmark.suites import SUITES


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoreOptions:
    """As the command takes them."""

    suite: str
    dataset: str
    slugs: tuple[str, ...]
    rows: Path
    remote: str | None
    branch: str
    assets: str
    workers: int | None
    dry_run: bool


def run(options: RescoreOptions) -> None:
    """Judge again what an older version judged, and add the rows.

    Raises:
        BadInput: for an unknown suite, and rows that cannot be read.
        Differs: when a row was left alone.
    """
    if options.suite not in SUITES:
        raise BadInput(
            "--suite", "", f"{shown(options.suite)} is not known", f"use one of: {', '.join(SUITES)}"
        )
    version = SUITES[options.suite].version
    console = output()
    left = 0
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(rows_folder(options.rows, options.remote, options.branch))
        due = [row for row in outdated_rows(_of_suite(folder, options), version) if _meant(row, options)]
        console.print(f"{options.suite} version {version}: {plural(len(due), 'row')} to judge again")
        made = []
        for row in due:
            console.print(f"{row.id[:12]} {row.result.submission.slug}, {row.result.dataset}")
            if options.dry_run:
                continue
            try:
                one = _rescored(folder, row, fetching(options.assets, stack), options.workers)
                _keep_large(one, options, stack)
            except BadInput as error:
                left += 1
                console.print(f"  left alone: {error}")
                continue
            made.append(one)
            console.print(f"  {one.row.id[:12]}: {_scores(one)}")
            if options.remote is None:
                add_row(folder, one.row, one.files)
    if made and options.remote is not None:
        _publish(options, made, version)
    if left:
        raise Differs(f"{plural(left, 'row')} could not be judged again and still has its older version")


def _of_suite(folder: Path, options: RescoreOptions) -> Iterator[Row]:
    return (row for row in read_rows(folder) if row.result.suite == options.suite)


def _meant(row: Row, options: RescoreOptions) -> bool:
    slugs, dataset = options.slugs, options.dataset
    return (not slugs or row.result.submission.slug in slugs) and dataset in ("", row.result.dataset)


def _rescored(folder: Path, row: Row, fetch: Fetch | None, workers: int | None) -> RescoredRow:
    source = DatasetCache().of(row)
    if source is None:
        raise BadInput(
            f"row {row.id[:12]}", "", f"{shown(row.result.dataset)} is no data set here", "import it"
        )
    completions = completions_of(row, row_path(folder, row), None, fetch)
    ci = CiRun.from_environment(os.environ)
    origin = Rejudger(links=ci.links, commit=ci.commit)
    return rescore(
        row,
        completions,
        source,
        executor=LocalPool(workers),
        descriptions=descriptions_of(row, row_path(folder, row), fetch),
        origin=origin,
        stage=progress,
    )


def _keep_large(one: RescoredRow, options: RescoreOptions, stack: contextlib.ExitStack) -> None:
    """Upload what is too large for the branch; in a folder of rows only its digest is kept."""
    large = {name: data for name, data in one.files.items() if len(data) > layout.ROW_FILE_LIMIT}
    if not large or options.remote is None:
        return
    if not options.assets:
        problem = (
            f"{', '.join(large)}: above {layout.ROW_FILE_LIMIT:,} bytes, and there is no release to keep them"
        )
        raise BadInput("--assets", "", problem, "name the GitHub repository of the releases")
    released(options.assets, stack).keep(one.row.id, large)


def _scores(one: RescoredRow) -> str:
    """``pass@1 0.5 → 0.52``, over all tasks."""
    then, now = (
        {score.metric: score.value for score in row.result.scores if not score.category}
        for row in (one.before, one.row)
    )
    moved = [
        f"{name} {then[name]:g} → {now[name]:g}" for name in now if name in then and then[name] != now[name]
    ]
    return ", ".join(moved) or "no score moved"


def _publish(options: RescoreOptions, made: Sequence[RescoredRow], version: int) -> None:
    def write(checkout: Path) -> str | None:
        rows = checkout / layout.ROWS
        new = [one for one in made if not row_path(rows, one.row).exists()]
        for one in new:
            add_row(rows, one.row, one.files)
        return f"Judge {plural(len(new), 'row')} again: {options.suite} version {version}" if new else None

    with opened(options.remote or "", options.branch) as there:
        done = publish(
            there.address,
            write,
            folder=there.folder,
            branch=options.branch,
            token=there.token,
            report=lambda note: click.echo(note, err=True),
        )
    click.echo(f"{plural(len(done.added), 'file')} added to branch {options.branch}")
