"""The files that families of every form make for a data set, and the pins of drawn pictures."""

import gzip
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.core.task import Picture, Task
from benchmark.datasets.collection import stem
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import task_record
from workshop.authoring.family_module import family_named
from workshop.authoring.instance import FamilyTask
from workshop.authoring.programs import program_file
from workshop.drawing.render import decode_png, picture_digest, pixel_digest, render_png
from workshop.family_collection import FamilyCollection
from workshop.pins import PinnedInstance, PinnedTask, Pins, pins_path, tasks_path

_NAME_DIGITS = 12  #: hex digits of the pixel digest in a picture's file name


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltFiles:
    """What a family's public tasks are built from."""

    tasks: Sequence[Task]
    pins: PinnedInstance
    others: Mapping[Path, bytes]  #: such as pictures, by path


def pinned_instance(made: Sequence[Any]) -> dict[str, Any]:
    """Return the fields that all files of pins begin with, from the public tasks of a family."""
    names = {name: getattr(made[0], name) for name in ("family", "version", "seed", "index")}
    return {"canary": CANARY, **names, "captured": captured_index(made)}


def captured_index(made: Sequence[Any]) -> int | None:
    """Return the number of the instance whose pictures are captures; None if tasks of it are not there."""
    return None if made[-1].index == made[0].index else made[-1].index


def all_files(collection: FamilyCollection, built: BuiltFiles) -> dict[Path, bytes]:
    """Return the contents of all files of a family's public tasks, by path."""
    path = tasks_path(collection, built.pins.family)
    return {
        path: compress_for(path, dump_records(path, map(task_record, built.tasks))),
        **built.others,
        pins_path(collection, built.pins.family): (
            built.pins.model_dump_json(indent=1, exclude_defaults=True) + "\n"
        ).encode(),
    }


def pictures_and_tasks(
    made: Sequence[FamilyTask], suite: str, dataset: str, folder: Path
) -> tuple[dict[Path, bytes], list[Task]]:
    """Return the pictures of tasks, by their paths below ``folder``, and the tasks that show them."""
    pictures, tasks = {}, []
    for task in made:
        source = f"pictures/{task.task_id}-{picture_digest(task.svg)[:_NAME_DIGITS]}.png"
        pictures[folder / source] = render_png(task.svg)
        tasks.append(task.task(suite, dataset, Picture(number=1, source=source)))
    return pictures, tasks


def picture_files(collection: FamilyCollection, made: Sequence[FamilyTask]) -> BuiltFiles:
    """Return the pictures, tasks and pins of a family's public tasks, and the count of its programs."""
    pictures, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
    pins = Pins(
        **pinned_instance(made),
        tasks=[
            PinnedTask(
                id=task.task_id,
                mutation=task.mutation,
                picture=str(path.relative_to(collection.folder)),
                svg=task.svg_digest,
                pixels=picture_digest(task.svg),
            )
            for task, path in zip(made, pictures, strict=True)
        ],
    )
    programs = program_file(collection, family_named(collection, made[0].family))
    return BuiltFiles(tasks=tasks, pins=pins, others=pictures | programs)


def write_and_prune(collection: FamilyCollection, name: str, files: Mapping[Path, bytes]) -> list[Path]:
    """Write those files of a family whose content changed, and remove its pictures that are not among them.

    Returns:
        The paths that were written or removed.
    """
    changed = write_changed(files)
    for path in picture_paths(collection, name):
        if path not in files:
            path.unlink()
            changed.append(path)
    return changed


def write_changed(files: Mapping[Path, bytes]) -> list[Path]:
    """Write the files whose content changed; return their paths."""
    changed = [path for path, data in files.items() if not has_same_content(path, data)]
    for path in changed:
        write_atomic(path, files[path])
    return changed


def has_same_content(path: Path, data: bytes) -> bool:
    """Whether a file exists with this content; pictures are compared by their pixels.

    Compressed files are compared by what they contain: compressors differ between versions.
    """
    if not path.is_file():
        return False
    content = path.read_bytes()
    if path.suffix == ".gz":
        return _unpacked(content) == _unpacked(data)
    if content == data or path.suffix != ".png":
        return content == data
    try:
        same_pixels = pixel_digest(decode_png(content)) == pixel_digest(decode_png(data))
        return same_pixels and CANARY.encode() in content
    except ValueError:
        return False


def _unpacked(data: bytes) -> bytes | None:
    """Return what a gzipped file contains; None if it is damaged."""
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None


def picture_paths(collection: FamilyCollection, name: str) -> list[Path]:
    """Return the paths of a family's existing pictures, including those that no task shows."""
    pattern = re.compile(rf"{re.escape(stem(name))}-[0-9]+(-[0-9])?-[0-9a-f]{{{_NAME_DIGITS}}}\.png")
    folder = collection.folder / "pictures"
    return sorted(path for path in folder.glob(f"{stem(name)}-*.png") if pattern.fullmatch(path.name))
