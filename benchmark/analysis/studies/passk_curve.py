"""pass@k against the number of samples: what `sightbench analyse passk` prints.

History of the format:
    sightbench/passk/1: first version.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.analysis.ranks.subjects import unknown_task
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, printable
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.files.naming import bare_name
from benchmark.files.verdict_stream import stream_samples
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.scoring.counting import Counter
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.summary import score

#: As in Tables 5 and 6 of HumanEval-V, as far as there are samples.
USUAL_K = (1, 3, 10, 20, 50, 100, 200, 400, 600, 800, 1000)
USUAL_N = (20, 100, 1000)


class PasskPoint(Record):
    """pass@k from the first n samples of each task that have a verdict."""

    n: int
    k: int
    value: float
    low: float
    high: float


class PasskCurve(Record):
    """One model."""

    name: str
    tasks: int
    stems: int
    samples: int = Field(description="of each task; the fewest where they differ")
    points: list[PasskPoint]


class PasskReport(Record):
    """All models."""

    schema_: Literal["sightbench/passk/1"] = Field(default="sightbench/passk/1", alias="schema")
    curves: list[PasskCurve]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDraws:
    """One model's samples in order of draw."""

    name: str
    tasks: tuple[Task, ...] | None
    samples: tuple[tuple[str, int, Status], ...]  #: task, draw, status; missing ones are left out

    def first(self, n: int) -> Counts:
        """Counts of the first ``n`` samples of each task that have a verdict."""
        counter = Counter(self.tasks)
        taken: dict[str, int] = defaultdict(int)
        for task, _, status in self.samples:
            if taken[task] < n:
                taken[task] += 1
                counter.add(task, status)
        return counter.counts()


def read_draws(path: Path, tasks: Sequence[Task] | None) -> ModelDraws:
    """The samples of a row (``.json``) or a file of verdicts.

    Raises:
        BadInput: for an unreadable file, and verdicts on unknown tasks.
    """
    known = None if tasks is None else {task.id for task in tasks}
    if path.suffix == ".json":
        row = read_row(path)
        samples = tuple(
            (task, draw, Status(status))
            for task, statuses in row.result.statuses.items()
            for draw, status in enumerate(statuses)
            if status != "missing"
        )
        name = printable(row.result.submission.name)
        tasks, known = _tasks_of(row), None
    else:
        found = [one for one in stream_samples(path) if one.status is not None]
        samples = tuple((one.task_id, one.draw, one.status) for one in found if one.status is not None)
        name = printable(bare_name(path))
    if not samples:
        raise BadInput(path, "", "holds no judged sample", "name a file of verdicts, or a row")
    for task, _, _ in samples:
        if known is not None and task not in known:
            raise unknown_task(path, task)
    return ModelDraws(
        name=name,
        tasks=None if tasks is None else tuple(tasks),
        samples=tuple(sorted(samples, key=itemgetter(1))),
    )


def _tasks_of(row: Row) -> tuple[Task, ...]:
    """The row's tasks, as far as counting needs them: with their stems."""
    stems, check = row.result.tasks.stems, StdioCheck(cases=())
    return tuple(Task(id=task, check=check, stem=stems.get(task, "")) for task in row.result.statuses)


def curve(draws: ModelDraws, ks: Sequence[int], ns: Sequence[int]) -> PasskCurve:
    """pass@k for every n of ``ns`` and k of ``ks`` up to it; usual ones when empty.

    Raises:
        BadInput: for an n beyond the samples, and a k beyond every n.
    """
    whole = draws.first(1 << 30)
    most = min(samples for samples in whole.judged if samples)
    for option, asked in (("--n", ns), ("--k", ks)):
        beyond = [number for number in asked if number > most]
        if beyond:
            problem = f"{beyond[0]} is more than the {most} samples that {draws.name} has of a task"
            raise BadInput(option, "", problem, f"use {most} or below")
    chosen = sorted(set(ns)) or sorted({n for n in (*USUAL_N, most) if n <= most})
    return PasskCurve(
        name=draws.name,
        tasks=sum(samples > 0 for samples in whole.judged),
        stems=len(set(whole.stems)),
        samples=most,
        points=[point for n in chosen for point in _points(draws.first(n), n, ks)],
    )


def _points(counts: Counts, n: int, ks: Sequence[int]) -> Iterator[PasskPoint]:
    for k in sorted({k for k in ks or (*USUAL_K, n) if k <= n}):
        found = score(counts, pass_metric(k))
        if found is not None:
            yield PasskPoint(n=n, k=k, value=found.value, low=found.low, high=found.high)
