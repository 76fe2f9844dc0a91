"""Fresh sets: new instances of all families, from a secret seed."""

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.canary import CANARY
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.names import DIGITS, PREFIX
from benchmark.core.task import Task
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import Name, Record
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import task_record
from workshop.authoring.forms import form_of
from workshop.family_collection import FamilyCollection

_SEED = re.compile(r"[0-9a-f]{32,}")


class FreshSet(Record):
    """The description of a fresh set in its ``set.json``; it does not contain the seed."""

    canary: str
    suite: Name
    dataset: Name
    families: dict[str, Annotated[int, Field(ge=1)]] = Field(description="version of each family, by name")
    tasks: int


def dataset_name(seed: str) -> str:
    """Return ``fresh-`` and the start of the seed's SHA-256."""
    return f"{PREFIX}{sha256_hex(seed.encode())[:DIGITS]}"


def check_seed(seed: str) -> str:
    """Return ``seed`` if nobody can guess it.

    Raises:
        BadInput: if it is not 32 or more hex digits (128 bits). The families are public, so anybody could try
            all small seeds.
    """
    if not _SEED.fullmatch(seed):
        problem = "is not 32 or more hex digits (128 bits), so it could be guessed"
        fix = "make one with `python -c 'import secrets; print(secrets.token_hex(16))'`"
        raise BadInput("--seed", "", problem, fix)
    return seed


def write_fresh(collection: FamilyCollection, names: Sequence[str], seed: str, into: Path) -> FreshSet:
    """Write a fresh set to the new folder ``into``; if anything fails, the folder is not made.

    Args:
        collection: the collection that the families belong to.
        names: names of the families.
        seed: the secret seed.
        into: the new folder.

    Raises:
        BadInput: if ``into`` exists already, or no instance of a family makes twins.
    """
    dataset, form = dataset_name(check_seed(seed)), form_of(collection)
    with new_folders([into]) as (folder,):
        tasks: list[Task] = []
        versions = {}
        for name in names:
            family = form.family(collection, name)
            made = form.fresh(family, seed)
            pictures, family_tasks = form.set_files(made, collection.suite, dataset, folder)
            for path, data in pictures.items():
                write_atomic(path, data)
            tasks += family_tasks
            versions[name] = family.version
        return write_set(tasks, versions, folder)


@contextmanager
def new_folders(folders: Sequence[Path]) -> Iterator[list[Path]]:
    """Give a folder to write to for each new folder of one parent; if the block fails, none is made.

    Raises:
        BadInput: if a folder exists already.
    """
    for folder in folders:
        if folder.exists() or folder.is_symlink():
            raise BadInput(folder, "", "exists already", "name a new folder; nothing is overwritten")
    make_folder(folders[0].parent)
    with tempfile.TemporaryDirectory(prefix=".fresh-", dir=folders[0].parent) as scratch:
        stages = [Path(scratch) / str(number) for number in range(len(folders))]
        yield stages
        for stage, folder in zip(stages, folders, strict=True):
            shutil.move(stage, folder)


def write_set(tasks: Sequence[Task], versions: Mapping[str, int], folder: Path) -> FreshSet:
    """Write the task file and the description of a fresh set; its pictures are written apart.

    Args:
        tasks: one or more tasks, which name suite and data set.
        versions: version of each family, by name.
        folder: the folder of the set.
    """
    suite, dataset = tasks[0].suite, tasks[0].dataset
    fresh_set = FreshSet(
        canary=CANARY, suite=suite, dataset=dataset, families=dict(versions), tasks=len(tasks)
    )
    path = folder / "tasks.jsonl"
    write_atomic(path, dump_records(path, map(task_record, tasks)))
    write_atomic(folder / "set.json", (fresh_set.model_dump_json(indent=1) + "\n").encode())
    return fresh_set
