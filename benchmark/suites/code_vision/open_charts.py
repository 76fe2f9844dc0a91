"""The built tasks of families of programs, with their flowcharts."""

from collections.abc import Iterator
from pathlib import Path

from benchmark.core.errors import OurFailure
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.datasets.collection import Collection
from benchmark.files.tasks import read_tasks
from benchmark.flowchart.kept import KeptChart, read_kept, with_chart


def load_chart_tasks(collection: Collection) -> tuple[Task, ...]:
    """Read the built tasks of all families with their charts, in the order of the families' names.

    Raises:
        BadInput: if a file is not valid.
        OurFailure: if a task has no stored layout, or that of another chart.
    """
    return tuple(_tasks(collection))


def _tasks(collection: Collection) -> Iterator[Task]:
    for path in sorted(
        (collection.folder / "tasks").glob("*.jsonl"), key=lambda path: natural_key(path.stem)
    ):
        kept = kept_layouts(collection, path.stem)
        for task in read_tasks(path, compiled=True):
            if task.id not in kept:
                raise OurFailure(f"the chart of {task.id} has no stored layout; build the data set again")
            yield with_chart(task, task.chart, kept[task.id])


def kept_layouts(collection: Collection, name: str) -> dict[str, KeptChart]:
    """Return the kept layouts of a family's charts by task id; without entries if it has not been built.

    Raises:
        BadInput: if the file is not valid.
    """
    path = layouts_path(collection, name)
    return read_kept(path) if path.exists() else {}


def layouts_path(collection: Collection, name: str) -> Path:
    """Return the path of the kept layouts of a family's charts."""
    return collection.folder / "layouts" / f"{name}.jsonl.gz"
