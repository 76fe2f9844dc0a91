"""Fresh sets: new instances of all families, from a secret seed."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import contents
from benchmark.authoring.seeded_tasks import fresh_mutations, make
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.fresh import DIGITS, PREFIX
from benchmark.core.task import Task
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import Name, Record
from benchmark.files.jsonl import dump_records
from benchmark.files.tasks import task_record

_SEED = re.compile(r"[0-9a-f]{32,}")


class FreshSet(Record):
    """What a fresh set says of itself; the seed stays with whoever made it."""

    canary: str
    suite: Name
    dataset: Name
    families: dict[str, Annotated[int, Field(ge=1)]] = Field(description="name → version")
    tasks: int


def dataset_name(seed: str) -> str:
    """``fresh-`` and the start of the seed's SHA-256."""
    return f"{PREFIX}{sha256_hex(seed.encode())[:DIGITS]}"


def checked_seed(seed: str) -> str:
    """``seed``, when nobody can guess it.

    Raises:
        BadInput: for one of less than 128 bits: the families are public, so small seeds could be tried.
    """
    if not _SEED.fullmatch(seed):
        fix = "32 hex digits or more: python -c 'import secrets; print(secrets.token_hex(16))'"
        raise BadInput("--seed", "", "is not 128 bits or more in hex, so it could be guessed", fix)
    return seed


def write_fresh(collection: Collection, names: Sequence[str], seed: str, into: Path) -> FreshSet:
    """Write a fresh set to the folder ``into``, all or nothing.

    Raises:
        BadInput: when ``into`` is there already, or no instance of a family fits.
    """
    if into.exists() or into.is_symlink():
        raise BadInput(into, "", "is there already", "name a folder that is not; nothing is overwritten")
    dataset = dataset_name(checked_seed(seed))
    make_folder(into.parent)
    with tempfile.TemporaryDirectory(prefix=".fresh-", dir=into.parent) as scratch:
        folder = Path(scratch) / "set"
        tasks: list[Task] = []
        versions = {}
        for name in names:
            family = collection.family(name)
            made = make(family, seed, mutations=fresh_mutations(family, seed))
            pictures, found = contents(made, collection.suite, dataset, folder)
            for path, data in pictures.items():
                write_atomic(path, data)
            tasks += found
            versions[name] = family.version
        described = FreshSet(
            canary=CANARY, suite=collection.suite, dataset=dataset, families=versions, tasks=len(tasks)
        )
        path = folder / "tasks.jsonl"
        write_atomic(path, dump_records(path, map(task_record, tasks)))
        write_atomic(folder / "set.json", (described.model_dump_json(indent=1) + "\n").encode())
        shutil.move(folder, into)
    return described
