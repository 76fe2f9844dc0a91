"""Curves of pass@k, for `sightbench analyse passk`."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from benchmark.analysis.ranks.subjects import unknown_task
from benchmark.core.counts import Counter, Counts
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.score import Score
from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files.atomic import bare_name
from benchmark.files.verdicts import stream_verdicts
from benchmark.pipeline.rows import executed_file
from benchmark.results.ledger import read_row
from benchmark.scoring.metrics import pass_metric, score

#: The default k and n, from Tables 5 and 6 of HumanEval-V; those beyond the number of samples are left out.
USUAL_K = (1, 3, 10, 20, 50, 100, 200, 400, 600, 800, 1000)
USUAL_N = (20, 100, 1000)


_Samples = list[tuple[str, int, Status]]  #: task id, draw, status


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskCurve:
    """The curve of one model."""

    name: str
    samples: int  #: samples per task; the minimum over tasks if they differ
    points: dict[tuple[int, int], Score]  #: (n, k) → pass@k from the first n judged samples of each task


def passk_curve(path: Path, tasks: Sequence[Task] | None, ks: Sequence[int], ns: Sequence[int]) -> PasskCurve:
    """Compute pass@k of a file of verdicts, for every k up to n samples per task.

    The file is a row (``.json``), HumanEval-V's ``NAME_executed.json`` or a verdict file. Without ``ks`` and
    ``ns``, the usual ones are used, and all samples. The first two kinds name their own tasks.

    Raises:
        BadInput: for a file that cannot be read, for verdicts on unknown tasks, and for an n or k above the
            number of samples per task.
    """
    if path.name.endswith("_executed.json"):
        items = executed_file.read_executed(path)
        name = printable_text(bare_name(path).removesuffix("_executed"))
        tasks = executed_file.executed_tasks(items)
        samples = [(of.task_id, of.draw, of.status) for of in executed_file.executed_verdicts(items)]
    else:
        name, tasks, samples = _read_row(path) if path.suffix == ".json" else _read_verdicts(path, tasks)
    if not samples:
        raise BadInput(path, "", "holds no judged sample", "name a file of verdicts, or a row")
    samples.sort(key=itemgetter(1))

    def first(n: int) -> Counts:
        """Count the first ``n`` judged samples of each task."""
        counter = Counter(tasks)
        taken: dict[str, int] = defaultdict(int)
        for task, _, status in samples:
            if taken[task] < n:
                taken[task] += 1
                counter.add(task, status)
        return counter.counts()

    most = min(number for number in first(len(samples)).judged if number)
    for option, asked in (("--n", ns), ("--k", ks)):
        beyond = [number for number in asked if number > most]
        if beyond:
            problem = f"{beyond[0]} is more than the {most} samples per task of {name}"
            raise BadInput(option, "", problem, f"use {most} or below")
    points = {}
    for n in sorted(set(ns)) or sorted({n for n in (*USUAL_N, most) if n <= most}):
        counts = first(n)
        for k in sorted({k for k in ks or (*USUAL_K, n) if k <= n}):
            if (found := score(counts, pass_metric(k))) is not None:
                points[n, k] = found
    return PasskCurve(name=name, samples=most, points=points)


def _read_row(path: Path) -> tuple[str, Sequence[Task], _Samples]:
    row = read_row(path)
    result = row.result
    # Tasks with their stems, which is all that counting needs.
    tasks = [
        Task(id=task, check=StdioCheck(cases=()), stem=result.tasks.stems.get(task, ""))
        for task in result.statuses
    ]
    samples = [
        (task, draw, Status(status))
        for task, statuses in result.statuses.items()
        for draw, status in enumerate(statuses)
        if status != "missing"
    ]
    return printable_text(row.name), tasks, samples


def _read_verdicts(path: Path, tasks: Sequence[Task] | None) -> tuple[str, Sequence[Task] | None, _Samples]:
    known = None if tasks is None else {task.id for task in tasks}
    samples = []
    for sample in stream_verdicts(path):
        if isinstance(sample, Verdict):
            if known is not None and sample.task_id not in known:
                raise unknown_task(path, sample.task_id)
            samples.append((sample.task_id, sample.draw, sample.status))
    return printable_text(bare_name(path)), tasks, samples
