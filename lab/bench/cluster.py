"""Compare two Dask workers with two local ones, by completions per CPU second of all processes.

Both judge the same completions in turns: right and wrong answers to the open tasks of HumanEval-V. The CPU
time of the cluster includes its scheduler and its workers. The start (of the scheduler and the workers, and
their checks) is measured with one completion per task, and printed separately. ``--memory`` measures
the memory of the judging process for many completions instead: their verdicts are made up, and everything
else is what a run does. ``--kills`` judges published completions while workers are killed at random, and
compares the result with that of one process (:mod:`worker_kills`).
"""

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

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

TARGET = 0.85
MEMORY_MB = 1536
SUITE, DATASET = "humaneval-v", "open"
_WORKERS = 2
_COMPLETIONS = 3660
_PORT = 18_788


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


def inside(predictions: Path, verdicts: Path, executor: str) -> None:
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
            for command in (scheduler, worker, worker)
        ]
        time.sleep(8)  # until both have joined
        where = ["--executor", f"dask://{address}"]
    else:
        where = ["--workers", str(_WORKERS)]
    files = ["--predictions", str(predictions), "--verdicts", str(verdicts)]
    try:
        subprocess.run([*common, *files, *where], check=True, stdout=subprocess.DEVNULL)
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            process.wait()


def compare(folder: Path, completions: int, rounds: int) -> None:
    """Measure both ways in turns, and print completions per CPU second and their ratio."""
    predictions = folder / "predictions.jsonl"
    count = make(predictions, completions)
    few = folder / "few.jsonl"
    first = make(few, 1)
    rates: dict[str, list[float]] = {"local": [], "dask": []}
    seconds: dict[str, list[float]] = {"local": [], "dask": []}
    measure.begin()
    for number in range(1, rounds + 1):
        for executor, found in rates.items():
            verdicts = folder / f"{executor}.jsonl"
            cpu = []
            for file in (few, predictions):
                command = [sys.executable, __file__, "--inside", executor, str(file), str(verdicts)]
                cpu.append(measure.run(command, None).cpu_seconds)
            found.append((count - first) / (cpu[1] - cpu[0]))
            seconds[executor].append(cpu[0])
            print(
                f"round {number}: {executor}: {cpu[0]:.1f} CPU s for {first}, {cpu[1]:.1f} for {count}",
                file=sys.stderr,
                flush=True,
            )
        if (folder / "local.jsonl").read_bytes() != (folder / "dask.jsonl").read_bytes():
            raise SystemExit("the verdicts differ")
    ratio = statistics.median(dask / local for local, dask in zip(rates["local"], rates["dask"], strict=True))
    print(f"{count} completions, {rounds} rounds, {_WORKERS} workers each; the verdicts are the same")
    print(
        f"| workers | CPU s of the start, with {first} completions | further completions per CPU s | ratio |"
    )
    print("|---|---|---|---|")
    for name, shown in (("local", "1"), ("dask", f"{ratio:.2f} (wanted: at least {TARGET})")):
        start, rate = statistics.median(seconds[name]), statistics.median(rates[name])
        print(f"| {name} | {start:.1f} | {rate:.1f} | {shown} |")


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
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--completions", type=int, help="3,660 by default, 100,000 with --kills")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--kills", action="store_true")
    parser.add_argument("--every", type=float, default=8, help="with --kills: mean seconds between two kills")
    parser.add_argument("--workers", type=int, default=3, help="with --kills: number of workers")
    parser.add_argument("--seed", type=int, default=1, help="with --kills: seed of the killer and the draws")
    parser.add_argument("--folder", type=Path, help="with --kills: keep the files here")
    parser.add_argument("--inside", nargs=3, metavar=("EXECUTOR", "PREDICTIONS", "VERDICTS"))
    options = parser.parse_args()
    if options.inside:
        executor, predictions, verdicts = options.inside
        inside(Path(predictions), Path(verdicts), executor)
        return
    with tempfile.TemporaryDirectory(prefix="sightbench-cluster-") as folder:
        if options.memory:
            memory(Path(folder), options.completions or _COMPLETIONS)
        elif options.kills:
            plan = worker_kills.KillPlan(workers=options.workers, every=options.every, seed=options.seed)
            kept = options.folder or Path(folder)
            kept.mkdir(exist_ok=True)
            worker_kills.compare(kept, options.completions or worker_kills.COMPLETIONS, plan)
        else:
            compare(Path(folder), options.completions or _COMPLETIONS, options.rounds)


if __name__ == "__main__":
    main()
