"""The folder of fetched data sets on this machine, and the record that each one is complete."""

import os
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.task import Picture, Task
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import JSONL_LIMIT, MIB, read_bytes
from benchmark.files.edge import Commit, Digest, Name, Record, Unknown, validate_record
from benchmark.files.strict_json import loads

#: Environment variable with the folder of fetched data sets.
VARIABLE = "SIGHTBENCH_DATASETS"
TASKS, RECORD = "tasks.jsonl", "fetched.json"
#: Version of the conversion from rows to tasks; a data set of another version is fetched again.
#: In version 1 a final line end was added to signatures; in version 2 the types and aspects of HumanEval-V's
#: tasks had no keys.
FORM = 3


class FetchedSet(Record):
    """The file ``fetched.json`` of a fetched data set, which is written last."""

    form: int
    suite: Name
    dataset: Name
    revision: Commit | Unknown = Field(description="empty if the data were read from a folder or file")
    source: str = Field("", description="folder or file that the data were read from; empty for the hub")
    content: Digest = Field(description="SHA-256 over all rows, the same as in datasets.lock")
    tasks: Annotated[int, Field(ge=1)]
    tasks_sha256: Digest = Field(description="SHA-256 of tasks.jsonl, which names pictures by their digests")
    more: dict[Name, Digest] = Field(
        {}, description="further task files, which follow it, with their SHA-256"
    )
    repaired: dict[Name, str] = Field({}, description="tasks with a repair that the import made, in words")
    left_out: dict[Name, str] = Field({}, description="rows that could not become tasks, with the reason")
    prompts: dict[Name, str] = Field(description="upstream's prompts, by upstream's names")
    broken: dict[Name, str] | None = Field(
        None,
        description="tasks whose test scripts cannot judge an answer here, with the reason;"
        " null until the scripts were tried",
    )


def datasets_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in ``SIGHTBENCH_DATASETS``, or else ``sightbench/datasets`` in the user's cache."""
    if folder := environment.get(VARIABLE):
        return Path(folder)
    cache = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "sightbench" / "datasets"


def folder_of(suite: str, dataset: str) -> Path:
    """Return the folder of one data set."""
    return datasets_folder() / suite / dataset


def read_fetched(suite: str, dataset: str) -> FetchedSet | None:
    """Return a data set's record; None if it was not fetched, or was converted by another version.

    Raises:
        BadInput: if the file is not valid.
    """
    path = folder_of(suite, dataset) / RECORD
    if not path.exists():
        return None
    record = loads(read_bytes(path, MIB), path)
    # Before the record is validated: another version may have other fields.
    if isinstance(record, dict) and record.get("form") != FORM:
        return None
    return validate_record(FetchedSet, record, path)


def record_broken_tests(found: FetchedSet, broken: Mapping[str, str]) -> FetchedSet:
    """Add the result of trying the test scripts to a data set's record, and return the new record.

    Args:
        found: the record of the data set that is stored.
        broken: tasks whose test scripts cannot judge an answer here, with the reason.
    """
    changed = found.model_copy(update={"broken": dict(broken)})
    path = folder_of(found.suite, found.dataset) / RECORD
    write_atomic(path, (changed.model_dump_json(indent=1) + "\n").encode())
    return changed


def require_fetched(suite: str, dataset: str, command: str) -> FetchedSet:
    """Return a data set's record; ``command`` is the command that fetches it, for the message.

    Raises:
        BadInput: if it was not fetched, or its file is not valid.
    """
    found = read_fetched(suite, dataset)
    if found is None:
        problem = f"{dataset} is not on this machine: its authors publish it, and it is not shipped here"
        more = "" if "--from" in command else " (needs network), with --from PATH if you have the files"
        fix = f"run `{command}`{more}"
        raise BadInput(suite, "", problem, fix)
    return found


def load_tasks(suite: str, dataset: str, command: str, only: str = "") -> tuple[Task, ...]:
    """Return the tasks of a fetched data set.

    Args:
        suite: its suite.
        dataset: its name.
        command: the command that fetches it, for messages.
        only: name of the only task file to read; empty for all.

    Raises:
        BadInput: if it was not fetched, or its file was changed afterwards.
    """
    found = require_fetched(suite, dataset, command)
    from benchmark.files.tasks import read_tasks

    folder = folder_of(suite, dataset)
    tasks: list[Task] = []
    for name, digest in {TASKS: found.tasks_sha256, **found.more}.items():
        if only not in ("", name):
            continue
        path = folder / name
        # A task that was changed by hand would be judged under the name of the published one.
        if sha256_hex(read_bytes(path, JSONL_LIMIT)) != digest:
            source = f" --from {shlex.quote(found.source)}" if found.source else ""
            raise BadInput(path, "", "was changed after it was fetched", f"run `{command}{source} --again`")
        tasks += (_with_folder(task, folder) for task in read_tasks(path))
    return tuple(tasks)


def write_unfinished(path: Path, data: bytes, mode: str = "wb") -> None:
    """Write into a folder that is renamed when it is complete.

    Args:
        path: the file; its folder is created.
        data: its bytes.
        mode: ``wb``, or ``ab`` to add them to the file.

    Raises:
        BadInput: if it cannot be written.
    """
    make_folder(path.parent)
    try:
        with path.open(mode) as file:
            file.write(data)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or error}"
        raise BadInput(path, "", problem, "check the folder, its permissions and the free space") from None


def write_record(folder: Path, record: FetchedSet) -> None:
    """Write the record of a data set into a folder that is renamed when it is complete.

    Raises:
        BadInput: if it cannot be written.
    """
    write_unfinished(folder / RECORD, (record.model_dump_json(indent=1) + "\n").encode())


def replace_stored(place: Path, folder: Path, scratch: Path) -> None:
    """Put a complete new folder in the place of an earlier one, which moves to ``scratch``.

    Raises:
        OurFailure: if the earlier one cannot be moved.
    """
    try:
        if place.exists():
            # Moved, because removing thousands of files could stop half-way.
            place.rename(scratch / f"{folder.name}-old")
        folder.rename(place)
    except OSError as error:
        fix = "remove the folder, and fetch the data set again"
        raise OurFailure(f"{place} cannot be replaced: {error.strerror}", fix) from None


def _with_folder(task: Task, folder: Path) -> Task:
    parts = tuple(replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=parts)
