"""What a job leaves: a folder with ``job.json``, ``manifest.json`` and the files that the manifest names.

Whoever reads one takes it for a stranger's: names, sizes, digests and schema are checked before any use.

History of the format:
    sightbench/job/1: first version.
"""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.chain.plan.job import JobId, MatrixJob
from benchmark.core.errors import BadInput, shown
from benchmark.files import strict_json
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import JSONL_LIMIT, MIB, read_bytes
from benchmark.files.edge import Count, Record, validate_record
from benchmark.generation.record.manifest import SampleName
from benchmark.results.row import Digest, RowMachine
from benchmark.results.status import Moment, Reason

JOB, MANIFEST = "job.json", "manifest.json"

#: ``unfinished``: it can go on from what it left. ``skipped``: there was nothing to do it with.
JobState = Literal["done", "unfinished", "failed", "skipped"]

_MANIFEST_LIMIT = 4 << 20  #: bytes
_FILES_LIMIT = 16
_CHUNK = 1 << 20
_FIX = "run the job again: what it left was changed, or is not all there"


class JobFile(Record):
    """A file that a job read or wrote."""

    name: Annotated[str, Field(max_length=100, pattern=r"^[a-z0-9]+(?:[._-][a-z0-9]+)*$")]
    sha256: Digest
    bytes: Annotated[int, Field(ge=0, le=JSONL_LIMIT)]


class JudgingRecord(Record):
    """What a score job says of its judging."""

    suite: int = Field(description="version of the suite")
    judge: int = Field(description="version of the judge")
    guest: dict[str, str] = Field(description="versions inside the sandbox")
    extraction: str
    tasks: Digest = Field(description="of the data set")
    completions: Digest = Field(description="of those of its shard: task_id, draw and text")
    samples: Count
    gold: Count = Field(description="reference answers judged beside the samples; all of them passed")
    blank: Count = Field(description="empty answers judged beside the samples; none had an answer")
    machine: RowMachine
    executor: str
    workers: Annotated[int, Field(ge=1)]
    started: Moment
    seconds: Annotated[float, Field(ge=0)]
    unlinted: dict[SampleName, str] | None = Field(
        default=None, description="why the linter has no result; null where it was not asked"
    )


class JobManifest(Record):
    """What came of a job."""

    schema_: Literal["sightbench/job/1"] = Field(default="sightbench/job/1", alias="schema")
    job: JobId
    request: Digest
    state: JobState
    reason: Reason | None = Field(default=None, description="why it is not done")
    inputs: Annotated[list[JobFile], Field(max_length=_FILES_LIMIT)] = Field(default_factory=list)
    files: Annotated[list[JobFile], Field(max_length=_FILES_LIMIT)] = Field(default_factory=list)
    judged: JudgingRecord | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """A folder whose files are those that its manifest names."""

    folder: Path
    manifest: JobManifest


def described(path: Path, name: str = "") -> JobFile:
    """A file with its digest; ``name`` is that of the file by default.

    Raises:
        BadInput: when it cannot be read, or is larger than what is judged.
    """
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {error.strerror}", _FIX) from None
    if size > JSONL_LIMIT:
        problem = f"has {size / MIB:.3g} MiB, more than the limit of {JSONL_LIMIT / MIB:.3g} MiB"
        raise BadInput(path, "", problem, "draw fewer samples in one run")
    return JobFile(name=name or path.name, sha256=digest.hexdigest(), bytes=size)


def begin_artifact(folder: Path, job: MatrixJob) -> None:
    """Make the folder of a job, or take up what an earlier try left in it.

    Raises:
        BadInput: when another job's things lie there.
    """
    make_folder(folder)
    path = folder / JOB
    if path.exists() and _job(path).id != job.id:
        raise BadInput(path, "id", f"{_job(path).id} is not {job.id}", "name an empty folder with --out")
    write_atomic(path, job.model_dump_json(indent=1).encode() + b"\n")


def end_artifact(
    folder: Path,
    job: MatrixJob,
    *,
    state: JobState,
    files: Iterable[str] = (),
    inputs: Iterable[JobFile] = (),
    reason: str | None = None,
    judged: JudgingRecord | None = None,
) -> JobManifest:
    """Write the manifest, last of all: what it names is whole.

    Args:
        folder: of the job.
        job: see there.
        state: what came of it.
        files: names of those that it wrote.
        inputs: what it read.
        reason: why it is not done.
        judged: of a score job.
    """
    manifest = JobManifest(
        job=job.id,
        request=job.request,
        state=state,
        reason=reason,
        inputs=list(inputs),
        files=[described(folder / name) for name in files],
        judged=judged,
    )
    write_atomic(folder / MANIFEST, manifest.model_dump_json(by_alias=True, indent=1).encode() + b"\n")
    return manifest


def find_artifact(root: Path, job: MatrixJob) -> Path | None:
    """The folder of a job below that of all artifacts, or that folder itself where it holds one job only."""
    if (root / job.id).is_dir():
        return root / job.id
    if (root / JOB).is_file() and _job(root / JOB).id == job.id:
        return root
    return None


def read_artifact(folder: Path, job: MatrixJob) -> Artifact:
    """What a job left, once all of it is as the manifest says.

    Raises:
        BadInput: for what is missing, changed, too large, no plain file, or not named by the manifest.
    """
    there = _plain_files(folder)
    found = _job(folder / JOB)
    if found != job:
        raise BadInput(folder / JOB, "", f"is not job {job.id} of the plan", _FIX)
    path = folder / MANIFEST
    manifest = validate_record(JobManifest, strict_json.loads(read_bytes(path, _MANIFEST_LIMIT), path), path)
    if (manifest.job, manifest.request) != (job.id, job.request):
        raise BadInput(path, "job", f"belongs to {shown(manifest.job)}, not to {job.id}", _FIX)
    named = {file.name: file for file in manifest.files}
    if strange := sorted(there - {JOB, MANIFEST} - set(named)):
        raise BadInput(folder / strange[0], "", "is not named by the manifest", _FIX)
    for name, file in named.items():
        _check(folder / name, file)
    return Artifact(folder, manifest)


def _plain_files(folder: Path) -> set[str]:
    """Names of what is in a folder, once there is nothing in it but files: no link leads anywhere else."""
    if folder.is_symlink():
        raise BadInput(folder, "", "is a link", _FIX)
    entries = list(os.scandir(folder))
    for entry in entries:
        if not entry.is_file(follow_symlinks=False):
            raise BadInput(entry.path, "", "is no plain file", _FIX)
    return {entry.name for entry in entries}


def _job(path: Path) -> MatrixJob:
    return validate_record(MatrixJob, strict_json.loads(read_bytes(path, _MANIFEST_LIMIT), path), path)


def _check(path: Path, file: JobFile) -> None:
    if not path.is_file():
        raise BadInput(path, "", "is not there", _FIX)
    if path.stat().st_size != file.bytes:
        problem = f"has {path.stat().st_size:,} bytes, the manifest says {file.bytes:,}"
        raise BadInput(path, "", problem, _FIX)
    if described(path).sha256 != file.sha256:
        raise BadInput(path, "", "has another SHA-256 than the manifest says", _FIX)
