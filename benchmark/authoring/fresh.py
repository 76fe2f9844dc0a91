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
from benchmark.authoring.forms import form_of
from benchmark.authoring.private_pack import PrivatePack
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.fresh import DIGITS, PREFIX, PRIVATE_PREFIX
from benchmark.core.task import Task
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import Name, Record
from benchmark.files.jsonl import dump_records
from benchmark.files.outside import check_outside
from benchmark.files.tasks import task_record

_SEED = re.compile(r"[0-9a-f]{32,}")


class FreshSet(Record):
    """The description of a fresh set in its ``set.json``; it does not contain the seed."""

    canary: str
    suite: Name
    dataset: Name
    families: dict[str, Annotated[int, Field(ge=1)]] = Field(description="version of each family, by name")
    tasks: int
    pack: str = Field(
        default="",
        exclude_if=lambda digest: not digest,  # so that other sets are written as before
        description="SHA-256 over the files of the private pack with the rules; absent without one",
    )


def dataset_name(seed: str, pack: PrivatePack | None = None) -> str:
    """Return ``fresh-`` and the start of the seed's SHA-256; with a pack, that of both digests.

    Nobody who does not know the seed can find out from the name whether a guessed pack is the right one.
    """
    if pack is None:
        return f"{PREFIX}{sha256_hex(seed.encode())[:DIGITS]}"
    return f"{PRIVATE_PREFIX}{digest_lines([seed, pack.digest])[:DIGITS]}"


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


def write_fresh(
    collection: Collection, names: Sequence[str], seed: str, into: Path, pack: PrivatePack | None = None
) -> FreshSet:
    """Write a fresh set to the new folder ``into``; if anything fails, the folder is not made.

    Args:
        collection: the collection that the families belong to.
        names: names of the families.
        seed: the secret seed.
        into: the new folder; with a pack, only this user can open it.
        pack: a private pack, from which the rules of all tasks come; None for public rules.

    Raises:
        BadInput: if ``into`` exists already, or no instance of a family makes twins; with a pack, also if
            ``into`` is part of the repository.
    """
    check_new(into)
    if pack is not None:
        check_outside(into, "--into")
    dataset, form = dataset_name(check_seed(seed), pack), form_of(collection, pack)
    make_folder(into.parent)
    with tempfile.TemporaryDirectory(prefix=".fresh-", dir=into.parent) as scratch:
        folder = Path(scratch) / "set"
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
        fresh_set = FreshSet(
            canary=CANARY,
            suite=collection.suite,
            dataset=dataset,
            families=versions,
            tasks=len(tasks),
            pack="" if pack is None else pack.digest,
        )
        write_set(fresh_set, tasks, folder)
        if pack is not None:
            folder.chmod(0o700)
        shutil.move(folder, into)
    return fresh_set


def check_new(into: Path) -> None:
    """Check that the folder of a fresh set does not exist.

    Raises:
        BadInput: if it does.
    """
    if into.exists() or into.is_symlink():
        raise BadInput(into, "", "exists already", "name a new folder; nothing is overwritten")


def write_set(fresh_set: FreshSet, tasks: Sequence[Task], folder: Path) -> None:
    """Write the task file and the description of a fresh set; its pictures are written apart."""
    path = folder / "tasks.jsonl"
    write_atomic(path, dump_records(path, map(task_record, tasks)))
    write_atomic(folder / "set.json", (fresh_set.model_dump_json(indent=1) + "\n").encode())
