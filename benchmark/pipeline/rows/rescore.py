"""Rescores rows after a fix of a suite: judges their completions again under its new version.

The old rows stay unchanged. The rows of the new version replace them in the tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion
from benchmark.core.task import Task
from benchmark.pipeline.evaluate import Stage, no_progress
from benchmark.pipeline.record import add_row
from benchmark.pipeline.rows.recheck import DatasetCache
from benchmark.pipeline.rows.rejudge import rejudge
from benchmark.pipeline.rows.row_files import Fetch, completions_of, descriptions_of, missing_samples
from benchmark.pipeline.sources import TaskSource
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudger:
    """The place where a row is judged again: a workflow, or a person's machine."""

    links: Mapping[str, str]  #: links to the workflow run, by label; empty on a person's machine
    commit: str  #: commit of the code; empty if unknown


HERE = Rejudger(links={}, commit="")


@dataclass(frozen=True, slots=True)
class RescoredRow:
    """A new row with its files by name, and the old row that it replaces."""

    before: Row
    row: Row
    files: dict[str, bytes]


def outdated_rows(rows: Iterable[Row], version: int) -> tuple[Row, ...]:
    """Return the rows to judge again under a newer version of their suite, oldest first.

    This is the newest row of each submission, data set, setting, protocol, prompt and extraction rule, unless
    one of this version or a newer one exists. Numbers from papers have no completions and are left out.

    Args:
        rows: current rows of one suite, oldest first.
        version: version of the suite on this machine.
    """
    newest: dict[tuple[str, ...], Row] = {}
    done = set()
    for row in rows:
        result = row.result
        names = (row.slug, result.dataset, result.setting, result.protocol, result.prompt.name)
        question = (*names, result.extraction)
        if row.run.trust == "reported":
            continue
        if result.versions.suite >= version:
            done.add(question)
        newest[question] = row
    return tuple(row for question, row in newest.items() if question not in done)


def rescore_stored(
    rows: Path,
    row: Row,
    executor: Callable[[], Executor],
    *,
    fetch: Fetch | None = None,
    origin: Rejudger = HERE,
    stage: Stage = no_progress,
) -> RescoredRow:
    """Judge the completions again that are stored with a row of a folder; see :func:`rescore`.

    Raises:
        BadInput: if the tasks or the completions are not here; and the errors of :func:`rescore`.
    """
    source, path = DatasetCache().of(row), row.path(rows)
    if source is None:
        problem = f"the data set {quote_value(row.result.dataset)} is not on this machine"
        raise BadInput(f"row {row.id[:12]}", "", problem, "import it")
    return rescore(
        row,
        completions_of(row, path, None, fetch),
        source,
        executor=executor(),
        descriptions=descriptions_of(row, path, fetch),
        origin=origin,
        stage=stage,
    )


def add_rescored(rows: Path, new_rows: Sequence[RescoredRow], suite: str) -> str | None:
    """Add the new rows that a folder lacks; return the message of a commit, None if it lacks none."""
    missing = [new for new in new_rows if not new.row.path(rows).exists()]
    for new in missing:
        add_row(rows, new.row, new.files)
    return f"Judge {len(missing)} row(s) again: {suite}" if missing else None


def rescore(
    row: Row,
    completions: Sequence[Completion],
    source: TaskSource,
    *,
    executor: Executor,
    descriptions: Sequence[Completion] = (),
    origin: Rejudger = HERE,
    stage: Stage = no_progress,
) -> RescoredRow:
    """Judge a row's completions by the tasks of the suite on this machine.

    Completions of removed tasks are left out. The new row keeps the origin of its completions; it stays
    ``verified`` only if the workflows judge it again.

    Args:
        row: a row of an older suite version.
        completions: the completions of that row.
        source: the data set of the row; must belong to a suite.
        executor: runs the shards.
        descriptions: texts from which the completions were written.
        origin: where the row is judged again.
        stage: shows the progress of each stage.

    Raises:
        BadInput: if the suite has new tasks, for which there are no completions.
        SandboxFailure: if this machine cannot judge.
        OurFailure: if more than 1 % of the samples could not be judged.
    """
    if source.suite is None:
        raise ValueError("only a suite has versions")
    known = {task.id for task in source.tasks}
    kept = [completion for completion in completions if completion.task_id in known]
    _check_no_new_tasks(row, source.tasks, kept)
    new_row, files = rejudge(
        row,
        source.tasks,
        kept,
        rule=source.rule(row.result.extraction, f"row {row.id[:12]}", setting=row.result.setting),
        executor=executor,
        suite_version=source.suite.version,
        descriptions=[description for description in descriptions if description.task_id in known],
        stage=stage,
    )
    provenance = {
        "trust": row.run.trust if origin.links else "judged",
        "links": {**row.run.links, **origin.links},
        "commit": origin.commit,
        "request": row.run.request,
    }
    run = new_row.run.model_copy(update=provenance)
    return RescoredRow(row, new_row.model_copy(update={"run": run}), files)


def _check_no_new_tasks(row: Row, tasks: Sequence[Task], completions: Sequence[Completion]) -> None:
    known = {completion.task_id for completion in completions} | {
        task_id for task_id, _ in missing_samples(row)
    }
    new = [task.id for task in tasks if task.id not in known]
    if new:
        raise BadInput(
            f"row {row.id[:12]}",
            "",
            f"has no completions for {len(new)} new tasks of its suite, such as {quote_value(new[0])}",
            "generate completions with the suite's new version",
        )
