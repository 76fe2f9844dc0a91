"""Curves of pass@k, for `sightbench analyse passk`."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from benchmark.analysis.ranks.subjects import unknown_task
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.naming import bare_name
from benchmark.files.verdicts import stream_verdicts
from benchmark.results.ledger import read_row
from benchmark.results.row import Row
from benchmark.scoring.counting import Counter
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.summary import score

#: The default k and n, from Tables 5 and 6 of HumanEval-V; those beyond the number of samples are left out.
USUAL_K = (1, 3, 10, 20, 50, 100, 200, 400, 600, 800, 1000)
USUAL_N = (20, 100, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskPoint:
    """pass@k, estimated from the first n judged samples of each task."""

    n: int
    k: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskCurve:
    """The curve of one model."""

    name: str
    tasks: int
    stems: int
    samples: int  #: samples per task; the minimum over tasks if they differ
    points: list[PasskPoint]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDraws:
    """One model's samples in order of draw."""

    name: str
    tasks: tuple[Task, ...] | None  #: None if the tasks are unknown
    samples: tuple[tuple[str, int, Status], ...]  #: (task id, draw, status); missing samples are left out

    def first(self, n: int) -> Counts:
        """Count the first ``n`` judged samples of each task."""
        counter = Counter(self.tasks)
        taken: dict[str, int] = defaultdict(int)
        for task, _, status in self.samples:
            if taken[task] < n:
                taken[task] += 1
                counter.add(task, status)
        return counter.counts()


def read_draws(path: Path, tasks: Sequence[Task] | None) -> ModelDraws:
    """Read the samples of a row (``.json``) or a file of verdicts.

    Raises:
        BadInput: for a file that cannot be read, and for verdicts on unknown tasks.
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
        name = printable_text(row.result.submission.name)
        tasks, known = _tasks_of(row), None
    else:
        samples = tuple(
            (sample.task_id, sample.draw, sample.status)
            for sample in stream_verdicts(path)
            if isinstance(sample, Verdict)
        )
        name = printable_text(bare_name(path))
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
    """Return the row's tasks with their stems, which is all that counting needs."""
    stems, check = row.result.tasks.stems, StdioCheck(cases=())
    return tuple(Task(id=task, check=check, stem=stems.get(task, "")) for task in row.result.statuses)


def curve(draws: ModelDraws, ks: Sequence[int], ns: Sequence[int]) -> PasskCurve:
    """Compute pass@k for every n in ``ns`` and every k in ``ks`` up to n; empty sequences mean the defaults.

    Raises:
        BadInput: for an n or k above the number of samples per task.
    """
    whole = draws.first(1 << 30)
    most = min(samples for samples in whole.judged if samples)
    for option, asked in (("--n", ns), ("--k", ks)):
        beyond = [number for number in asked if number > most]
        if beyond:
            problem = f"{beyond[0]} is more than the {most} samples per task of {draws.name}"
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
