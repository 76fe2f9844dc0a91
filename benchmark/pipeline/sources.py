"""Where tasks and rules of extraction come from: a suite's data set, or a stranger's task file."""

from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.suite import Extraction, Suite
from benchmark.core.task import Task
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.record import check_suite
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


def from_file(path: Path) -> Source:
    """Tasks of a file; the suite is the one that they name, if it is one of ours."""
    tasks = read_tasks(path)
    suite_id, dataset = check_suite(tasks, path)
    return Source(tasks=tasks, suite_id=suite_id, dataset=dataset, suite=SUITES.get(suite_id))


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
