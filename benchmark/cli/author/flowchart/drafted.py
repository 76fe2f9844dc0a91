"""Words about drafted charts, the tasks that they belong to, and the person that --by names."""

import datetime
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.authoring.drafts.folder import DraftFolder
from benchmark.authoring.drafts.record import INTERPRETER, ChartDraft
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.task import Task

_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,38})")


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


def person(by: str) -> str:
    """Return the login of a person.

    Raises:
        BadInput: if it is missing, is no login, or is a name that records use for the interpreter.
    """
    if not by:
        raise BadInput("--by", "", "is missing", "name the person, such as --by octocat")
    if _LOGIN.fullmatch(by) is None or by.casefold() == INTERPRETER:
        raise BadInput("--by", "", f"{quote_value(by)} is not a login of a person", "write it like octocat")
    return by
