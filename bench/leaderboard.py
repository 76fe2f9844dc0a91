"""From 2.4 million verdicts to a leaderboard: 200 models, 600 tasks in families of three, 20 draws each.

Two ways, each beside a plain reading of the same files by ``gzip`` and ``json``: from the counts of each
model, as the commands keep them for rows, and in one pass over the gzipped verdicts. Verdicts are synthetic,
by a seed.
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

from benchmark.results.ledger import write_row
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
COUNTS_SECONDS = 3.0  #: at most, from counts
STREAM_MEMORY_MB = 200  #: at most, in one pass

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
    """Of one command."""

    seconds: float  #: wall
    cpu_seconds: float
    memory_mb: float  #: most of it that was resident


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Of the synthetic field."""

    models: int
    tasks: int
    draws: int

    @property
    def verdicts(self) -> int:
        """All of them."""
        return self.models * self.tasks * self.draws


def make(folder: Path, size: Size) -> tuple[list[Path], Path, Path]:
    """Verdict files, the task file and a ledger with the same verdicts."""
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
        write_row(folder / "rows", _row(model, statuses, stems, size))
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
    """Run a command of Python to its end; its output is thrown away.

    Raises:
        SystemExit: when it fails.
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
    """The leaderboard from counts that are there already, no pair compared yet; and the plain reading."""
    command = ["-m", "benchmark", "leaderboard", "--rows", rows, "--cache", cache, "--json"]
    if not cache.is_dir():
        run(command)  # counts the rows
    for file in cache.glob("*.json"):
        file.unlink()
    return run(command), run(["-c", PLAIN_FILES, *sorted((cache / "rows").glob("*.json"))])


def in_one_pass(files: Sequence[Path], tasks: Path) -> tuple[Cost, Cost]:
    """The leaderboard from gzipped verdicts, and the plain reading."""
    return run(["-m", "benchmark", "rank", *files, "--tasks", tasks, "--json"]), run(
        ["-c", PLAIN_LINES, *files]
    )


def report(counts: Sequence[tuple[Cost, Cost]], passes: Sequence[tuple[Cost, Cost]], size: Size) -> str:
    """The result in Markdown."""
    lines = [
        f"{size.verdicts:,} verdicts of {size.models} models, {size.models * (size.models - 1) // 2:,} pairs",
        "",
        "| way | CPU s | wall s | memory MiB | CPU of a plain reading | ratio | at most |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, costs, limit in (
        ("from counts", counts, f"{COUNTS_SECONDS:g} s"),
        ("in one pass over gzipped verdicts", passes, f"{STREAM_MEMORY_MB} MiB"),
    ):
        ours, plain = zip(*costs, strict=True)
        cells = (
            _median([one.cpu_seconds for one in ours]),
            _median([one.seconds for one in ours]),
            f"{max(one.memory_mb for one in ours):.0f}",
            _median([one.cpu_seconds for one in plain]),
            _median([a.cpu_seconds / b.cpu_seconds for a, b in costs]),
            limit,
        )
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _median(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def main() -> None:
    """Make the verdicts, measure in turns and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=600)
    parser.add_argument("--draws", type=int, default=20)
    given = parser.parse_args()
    size = Size(models=given.models, tasks=given.tasks, draws=given.draws)
    folder = Path(tempfile.mkdtemp(prefix="sightbench-leaderboard-"))
    try:
        files, tasks, rows = make(folder, size)
        counts, passes = [], []
        for number in range(1, given.rounds + 1):
            counts.append(from_counts(rows, folder / "cache"))
            passes.append(in_one_pass(files, tasks))
            print(f"round {number}: {counts[-1][0]}, {passes[-1][0]}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(folder)
    print(report(counts, passes, size))


if __name__ == "__main__":
    main()
