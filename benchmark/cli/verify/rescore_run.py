"""The work of `sightbench rescore`."""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.cli.shared.assets import asset_fetcher, release_assets
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.results_branch import remote_branch, rows_folder
from benchmark.cli.shared.say import say_note
from benchmark.cli.verify.rescore_report import ChangedScore, RescoringEntry, RescoringReport
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.core.executor import Executor
from benchmark.pipeline.judge.choose_executor import executor_when_needed
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
    as_json: bool


def run(**given: Any) -> None:
    """Judge rows of older versions again, and add the new rows.

    Raises:
        BadInput: for an unknown suite, and rows that cannot be read.
        Differs: if a row could not be judged again.
    """
    options = RescoreOptions(**given)
    if options.suite not in SUITES:
        raise BadInput(
            "--suite", "", f"{quote_value(options.suite)} is not known", f"use one of: {', '.join(SUITES)}"
        )
    version = SUITES[options.suite].version
    show = _no_line if options.as_json else output().print
    failed = 0
    entries = []
    with contextlib.ExitStack() as stack:
        executor = executor_when_needed(options.executor, options.workers, stack)
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
                entries.append(_entry(row, None))
                continue
            try:
                new = _rescore_row(folder, row, asset_fetcher(options.assets, stack), executor)
                _upload_large_files(new, options, stack)
            except BadInput as error:
                failed += 1
                show(f"  not judged again: {error}")
                entries.append(_entry(row, None, str(error)))
                continue
            new_rows.append(new)
            entries.append(_entry(row, new))
            show(f"  {new.row.id[:12]}: {_changes_text(new)}")
            if options.remote is None:
                add_row(folder, new.row, new.files)
    if new_rows and options.remote is not None:
        added = _publish(options, new_rows, version)
        show(f"{plural(added, 'file')} added to branch {options.branch}")
    if options.as_json:
        print_json(
            RescoringReport(
                suite=options.suite, version=version, dry_run=options.dry_run, failed=failed, rows=entries
            )
        )
    if failed:
        raise Differs(f"{plural(failed, 'row')} could not be judged again; the older version stays")


def _rows_of_suite(folder: Path, options: RescoreOptions) -> Iterator[Row]:
    return (row for row in read_rows(folder) if row.result.suite == options.suite)


def _is_selected(row: Row, options: RescoreOptions) -> bool:
    slugs, dataset = options.slugs, options.dataset
    return (not slugs or row.result.submission.slug in slugs) and dataset in ("", row.result.dataset)


def _rescore_row(
    folder: Path, row: Row, fetch: Fetch | None, executor: Callable[[], Executor]
) -> RescoredRow:
    source = DatasetCache().of(row)
    if source is None:
        raise BadInput(
            f"row {row.id[:12]}",
            "",
            f"the data set {quote_value(row.result.dataset)} is not on this machine",
            "import it",
        )
    completions = completions_of(row, row_path(folder, row), None, fetch)
    ci = CiRun.from_environment(os.environ)
    origin = Rejudger(links=ci.links, commit=ci.commit)
    return rescore(
        row,
        completions,
        source,
        executor=executor(),
        descriptions=descriptions_of(row, row_path(folder, row), fetch),
        origin=origin,
        stage=progress,
    )


def _upload_large_files(new: RescoredRow, options: RescoreOptions, stack: contextlib.ExitStack) -> None:
    """Upload files that are too large for the branch; a folder of rows keeps only their digests."""
    large = {name: data for name, data in new.files.items() if len(data) > layout.ROW_FILE_LIMIT}
    if not large or options.remote is None:
        return
    if not options.assets:
        problem = f"is needed to store {', '.join(large)}, larger than {layout.ROW_FILE_LIMIT:,} bytes"
        raise BadInput("--assets", "", problem, "name the GitHub repository whose releases store such files")
    release_assets(options.assets, stack).keep(new.row.id, large)


def _no_line(_line: str) -> None:
    """Print nothing: with --json, one document takes the place of all lines."""


def _entry(row: Row, new: RescoredRow | None, reason: str = "") -> RescoringEntry:
    return RescoringEntry(
        row=row.id,
        slug=row.result.submission.slug,
        dataset=row.result.dataset,
        new_row=None if new is None else new.row.id,
        changed=[] if new is None else _changed_scores(new),
        reason=reason,
    )


def _changes_text(new: RescoredRow) -> str:
    """Describe the scores over all tasks that changed: ``pass@1 0.5 → 0.52``."""
    changed = [f"{score.metric} {score.before:g} → {score.after:g}" for score in _changed_scores(new)]
    return ", ".join(changed) or "no score changed"


def _changed_scores(new: RescoredRow) -> list[ChangedScore]:
    then, now = (
        {score.metric: score.value for score in row.result.scores if not score.category}
        for row in (new.before, new.row)
    )
    return [
        ChangedScore(metric=name, before=then[name], after=now[name])
        for name in now
        if name in then and then[name] != now[name]
    ]


def _publish(options: RescoreOptions, new_rows: Sequence[RescoredRow], version: int) -> int:
    """Push the new rows, and return the number of added files."""

    def write(checkout: Path) -> str | None:
        rows = checkout / layout.ROWS
        missing = [new for new in new_rows if not row_path(rows, new.row).exists()]
        for new in missing:
            add_row(rows, new.row, new.files)
        if not missing:
            return None
        return f"Judge {plural(len(missing), 'row')} again: {options.suite} version {version}"

    with remote_branch(options.remote or "", options.branch) as target:
        published = publish(
            target.address,
            write,
            folder=target.folder,
            branch=options.branch,
            token=target.token,
            report=say_note,
        )
    return len(published.added)
