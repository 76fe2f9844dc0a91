"""Reads the files of a row, from its folder or from elsewhere, after checking their digests."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.verdict import Outcome
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.identity import check_samples
from benchmark.pipeline.record import points_by_task, statuses_by_task
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.releases import release_of
from benchmark.results.row import Row, RowFile
from benchmark.suites.importers import read_referenced

#: Downloads a file that is not next to its row, given its release's tag; the digest is checked afterwards.
Fetch = Callable[[str, RowFile], bytes]


def missing_samples(row: Row) -> frozenset[SampleKey]:
    """Return the samples of a row that have no verdict."""
    return frozenset(
        (task_id, draw)
        for task_id, statuses in row.result.statuses.items()
        for draw, status in enumerate(statuses)
        if status == "missing"
    )


def completions_of(
    row: Row, path: Path, predictions: Path | None, fetch: Fetch | None = None, answers: Path | None = None
) -> tuple[Completion, ...]:
    """Return the completions from which a row was made.

    Args:
        row: the row in ``path``.
        path: path of the row; its completions are in the same folder.
        predictions: a file of completions to read instead.
        fetch: downloads the completions if they are not in that folder; None for no download.
        answers: folder with the files of a row by reference; None for the network.

    Raises:
        BadInput: if they are missing, or are not those from which the row was made.
        OurFailure: if the files of a row by reference cannot be fetched.
    """
    described = row.run.completions_file
    if predictions is not None:
        return _read_completions(row, predictions)
    if described is None and row.run.references is not None:
        return check_completions(
            row, read_referenced(row.run.references, answers), row.run.references.files[0].url
        )
    if described is None:
        fix = "give the completions with --predictions"
        raise BadInput(path, "run.completions_file", "is not set, so the completions are unknown", fix)
    with _file(row, path, described, fetch) as file:
        return _read_completions(row, file)


def check_verdicts(row: Row, path: Path, fetch: Fetch | None = None) -> None:
    """Compare the statuses and points in a row's verdict file, if it names one, with those of the row.

    Raises:
        BadInput: if the file is missing, or has other statuses or points.
    """
    outcomes_of(row, path, fetch)


def outcomes_of(row: Row, path: Path, fetch: Fetch | None = None) -> tuple[Outcome, ...]:
    """Return the outcomes in a row's verdict file; empty if the row names no such file.

    Raises:
        BadInput: if the file is missing, or has other statuses or points than the row.
    """
    described = row.run.verdicts_file
    if described is None:
        return ()
    with _file(row, path, described, fetch) as file:
        outcomes = read_verdicts(file)
        _compare(file, "statuses", statuses_by_task(outcomes), row.result.statuses)
        _compare(file, "points", points_by_task(outcomes), row.result.points)
    return outcomes


def _compare(
    file: Path, what: str, listed: Mapping[str, Sequence[object]], own: Mapping[str, Sequence[object]]
) -> None:
    for task_id in sorted({*listed, *own}):
        if listed.get(task_id) != own.get(task_id):
            has, wanted = listed.get(task_id), own.get(task_id)
            problem = f"task {quote_value(task_id)}: has {what} {has}, but the row has {wanted}"
            raise BadInput(file, "", problem, "use the verdict file of this row")


def descriptions_of(row: Row, path: Path, fetch: Fetch | None = None) -> tuple[Completion, ...]:
    """Return the texts from which a row's completions were written; empty if the row names no such file.

    Raises:
        BadInput: if the file is missing, has another digest, or does not belong to the row's samples.
    """
    described = row.run.descriptions_file
    if described is None:
        return ()
    statuses = row.result.statuses
    samples = {(task_id, draw) for task_id, drawn in statuses.items() for draw in range(len(drawn))}
    missing = missing_samples(row)
    with _file(row, path, described, fetch) as file:
        found = read_predictions(file, missing)
        check_samples(file, found, samples - missing, missing)
    return found


def is_elsewhere(path: Path, described: RowFile) -> bool:
    """Whether a file is too large for a ledger, and is not next to the row at ``path``."""
    return described.bytes > ROW_FILE_LIMIT and not (path.parent / described.name).exists()


@contextmanager
def local_or_fetched(tag: str, local: Path, described: RowFile, fetch: Fetch | None) -> Iterator[Path]:
    """Provide the path ``local``; if that file does not exist and ``fetch`` is given, that of a download.

    Neither whether the file exists nor its digest is checked.

    Args:
        tag: the tag of the release of the row or panel that the file belongs to.
        local: where the file is if it is not in a release.
        described: the file.
        fetch: downloads it; None for no download.
    """
    if fetch is None or local.exists():
        yield local
        return
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        download = Path(folder) / described.name
        download.write_bytes(fetch(tag, described))
        yield download


@contextmanager
def _file(row: Row, path: Path, described: RowFile, fetch: Fetch | None) -> Iterator[Path]:
    """Provide a file of a row, downloaded if needed, after checking its digest."""
    with local_or_fetched(release_of(row), path.parent / described.name, described, fetch) as file:
        if not file.is_file():
            fix = "download it from the release with --assets OWNER/NAME, or give it with --predictions"
            raise BadInput(file, "", "does not exist", fix)
        if sha256_hex(file.read_bytes()) != described.sha256:
            problem = "does not have the SHA-256 that the row records"
            raise BadInput(file, "", problem, "use the original file of the row")
        yield file


def _read_completions(row: Row, file: Path) -> tuple[Completion, ...]:
    return check_completions(row, read_predictions(file, missing_samples(row)), file)


def check_completions(row: Row, completions: tuple[Completion, ...], file: object) -> tuple[Completion, ...]:
    """Return completions if they are those from which a row was made; ``file`` is named in the message.

    Raises:
        BadInput: if they are not.
    """
    if completions_digest(completions) != row.result.completions.digest:
        raise BadInput(
            file,
            "",
            f"is not the file from which row {row.id[:12]} was made: the digest of its completions differs",
            "use the original file of the row",
        )
    return completions
