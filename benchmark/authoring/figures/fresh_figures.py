"""Fresh sets of MathOPEval: a secret seed makes two data sets, one per format."""

import shutil
import tempfile
from pathlib import Path

from benchmark.authoring.canary import CANARY
from benchmark.authoring.figures.figure_set import MadeSet
from benchmark.authoring.figures.making import VERSION
from benchmark.authoring.figures.pictures import picture_png
from benchmark.authoring.figures.task_files import SUITE, task_pair
from benchmark.authoring.fresh import FreshSet, check_new, write_set
from benchmark.core.task import Picture
from benchmark.files.atomic import make_folder, write_atomic

FORMATS = ("choice", "free")


def fresh_names(name: str) -> tuple[str, str]:
    """Return the names of the two data sets of a seed whose ``fresh-DIGEST`` is ``name``."""
    return f"{name}-{FORMATS[0]}", f"{name}-{FORMATS[1]}"


def write_fresh_figures(made: MadeSet, folders: dict[str, Path]) -> list[FreshSet]:
    """Write both data sets of a seed; if anything fails, neither folder is made.

    Args:
        made: all samples of the seed; worked examples are those of the public set.
        folders: name of each data set → its new folder; choices first.

    Raises:
        BadInput: if a folder exists already.
    """
    for folder in folders.values():
        check_new(folder)
    choice, free = folders
    pictures: dict[Path, bytes] = {}
    pair = task_pair(made.samples, (choice, free), picture_png, pictures)
    found = []
    parent = next(iter(folders.values())).parent
    make_folder(parent)
    with tempfile.TemporaryDirectory(prefix=".fresh-", dir=parent) as scratch:
        for name, tasks in ((choice, pair.choices), (free, pair.free)):
            stage = Path(scratch) / name
            shown = {part.source for task in tasks for part in task.parts if isinstance(part, Picture)}
            for source in sorted(shown):
                write_atomic(stage / source, pictures[Path(source)])
            fresh_set = FreshSet(
                canary=CANARY, suite=SUITE, dataset=name, families={"figures": VERSION}, tasks=len(tasks)
            )
            write_set(fresh_set, tasks, stage)
            found.append(fresh_set)
        for name, folder in folders.items():
            shutil.move(Path(scratch) / name, folder)
    return found
