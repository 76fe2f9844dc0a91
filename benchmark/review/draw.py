"""Reads judged samples, and draws stratified samples of them or of tasks.

What is drawn depends on the seed but not on the order of files.
"""

import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field

from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import bare_name
from benchmark.files.edge import Record
from benchmark.files.predictions import read_predictions
from benchmark.files.verdicts import read_verdicts
from benchmark.review.points import read_points, read_replies

ALL = "all"  #: name of the only stratum if the sample is not stratified
Item = TypeVar("Item")
#: The drawn samples or tasks with the name of their stratum, in the order of the sheet.
Drawn = Sequence[tuple[Item, str]]


class Stratum(Record):
    """A stratum, its size and the number drawn: of samples, or with ``same`` of pairs of task and draw."""

    name: str
    population: Annotated[int, Field(ge=1)]
    drawn: Annotated[int, Field(ge=1)]


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
        """The properties by which the sample can be stratified; those of the task only if it is known."""
        own = {
            "model": self.model,
            "outcome": "right" if self.right else "wrong",
            "status": self.verdict.status.value,
        }
        # Suites without error types have no such property: to stratify by it is an error there.
        if self.verdict.error_type or self.right:
            own["error_type"] = self.verdict.error_type or "none"
        return own if self.task is None else own | task_properties(self.task)


def task_properties(task: Task) -> dict[str, str]:
    """Return the properties by which tasks can be stratified, also categories of the form ``key:value``."""
    plain = (name for name in task.categories if ":" not in name)
    known = {"subset": task.subset, "level": task.level, "stem": task.family, "category": next(plain, "")}
    for name in task.categories:
        kind, colon, value = name.partition(":")
        if colon:
            # The first counts: `level:…` must not hide the level, and a task may have several aspects.
            known.setdefault(kind, value)
    return known


def read_population(
    verdicts: Sequence[Path],
    tasks: Sequence[Task] | None,
    *,
    predictions: Sequence[Path] = (),
    scores: Sequence[Path] = (),
    replies: Sequence[Path] = (),
) -> tuple[PopulationMember, ...]:
    """Read all judged samples of verdict files; each file is one model.

    Each list of other files has one file per verdict file, in the same order, or is empty. The points of
    another judge in ``scores``, and its reasons in ``replies``, replace those of the verdicts; samples
    without such points are left out.

    Raises:
        BadInput: if a file is not valid, two files have the same name, the numbers of files differ, a
            verdict has no task or no completion, or points have no verdict.
    """
    for option, given, needed in (
        ("--predictions", predictions, predictions),
        ("--scores", scores, scores or replies),
        ("--replies", replies, replies),
    ):
        if needed and len(given) != len(verdicts):
            problem = f"has {len(given)} files, but there are {len(verdicts)} verdict files"
            raise BadInput(option, "", problem, "give one per verdict file, in the same order")
    known = None if tasks is None else {task.id: task for task in tasks}
    found: list[PopulationMember] = []
    names: set[str] = set()
    for number, path in enumerate(verdicts):
        # The name is printed, and a file name may hold escape sequences of a terminal.
        name = printable_text(bare_name(path))
        if name in names:
            raise BadInput(path, "", f"two files have the name {quote_value(name)}", "rename one of them")
        names.add(name)
        completions = read_predictions(predictions[number]) if predictions else ()
        answers = {completion.key: completion.text for completion in completions}
        judged = [outcome for outcome in read_verdicts(path) if isinstance(outcome, Verdict)]
        if scores:
            judged = _judged_again(judged, scores[number], replies[number] if replies else None)
        for verdict in judged:
            if known is not None and verdict.task_id not in known:
                fix = "give the judged tasks with --tasks, or with --suite and --dataset"
                raise BadInput(path, "", f"task {quote_value(verdict.task_id)} is not among the tasks", fix)
            if predictions and verdict.key not in answers:
                problem = f"has no completion for task {quote_value(verdict.task_id)}, draw {verdict.draw}"
                raise BadInput(predictions[number], "", problem, "give the completions that were judged")
            task, answer = None if known is None else known[verdict.task_id], answers.get(verdict.key)
            found.append(PopulationMember(model=name, verdict=verdict, task=task, answer=answer))
    return tuple(found)


def _judged_again(verdicts: Sequence[Verdict], scores: Path, replies: Path | None) -> list[Verdict]:
    """Return the verdicts with the points of another judge and, if its replies are known, its reasons.

    An answer without code has points but no reason, because the judge was not asked about it.
    """
    points = read_points(scores).points
    if unknown := points.keys() - {verdict.key for verdict in verdicts}:
        task, draw = min(unknown)
        problem = f"has points for task {quote_value(task)}, draw {draw}, which has no verdict"
        raise BadInput(scores, "", problem, "give the scores of the same answers, in the same order")
    reasons = dict.fromkeys(points, "") if replies is None else read_replies(replies)
    return [
        replace(verdict, points=points[verdict.key], detail=reasons[verdict.key])
        for verdict in verdicts
        if verdict.key in points and verdict.key in reasons
    ]


