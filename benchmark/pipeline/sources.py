"""Where tasks and rules of extraction come from: a suite's data set, or a stranger's task file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.fresh import is_set_name
from benchmark.core.suite import ExtractionRule, Suite
from benchmark.core.task import Task
from benchmark.datasets.fresh import load_fresh
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.suites import SUITES
from benchmark.suites.settings import PUBLIC_DATASETS


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSource:
    """Tasks, and the suite that they belong to; None for a stranger's own."""

    tasks: tuple[Task, ...]
    suite_id: str
    dataset: str
    suite: Suite | None

    def rule(self, name: str, named_in: object = "--extraction") -> ExtractionRule:
        """An extraction rule by name; ``named_in`` is the option or file that names it.

        Raises:
            BadInput: when the suite has no such rule.
        """
        rules = {"own": extract} if self.suite is None else self.suite.extractions
        if name not in rules:
            problem = f"{self.suite_id} has no rule {shown(name)}"
            raise BadInput(named_in, "", problem, f"use one of: {', '.join(rules)}")
        return ExtractionRule(name, rules[name])

    def check_draws(self, protocol: str, draws: int, file: object) -> None:
        """Check that ``file`` holds as many draws a task as ``protocol`` says, where the suite knows it.

        Raises:
            BadInput: when it does not: such a row would claim a protocol that was not followed.
        """
        known = {} if self.suite is None else self.suite.protocols
        if protocol in known and known[protocol].draws != draws:
            fix = "name the protocol by which they were drawn"
            raise BadInput(file, "", f"{draws} draws a task, {protocol} has {known[protocol].draws}", fix)


def from_files(paths: Sequence[Path]) -> TaskSource:
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
    return TaskSource(
        tasks=tuple(tasks.values()), suite_id=suite_id, dataset=dataset, suite=SUITES.get(suite_id)
    )


def from_suite(suite_id: str, dataset: str, named_in: object = None) -> TaskSource:
    """A data set of a suite, or a fresh set that was built here; the suite's first when ``dataset`` is empty.

    Args:
        suite_id: as in :data:`SUITES`.
        dataset: one of the suite's.
        named_in: the file that names them, for messages; the options when None.

    Raises:
        BadInput: for names that do not exist here, with those that do.
    """
    if suite_id not in SUITES:
        raise _unknown(named_in or "--suite", f"{shown(suite_id)} has no data set here", SUITES)
    suite = SUITES[suite_id]
    dataset = dataset or next(iter(suite.datasets))
    if is_set_name(dataset) and suite_id in PUBLIC_DATASETS:
        tasks = load_fresh(suite_id, dataset, named_in or "--dataset")
        return TaskSource(tasks=tasks, suite_id=suite_id, dataset=dataset, suite=suite)
    if dataset not in suite.datasets:
        problem = f"{suite_id} has no data set {shown(dataset)} here"
        raise _unknown(named_in or "--dataset", problem, suite.datasets)
    return TaskSource(tasks=suite.datasets[dataset](), suite_id=suite_id, dataset=dataset, suite=suite)


def _unknown(named_in: object, problem: str, known: Iterable[str]) -> BadInput:
    return BadInput(named_in, "", problem, f"use one of: {', '.join(known)}; or your own, with --tasks FILE")
