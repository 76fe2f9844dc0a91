"""Where tasks and rules of extraction come from: a suite's data set, or a stranger's task file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.suite import Extraction, Suite
from benchmark.core.task import Task
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.suites import SUITES


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Tasks, and the suite that they belong to; None for a stranger's own."""

    tasks: tuple[Task, ...]
    suite_id: str
    dataset: str
    suite: Suite | None

    def extraction(self, name: str) -> Extraction:
        """A rule by name.

        Raises:
            BadInput: when the suite has no such rule.
        """
        rules = {"own": extract} if self.suite is None else self.suite.extractions
        if name not in rules:
            raise BadInput(
                "--extraction", "", f"{self.suite_id} has no rule {name!r}", f"use one of: {', '.join(rules)}"
            )
        return rules[name]


def from_files(paths: Sequence[Path]) -> Source:
    """Tasks of one or more files; the suite is the one that they name, if it is one of ours.

    Raises:
        BadInput: for a task that comes twice, and tasks of more than one suite or data set.
    """
    tasks: dict[str, Task] = {}
    for path in paths:
        for task in read_tasks(path):
            if task.id in tasks:
                raise BadInput(
                    path, "", f"task {shown(task.id)} stands in another file as well", "give it once"
                )
            tasks[task.id] = task
    named = sorted({(task.suite, task.dataset) for task in tasks.values()})
    if len(named) > 1:
        problem = f"the tasks belong to {' and '.join('/'.join(name) for name in named)}"
        raise BadInput(paths[0], "suite, dataset", problem, "judge the tasks of one data set at a time")
    ((suite_id, dataset),) = named
    return Source(tasks=tuple(tasks.values()), suite_id=suite_id, dataset=dataset, suite=SUITES.get(suite_id))


def from_suite(suite_id: str, dataset: str) -> Source:
    """A data set of a suite; the only one when ``dataset`` is empty.

    Raises:
        BadInput: for names that do not exist here, with those that do.
    """
    if suite_id not in SUITES:
        raise BadInput(
            "--suite",
            "",
            f"{suite_id!r} has no data set here",
            f"use one of: {', '.join(SUITES)}, or --tasks FILE",
        )
    suite = SUITES[suite_id]
    dataset = dataset or next(iter(suite.datasets))
    if dataset not in suite.datasets:
        known = ", ".join(suite.datasets)
        raise BadInput("--dataset", "", f"{suite_id} has no data set {dataset!r}", f"use one of: {known}")
    return Source(tasks=suite.datasets[dataset](), suite_id=suite_id, dataset=dataset, suite=suite)
