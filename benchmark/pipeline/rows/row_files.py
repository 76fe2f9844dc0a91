"""The files of a row: beside it, or kept elsewhere; checked before anything is read from them."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import Completion, SampleKey
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.generate.descriptions import check_samples
from benchmark.pipeline.rows.record import statuses
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.row import Row, RowFile

#: Gets a file of a row that does not stand beside it, by the row's id; bytes are compared with the digest.
Fetch = Callable[[str, RowFile], bytes]


def missing_of(row: Row) -> frozenset[SampleKey]:
    """The samples without verdict."""
    return frozenset(
        (task_id, draw)
        for task_id, statuses in row.result.statuses.items()
        for draw, status in enumerate(statuses)
        if status == "missing"
    )


def completions_of(
    row: Row, path: Path, predictions: Path | None, fetch: Fetch | None = None
) -> tuple[Completion, ...]:
    """The completions that a row was made from.

    Args:
        row: as read from ``path``.
        path: of the row; its completions stand beside it.
        predictions: read these instead.
        fetch: gets them where they do not stand there; None where nothing does.

    Raises:
        BadInput: when they are not there, or not what the row was made from.
    """
    described = row.run.completions_file
    if predictions is not None:
        return _read_completions(row, predictions)
    if described is None:
        raise BadInput(
            path, "run.completions_file", "names no file", "give the completions with --predictions"
        )
    with _file(row, path, described, fetch) as file:
        return _read_completions(row, file)


def check_verdicts(row: Row, path: Path, fetch: Fetch | None = None) -> None:
    """Compare the statuses of a row's verdict file with those of the row, where it names one.

    Raises:
        BadInput: when it is not there, or says something else.
    """
    described = row.run.verdicts_file
    if described is None:
        return
    with _file(row, path, described, fetch) as file:
        found = statuses(read_verdicts(file))
        for task_id in sorted({*found, *row.result.statuses}):
            if found.get(task_id) != row.result.statuses.get(task_id):
                problem = f"task {shown(task_id)}: {found.get(task_id)}, the row says "
                raise BadInput(
                    file, "", problem + str(row.result.statuses.get(task_id)), "take the row's file"
                )


def descriptions_of(row: Row, path: Path, fetch: Fetch | None = None) -> tuple[Completion, ...]:
    """What a row's completions were written from; nothing where it names no such file.

    Raises:
        BadInput: when it is not there, has another digest, or is not of the row's samples.
    """
    described = row.run.descriptions_file
    if described is None:
        return ()
    statuses = row.result.statuses
    samples = {(task_id, draw) for task_id, drawn in statuses.items() for draw in range(len(drawn))}
    missing = missing_of(row)
    with _file(row, path, described, fetch) as file:
        found = read_predictions(file, missing)
        check_samples(file, found, samples - missing, missing)
    return found


def is_elsewhere(path: Path, described: RowFile) -> bool:
    """Whether a file of the row at ``path`` is not here, and of a size that ledgers do not keep."""
    return described.bytes > ROW_FILE_LIMIT and not (path.parent / described.name).exists()


@contextmanager
def _file(row: Row, path: Path, described: RowFile, fetch: Fetch | None) -> Iterator[Path]:
    """A file of a row, with the digest that the row says."""
    beside = path.parent / described.name
    if fetch is None or beside.exists():
        if not beside.is_file():
            fix = "get it from the release with --assets OWNER/NAME, or give it with --predictions"
            raise BadInput(beside, "", "is not beside the row", fix)
        _check(beside, described, beside.read_bytes())
        yield beside
        return
    data = fetch(row.id, described)
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        got = Path(folder) / described.name
        _check(got, described, data)
        got.write_bytes(data)
        yield got


def _check(file: Path, described: RowFile, data: bytes) -> None:
    if sha256_hex(data) != described.sha256:
        raise BadInput(file, "", "has another SHA-256 than the row says", "take the file of the row")


def _read_completions(row: Row, file: Path) -> tuple[Completion, ...]:
    completions = read_predictions(file, missing_of(row))
    if completions_digest(completions) != row.result.completions.digest:
        raise BadInput(
            file,
            "",
            f"is not what row {row.id[:12]} was made from: the digest of its completions differs",
            "take the file of the row",
        )
    return completions
