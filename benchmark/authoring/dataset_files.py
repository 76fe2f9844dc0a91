"""The files of a data set that its families make: tasks, pictures, and the digests that pin them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.drawing.render import decoded, pixel_digest, pixels, png
from benchmark.authoring.family import Family, UnfitError
from benchmark.authoring.instance import FamilyTask, stem
from benchmark.authoring.seeded_tasks import make
from benchmark.core.order import natural_key
from benchmark.core.task import Picture, Task
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Count, Name, Record, validate_record
from benchmark.files.jsonl import dump_records
from benchmark.files.strict_json import loads
from benchmark.files.tasks import read_tasks, task_record

_SHOWN_DIGITS = 12  #: of the digest of its pixels, in a picture's name

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class PinnedTask(Record):
    """What pins one task's drawing."""

    id: Name
    mutation: Name
    picture: Name = Field(description="path of the PNG; its name holds the start of the pixels' digest")
    svg: Digest = Field(description="SHA-256 of the SVG text")
    pixels: Digest = Field(description='SHA-256 of "RGB WIDTH HEIGHT\\n" and the RGB bytes')


class Pins(Record):
    """A file of pins: what a family's code made when its tasks were built."""

    canary: str
    family: Name
    version: Annotated[int, Field(ge=1)]
    seed: str
    index: Count = Field(description="of the instance among those of the seed")
    tasks: list[PinnedTask]


def contents(
    made: Sequence[FamilyTask], suite: str, dataset: str, folder: Path
) -> tuple[dict[Path, bytes], list[Task]]:
    """The pictures of made tasks, as files below ``folder``, and the tasks that show them."""
    pictures, tasks = {}, []
    for one in made:
        source = f"pictures/{one.task_id}-{pixels(one.svg)[:_SHOWN_DIGITS]}.png"
        pictures[folder / source] = png(one.svg)
        tasks.append(one.task(suite, dataset, Picture(number=1, source=source)))
    return pictures, tasks


def public(collection: Collection, family: Family[object]) -> tuple[FamilyTask, ...]:
    """The public tasks: the instance that is pinned, else the first that passes the gates."""
    pins = read_pins(collection, family.name)
    if pins is None or (pins.version, pins.seed) != (family.version, family.seed):
        return make(family, family.seed)
    try:
        return make(family, family.seed, index=pins.index)
    except UnfitError:  # the code has changed; the files say so
        return make(family, family.seed)


def read_pins(collection: Collection, name: str) -> Pins | None:
    """The pins of a family; None when it has not been built.

    Raises:
        BadInput: for a file that is wrong.
    """
    path = pins_path(collection, name)
    if not path.exists():
        return None
    return validate_record(Pins, loads(read_bytes(path, MIB), path), path)


def built(collection: Collection, made: Sequence[FamilyTask]) -> dict[Path, bytes]:
    """All files of a family's public tasks, by path."""
    family = made[0].family
    found, tasks = contents(made, collection.suite, collection.dataset, collection.folder)
    pins = Pins(
        canary=CANARY,
        family=family,
        version=made[0].version,
        seed=made[0].seed,
        index=made[0].index,
        tasks=[
            PinnedTask(
                id=one.task_id,
                mutation=one.mutation,
                picture=str(path.relative_to(collection.folder)),
                svg=one.svg_digest,
                pixels=pixels(one.svg),
            )
            for one, path in zip(made, list(found), strict=True)
        ],
    )
    path = tasks_path(collection, family)
    found[path] = dump_records(path, map(task_record, tasks))
    found[pins_path(collection, family)] = (pins.model_dump_json(indent=1) + "\n").encode()
    return found


def write(collection: Collection, family: Family[object]) -> list[Path]:
    """Write the files of a family that differ from what is built; remove pictures that no task shows."""
    files = built(collection, make(family, family.seed))
    changed = [path for path, data in files.items() if not is_same(path, data)]
    for path in changed:
        write_atomic(path, files[path])
    for path in pictures_of(collection, family.name):
        if path not in files:
            path.unlink()
            changed.append(path)
    return changed


def is_same(path: Path, data: bytes) -> bool:
    """Whether a file is there and says the same; a picture is compared by its pixels."""
    if not path.is_file():
        return False
    found = path.read_bytes()
    if found == data or path.suffix != ".png":
        return found == data
    try:
        return CANARY.encode() in found and pixel_digest(decoded(found)) == pixel_digest(decoded(data))
    except ValueError:
        return False


def pictures_of(collection: Collection, name: str) -> list[Path]:
    """The pictures of a family that are there, whichever tasks show them."""
    named = re.compile(rf"{re.escape(stem(name))}-[0-9]+-[0-9a-f]{{{_SHOWN_DIGITS}}}\.png")
    folder = collection.folder / "pictures"
    return sorted(path for path in folder.glob(f"{stem(name)}-*.png") if named.fullmatch(path.name))


def tasks_path(collection: Collection, name: str) -> Path:
    """The task file of a family."""
    return collection.folder / "tasks" / f"{name}.jsonl"


def pins_path(collection: Collection, name: str) -> Path:
    """The pins of a family."""
    return collection.folder / "pins" / f"{name}.json"


def load(collection: Collection) -> tuple[Task, ...]:
    """All tasks that are shipped, family by family; reads task files and no picture.

    Raises:
        BadInput: for a task file that is wrong.
    """
    paths = sorted((collection.folder / "tasks").glob("*.jsonl"), key=lambda path: natural_key(path.stem))
    return tuple(_placed(task, collection.folder) for path in paths for task in read_tasks(path))


def _placed(task: Task, folder: Path) -> Task:
    parts = tuple(replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=parts)
