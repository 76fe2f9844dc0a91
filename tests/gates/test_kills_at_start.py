"""Processes of a run are killed at random moments of five seconds: its verdicts stay the same.

The seconds begin when the command starts its first process.

Killed is any process below the command: bubblewrap outside and inside, zygotes and their children, workers,
those that are just being started too. Five runs with kills, weekly twenty; SIGHTBENCH_SEED sets the seed.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import descendants, no_orphans
from tests.sampling import WHOLE, gate_of

pytestmark = gate_of("sandbox")

_ROOT = Path(__file__).resolve().parents[2]
_SECONDS = 5.0
_SEED = int(os.environ.get("SIGHTBENCH_SEED", "20261128"))
_RUNS = 20 if WHOLE else 5
_FUNCTIONS = {
    "right": "import time\ndef f(x):\n    time.sleep(0.1)\n    return 2 * x",
    "wrong": "import time\ndef f(x):\n    time.sleep(0.1)\n    return x",
    "raises": "import time\ndef f(x):\n    time.sleep(0.1)\n    return x / 0",
    "numpy": "import numpy, time\ndef f(x):\n    time.sleep(0.1)\n    return int(numpy.sum([x, x]))",
    "late": "def f(x):\n    while True: pass",
}
_PROGRAM = "import time\nprint(1, flush=True)\ntime.sleep(0.1)\nprint(2)"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tasks and completions; judging them takes two workers a little more than five seconds."""
    folder = tmp_path_factory.mktemp("files")
    tasks: list[object] = []
    completions: list[object] = []
    for number in range(14):
        for name, program in {**_FUNCTIONS, "program": _PROGRAM}.items():
            check: object = {"kind": "function", "tests": "assert f(2) == 4"}
            if name == "program":
                check = {"kind": "stdio", "cases": [{"input": "", "output": "1\n2\n"}]}
            if name == "late" and number > 1:
                continue
            task = {"id": f"{name}-{number}", "entry_point": "f", "check": check, "limits": {"seconds": 0.5}}
            tasks.append(task)
            completions.append({"task_id": task["id"], "completion": f"```python\n{program}\n```"})
    for name, lines in (("tasks", tasks), ("completions", completions)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def verdicts(files: Path, seed: int | None) -> tuple[bytes, list[str]]:
    """Judge once, and return the verdict file and the commands of the processes that were killed."""
    place, killed = files / f"verdicts-{seed}.jsonl", []
    arguments = ["--tasks", "tasks.jsonl", "--predictions", "completions.jsonl", "--verdicts", place.name]
    command = [sys.executable, "-m", "benchmark", "evaluate", *arguments, "--workers", "2", "-q"]
    chance = random.Random(seed)  # noqa: S311 - moments, not a secret
    moments = sorted(chance.uniform(0, _SECONDS) for _ in range(chance.randint(4, 12)))
    with no_orphans(), (files / "log").open("w+") as log:
        run = subprocess.Popen(
            command, cwd=files, stdout=log, stderr=log, env=os.environ | {"PYTHONPATH": str(_ROOT)}
        )
        while not descendants(run.pid) and run.poll() is None:  # it reads files and imports modules
            time.sleep(0.005)
        begun = time.monotonic()
        for moment in [] if seed is None else moments:
            time.sleep(max(0.0, begun + moment - time.monotonic()))
            found = descendants(run.pid)
            if found and (victim := chance.choice(found)).send(signal.SIGKILL):
                killed.append(f"{moment:.2f} s: {victim.command[:60]} (depth {victim.depth})")
        code = run.wait()
        log.seek(0)
        assert code == 0, (seed, killed, log.read())
    return place.read_bytes(), killed


def test_kills_at_the_start_change_no_verdict(files: Path) -> None:
    undisturbed, _ = verdicts(files, None)
    assert undisturbed.count(b'"passed"') == 3 * 14
    hits = 0
    for run in range(_RUNS):
        found, killed = verdicts(files, _SEED + run)
        print("\n".join([f"run {run}, seed {_SEED + run}", *killed]))
        assert found == undisturbed, killed
        hits += len(killed)
    assert hits >= 2 * _RUNS, "too few processes were there to be killed"
