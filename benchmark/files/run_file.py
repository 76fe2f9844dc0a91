"""The run file next to a verdict file, ``FILE.run.json``: what was judged, and how."""

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Name, RawText, Record, validate_record
from benchmark.files.strict_json import loads


class RunInput(Record):
    """A file that an evaluation read."""

    path: RawText = Field(
        min_length=1, description="relative to the folder of the run file, or absolute if they share none"
    )
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="digest of the file's bytes")]


class RunRecord(Record):
    """What an evaluation judged, and how; in memory, the paths of its files are absolute."""

    schema_: Literal["sightbench/run/1"] = Field(default="sightbench/run/1", alias="schema")
    predictions: tuple[RunInput, ...] = Field(
        default=(), strict=False, description="files of completions; empty if they came from a script"
    )
    tasks: tuple[RunInput, ...] = Field(
        default=(), strict=False, description="task files; empty for a data set of a suite"
    )
    suite: Name
    dataset: Name
    dataset_digest: str = Field(
        default="", description="SHA-256 over the tasks of a suite's data set; empty for task files"
    )
    name: str = Field(default="", description="name of the model")
    slug: str = ""
    setting: str = Field(default="", description="what the model was shown; empty if not recorded")
    protocol: str = Field(default="", description="how samples were drawn; empty if not recorded")
    prompt: str = Field(default="", description="empty if not recorded")
    extraction: str = Field(description="the rule that took the code from the completions")
    lint: bool = False
    partial: bool = Field(default=False, description="whether tasks or draws may be missing")
    costs: bool = Field(default=False, description="whether the verdict file has time and memory")


def run_path(verdicts: Path) -> Path:
    """Return the path of the run file next to a verdict file: ``FILE.run.json``."""
    return verdicts.with_name(f"{verdicts.name}.run.json")


def run_input(path: Path) -> RunInput:
    """Return the absolute path of a file and the digest of its bytes.

    Raises:
        BadInput: if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {error.strerror}", "check the path") from None
    return RunInput(path=str(path.resolve()), sha256=digest)


def write_run(verdicts: Path, run: RunRecord) -> None:
    """Write the run file of a verdict file, with paths relative to its folder where they share a folder."""
    path = run_path(verdicts)
    folder = path.parent.resolve()

    def relative(file: RunInput) -> RunInput:
        shared = os.path.commonpath([file.path, folder])
        return (
            file
            if shared == os.sep
            else RunInput(path=os.path.relpath(file.path, folder), sha256=file.sha256)
        )

    files = {
        kind: [relative(file).model_dump() for file in getattr(run, kind)]
        for kind in ("predictions", "tasks")
    }
    record = run.model_dump(by_alias=True) | files
    write_atomic(path, (json.dumps(record, indent=2) + "\n").encode("ascii"))


def read_run(verdicts: Path) -> RunRecord | None:
    """Read the run file of a verdict file; None if there is none.

    Raises:
        BadInput: if the run file is not valid.
    """
    path = run_path(verdicts)
    if not path.exists():
        return None
    run = validate_record(RunRecord, loads(read_bytes(path), path), path)
    files = {
        kind: tuple(
            RunInput(path=os.path.normpath(path.parent.resolve() / file.path), sha256=file.sha256)
            for file in getattr(run, kind)
        )
        for kind in ("predictions", "tasks")
    }
    return run.model_copy(update=files)


def unchanged_paths(verdicts: Path, files: Iterable[RunInput]) -> tuple[Path, ...]:
    """Return the paths of files that a run file names, after checking that none has changed.

    Raises:
        BadInput: for the first file that is missing or has other bytes than when ``verdicts`` was written.
    """
    paths = []
    for file in files:
        path = Path(file.path)
        fix = f"restore it, or judge it again: {run_path(verdicts).name} has its digest"
        if verdicts.suffix == ".partial":
            fix = f"restore it, or delete {verdicts.name} to start over"
        if not path.is_file():
            raise BadInput(path, "", f"is not there, and {verdicts.name} was made from it", fix)
        if run_input(path).sha256 != file.sha256:
            raise BadInput(path, "", f"has changed since {verdicts.name} was made from it", fix)
        paths.append(path)
    return tuple(paths)
