"""Measure 1, 2 and 4 Dask workers and local ones, by CPU seconds of all processes, for the page about growth.

All judge the same completions: right and wrong answers to the open tasks of HumanEval-V. The CPU time of the
cluster includes its scheduler and its workers. The start (of the scheduler and the workers, and their checks)
is measured with one completion per task, and reported separately. Then published completions are judged while
workers are killed at random, and the result is compared with that of one process (:mod:`worker_kills`).
``--kills`` does only that. ``--memory`` measures the memory of the judging process for many completions
instead: their verdicts are made up, and everything else is what a run does.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import growth_page
import measure
import worker_kills

from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.files.predictions import store_predictions
from benchmark.files.verdicts import write_verdicts
from benchmark.pipeline import sources
from benchmark.pipeline.judge import local_pool
from benchmark.pipeline.judge.collected_outcomes import SampleJob
from benchmark.pipeline.judge.evaluate import Checkpoint, evaluate, inputs_digest
from benchmark.pipeline.judge.worker import extract

MEMORY_MB = 1536
SUITE, DATASET = "humaneval-v", "open"
_WORKERS = 2
_COMPLETIONS = 2040
_PORT = 18_788
WAYS = (("local", 1), ("local", 2), ("dask", 1), ("dask", 2), ("dask", 4))  #: executor, workers
KILLS = worker_kills.KillPlan(workers=2, every=15, seed=1)  #: on the page about growth
KILLED_COMPLETIONS = 3_000


def make(path: Path, completions: int) -> int:
    """Write at least ``completions`` completions to a file; return their number."""
    tasks = sources.from_suite(SUITE, DATASET).tasks
    draws = -(-completions // len(tasks))
    changes: tuple[Callable[[str], str], ...] = (
        lambda code: code,
        lambda code: code.replace("return ", "return 1 or ", 1),
        lambda code: f"raise ValueError('no')\n{code}",
    )
    with path.open("w", encoding="utf-8") as file:
        for number in range(len(tasks) * draws):
            task, draw = tasks[number // draws], number % draws
            code = changes[number % len(changes)](task.reference)
            text = f"Draw {draw}, in words of its own.\n```python\n{code}\n```\n"
            file.write(json.dumps({"task_id": task.id, "draw": draw, "completion": text}) + "\n")
    return len(tasks) * draws


def inside(predictions: Path, verdicts: Path, executor: str, workers: int) -> None:
    """Judge in this process and those that it starts; of a cluster, start and end its processes too."""
    started = []
    common = [sys.executable, "-m", "benchmark", "evaluate", "--suite", SUITE, "--dataset", DATASET]
    if executor == "dask":
        address = f"127.0.0.1:{_PORT}"
        dask = [sys.executable, "-m"]
        scheduler = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(_PORT)]
        worker = ["distributed.cli.dask_worker", f"tcp://{address}", "--nthreads", "1"]
        quiet = subprocess.DEVNULL
        started += [
            subprocess.Popen(
                [*dask, *command, "--no-dashboard"],
                stderr=quiet,
                stdout=quiet,
                env=os.environ | worker_kills.QUIET,
            )
            for command in (scheduler, *[worker] * workers)
        ]
        time.sleep(8)  # until all have joined
        where = ["--executor", f"dask://{address}"]
    else:
        where = ["--workers", str(workers)]
    files = ["--predictions", str(predictions), "--verdicts", str(verdicts)]
    try:
        subprocess.run([*common, *files, *where], check=True, stdout=subprocess.DEVNULL)
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            process.wait()


def cpu_seconds(predictions: Path, verdicts: Path, executor: str, workers: int) -> float:
    """Judge with these workers, and return the CPU seconds of all processes."""
    command = [sys.executable, __file__, "--inside", executor, str(workers), str(predictions), str(verdicts)]
    return measure.run(command, None).cpu_seconds


def growth(folder: Path, completions: int) -> None:
    """Measure each way of :data:`WAYS` once, then the kills, and write the page about growth."""
    predictions, few = folder / "predictions.jsonl", folder / "few.jsonl"
    count, first = make(predictions, completions), make(few, 1)
    ways, found = [], set()
    measure.begin()
    for executor, workers in WAYS:
        verdicts = folder / "verdicts.jsonl"
        start, whole = (cpu_seconds(file, verdicts, executor, workers) for file in (few, predictions))
        steady = (whole - start) / (count - first)
        cost = {"start_cpu_seconds": round(start - first * steady, 2), "cpu_ms": round(1000 * steady, 3)}
        ways.append({"executor": executor, "workers": workers, **cost})
        print(ways[-1], flush=True)
        found.add(verdicts.read_bytes())
        verdicts.unlink()
    if len(found) != 1:
        raise SystemExit("the verdicts differ")
    kills = worker_kills.compare(folder, KILLED_COMPLETIONS, KILLS)
    growth_page.store(dask={"completions": count, "ways": ways, "kills": kills})


def memory(folder: Path, completions: int) -> None:
    """Print the peak memory of the judging process; verdicts are made up without a sandbox."""
    predictions = folder / "predictions.jsonl"
    count = make(predictions, completions)

    def judge(
        _: local_pool.WorkerProcesses,
        queue: deque[SampleJob],
        put: Callable[[SampleJob, Outcome], None],
        __: object = None,
    ) -> None:
        while queue:
            job = queue.popleft()
            sample = job.sample
            job.answered = sample.answered(extract(sample))  # type: ignore[union-attr, arg-type]
            detail = f"assert f({sample.draw}) == 4; f gave {'x' * 100}"
            put(
                job,
                Verdict(task_id=sample.task.id, draw=sample.draw, status=Status.WRONG_ANSWER, detail=detail),
            )

    local_pool.WorkerProcesses.judge = judge  # type: ignore[assignment, method-assign]
    source = sources.from_suite(SUITE, DATASET)
    rule = source.rule("own")
    found = store_predictions(predictions)
    key = inputs_digest(source.tasks, found, rule)
    with Checkpoint.begin(folder / "verdicts.partial", key, resume=False) as checkpoint:
        judged = evaluate(
            source.tasks, found, rule=rule, executor=local_pool.LocalPool(_WORKERS), checkpoint=checkpoint
        )
    write_verdicts(folder / "verdicts.jsonl.gz", judged.outcomes)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} completions: {peak:.0f} MiB in the judging process; wanted below {MEMORY_MB} with workers"
    )


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--completions", type=int, help="2,040 by default, 100,000 with --kills")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--kills", action="store_true")
    parser.add_argument("--every", type=float, default=8, help="with --kills: mean seconds between two kills")
    parser.add_argument("--workers", type=int, default=3, help="with --kills: number of workers")
    parser.add_argument("--seed", type=int, default=1, help="with --kills: seed of the killer and the draws")
    parser.add_argument("--folder", type=Path, help="with --kills: keep the files here")
    parser.add_argument("--inside", nargs=4, metavar=("EXECUTOR", "WORKERS", "PREDICTIONS", "VERDICTS"))
    options = parser.parse_args()
    if options.inside:
        executor, workers, predictions, verdicts = options.inside
        inside(Path(predictions), Path(verdicts), executor, int(workers))
        return
    with tempfile.TemporaryDirectory(prefix="sightbench-cluster-") as folder:
        if options.memory:
            memory(Path(folder), options.completions or _COMPLETIONS)
        elif options.kills:
            plan = worker_kills.KillPlan(workers=options.workers, every=options.every, seed=options.seed)
            kept = options.folder or Path(folder)
            kept.mkdir(exist_ok=True)
            measure.begin()
            worker_kills.compare(kept, options.completions or worker_kills.COMPLETIONS, plan)
        else:
            growth(Path(folder), options.completions or _COMPLETIONS)


if __name__ == "__main__":
    main()
