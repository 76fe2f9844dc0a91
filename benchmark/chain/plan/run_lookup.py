"""The run that a job is about, as it stands in the checkout."""

import functools
from collections.abc import Mapping
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun, asked_for
from benchmark.chain.plan.job import PlannedRun
from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.names import SuiteNames
from benchmark.suites import SUITES


def asked_by(submissions: Path, planned: PlannedRun, known: Mapping[str, SuiteNames]) -> SubmittedRun:
    """The run of a plan.

    Raises:
        BadInput: when the submission is not what it was when the plan was made.
    """
    file = submissions / planned.slug / FILE_NAME
    if submissions.is_dir() and not file.exists():
        problem = "is there no more, and was when the plan was made"
        raise BadInput(file, "", problem, "check out the plan's commit, or plan again")
    found = asked_for(submissions, known, [planned.slug])
    if found.broken:
        raise ManyBadInputs(found.broken)
    one = next((one for one in found.asked if one.index == planned.run), None)
    if one is None or (one.name, one.request) != (planned.name, planned.request):
        problem = "is not what it was when the plan was made"
        raise BadInput(file, f"runs[{planned.run}]", problem, "check out the plan's commit, or plan again")
    return one


def source_of(asked: SubmittedRun, planned: PlannedRun) -> sources.TaskSource:
    """The tasks of a run.

    Raises:
        BadInput: when they are not here, or not those of the plan.
    """
    source, digest = read_source(asked)
    if digest != planned.tasks:
        problem = f"the tasks of {source.suite_id}/{source.dataset} here are others than the plan's"
        raise BadInput("--plan", "", problem, "use the version that made the plan, or plan again")
    return source


def read_source(asked: SubmittedRun) -> tuple[sources.TaskSource, str]:
    """The tasks of a run and their digest; each data set is read once a process.

    Raises:
        BadInput: when this version has no such data set, or it is not here.
    """
    suite, dataset = asked.run.suite, asked.run.dataset
    if suite in SUITES and dataset in SUITES[suite].datasets:
        return _read(suite, dataset)
    source = sources.from_suite(suite, dataset, asked.folder / FILE_NAME)  # a fresh set, or it raises
    return source, tasks_digest(source.tasks)


@functools.cache
def _read(suite: str, dataset: str) -> tuple[sources.TaskSource, str]:
    source = sources.from_suite(suite, dataset)
    return source, tasks_digest(source.tasks)


def line_of(error: SightbenchError) -> str:
    """An error with its way out, as the reason of a job that failed."""
    return f"{error}; fix: {error.fix}" if error.fix else str(error)