def has_error_types(members: Sequence[PopulationMember]) -> bool:
    """Whether the verdict of every failed sample names an error type, and a sample failed."""
    failed = [member for member in members if not member.right]
    return bool(failed) and all(member.verdict.error_type for member in failed)


def draw(
    members: Sequence[PopulationMember],
    each: int,
    by: Sequence[str] = (),
    *,
    only: str = "",
    same: bool = False,
    seed: int = 0,
) -> tuple[Drawn[PopulationMember], list[Stratum]]:
    """Draw ``each`` samples of every stratum, or all if there are fewer; return the samples and the strata.

    The values of the properties in ``by`` define the strata. ``only`` restricts the draw to answers that the
    judge found ``right`` or ``wrong``. With ``same``, the same tasks and draws are taken of every model.

    Raises:
        BadInput: if nothing can be drawn, or a sample has no property of a name in ``by``.
    """
    wanted = [member for member in members if not only or only == ("right" if member.right else "wrong")]
    # All models count, also those without a wanted sample: then no task has one of every model.
    units = _units(wanted, len({member.model for member in members}) if same else 0)
    if not units:
        what = f"{only or 'judged'} sample"
        problem = f"no task has a {what} of every model" if same else f"there is no {what}"
        raise BadInput("--only" if only else "VERDICTS", "", problem, "give other verdict files")
    named = [(_stratum_of(_shared(unit), by, unit[0].verdict.task_id), unit) for unit in units]
    return _draw_strata(named, each, seed)


def draw_tasks(
    tasks: Sequence[Task], each: int, by: Sequence[str], seed: int
) -> tuple[Drawn[Task], list[Stratum]]:
    """Draw tasks of every cell, or all if there are fewer, in any order of ``tasks``; see :func:`draw`."""
    ordered = sorted(tasks, key=lambda task: natural_key(task.id))
    return _draw_strata([(cell_of(task, by), (task,)) for task in ordered], each, seed)


def cell_of(task: Task, by: Sequence[str]) -> str:
    """Return the name of a task's cell, such as ``deletion, bar``; BadInput for an unknown name in ``by``."""
    return _stratum_of(task_properties(task), by, task.id)


def _stratum_of(properties: Mapping[str, str], by: Sequence[str], task: str) -> str:
    if unknown := next((name for name in by if name not in properties), None):
        problem = f"{quote_value(unknown)} is unknown for task {quote_value(task)}"
        raise BadInput("--by", "", problem, f"use {', '.join(properties)}")
    return ", ".join(properties[name] or "-" for name in by) or ALL


def _draw_strata(
    units: Iterable[tuple[str, Sequence[Item]]], each: int, seed: int
) -> tuple[Drawn[Item], list[Stratum]]:
    """Draw units per stratum, and shuffle the items of all drawn units."""
    strata: dict[str, list[Sequence[Item]]] = defaultdict(list)
    for name, unit in units:
        strata[name].append(unit)
    chosen: list[tuple[Item, str]] = []
    found = []
    # In a fixed order, because the shuffle below depends on it.
    for name in sorted(strata, key=natural_key):
        within = strata[name]
        # Each stratum has its own generator. A text as seed gives the same numbers on all machines.
        taken = random.Random(f"{seed}/{name}").sample(within, min(each, len(within)))  # noqa: S311
        chosen += [(item, name) for unit in taken for item in unit]
        found.append(Stratum(name=name, population=len(within), drawn=len(taken)))
    random.Random(f"{seed}/order").shuffle(chosen)  # noqa: S311 - not used for security
    return chosen, found


def _units(members: Sequence[PopulationMember], models: int) -> list[tuple[PopulationMember, ...]]:
    """Return the units to draw from, in a fixed order: single samples, or the same sample of every model."""
    if not models:
        return [(member,) for member in sorted(members, key=_order)]
    # Without the model first: `groupby` joins neighbours only.
    ordered = sorted(members, key=lambda member: (_order(member)[1:], member.model))
    groups = (tuple(same) for _, same in itertools.groupby(ordered, key=lambda member: member.verdict.key))
    return [same for same in groups if len(same) == models]


def _order(member: PopulationMember) -> tuple[str, list[tuple[int, int, str]], int]:
    return (member.model, natural_key(member.verdict.task_id), member.verdict.draw)


def _shared(unit: Sequence[PopulationMember]) -> dict[str, str]:
    """Return the properties that stratify a unit. If it has several models, their values are joined."""
    first, *others = (member.properties for member in unit)
    if not others:
        return first
    return {
        name: "" if name == "model" else "/".join(dict.fromkeys((value, *(each[name] for each in others))))
        for name, value in first.items()
        if all(name in each for each in others)
    }
