"""The files that families of programs make for a data set: tasks, pictures, kept layouts, and pins."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import Field

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.datasets.collection import ENTRY_POINT, stem
from benchmark.files.edge import Digest, Name, Record
from workshop.authoring.chart_families.calls import run_large
from workshop.authoring.chart_families.instance import ChartTask
from workshop.authoring.dataset_files import BuiltFiles, pinned_instance
from workshop.family_collection import FamilyCollection
from workshop.flowchart.kept import (
    KeptChart,
    chart_pictures,
    keep_chart,
    keep_pictures,
    kept_bytes,
    read_kept,
)
from workshop.pins import PinnedInstance, read_pinned

KINDS = ("typical", "edge", "large")


class PinnedChart(Record):
    """The digests that pin one task's chart, and the results of its large calls."""

    id: Name
    variant: Name
    chart: Digest = Field(description="SHA-256 of the Mermaid text")
    large: list[str] = Field(description="results of the large calls, written as Python; empty without any")
    measured: Digest | None = Field(
        description="digest of everything that the results and times of the large calls depend on, when they "
        "were measured; null without large calls"
    )


class ChartPins(PinnedInstance):
    """A file of pins: what a family's code made when its tasks were built."""

    tasks: list[PinnedChart]


def measured_digest(made: Sequence[ChartTask]) -> dict[str, str | None]:
    """Return by task id the digest of everything that results and times of its large calls depend on."""
    references = [task.reference for task in made]
    return {
        task.task_id: digest_lines([task.reference, references, task.large, task.slow, task.mermaid])
        if task.large
        else None
        for task in made
    }


def pinned_results(collection: FamilyCollection, made: Sequence[ChartTask]) -> dict[str, list[str]] | None:
    """Return the pinned results of the large calls by task id; None if they belong to other programs."""
    pins = read_pinned(ChartPins, collection, made[0].family)
    pinned = {} if pins is None else {task.id: task for task in pins.tasks}
    digests = measured_digest(made)
    if any(name not in pinned or pinned[name].measured != digest for name, digest in digests.items()):
        return None
    return {name: pinned[name].large for name in digests}


def large_results(task: ChartTask) -> list[str]:
    """Return the results of a task's large calls, from its reference.

    Raises:
        BadInput: if a program fails.
    """
    return list(run_large(task.reference, task.large).results) if task.large else []


def layouts_path(collection: FamilyCollection, name: str) -> Path:
    """Return the path of the kept layouts of a family's charts."""
    return collection.workbench / "layouts" / f"{name}.jsonl.gz"


def kept_layouts(collection: FamilyCollection, name: str) -> dict[str, KeptChart]:
    """Return the kept layouts of a family's charts by task id; without entries if it has not been built.

    Raises:
        BadInput: if the file is not valid.
    """
    path = layouts_path(collection, name)
    return read_kept(path) if path.exists() else {}


def layout_of(task: ChartTask, kept: Mapping[str, KeptChart]) -> KeptChart:
    """Return the kept layout of a task's chart, or a new one, which needs the engine.

    Raises:
        ChartError, LayoutError: if the chart cannot be laid out well.
        BadInput: if a package is missing.
    """
    if task.marked:
        return keep_pictures(task.task_id, task.mermaid, [page.svg() for page in task.pages])
    found = kept.get(task.task_id)
    if found is not None and found.chart == sha256_hex(task.mermaid.encode()):
        return found
    return _new_layout(task.task_id, task.mermaid)


@lru_cache(maxsize=16)
def _new_layout(name: str, mermaid: str) -> KeptChart:
    return keep_chart(name, mermaid)


def chart_task(
    made: ChartTask, suite: str, dataset: str, large: Sequence[str], sources: Iterable[str] = ()
) -> Task:
    """Return a task as it is stored in a data set: with its chart as text and as pictures.

    Args:
        made: the task of a family.
        suite: suite of the data set.
        dataset: name of the data set.
        large: results of the large calls; empty without any.
        sources: paths of its pictures below the folder of the data set.
    """
    tests = [*made.small_tests, made.large_test(large)] if made.large else made.small_tests
    return Task(
        id=made.task_id,
        suite=suite,
        dataset=dataset,
        subset=made.subset,
        version=made.version,
        stem=stem(made.family),
        parts=(
            Text(text=made.problem),
            *(Picture(number=number, source=source) for number, source in enumerate(sources, start=1)),
        ),
        starter_code=made.text,
        entry_point=ENTRY_POINT,
        categories=made.categories,
        level=made.level,
        unique_among=made.marked.space.size if made.marked else 0,
        chart=made.mermaid,
        reference=made.reference,
        check=FunctionCheck(tests=tuple(tests), kinds=KINDS[: len(tests)]),
    )


def _shown(
    made: Sequence[ChartTask],
    layouts: Sequence[KeptChart],
    results: Mapping[str, Sequence[str]],
    names: tuple[str, str],
    folder: Path,
) -> tuple[dict[Path, bytes], list[Task]]:
    """Return the pictures of tasks, by path below ``folder``, and the tasks that show them.

    ``results`` has the results of large calls by task id; ``names`` are suite and data set.
    """
    pictures: dict[Path, bytes] = {}
    tasks = []
    for task, kept in zip(made, layouts, strict=True):
        drawn = chart_pictures(task.mermaid, kept)
        pictures |= {folder / source: data for source, data in drawn.items()}
        tasks.append(chart_task(task, *names, results[task.task_id], drawn))
    return pictures, tasks


def chart_files(collection: FamilyCollection, made: Sequence[ChartTask]) -> BuiltFiles:
    """Return what a family's public tasks are built from; runs large calls that are not pinned."""
    results = pinned_results(collection, made) or {task.task_id: large_results(task) for task in made}
    digests, kept = measured_digest(made), kept_layouts(collection, made[0].family)
    pins = ChartPins(
        **pinned_instance(made),
        tasks=[
            PinnedChart(
                id=task.task_id,
                variant=task.variant,
                chart=sha256_hex(task.mermaid.encode()),
                large=results[task.task_id],
                measured=digests[task.task_id],
            )
            for task in made
        ],
    )
    layouts = [layout_of(task, kept) for task in made]
    names = collection.suite, collection.dataset
    pictures, tasks = _shown(made, layouts, results, names, collection.folder)
    path = layouts_path(collection, made[0].family)
    return BuiltFiles(tasks=tasks, pins=pins, others={**pictures, path: kept_bytes(path, layouts)})


def fresh_files(
    made: Sequence[ChartTask], suite: str, dataset: str, folder: Path
) -> tuple[dict[Path, bytes], list[Task]]:
    """Return the pictures of tasks, by path below ``folder``, and the tasks that show them.

    Raises:
        ChartError, LayoutError: if a chart cannot be laid out well.
        BadInput: if a package is missing, or a program fails.
    """
    results = {task.task_id: large_results(task) for task in made}
    return _shown(made, [layout_of(task, {}) for task in made], results, (suite, dataset), folder)
