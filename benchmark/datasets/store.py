"""Where fetched data sets lie on this machine, and what says that they are whole."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Task
from benchmark.datasets.lock import Commit, Digest, Unknown
from benchmark.files.bounded import JSONL_LIMIT, MIB, read_bytes
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.files.tasks import read_tasks

#: Names the folder of fetched data sets.
VARIABLE = "SIGHTBENCH_DATASETS"
TASKS, SAID = "tasks.jsonl", "fetched.json"
#: Of how rows become tasks; a set that was made in another form is fetched again.
FORM = 1


class FetchedSet(Record):
    """``fetched.json``, written last: what a fetched data set is."""

    form: int
    suite: Name
    dataset: Name
    revision: Commit | Unknown = Field(description="empty when it was read from a folder")
    content: Digest = Field(description="SHA-256 over all rows, as datasets.lock has it")
    tasks: Annotated[int, Field(ge=1)]
    tasks_sha256: Digest = Field(description="of tasks.jsonl, whose pictures are named by their digests")
    prompts: dict[Name, str] = Field(description="upstream's prompts, by the name that upstream gives them")


def datasets_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where fetched data sets are kept: ``SIGHTBENCH_DATASETS``, or ``sightbench/datasets`` in the cache."""
    if named := environment.get(VARIABLE):
        return Path(named)
    cache = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "sightbench" / "datasets"


def folder_of(suite: str, dataset: str) -> Path:
    """The folder of one data set."""
    return datasets_folder() / suite / dataset


def read_fetched(suite: str, dataset: str) -> FetchedSet | None:
    """What a data set says of itself; None when it has not been fetched, or in another form.

    Raises:
        BadInput: for a file that is wrong.
    """
    path = folder_of(suite, dataset) / SAID
    if not path.exists():
        return None
    said = loads(read_bytes(path, MIB), path)
    if isinstance(said, dict) and said.get("form") != FORM:
        return None
    return validate_record(FetchedSet, said, path)


def fetched(suite: str, dataset: str, command: str) -> FetchedSet:
    """As :func:`read_fetched`; ``command`` is what fetches it.

    Raises:
        BadInput: when it has not been fetched, too.
    """
    found = read_fetched(suite, dataset)
    if found is None:
        problem = f"{dataset} is not on this machine: its authors publish it, and we may not ship it"
        raise BadInput(suite, "", problem, f"{command} (network), or with --from FOLDER if you have it")
    return found


def load_tasks(suite: str, dataset: str, command: str) -> tuple[Task, ...]:
    """The tasks of a fetched data set.

    Raises:
        BadInput: when it has not been fetched, or its file was changed afterwards.
    """
    found = fetched(suite, dataset, command)
    folder = folder_of(suite, dataset)
    path = folder / TASKS
    if sha256_hex(read_bytes(path, JSONL_LIMIT)) != found.tasks_sha256:
        raise BadInput(path, "", "was changed after it was fetched", f"{command} --again")
    return tuple(_placed(task, folder) for task in read_tasks(path))


def _placed(task: Task, folder: Path) -> Task:
    parts = tuple(replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=parts)
