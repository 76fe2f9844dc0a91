"""The population of a review: the judged samples of one or more verdict files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import read_verdicts


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

    @property
    def properties(self) -> dict[str, str]:
        """The properties by which samples can be stratified; those of the task only if it is known."""
        own = {
            "model": self.model,
            "outcome": "right" if self.right else "wrong",
            "status": self.verdict.status.value,
        }
        if self.verdict.error_type or self.right:
            own["error_type"] = self.verdict.error_type or "none"
        return own if self.task is None else own | task_properties(self.task)


def task_properties(task: Task) -> dict[str, str]:
    """Return the properties by which tasks can be stratified: a kind of category ``key:value`` is one."""
    plain = (name for name in task.categories if ":" not in name)
    known = {"subset": task.subset, "level": task.level, "stem": task.family, "category": next(plain, "")}
    for name in task.categories:
        kind, colon, value = name.partition(":")
        if colon:
            known.setdefault(kind, value)
    return known


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
