"""Fresh data sets on this machine: built from a secret seed, and found by name."""

from dataclasses import replace

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Task
from benchmark.datasets.store import TASKS, folder_of
from benchmark.files.tasks import read_tasks


def load_fresh(suite: str, dataset: str, named_in: object) -> tuple[Task, ...]:
    """Return the tasks of a fresh data set.

    Args:
        suite: id of the suite whose problem families the tasks are from.
        dataset: name of the data set: ``fresh-`` and a digest.
        named_in: the file or option that names the data set, for messages.

    Raises:
        BadInput: if the data set is not on this machine, or its file has tasks of another data set.
    """
    folder = folder_of(suite, dataset)
    path = folder / TASKS
    if not path.is_file():
        problem = f"{dataset} is not on this machine: its tasks are made from a secret seed"
        fix = "build it (`python -m workshop build --seed @FILE`, in a clone), or name its file with --tasks"
        raise BadInput(named_in, "", problem, fix)
    tasks = read_tasks(path)
    for task in tasks:
        if (task.suite, task.dataset) != (suite, dataset):
            problem = f"task {task.id} belongs to {task.suite} {task.dataset}"
            raise BadInput(path, "", problem, f"remove {folder}, and build the data set again")
    return tuple(
        replace(
            task,
            parts=tuple(
                replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts
            ),
        )
        for task in tasks
    )
