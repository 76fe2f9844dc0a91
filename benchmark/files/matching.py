"""Whether a prediction file answers the tasks it is judged on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, shown
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import Task

_SHOWN = 5


def match_to_tasks(
    path: Path,
    completions: Iterable[Completion],
    tasks: Sequence[Task],
    *,
    partial: bool,
    excused: Iterable[SampleKey] = (),
) -> None:
    """Check that every task has the same number of completions and that no other task has one.

    Args:
        path: of the prediction file, for messages.
        completions: of the file, without duplicates.
        tasks: all tasks of the data set.
        partial: accept missing tasks and unequal numbers of draws (never unknown tasks).
        excused: samples that were asked for and did not come; they count as if they were there.

    Raises:
        BadInput: with the first few task ids of each kind of problem.
    """
    draws = Counter(task_id for task_id, _ in {*(one.key for one in completions), *excused})
    known = {task.id for task in tasks}
    problems = []
    if unknown := [task_id for task_id in draws if task_id not in known]:
        problems.append(
            BadInput(
                path,
                "",
                f"{len(unknown)} unknown task id(s): {_listed(unknown)}",
                f"ids look like {_listed(sorted(known)[:2])}",
            )
        )
    if not partial:
        if missing := [task.id for task in tasks if task.id not in draws]:
            fix = (
                "answer all tasks (an empty completion counts as no answer), or pass --partial and get no row"
            )
            problems.append(
                BadInput(path, "", f"{len(missing)} of {len(tasks)} tasks missing: {_listed(missing)}", fix)
            )
        most = max(draws.values(), default=0)
        if fewer := [task_id for task_id, number in draws.items() if number < most and task_id in known]:
            problems.append(
                BadInput(
                    path,
                    "",
                    f"{len(fewer)} task(s) with fewer than {most} completions: {_listed(fewer)}",
                    "draw the same number for every task, or pass --partial and get no row",
                )
            )
    if problems:
        raise ManyBadInputs(problems)


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(map(shown, ids[:_SHOWN])) + (", …" if len(ids) > _SHOWN else "")
