"""After a fix of a suite: kept completions are judged again under its new version.

The rows from before stay as they are. Those of the new version take their place in the tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.errors import BadInput, shown
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion
from benchmark.core.task import Task
from benchmark.pipeline.rows.rejudge import Stage, rejudged, silent
from benchmark.pipeline.rows.row_files import missing_of
from benchmark.pipeline.sources import TaskSource
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudger:
    """Who judges."""

    links: Mapping[str, str]  #: to the run of the workflow, by label; none on somebody's machine
    commit: str  #: of the code; empty where nobody knows


HERE = Rejudger(links={}, commit="")


@dataclass(frozen=True, slots=True)
class RescoredRow:
    """A row that is to be added, with its files by name."""

    before: Row
    row: Row
    files: dict[str, bytes]


def outdated(rows: Iterable[Row], version: int) -> tuple[Row, ...]:
    """The rows whose completions a newer version of their suite should judge, oldest first.

    Of each submission and question the newest row, unless one of this version or a newer one is there;
    numbers from papers have no completions.

    Args:
        rows: that count, of one suite, oldest first.
        version: of the suite, as it is here.
    """
    newest: dict[tuple[str, ...], Row] = {}
    done = set()
    for row in rows:
        result = row.result
        names = (result.submission.slug, result.dataset, result.setting, result.protocol, result.prompt.name)
        question = (*names, result.extraction)
        if row.run.trust == "reported":
            continue
        if result.versions.suite >= version:
            done.add(question)
        newest[question] = row
    return tuple(row for question, row in newest.items() if question not in done)


def rescore(
    row: Row,
    completions: Sequence[Completion],
    source: TaskSource,
    *,
    executor: Executor,
    descriptions: Sequence[Completion] = (),
    origin: Rejudger = HERE,
    stage: Stage = silent,
) -> RescoredRow:
    """Judge a row's completions by the tasks of the suite as it is here.

    Completions of tasks that are no more are left out. The new row keeps what the old one says of where its
    completions come from; ``verified`` stays only what is judged by the workflows again.

    Args:
        row: of an older version.
        completions: that it was made from.
        source: the data set of the row, of a suite.
        executor: where shards run.
        descriptions: that the completions were written from.
        origin: who judges.
        stage: told what is done, and how far it is.

    Raises:
        BadInput: when a task is new: nobody has asked the model.
        SandboxFailure: when this machine cannot judge.
        OurFailure: when more than 1 % of the samples could not be judged.
    """
    if source.suite is None:
        raise ValueError("only a suite has versions")
    known = {task.id for task in source.tasks}
    kept = [one for one in completions if one.task_id in known]
    _check_new(row, source.tasks, kept)
    made, files = rejudged(
        row,
        source.tasks,
        kept,
        rule=source.rule(row.result.extraction, f"row {row.id[:12]}"),
        executor=executor,
        suite_version=source.suite.version,
        descriptions=[one for one in descriptions if one.task_id in known],
        stage=stage,
    )
    provenance = {
        "trust": row.run.trust if origin.links else "judged",
        "links": {**row.run.links, **origin.links},
        "commit": origin.commit,
        "request": row.run.request,
    }
    return RescoredRow(row, made.model_copy(update={"run": made.run.model_copy(update=provenance)}), files)


def _check_new(row: Row, tasks: Sequence[Task], completions: Sequence[Completion]) -> None:
    asked = {one.task_id for one in completions} | {task_id for task_id, _ in missing_of(row)}
    new = [task.id for task in tasks if task.id not in asked]
    if new:
        raise BadInput(
            f"row {row.id[:12]}",
            "",
            f"{len(new)} tasks are new, {shown(new[0])} is the first: there are no completions for them",
            "generate them with the suite's new version",
        )
