"""Upload large files of rows and panels; add their other files to a checkout of the branch ``results``."""

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import New, NewRow, RecordOutcome, keep_each, large_files, main_file
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.results.branch_record import add_record
from benchmark.results.heads import RunName, read_heads
from benchmark.results.layout import ROW_FILE_LIMIT, ROWS, RUBRIC_MARK, STATUS
from benchmark.results.nights import add_nightly, nightly_paths

#: Uploads large files of a row or a panel; takes its id and its files by name.
Upload = Callable[[str, Mapping[str, bytes]], None]

_PLURALS = {"row": "row(s)", "status": "status(es)", "scores": "file(s) of scores"}


def upload_large_files(work: RecordJob, results: RecordOutcome, upload: Upload | None) -> RecordOutcome:
    """Upload all large files, and return the results without the rows whose files could not be uploaded.

    Args:
        work: the plan and its artifacts.
        results: the rows and statuses so far.
        upload: uploads the files of a row or a panel; None without a repository to upload to.
    """
    lost: list[SightbenchError] = []

    def keep(new: New) -> New:
        if not isinstance(new, NewRow):
            _upload(new.record.id, new.large, upload)
            return new
        _upload(new.row.id, large_files(new.files), upload)
        try:
            _upload(new.row.id, large_files(new.rubric), upload)
        except SightbenchError as error:  # the row is recorded without its scores by a model
            lost.append(error)
            return dataclasses.replace(new, rubric={})
        return new

    kept = keep_each(work, results, keep)
    return dataclasses.replace(kept, errors=(*kept.errors, *lost))


def _upload(identifier: str, large: Mapping[str, bytes], upload: Upload | None) -> None:
    if not large:
        return
    if upload is None:
        problem = f"{', '.join(large)}: above {ROW_FILE_LIMIT:,} bytes, but there is no release to upload to"
        raise OurFailure(problem, "name the repository with --repository, and give a token in GITHUB_TOKEN")
    upload(identifier, large)


def add_records(results: RecordOutcome, checkout: Path) -> str | None:
    """Add rows, statuses and panels to a checkout of the branch; existing files are not changed.

    Returns:
        The message of the commit; None if there is nothing to add.

    Raises:
        BadInput: if an existing row cannot be read.
    """
    rows = checkout / ROWS
    heads = read_heads(rows, _slugs(results))
    recorded, known = {(head.run, head.request) for head in heads}, {head.id for head in heads}
    added = [
        new
        for new in results.rows
        if (new.name, new.row.run.request) not in recorded and new.row.id not in known
    ]
    for new in added:
        folder = add_record(rows, new.row).parent
        for name in new.files.keys() - large_files(new.files).keys():
            (folder / name).write_bytes(new.files[name])
    scored = [new for new in results.rows if _add_rubric(new, checkout)]
    statuses = [status for status in results.statuses if (status.run, status.request) not in recorded]
    statuses = [status for status in statuses if not status.path(checkout / STATUS).exists()]
    for status in statuses:
        add_record(checkout / STATUS, status)
    if message := add_nightly(results.nightly, checkout):
        return message
    names: dict[str, list[RunName]] = {
        "row": [new.name for new in added],
        "scores": [new.name for new in scored],
        "status": [status.run for status in statuses],
    }
    parts = [f"{len(found)} {_PLURALS[kind]}" for kind, found in names.items() if found]
    lines = [f"{kind}: {name}" for kind, found in names.items() for name in found]
    return "\n".join([f"Add {' and '.join(parts)}", "", *lines]) if lines else None


def recorded_files(results: RecordOutcome, checkout: Path) -> list[Path]:
    """Return the paths of those rows and records that a checkout has with exactly the same bytes.

    Who pushed them does not matter: a repetition of a job that was killed after its push finds its rows. A
    row that another CI run made from the same samples is not returned, because it names that run.
    """
    files = [(checkout / path, data) for path, data in map(main_file, results.new)]
    return [path for path, data in files if path.is_file() and path.read_bytes() == data]


def paths_to_check_out(results: RecordOutcome) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_records` and :func:`recorded_files` need."""
    rows = [f"{ROWS}/*/*/{slug}/*.json" for slug in _slugs(results)]
    statuses = [f"{STATUS}/{slug}" for slug in _slugs(results)]
    return (*rows, *statuses, *nightly_paths(results.nightly)) or (STATUS,)


def _add_rubric(new: NewRow, checkout: Path) -> bool:
    """Add scores by a model to a recorded row that has none; return whether they were added.

    So a repeated rubric job adds its scores to a row that was recorded without them.
    """
    path = new.row.path(checkout / ROWS)
    if not new.rubric or not path.is_file() or any(path.parent.glob(f"{new.row.id}{RUBRIC_MARK}*.json")):
        return False
    for name in new.rubric.keys() - large_files(new.rubric).keys():
        (path.parent / name).write_bytes(new.rubric[name])
    return True


def _slugs(results: RecordOutcome) -> list[str]:
    return sorted({new.name.slug for new in results.rows} | {status.slug for status in results.statuses})
