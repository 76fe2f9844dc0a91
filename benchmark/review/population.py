"""What may be drawn for people: the samples of one or more verdict files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmark.core.errors import BadInput, printable, shown
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.naming import bare_name
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import read_verdicts

#: What people are asked: whether an answer is right, how good it is (1 to 10), what kind of error it has.
Asked = Literal["verdicts", "points", "errors"]

_KEYS = ("model", "outcome", "status", "subset", "level", "stem")


@dataclass(frozen=True, slots=True, kw_only=True)
class PopulationMember:
    """One judged sample that may be drawn."""

    model: str
    verdict: Verdict
    task: Task | None  #: where the tasks are known
    answer: str | None  #: the completion, where it is known

    @property
    def right(self) -> bool:
        """Whether the judge let it pass."""
        return self.verdict.status is Status.PASSED

    def value(self, key: str) -> str:
        """What a stratum is named by: one of a few keys, or the rest of a category ``key:rest``.

        Raises:
            KeyError: when the sample has nothing of that name.
        """
        own = {
            "model": self.model,
            "outcome": "right" if self.right else "wrong",
            "status": self.verdict.status.value,
        }
        if key in own:
            return own[key]
        if self.task is None:
            raise KeyError(key)
        if key in _KEYS:
            return {"subset": self.task.subset, "level": self.task.level, "stem": self.task.family}[key]
        return next(name.partition(":")[2] for name in self.task.categories if name.startswith(f"{key}:"))


def read_population(
    verdicts: Sequence[Path], predictions: Sequence[Path], tasks: Sequence[Task] | None
) -> tuple[PopulationMember, ...]:
    """All judged samples of verdict files, each file a model.

    Args:
        verdicts: files of verdicts.
        predictions: files of completions, one for each of ``verdicts`` in the same order, or none.
        tasks: what the verdicts are about, or None.

    Raises:
        BadInput: for an unreadable file, two files of one name, completions without verdicts' number, and
            verdicts on unknown tasks.
    """
    if predictions and len(predictions) != len(verdicts):
        problem = f"{len(predictions)} files for {len(verdicts)} files of verdicts"
        raise BadInput("--predictions", "", problem, "give one for each, in the same order")
    known = None if tasks is None else {task.id: task for task in tasks}
    found: list[PopulationMember] = []
    names: set[str] = set()
    for number, path in enumerate(verdicts):
        name = printable(bare_name(path))
        if name in names:
            raise BadInput(path, "", f"{shown(name)} is the name of two files", "rename one of them")
        names.add(name)
        answers = {one.key: one.text for one in read_predictions(predictions[number])} if predictions else {}
        for outcome in read_verdicts(path):
            if not isinstance(outcome, Verdict):
                continue
            if known is not None and outcome.task_id not in known:
                fix = "name the tasks that were judged with --tasks or --suite and --dataset"
                raise BadInput(path, "", f"task {shown(outcome.task_id)} is not among the tasks", fix)
            if predictions and outcome.key not in answers:
                problem = f"lacks task {shown(outcome.task_id)}, draw {outcome.draw}"
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


def check_keys(members: Sequence[PopulationMember], keys: Sequence[str]) -> None:
    """Check that every sample has a stratum.

    Raises:
        BadInput: naming the keys that there are.
    """
    for key in keys:
        for member in members:
            try:
                member.value(key)
            except (KeyError, StopIteration):
                problem = f"{shown(key)} is not known of task {shown(member.verdict.task_id)}"
                raise BadInput("--by", "", problem, f"use {', '.join(_offered(members))}") from None


def _offered(members: Sequence[PopulationMember]) -> Mapping[str, None]:
    """Keys that all samples have."""
    if any(member.task is None for member in members):
        return dict.fromkeys(("model", "outcome", "status"))
    prefixes: set[str] | None = None
    for member in members:
        of_task = member.task.categories if member.task else ()
        own = {name.partition(":")[0] for name in of_task if ":" in name}
        prefixes = own if prefixes is None else prefixes & own
    return dict.fromkeys((*_KEYS, *sorted(prefixes or ())))
