"""Fresh sets on this machine: whoever has the seed builds one, and all commands find it by its name."""

from dataclasses import replace

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Task
from benchmark.datasets.store import TASKS, folder_of
from benchmark.files.tasks import read_tasks


def load_fresh(suite: str, dataset: str, named_in: object) -> tuple[Task, ...]:
    """The tasks of a fresh set.

    Args:
        suite: whose families made it.
        dataset: ``fresh-`` and the start of its seed's digest.
        named_in: the file or option that names it, for messages.

    Raises:
        BadInput: when it is not here, or holds other tasks than its place says.
    """
    folder = folder_of(suite, dataset)
    path = folder / TASKS
    if not path.is_file():
        problem = f"{dataset} is not on this machine: its tasks come from a secret seed"
        fix = "`sightbench author build --seed @FILE` makes it; or, with its tasks and no seed, --tasks FILE"
        raise BadInput(named_in, "", problem, fix)
    tasks = read_tasks(path)
    for task in tasks:
        if (task.suite, task.dataset) != (suite, dataset):
            problem = f"task {task.id} belongs to {task.suite} {task.dataset}"
            raise BadInput(path, "", problem, f"remove {folder}, and build the set again")
    return tuple(
        replace(
            task,
            parts=tuple(
                replace(part, folder=folder) if isinstance(part, Picture) else part for part in task.parts
            ),
        )
        for task in tasks
    )
