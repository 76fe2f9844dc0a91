"""Words about drafted charts, and the tasks that they belong to."""

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.authoring.drafts.folder import DraftFolder
from benchmark.authoring.drafts.record import ChartDraft
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.task import Task


def now() -> str:
    """Return the time as records have it."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def draft_line(draft: ChartDraft) -> str:
    """Return one line about a chart: state, person or model, and what its check found."""
    last, check = draft.steps[-1], draft.check
    marks = (
        ""
        if last.marks is None
        else (f", compliance {last.marks.compliance} of 5, logicality {last.marks.logicality} of 5")
    )
    detail = f" ({check.detail})" if check.detail else ""
    return printable_text(f"{draft.task}: {last.state} by {last.who}{marks}; {check.finding}{detail}")


def existing(folder: Path) -> DraftFolder:
    """Return the drafts in a folder.

    Raises:
        BadInput: if it has none.
    """
    drafts = DraftFolder(folder)
    if not drafts.names():
        fix = "make some with `sightbench author flowchart draft`"
        raise BadInput(folder, "", "contains no drafted charts", fix)
    return drafts


def tasks_named(files: Sequence[Path], suite: str, dataset: str) -> Mapping[str, Task]:
    """Return the tasks that options name, by id.

    Raises:
        BadInput: if they name none, or what they name is not valid.
    """
    found = tasks_of(files, suite, dataset)
    if found is None:
        raise BadInput("--tasks", "", "is missing, and so is --suite", "name the tasks of the charts")
    return {task.id: task for task in found}
