"""The files that families of programs make for a data set: tasks, kept layouts, and pins."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.chart_families.large import run_large
from benchmark.authoring.chart_families.load import kept_layouts, layouts_path
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import PinnedInstance, pins_path, read_pinned, tasks_path
from benchmark.authoring.drawing.render import render_png
from benchmark.authoring.family_code import Digest
from benchmark.authoring.flowchart.drawn import page_svgs
from benchmark.authoring.flowchart.kept import KeptChart, keep_chart, kept_bytes, with_chart
from benchmark.authoring.shown_rule import stem
from benchmark.authoring.source import ENTRY_POINT
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.files.edge import Name, Record
from benchmark.files.jsonl import dump_records
from benchmark.files.tasks import task_record

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


def read_chart_pins(collection: Collection, name: str) -> ChartPins | None:
    """Return the pins of a family; None if it has not been built.

    Raises:
        BadInput: if the file of pins is not valid.
    """
    return read_pinned(ChartPins, collection, name)


def measured_digest(made: Sequence[ChartTask]) -> dict[str, str | None]:
    """Return by task id the digest of everything that results and times of its large calls depend on."""
    references = [task.reference for task in made]
    return {
        task.task_id: digest_lines([task.reference, references, task.large, task.slow, task.mermaid])
        if task.large
        else None
        for task in made
    }


def pinned_results(made: Sequence[ChartTask], pins: ChartPins | None) -> dict[str, list[str]] | None:
    """Return the pinned results of the large calls by task id; None if they belong to other programs."""
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


def layout_of(task: ChartTask, kept: Mapping[str, KeptChart]) -> KeptChart:
    """Return the kept layout of a task's chart, or a new one, which needs the engine.

    Raises:
        ChartError, LayoutError: if the chart cannot be laid out well.
        BadInput: if a package is missing.
    """
    found = kept.get(task.task_id)
    if found is not None and found.chart == sha256_hex(task.mermaid.encode()):
        return found
    return _new_layout(task.task_id, task.mermaid)


@lru_cache(maxsize=16)
def _new_layout(name: str, mermaid: str) -> KeptChart:
    return keep_chart(name, mermaid)


def chart_task(made: ChartTask, suite: str, dataset: str, large: Sequence[str]) -> Task:
    """Return a task as it is stored in a data set: with its chart as text, without pictures.

    Args:
        made: the task of a family.
        suite: suite of the data set.
        dataset: name of the data set.
        large: results of the large calls; empty without any.
    """
    tests = [*made.small_tests, made.large_test(large)] if made.large else made.small_tests
    return Task(
        id=made.task_id,
        suite=suite,
        dataset=dataset,
        subset=made.subset,
        version=made.version,
        stem=stem(made.family),
        parts=(Text(text=made.problem),),
        starter_code=made.text,
        entry_point=ENTRY_POINT,
        categories=made.categories,
        level=made.level,
        chart=made.mermaid,
        reference=made.reference,
        check=FunctionCheck(tests=tuple(tests), kinds=KINDS[: len(tests)]),
    )


def chart_files(
    collection: Collection, made: Sequence[ChartTask], large: Mapping[str, Sequence[str]]
) -> dict[Path, bytes]:
    """Return the contents of all files of a family's public tasks, by path.

    Args:
        collection: the collection that the family belongs to.
        made: its public tasks.
        large: task id → results of the large calls.
    """
    name, digests = made[0].family, measured_digest(made)
    pins = ChartPins(
        canary=CANARY,
        family=name,
        version=made[0].version,
        seed=made[0].seed,
        index=made[0].index,
        tasks=[
            PinnedChart(
                id=task.task_id,
                variant=task.variant,
                chart=sha256_hex(task.mermaid.encode()),
                large=list(large[task.task_id]),
                measured=digests[task.task_id],
            )
            for task in made
        ],
    )
    tasks = [chart_task(task, collection.suite, collection.dataset, large[task.task_id]) for task in made]
    kept = kept_layouts(collection, name)
    path, layouts = tasks_path(collection, name), layouts_path(collection, name)
    return {
        path: dump_records(path, map(task_record, tasks)),
        layouts: kept_bytes(layouts, [layout_of(task, kept) for task in made]),
        pins_path(collection, name): (pins.model_dump_json(indent=1) + "\n").encode(),
    }


def fresh_files(
    made: Sequence[ChartTask], suite: str, dataset: str, folder: Path
) -> tuple[dict[Path, bytes], list[Task]]:
    """Return the pictures of tasks, by path below ``folder``, and the tasks that show them.

    Raises:
        ChartError, LayoutError: if a chart cannot be laid out well.
        BadInput: if a package is missing, or a program fails.
    """
    pictures: dict[Path, bytes] = {}
    tasks = []
    for task in made:
        kept = layout_of(task, {})
        shown = with_chart(chart_task(task, suite, dataset, large_results(task)), task.mermaid, kept)
        sources = [part.source for part in shown.parts if isinstance(part, Picture)]
        svgs = page_svgs(task.mermaid, kept.layout)
        pictures |= {folder / source: render_png(svg) for source, svg in zip(sources, svgs, strict=True)}
        tasks.append(shown)
    return pictures, tasks
