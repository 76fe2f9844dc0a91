"""Checks that a prediction file covers the tasks of a data set."""

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.task import Task
from benchmark.files.stored_completions import keys_of

_IDS_SHOWN = 5


def match_to_tasks(
    path: object,
    completions: Iterable[Completion],
    tasks: Sequence[Task],
    *,
    partial: bool,
    excused: Iterable[SampleKey] = (),
    option: bool = False,
) -> None:
    """Check that all tasks have the same number of completions and that no unknown task has any.

    Args:
        path: path or address of the prediction file, for messages.
        completions: all completions of the file, without duplicates.
        tasks: all tasks of the data set.
        partial: whether to accept missing tasks and unequal numbers of draws (never unknown tasks).
        option: whether the user's command has the option ``--partial``, which fixes then name.
        excused: samples that were requested but never arrived; they count as if they were in the file.

    Raises:
        BadInput: if a check fails; it lists the first few task ids of each kind of problem.
    """
    draws = Counter(task_id for task_id, _ in {*keys_of(completions), *excused})
    known = {task.id for task in tasks}
    problems = []
    way_out = ", or pass --partial and get no row" if option else ""
    if unknown := sorted((task_id for task_id in draws if task_id not in known), key=natural_key):
        problems.append(
            BadInput(
                path,
                "",
                f"has {len(unknown)} unknown task id(s): {_list_ids(unknown)}",
                f"use the ids of the data set, such as {_list_ids(sorted(known)[:2])}",
            )
        )
    if not partial:
        missing = [task.id for task in tasks if task.id not in draws]
        if missing and not (unknown and len(missing) == len(tasks)):
            fix = f"answer all tasks (an empty completion is allowed){way_out}"
            problem = f"has no completion for {len(missing)} of {len(tasks)} tasks: {_list_ids(missing)}"
            problems.append(BadInput(path, "", problem, fix))
        most = max(draws.values(), default=0)
        if fewer := [task.id for task in tasks if 0 < draws[task.id] < most]:
            problems.append(
                BadInput(
                    path,
                    "",
                    f"has {len(fewer)} task(s) with fewer than {most} completions: {_list_ids(fewer)}",
                    f"draw the same number for every task{way_out}",
                )
            )
    if problems:
        raise ManyBadInputs(problems)


def _list_ids(ids: Sequence[str]) -> str:
    return ", ".join(map(quote_value, ids[:_IDS_SHOWN])) + (", …" if len(ids) > _IDS_SHOWN else "")
