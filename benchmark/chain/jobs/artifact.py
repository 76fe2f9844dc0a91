"""The artifact of a job: a folder with ``job.json``, ``manifest.json`` and the files that the manifest names.

A reader treats an artifact as untrusted: it checks names, sizes, digests and the schema before any use.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.chain.plan.job import JobId, Kind, MatrixJob, Plan, parse_own
from benchmark.chain.plan.runners import GPU_ABSENT
from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.files import strict_json
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import JSONL_LIMIT, MIB, read_bytes
from benchmark.files.edge import Count, Record
from benchmark.generation.record.manifest import SampleName
from benchmark.results.branch_record import Digest, Moment
from benchmark.results.row import RowMachine
from benchmark.results.status import Reason

JOB, MANIFEST = "job.json", "manifest.json"

#: ``unfinished``: a later job can continue from the artifact. ``pending``: a later evaluation has to, because
#: batches have not ended. ``skipped``: an input was missing.
JobState = Literal["done", "unfinished", "pending", "failed", "skipped"]

_MANIFEST_LIMIT = 4 << 20  #: maximum bytes of the manifest
_FILES_LIMIT = 16
_FIX = "run the job again: its artifact is incomplete or was changed"


class JobFile(Record):
    """The name, digest and size of a file that a job wrote."""

    name: Annotated[str, Field(max_length=100, pattern=r"^[a-z0-9]+(?:[._-][a-z0-9]+)*$")]
    sha256: Digest
    bytes: Annotated[int, Field(ge=0, le=JSONL_LIMIT)]


class JudgingRecord(Record):
    """How a score job judged its shard: versions, digests, machine and time."""

    suite: int = Field(description="version of the suite")
    judge: int = Field(description="version of the judge")
    guest: dict[str, str] = Field(description="versions of the programs inside the sandbox")
    extraction: str
    tasks: Digest = Field(description="digest of the data set")
    completions: Digest = Field(description="digest of the shard's completions: task_id, draw and text")
    samples: Count
    gold: Count = Field(description="reference answers that were judged as a control; all of them passed")
    blank: Count = Field(description="blank answers that were judged as a control; none counted as an answer")
    machine: RowMachine
    workers: Annotated[int, Field(ge=1)]
    started: Moment
    seconds: Annotated[float, Field(ge=0)]
    unlinted: dict[SampleName, str] | None = Field(
        default=None, description="why a sample has no lint result; null if the plan did not ask for linting"
    )


class JobManifest(Record):
    """The result of a job: its state, and the files that it wrote."""

    schema_: Literal["sightbench/job/1"] = Field(default="sightbench/job/1", alias="schema")
    job: JobId
    request: Digest
    state: JobState
    reason: Reason | None = Field(default=None, description="why the job is not done")
    files: Annotated[list[JobFile], Field(max_length=_FILES_LIMIT)] = Field(default_factory=list)
    judged: JudgingRecord | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """An artifact whose files were checked against its manifest."""

    folder: Path
    job: MatrixJob
    manifest: JobManifest


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The result of a job that asks a model."""

    manifest: JobManifest
    error: SightbenchError | None = None  #: why the job did not finish
    interrupted: bool = False  #: whether a signal, rather than the time limit, ended the job


class JobNotDoneError(Exception):
    """A job of a run did not finish, so nothing can be made from its artifact."""

    def __init__(
        self,
        stage: Kind,
        reason: str,
        *,
        goes_on: bool = False,
        pending: bool = False,
        failed: Path | None = None,
    ) -> None:
        self.stage: Kind = stage
        self.pending = pending  #: whether its batches have not ended
        self.goes_on = goes_on  #: whether the next workflow run continues the job
        self.failed = failed  #: the folder of its artifact, if it failed
        super().__init__(reason)


def describe_file(path: Path) -> JobFile:
    """Return the name, digest and size of a file.

    Raises:
        BadInput: if the file cannot be read, or is over the size limit of files to judge.
    """
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.tell()
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {error.strerror}", _FIX) from None
    if size > JSONL_LIMIT:
        problem = f"has {size / MIB:.3g} MiB; the limit is {JSONL_LIMIT / MIB:.3g} MiB"
        raise BadInput(path, "", problem, "draw fewer samples in one run")
    return JobFile(name=path.name, sha256=digest, bytes=size)


def begin_artifact(folder: Path, job: MatrixJob) -> None:
    """Create the folder of a job, or continue in one that an earlier workflow run or hour left.

    Raises:
        BadInput: if the folder belongs to another job.
    """
    make_folder(folder)
    path = folder / JOB
    # Only its id: completions that an older version kept are continued, too.
    kept = strict_json.loads(read_bytes(path, _MANIFEST_LIMIT), path) if path.exists() else {"id": job.id}
    if not isinstance(kept, dict) or kept.get("id") != job.id:
        raise BadInput(path, "id", f"is not that of job {job.id}", "name an empty folder with --out")
    write_atomic(path, job.model_dump_json(indent=1).encode() + b"\n")
    (folder / MANIFEST).unlink(missing_ok=True)  # nobody reads a folder without a manifest


