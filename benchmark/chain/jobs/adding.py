"""Add rows, signatures, scores by a model, statuses and panels to a checkout of the branch ``results``."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.chain.jobs.recording import NewRow, RecordOutcome
from benchmark.files.atomic import make_folder
from benchmark.results.heads import RunName, read_heads
from benchmark.results.layout import NIGHTLY, ROWS, RUBRIC_MARK, STATUS
from benchmark.results.nights import add_nightly, nightly_paths

_NAMED_LIMIT = 20  #: maximum submissions whose rows and statuses are checked out by name; above it, all are

_PLURALS = {
    "row": "row(s)",
    "status": "status(es)",
    "scores": "file(s) of scores",
}


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
        path = new.row.path(rows)
        make_folder(path.parent)
        for name in new.files.keys() - new.large.keys():
            (path.parent / name).write_bytes(new.files[name])
        path.write_bytes(new.row.to_bytes())
    scored = [new for new in results.rows if _add_rubric(new, checkout)]
    statuses = [status for status in results.statuses if (status.run, status.request) not in recorded]
    statuses = [status for status in statuses if not status.path(checkout / STATUS).exists()]
    for status in statuses:
        path = status.path(checkout / STATUS)
        make_folder(path.parent)
        path.write_bytes(status.to_bytes())
    message = add_nightly(results.nightly, checkout) if results.nightly else None
    return message or _message(
        {
            "row": [new.name for new in added],
            "scores": [new.name for new in scored],
            "status": [status.run for status in statuses],
        }
    )


def recorded_row_files(results: RecordOutcome, checkout: Path) -> list[Path]:
    """Return the paths of those rows that are in a checkout of the branch, byte for byte as they were made.

    It does not matter who pushed them: a job that was killed after its push and is repeated finds its rows.
    A row that another CI run made from the same samples is not returned, because it names that run.
    """
    return [path for new in results.rows if (path := _recorded_file(new, checkout)) is not None]


def recorded_panel_files(results: RecordOutcome, checkout: Path) -> list[Path]:
    """Return the paths of those panels and events that are in a checkout, byte for byte as they were made."""
    paths = [(new.record.path(checkout / NIGHTLY), new.record) for new in results.nightly]
    return [path for path, record in paths if path.is_file() and path.read_bytes() == record.to_bytes()]


def paths_to_check_out(results: RecordOutcome) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_records` and :func:`recorded_row_files` need."""
    slugs = _slugs(results)
    named = slugs if len(slugs) <= _NAMED_LIMIT else ["*"]
    paths = [path for slug in named for path in (f"{ROWS}/*/*/{slug}/*.json", f"{STATUS}/{slug}")]
    return (*paths, *nightly_paths(results.nightly)) or (STATUS,)


def _recorded_file(new: NewRow, checkout: Path) -> Path | None:
    """Return the path of a row's file in a checkout; None if there is no such file, or it has other bytes."""
    path = new.row.path(checkout / ROWS)
    there = path.is_file() and path.read_bytes() == new.row.to_bytes()
    return path if there else None


def _add_rubric(new: NewRow, checkout: Path) -> bool:
    """Add the scores by a model to a row that is there, if it has none; return whether they were added.

    So the repetition of a failed rubric job adds its scores to the row that was recorded without them.
    """
    path = new.row.path(checkout / ROWS)
    if not new.rubric or not path.is_file() or any(path.parent.glob(f"{new.row.id}{RUBRIC_MARK}*.json")):
        return False
    for name in new.rubric.keys() - new.large_rubric.keys():
        (path.parent / name).write_bytes(new.rubric[name])
    return True


def _slugs(results: RecordOutcome) -> list[str]:
    return sorted({new.name.slug for new in results.rows} | {status.slug for status in results.statuses})


def _message(added: Mapping[str, Sequence[RunName]]) -> str | None:
    """Return the message of a commit that adds files of some kinds; None if there are none."""
    kinds = {kind: names for kind, names in added.items() if names}
    if not kinds:
        return None
    parts = [f"{len(names)} {_PLURALS[kind]}" for kind, names in kinds.items()]
    lines = [f"{kind}: {name}" for kind, names in kinds.items() for name in names]
    return "\n".join([f"Add {' and '.join(parts)}", "", *lines])
