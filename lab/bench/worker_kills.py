"""Judge many published completions on a Dask cluster whose workers are killed at random.

The completions are the answers of thirteen models to the 164 tasks of Code-Vision's HumanEval part, without
those that were published as timed out (2,120 texts); each is used several times, as different draws. A killer
ends a random worker every few seconds, four times out of five with SIGKILL and else with SIGTERM, and starts
another one a moment later. The row and the verdict file must be those of a run with one local process.
"""

import contextlib
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import measure

SHARED = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
COMPLETIONS = 100_000
#: Settings of Dask that the page on clusters recommends: its own measurements are made less often.
QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
}
_PORT = 18_789
_COMMAND = (sys.executable, "-m", "benchmark")
_ASKED = 0.2  #: share of kills that only ask the worker to end, as a cluster manager does
_SUBSET = "humaneval"


@dataclass(frozen=True, slots=True, kw_only=True)
class KillPlan:
    """How workers are killed."""

    workers: int
    every: float  #: mean seconds between two kills
    seed: int


@dataclass(slots=True)
class KilledCluster:
    """A scheduler and workers, of which a thread kills one now and then until :meth:`end`."""

    folder: Path
    plan: KillPlan
    kills: Counter[str] = field(default_factory=Counter)  #: number by name of the signal
    peaks: dict[str, float] = field(default_factory=dict)  #: highest memory in MiB, by process
    scheduler: subprocess.Popen[bytes] = field(init=False)
    workers: list[subprocess.Popen[bytes]] = field(init=False)
    _over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", str(_PORT))
        self.workers = [self._start_worker() for _ in range(self.plan.workers)]

    @property
    def address(self) -> str:
        """The value of ``--executor``."""
        return f"dask://127.0.0.1:{_PORT}"

    def kill_workers(self, client: subprocess.Popen[bytes]) -> None:
        """Kill a random worker now and then until the client has ended, and start another one."""
        chance = random.Random(self.plan.seed)  # noqa: S311 - not a secret
        while not self._over.wait(chance.uniform(0.5, 1.5) * self.plan.every):
            self._note_memory("scheduler", self.scheduler)
            self._note_memory("client", client)
            number = chance.randrange(len(self.workers))
            worker = self.workers[number]
            ending = signal.SIGTERM if chance.random() < _ASKED else signal.SIGKILL
            worker.send_signal(ending)
            worker.wait()
            self.kills[ending.name] += 1
            self._over.wait(chance.uniform(0, 2))
            self.workers[number] = self._start_worker()

    def end(self) -> None:
        """End the killer and all processes."""
        self._over.set()

    def close(self) -> None:
        """Kill all processes, after the killer has ended."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _note_memory(self, name: str, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(OSError):  # it has ended
            for line in Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines():
                if line.startswith("VmHWM:"):
                    self.peaks[name] = int(line.split()[1]) / 1024

    def _start_worker(self) -> subprocess.Popen[bytes]:
        return self._start("dask_worker", f"tcp://127.0.0.1:{_PORT}", "--nthreads", "1", "--no-nanny")

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--no-dashboard"]
        with (self.folder / f"{program}.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | QUIET)


def make(folder: Path, completions: int, seed: int) -> tuple[Path, Path, int]:
    """Write tasks and at least ``completions`` completions; return both files and the real number.

    Raises:
        SystemExit: if the published completions are not here.
    """
    if not SHARED.is_dir():
        raise SystemExit(
            f"{SHARED} does not exist; set SIGHTBENCH_SHARED_DATA to the folder of published data"
        )
    found = folder / "published"
    command = [*_COMMAND, "import", "tasks", "code-vision", str(SHARED / "codevision" / "upstream-all")]
    subprocess.run([*command, "--out", str(found)], check=True, stdout=subprocess.DEVNULL)
    texts: dict[str, list[str]] = {}
    for path in sorted(found.glob(f"predictions-{_SUBSET}-*.jsonl.gz")):
        published = path.with_name(path.name.replace("predictions", "published"))
        with gzip.open(path, "rt", encoding="utf-8") as file, gzip.open(published, "rt") as results:
            for line, result in zip(file, results, strict=True):
                record = json.loads(line)
                if json.loads(result)["result"] == "timed out":
                    continue
                texts.setdefault(record["task_id"], []).append(record["completion"])
    tasks = folder / "tasks.jsonl"  # of a suite of their own, since Code-Vision has one draw per task
    with gzip.open(found / f"tasks-{_SUBSET}.jsonl.gz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) | {"suite": "code-vision-repeated"} for line in file]
    tasks.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    chance = random.Random(seed)  # noqa: S311 - not a secret
    draws = -(-completions // len(texts))
    predictions = folder / "predictions.jsonl"
    with predictions.open("w", encoding="utf-8") as file:
        for task_id, answers in texts.items():
            turns = [answers[draw % len(answers)] for draw in range(draws)]
            chance.shuffle(turns)
            for draw, text in enumerate(turns):
                file.write(json.dumps({"task_id": task_id, "draw": draw, "completion": text}) + "\n")
    return tasks, predictions, draws * len(texts)


def evaluate(folder: Path, tasks: Path, predictions: Path, *where: str) -> subprocess.Popen[bytes]:
    """Start the command, which writes its files to ``folder``."""
    folder.mkdir(exist_ok=True)
    command = [*_COMMAND, "evaluate", "--tasks", str(tasks), "--predictions", str(predictions), *where]
    command += ["--verdicts", str(folder / "verdicts.jsonl"), "--rows", str(folder / "rows")]
    with (folder / "output.log").open("wb") as log:
        return subprocess.Popen(
            [*command, "--slug", "killed", "--protocol", "repeated"], stdout=log, stderr=log
        )


def compare(folder: Path, completions: int, plan: KillPlan) -> dict[str, Any]:
    """Judge with one process and with the killed workers, and print and return how the results compare.

    The run of one process is not repeated if ``folder`` already has its verdicts
    on as many completions with the same seed. Needs :func:`measure.begin` before.

    Raises:
        SystemExit: if a command fails, or the results differ.
    """
    tasks, predictions, count = make(folder, completions, plan.seed)
    local, killed = folder / f"local-{count}-{plan.seed}", folder / "killed"
    local_cpu = measure.cpu_seconds()
    if not (local / "verdicts.jsonl").exists():
        began = time.monotonic()
        _finish(evaluate(local, tasks, predictions, "--workers", "1"), local)
        print(f"{count} completions, one process: {time.monotonic() - began:.0f} s", flush=True)
    began, cpu = time.monotonic(), measure.cpu_seconds()
    cluster = KilledCluster(folder, plan)
    try:
        client = evaluate(killed, tasks, predictions, "--executor", cluster.address)
        killer = threading.Thread(target=cluster.kill_workers, args=[client])
        killer.start()
        try:
            _finish(client, killed)
        finally:
            client.kill()
            cluster.end()
            killer.join()
    finally:
        cluster.close()
    print(f"{plan.workers} workers, killed about every {plan.every:g} s: {time.monotonic() - began:.0f} s")
    print(f"kills: {dict(cluster.kills)}; peak MiB: {dict(cluster.peaks)}")
    output = (killed / "output.log").read_text(encoding="utf-8").splitlines()
    lines = [line for line in output if line.startswith("Dask workers that left")]
    print("\n".join(lines))
    return {
        "completions": count,
        "equal_verdicts": _check_same(local, killed),
        "workers": plan.workers,
        "every": plan.every,
        "kills": dict(cluster.kills),
        "sent_again": sum(int(line.rpartition(" ")[2]) for line in lines),  # a line per stage of judging
        "cpu_seconds": round(measure.cpu_seconds() - cpu, 1),
        "local_cpu_seconds": round(cpu - local_cpu, 1),
    }


def _finish(process: subprocess.Popen[bytes], folder: Path) -> None:
    if process.wait():
        raise SystemExit(f"exit code {process.returncode}: {_last_lines(folder)}")


def _last_lines(folder: Path) -> str:
    return "\n".join((folder / "output.log").read_text(encoding="utf-8").splitlines()[-12:])


def _check_same(local: Path, killed: Path) -> int:
    """Return the number of equal verdicts."""
    rows = [[path.stem for path in (folder / "rows").rglob("*.json")] for folder in (local, killed)]
    if rows[0] != rows[1]:
        raise SystemExit(f"the rows differ: {rows}")
    files = [(folder / "verdicts.jsonl").read_bytes() for folder in (local, killed)]
    if files[0] != files[1]:
        pairs = zip(*(file.splitlines() for file in files), strict=True)
        different = [pair for pair in pairs if pair[0] != pair[1]]
        raise SystemExit(f"{len(different)} verdicts differ, such as {different[:3]}")
    print(f"the row id {rows[0][0]} and the verdict file are the same")
    return len(files[0].splitlines())