def end_artifact(
    folder: Path,
    job: MatrixJob,
    *,
    state: JobState,
    reason: str | None = None,
    judged: JudgingRecord | None = None,
) -> JobManifest:
    """Write the manifest of all files in the job's folder, once the files are complete."""
    paths = sorted(folder.iterdir())
    manifest = JobManifest(
        job=job.id,
        request=job.request,
        state=state,
        reason=reason,
        files=[describe_file(path) for path in paths if path.is_file() and path.name not in {JOB, MANIFEST}],
        judged=judged,
    )
    write_atomic(folder / MANIFEST, manifest.model_dump_json(by_alias=True, indent=1).encode() + b"\n")
    return manifest


def done_manifest(folder: Path, job: MatrixJob) -> JobManifest | None:
    """Return the manifest if a folder has all that a job makes, from this or an earlier evaluation."""
    try:
        manifest = read_job_manifest(folder / MANIFEST)
        for file in manifest.files:
            _check_file(folder / file.name, file)
    except BadInput:
        return None
    found = (manifest.job, manifest.request, manifest.state)
    return manifest if found == (job.id, job.request, "done") else None


def pending_manifest(folder: Path, job: MatrixJob) -> JobManifest | None:
    """Return the manifest of a job whose batches have not ended, if this evaluation wrote it."""
    try:
        manifest = read_job_manifest(folder / MANIFEST)
        # Another evaluation's job continues another workflow run.
        return manifest if manifest.state == "pending" and _read_job(folder / JOB) == job else None
    except BadInput:
        return None


def find_artifact(root: Path | None, job: str) -> Path | None:
    """Return the folder of a job in ``root``, or ``root`` itself if it is that folder; None if missing."""
    if root is None:
        return None
    if (root / job).is_dir():
        return root / job
    if (root / JOB).is_file() and _read_job(root / JOB).id == job:
        return root
    return None


def done_artifact(plan: Plan, identifier: str, root: Path | None) -> Artifact:
    """Return the artifact of a finished job of a plan; ``root`` is None if nothing was fetched.

    Raises:
        JobNotDoneError: if the job did not finish.
        BadInput: as :func:`read_artifact`.
    """
    job = next(job for job in plan.jobs if job.id == identifier)
    folder = find_artifact(root, identifier)
    if folder is None and job.gpu:  # GitHub gives up after a day; a missing machine is not the run's failure
        raise JobNotDoneError(job.kind, GPU_ABSENT, goes_on=True)
    if folder is None or not (folder / MANIFEST).is_file():
        why = "it was cancelled, took too long, or lost its machine"
        raise JobNotDoneError(job.kind, f"job {identifier} left no result: {why}")
    artifact = read_artifact(folder, job)
    state, reason = artifact.manifest.state, artifact.manifest.reason
    if state != "done":
        failed = folder if state == "failed" else None
        goes_on, pending = state in ("unfinished", "pending"), state == "pending"
        raise JobNotDoneError(job.kind, reason or state, goes_on=goes_on, pending=pending, failed=failed)
    return artifact


def manifest_digests(root: Path, jobs: Iterable[str]) -> dict[str, str]:
    """Return the digest of each job's manifest, which in turn has the digests of all other files.

    A job without a readable manifest is left out.
    """
    found = {}
    for job in jobs:
        with contextlib.suppress(BadInput):
            if (folder := find_artifact(root, job)) is not None:
                found[job] = describe_file(folder / MANIFEST).sha256
    return found


def read_artifact(folder: Path, job: MatrixJob) -> Artifact:
    """Return the artifact of a job after checking all of it against the manifest.

    Raises:
        BadInput: if a file is missing, changed, too large, not a regular file, or not in the manifest.
    """
    if folder.is_symlink():
        raise BadInput(folder, "", "is a link", _FIX)
    present = list(os.scandir(folder))
    for entry in present:
        if not entry.is_file(follow_symlinks=False):
            raise BadInput(entry.path, "", "is not a regular file", _FIX)
    found = _read_job(folder / JOB)
    if found != job:
        raise BadInput(folder / JOB, "", f"is not job {job.id} of the plan", _FIX)
    path = folder / MANIFEST
    manifest = read_job_manifest(path)
    if (manifest.job, manifest.request) != (job.id, job.request):
        raise BadInput(path, "job", f"belongs to {quote_value(manifest.job)}, not to {job.id}", _FIX)
    files = {file.name: file for file in manifest.files}
    if unlisted := sorted({entry.name for entry in present} - {JOB, MANIFEST} - set(files)):
        raise BadInput(folder / unlisted[0], "", "is not named by the manifest", _FIX)
    for name, file in files.items():
        _check_file(folder / name, file)
    return Artifact(folder, job, manifest)


def read_job_manifest(path: Path) -> JobManifest:
    """Read the manifest of a job alone, without checking its files."""
    return parse_own(JobManifest, read_bytes(path, _MANIFEST_LIMIT), path)


def _read_job(path: Path) -> MatrixJob:
    return parse_own(MatrixJob, read_bytes(path, _MANIFEST_LIMIT), path)


def _check_file(path: Path, file: JobFile) -> None:
    if not path.is_file():
        raise BadInput(path, "", "is missing", _FIX)
    if path.stat().st_size != file.bytes:
        problem = f"has {path.stat().st_size:,} bytes, but {file.bytes:,} in the manifest"
        raise BadInput(path, "", problem, _FIX)
    if describe_file(path).sha256 != file.sha256:
        raise BadInput(path, "", "does not match its SHA-256 in the manifest", _FIX)
