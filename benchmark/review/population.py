"""The population of a review: the judged samples of one or more verdict files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import read_verdicts

#: The question for people: is the answer right; how good is it (1 to 10); what kind of error does it have; is
#: the reasoning of a right answer valid, and what is wrong with that of a wrong one; is the judge's score
#: reasonable.
ReviewQuestion = Literal["verdicts", "points", "errors", "reasoning", "scores"]

_KEYS = ("model", "outcome", "status", "error_type", "subset", "level", "stem", "category")


@dataclass(frozen=True, slots=True, kw_only=True)
class PopulationMember:
    """One judged sample that can be drawn."""

    model: str
    verdict: Verdict
    task: Task | None  #: None if the tasks are unknown
    answer: str | None  #: text of the completion; None if unknown

    @property
    def right(self) -> bool:
        """Whether the judge's verdict is ``passed``."""
        return self.verdict.status is Status.PASSED

    def value(self, key: str) -> str:
        """Return the sample's value of a key by which to stratify.

        A key is one of ``_KEYS``, or the prefix of a category ``key:value``.

        Raises:
            KeyError: if the key needs the task, which is unknown, or the task has no such category; or if the
                sample failed and its verdict has no error type.
        """
        own = {
            "model": self.model,
            "outcome": "right" if self.right else "wrong",
            "status": self.verdict.status.value,
        }
        if key in own:
            return own[key]
        if key == "error_type" and (self.verdict.error_type or self.right):
            return self.verdict.error_type or "none"
        if key == "error_type" or self.task is None:
            raise KeyError(key)
        return task_value(self.task, key)


def task_value(task: Task, key: str) -> str:
    """Return a task's value of a key by which to stratify; see :meth:`PopulationMember.value`.

    Raises:
        KeyError: if the key is not one of a task, or the task has no such category.
    """
    known = {"subset": task.subset, "level": task.level, "stem": task.family}
    if key in known:
        return known[key]
    if key == "category":
        return next((name for name in task.categories if ":" not in name), "")
    for name in task.categories:
        if name.startswith(f"{key}:"):
            return name.partition(":")[2]
    raise KeyError(key)


def read_population(
    verdicts: Sequence[Path], predictions: Sequence[Path], tasks: Sequence[Task] | None
) -> tuple[PopulationMember, ...]:
    """Read all judged samples of verdict files; each file is one model.

    Args:
        verdicts: verdict files.
        predictions: prediction files, one per verdict file in the same order, or none.
        tasks: the judged tasks; None if unknown.

    Raises:
        BadInput: if a file is not valid, two files have the same name, the numbers of files differ, or a
            verdict has no task or no completion.
    """
    if predictions and len(predictions) != len(verdicts):
        problem = f"has {len(predictions)} files, but there are {len(verdicts)} verdict files"
        raise BadInput("--predictions", "", problem, "give one per verdict file, in the same order")
    known = None if tasks is None else {task.id: task for task in tasks}
    found: list[PopulationMember] = []
    names: set[str] = set()
    for number, path in enumerate(verdicts):
        name = printable_text(bare_name(path))
        if name in names:
            raise BadInput(path, "", f"two files have the name {quote_value(name)}", "rename one of them")
        names.add(name)
        completions = read_predictions(predictions[number]) if predictions else ()
        answers = {completion.key: completion.text for completion in completions}
        for outcome in read_verdicts(path):
            if not isinstance(outcome, Verdict):
                continue
            if known is not None and outcome.task_id not in known:
                fix = "give the judged tasks with --tasks, or with --suite and --dataset"
                raise BadInput(path, "", f"task {quote_value(outcome.task_id)} is not among the tasks", fix)
            if predictions and outcome.key not in answers:
                problem = f"has no completion for task {quote_value(outcome.task_id)}, draw {outcome.draw}"
                raise BadInput(predictions[number], "", problem, "give the completions that were judged")
            found.append(
                PopulationMember(
                    model=name,
                    verdict=outcome,
                    task=None if known is None else known[outcome.task_id],
                    answer=answers.get(outcome.key),
                )
            )
    return tuple(found)


def has_error_types(members: Sequence[PopulationMember]) -> bool:
    """Whether the verdict of every failed sample names an error type, and a sample failed."""
    failed = [member for member in members if not member.right]
    return bool(failed) and all(member.verdict.error_type for member in failed)


def check_keys(members: Sequence[PopulationMember], keys: Sequence[str]) -> None:
    """Check that every sample has a value for each key.

    Raises:
        BadInput: if a sample has none; the message lists the possible keys.
    """
    for key in keys:
        for member in members:
            try:
                member.value(key)
            except KeyError:
                problem = f"{quote_value(key)} is unknown for task {quote_value(member.verdict.task_id)}"
                raise BadInput("--by", "", problem, f"use {', '.join(_common_keys(members))}") from None


def _common_keys(members: Sequence[PopulationMember]) -> Mapping[str, None]:
    """Return the keys that all samples have."""
    if any(member.task is None for member in members):
        typed = ["error_type"] if has_error_types(members) else []
        return dict.fromkeys(("model", "outcome", "status", *typed))
    prefixes: set[str] | None = None
    for member in members:
        of_task = member.task.categories if member.task else ()
        own = {name.partition(":")[0] for name in of_task if ":" in name}
        prefixes = own if prefixes is None else prefixes & own
    known = (key for key in _KEYS if key != "error_type" or has_error_types(members))
    return dict.fromkeys((*known, *sorted(prefixes or ())))
