"""Upload the files of rows and panels that are too large for the branch, before anything is pushed."""

import dataclasses
from collections.abc import Callable, Mapping

from benchmark.chain.jobs.recording import NewRow, RecordJob, RecordOutcome, keep_each
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nights import NewRecord

#: Uploads large files of a row or a panel; takes its id and its files by name.
Upload = Callable[[str, Mapping[str, bytes]], None]


def upload_large_files(work: RecordJob, results: RecordOutcome, upload: Upload | None) -> RecordOutcome:
    """Upload all large files, and return the results without the rows whose files could not be uploaded.

    Args:
        work: the plan and its artifacts.
        results: the rows and statuses so far.
        upload: uploads the files of a row or a panel; None without a repository to upload to.
    """

    def with_files(new: NewRow) -> NewRow:
        _upload(new.row.id, new.large, upload)
        try:
            _upload(new.row.id, new.large_rubric, upload)
        except SightbenchError as error:  # the row is recorded without its scores by a model
            lost.append(error)
            return dataclasses.replace(new, rubric={})
        return new

    def with_its_files(new: NewRecord) -> NewRecord:
        _upload(new.record.id, new.large, upload)
        return new

    lost: list[SightbenchError] = []
    kept = keep_each(work, results, with_files, with_its_files)
    return dataclasses.replace(kept, errors=(*kept.errors, *lost))


def _upload(identifier: str, large: Mapping[str, bytes], upload: Upload | None) -> None:
    if not large:
        return
    if upload is None:
        problem = f"{', '.join(large)}: above {ROW_FILE_LIMIT:,} bytes, but there is no release to upload to"
        raise OurFailure(problem, "name the repository with --repository, and give a token in GITHUB_TOKEN")
    upload(identifier, large)
