"""Measure a leaderboard of 2.4 million verdicts: 200 models, 600 tasks in families of three, 20 draws each.

Two ways are measured: from cached counts of each model, which the commands keep for rows, and in one pass
over gzipped verdicts. Each is compared with merely reading the same files by ``gzip`` and ``json``. The
verdicts are synthetic, from a fixed seed.
"""

import argparse
import gzip
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmark.results.branch_record import add_record
from benchmark.results.row import (
    Row,
    RowCompletions,
    RowMachine,
    RowPrompt,
    RowResult,
    RowRun,
    RowSubmission,
    RowTasks,
    RowVersions,
    row_id,
)

SEED = 20_260_101
FAMILY = 3
OTHERS = ("wrong_answer", "runtime_error", "timeout", "no_answer")
COUNTS_SECONDS = 3.0  #: maximum seconds from counts
STREAM_MEMORY_MB = 200  #: maximum MiB of memory in one pass

PLAIN_LINES = """
import gzip, json, sys
found = 0
for path in sys.argv[1:]:
    with gzip.open(path, "rb") as file:
        for line in file:
            found += "status" in json.loads(line)
print(found)
"""
PLAIN_FILES = """
import json, sys
print(sum(len(json.load(open(path, "rb"))["tasks"]) for path in sys.argv[1:]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The time and memory of a command."""

    seconds: float  #: wall time
    cpu_seconds: float
    memory_mb: float  #: maximum resident memory, MiB


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The size of the synthetic data."""

    models: int
    tasks: int
    draws: int

    @property
    def verdicts(self) -> int:
        """Number of all verdicts."""
        return self.models * self.tasks * self.draws


def make(folder: Path, size: Size) -> tuple[list[Path], Path, Path]:
    """Write and return verdict files, a task file, and a ledger with the same verdicts."""
    generator = np.random.default_rng(SEED)
    skill = generator.normal(0, 1.2, size.models)
    difficulty = np.repeat(generator.normal(0, 1.5, -(-size.tasks // FAMILY)), FAMILY)[: size.tasks]
    ids = [f"q{task // FAMILY}-{task % FAMILY}" for task in range(size.tasks)]
    stems = {task: task.partition("-")[0] for task in ids}
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    lines = [json.dumps({"id": task, "stem": stem, "check": check}) for task, stem in stems.items()]
    tasks = folder / "tasks.jsonl"
    tasks.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "verdicts").mkdir()
    files = []
    for model in range(size.models):
        chance = 1 / (1 + np.exp(difficulty - skill[model]))
        shape = (size.tasks, size.draws)
        passed = generator.random(shape) < chance[:, None]
        words = np.where(passed, "passed", generator.choice(OTHERS, shape, p=(0.7, 0.2, 0.07, 0.03)))
        seconds = generator.random(shape)
        statuses = {task: words[number].tolist() for number, task in enumerate(ids)}
        path = folder / "verdicts" / f"model-{model:03d}.jsonl.gz"
        with gzip.GzipFile(path, "wb", compresslevel=6, mtime=0) as file:
            file.write("".join(_lines(statuses, seconds)).encode())
        files.append(path)
        add_record(folder / "rows", _row(model, statuses, stems, size))
    return files, tasks, folder / "rows"


def _lines(statuses: dict[str, list[str]], seconds: np.ndarray) -> list[str]:
    return [
        json.dumps(
            {
                "task_id": task,
                "draw": draw,
                "status": status,
                "detail": "" if status == "passed" else f"assert f({draw}) == {draw}; f({draw}) gave 1",
                "cpu_seconds": round(float(cpu), 6),
                "wall_seconds": round(float(cpu) * 1.1, 6),
                "memory_mb": 12.5,
            }
        )
        + "\n"
        for (task, words), row in zip(statuses.items(), seconds, strict=True)
        for draw, (status, cpu) in enumerate(zip(words, row, strict=True))
    ]


def _row(model: int, statuses: dict[str, list[str]], stems: dict[str, str], size: Size) -> Row:
    result = RowResult(
        suite="humaneval-v",
        dataset="open",
        setting="image",
        protocol=f"sampled-{size.draws}",
        prompt=RowPrompt(name="sightbench"),
        extraction="own",
        submission=RowSubmission(slug=f"model-{model:03d}", name=f"Model {model}"),
        tasks=RowTasks(count=size.tasks, digest="0" * 64, stems=stems),
        completions=RowCompletions(
            count=size.tasks * size.draws,
            draws=size.draws,
            digest=hashlib.sha256(str(model).encode()).hexdigest(),
        ),
        statuses=dict(sorted(statuses.items())),
        scores=[],
        versions=RowVersions(suite=1, judge=1, guest={"python": "3.11"}),
    )
    machine = RowMachine(system="Linux", python="3.11", cpus=2)
    run = RowRun(started="2026-01-01T00:00:00Z", seconds=1.0, cpu_seconds=1.0, machine=machine)
    return Row(id=row_id(result), result=result, run=run)


def run(command: Sequence[str | Path]) -> Cost:
    """Run a Python command and measure it; its output is discarded.

    Raises:
        SystemExit: if the command fails.
    """
    started = time.monotonic()
    process = subprocess.Popen([sys.executable, *map(str, command)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, command))[:300]} failed")
    return Cost(
        seconds=time.monotonic() - started,
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        memory_mb=usage.ru_maxrss / 1024,
    )


def from_counts(rows: Path, cache: Path) -> tuple[Cost, Cost]:
    """Measure the leaderboard from cached counts without cached comparisons, and reading the same files."""
    command = ["-m", "benchmark", "rank", "--leaderboard", "--rows", rows, "--cache", cache, "--json"]
    if not cache.is_dir():
        run(command)  # counts the rows
    for file in cache.glob("*.json"):
        file.unlink()
    return run(command), run(["-c", PLAIN_FILES, *sorted((cache / "rows").glob("*.json"))])


def in_one_pass(files: Sequence[Path], tasks: Path) -> tuple[Cost, Cost]:
    """Measure the leaderboard from gzipped verdicts, and reading the same files."""
    return run(["-m", "benchmark", "rank", *files, "--tasks", tasks, "--json"]), run(
        ["-c", PLAIN_LINES, *files]
    )


def report(counts: Sequence[tuple[Cost, Cost]], passes: Sequence[tuple[Cost, Cost]], size: Size) -> str:
    """Return the results as a Markdown table."""
    lines = [
        f"{size.verdicts:,} verdicts of {size.models} models, {size.models * (size.models - 1) // 2:,} pairs",
        "",
        "| way | CPU s | wall s | memory MiB | CPU s of only reading | ratio | limit |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, costs, limit in (
        ("from counts", counts, f"{COUNTS_SECONDS:g} s"),
        ("in one pass over gzipped verdicts", passes, f"{STREAM_MEMORY_MB} MiB"),
    ):
        ours, plain = zip(*costs, strict=True)
        cells = (
            _median([cost.cpu_seconds for cost in ours]),
            _median([cost.seconds for cost in ours]),
            f"{max(cost.memory_mb for cost in ours):.0f}",
            _median([cost.cpu_seconds for cost in plain]),
            _median([a.cpu_seconds / b.cpu_seconds for a, b in costs]),
            limit,
        )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _median(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def main() -> None:
    """Make the verdicts, measure both ways in turns, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=600)
    parser.add_argument("--draws", type=int, default=20)
    options = parser.parse_args()
    size = Size(models=options.models, tasks=options.tasks, draws=options.draws)
    folder = Path(tempfile.mkdtemp(prefix="sightbench-leaderboard-"))
    try:
        files, tasks, rows = make(folder, size)
        counts, passes = [], []
        for number in range(1, options.rounds + 1):
            counts.append(from_counts(rows, folder / "cache"))
            passes.append(in_one_pass(files, tasks))
            print(f"round {number}: {counts[-1][0]}, {passes[-1][0]}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(folder)
    print(report(counts, passes, size))


if __name__ == "__main__":
    main()
