"""The files of MathOPEval's open data sets, which are built from the public seed."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

from benchmark.authoring.dataset_files import has_same_content, write_changed
from benchmark.authoring.figures.making import PER_TYPE, make_pool, make_samples
from benchmark.authoring.figures.pictures import picture_png
from benchmark.authoring.figures.sample import FigureSample, StateName
from benchmark.authoring.figures.task_files import NumberedSample, choice_tasks, dataset_files
from benchmark.core.task import FigureType, Task

PUBLIC_SEED = "public-1"
TYPES: tuple[FigureType, ...] = get_args(FigureType)


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeSet:
    """All samples of a set, and those of its worked examples."""

    samples: tuple[NumberedSample, ...]
    pool: tuple[FigureSample, ...]

    @property
    def plain(self) -> list[FigureSample]:
        """The samples without their numbers."""
        return [numbered.sample for numbered in self.samples]

    def by_type(self) -> dict[FigureType, list[NumberedSample]]:
        """Return the samples by type."""
        found: dict[FigureType, list[NumberedSample]] = {type_: [] for type_ in TYPES}
        for numbered in self.samples:
            found[numbered.sample.type].append(numbered)
        return found

    def choices(self, dataset: str) -> list[Task]:
        """Return the questions of all samples as tasks, whose pictures have no file."""
        sources = dict.fromkeys(get_args(StateName), "none.png")
        return [task for numbered in self.samples for task in choice_tasks(numbered, dataset, sources)]


def make_set(seed: str, per_type: int = PER_TYPE, processes: int = 2) -> MadeSet:
    """Make all samples of a set from a seed; this takes minutes of CPU.

    Args:
        seed: decides all choices.
        per_type: samples of each type.
        processes: number of processes that work at the same time.
    """
    work = partial(_of_type, seed, per_type)
    if processes == 1:
        found = [work(type_) for type_ in TYPES]
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(work, TYPES))
    return MadeSet(
        samples=tuple(sample for samples, _ in found for sample in samples),
        pool=tuple(sample for _, shots in found for sample in shots),
    )


def _of_type(seed: str, per_type: int, type_: FigureType) -> tuple[list[NumberedSample], list[FigureSample]]:
    return list(make_samples(type_, seed, per_type)), make_pool(type_, seed)


def set_contents(made: MadeSet, folder: Path) -> dict[Path, bytes]:
    """Return the files of both data sets of a set and of its worked examples, by path below ``folder``."""
    files = dataset_files(made.samples, made.pool, picture_png)
    return {folder / path: data for path, data in files.items()}


def build(folder: Path) -> list[Path]:
    """Write the public data sets to their folder; return the paths that were written or removed."""
    files = set_contents(make_set(PUBLIC_SEED), folder)
    changed = write_changed(files)
    for path in sorted((folder / "pictures").glob("*.png")):
        if path not in files:
            path.unlink()
            changed.append(path)
    return changed


def file_faults(made: MadeSet, folder: Path) -> Iterator[str]:
    """Yield each built file that differs from what the generator makes, and each picture without a task."""
    files = set_contents(made, folder)
    for path, data in files.items():
        if not has_same_content(path, data):
            yield f"{path.relative_to(folder)} differs from what the generator makes"
    for path in sorted((folder / "pictures").glob("*.png")):
        if path not in files:
            yield f"no task shows pictures/{path.name}"
