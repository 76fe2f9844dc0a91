"""Reads the tasks that the options ``--tasks``, ``--suite`` and ``--dataset`` name."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.pipeline import sources


def need_tasks(command: str, files: Sequence[Path], suite: str, dataset: str) -> tuple[Task, ...]:
    """Read the tasks that the options name.

    Raises:
        BadInput: if they name none; else as :func:`tasks_of`.
    """
    found = tasks_of(files, suite, dataset)
    if not found:
        raise BadInput(command, "", "no tasks are named", "name a suite with --suite, or a file with --tasks")
    return found


def source_of(files: Sequence[Path], suite: str, dataset: str) -> sources.TaskSource:
    """Read the tasks of the files or of the suite, with what is known about their suite.

    Raises:
        BadInput: unless exactly one of them is named; else as :func:`tasks_of`.
    """
    if bool(files) == bool(suite):
        raise BadInput("--tasks", "", "name either --tasks or --suite", "use one of the two")
    return sources.from_files(files) if files else sources.from_suite(suite, dataset)


def tasks_of(files: Sequence[Path], suite: str, dataset: str) -> tuple[Task, ...] | None:
    """Read the tasks that the options name; None if they name none.

    Raises:
        BadInput: for options that exclude each other, an unknown suite or data set, and an invalid task file.
    """
    if files and (suite or dataset):
        raise BadInput("--tasks", "", "cannot be used with --suite or --dataset", "leave one of them out")
    if files:
        return sources.from_files(files).tasks
    if dataset and not suite:
        raise BadInput("--dataset", "", "needs --suite", "name the suite")
    return sources.from_suite(suite, dataset).tasks if suite else None
