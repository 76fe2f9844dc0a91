"""Runs that are killed at random points (kill -9): the final file is the same as without kills."""

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest
import yaml
from loopback import ApiRequest, Drop, Hang, LoopbackServer, Rule, Script, Status
from loopback.writing import default_writer

from benchmark.cli import main as command
from tests.sampling import first_of, gate_of

CONCURRENCY = 8
TASKS_PER_KILL = 8  #: so many that no run ends before it is killed


#: Starts each run in a process of its own, forked from one that has loaded everything once.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["openai.resources.chat.completions", "stamina", "benchmark.cli.generate.generate", "benchmark.cli"]
)


def start(folder: Path, *arguments: str) -> ForkServerProcess:
    process = FORKS.Process(target=_run, args=(folder, arguments))
    process.start()
    return process


def _run(folder: Path, arguments: Sequence[str]) -> None:
    os.chdir(folder)
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    command(arguments)


def ended(process: ForkServerProcess) -> int | None:
    """Wait for the end of a run, and return its exit code."""
    process.join(60)
    code = process.exitcode
    process.close()
    return code


def prepare(folder: Path, server: LoopbackServer, count: int, **settings: object) -> None:
    tasks = [
        {
            "id": f"t{number}",
            "suite": "code-vision",
            "dataset": "mine",
            "prompt": f"variant {number}.",
            "entry_point": "f",
            "check": {"kind": "function", "tests": "assert f()"},
        }
        for number in range(count)
    ]
    (folder / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    model = {
        "provider": "openai",
        "model": "m",
        "base_url": server.openai_url,
        "parameters": {"seed": 11},
        "limits": {"concurrency": CONCURRENCY, "wait": 0.01, "attempts": 20},
        **settings,
    }
    run = {"suite": "code-vision", "dataset": "rebuilt", "setting": "text", "protocol": "cool-1"}
    document = {"slug": "acme", "name": "A", "owners": ["o"], "runs": [{**run, "model": model}]}
    (folder / "acme").mkdir()
    (folder / "acme" / "submission.yaml").write_text(yaml.safe_dump(document))


def samples(path: Path) -> dict[str, str]:
    """Return the completion of each task, and check that no task appears twice."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    by_task = {line["task_id"]: line["completion"] for line in lines}
    assert len(by_task) == len(lines)
    return by_task


def whole_lines(path: Path) -> set[str]:
    """Return the tasks in a file, without an incomplete last line."""
    data = path.read_bytes() if path.exists() else b""
    return {json.loads(line)["task_id"] for line in data[: data.rfind(b"\n") + 1].splitlines()}


def wait_until(server: LoopbackServer, calls: int) -> None:
    deadline = time.monotonic() + 30
    while len(server.served) < calls:
        assert time.monotonic() < deadline
        time.sleep(0.002)


@gate_of("asking")
@pytest.mark.parametrize("kills", first_of([2, 50]))
def test_a_run_that_is_killed_ends_like_one_that_is_not(tmp_path: Path, kills: int) -> None:
    """Kill a run so many times; check after each kill, and that the last run ends like one without kills."""
    count = kills * TASKS_PER_KILL
    task_of: dict[str, str] = {}

    def writer(asked: ApiRequest, index: int, asking: int) -> str:
        task_of[asked.digest] = "t" + asked.text.partition("variant ")[2].partition(".")[0]
        return default_writer(asked, index, asking)

    with LoopbackServer(Script(seconds=0.02), writer) as server:
        prepare(tmp_path, server, count)
        command = ("generate", "acme", "--tasks", "tasks.jsonl", "--out")
        assert ended(start(tmp_path, *command, "whole.jsonl")) == 0
        due = samples(tmp_path / "whole.jsonl")
        assert len(due) == count
        # Slower now and with failures, so that kills hit every phase of a run.
        server.script = Script(seconds=0.1, rules=(Rule(fault=Status(code=500), share=0.1, seed=5),))
        generator = random.Random(20)  # noqa: S311 - not a secret
        path = tmp_path / "killed.jsonl"
        in_flight = 0
        for _ in range(kills):
            before, began = whole_lines(path), len(server.served)
            run = start(tmp_path, *command, path.name)
            # A few runs are killed before their first call, most of them during calls.
            calls = generator.choice((0, 1, 3, 9))
            wait_until(server, began + calls)
            time.sleep(generator.random() * 0.08)
            run.kill()
            assert ended(run) == -signal.SIGKILL
            time.sleep(0.12)  # the server finishes the replies that it has begun
            answered = [task_of[call.digest] for call in server.served[began:] if call.answered]
            assert len(answered) == len(set(answered))
            assert not set(answered) & before  # samples in the file are not requested again
            lost = set(answered) - whole_lines(path)
            assert len(lost) <= CONCURRENCY  # only calls in flight are lost
            in_flight += len(lost) + sum(not call.answered for call in server.served[began:])
        before, began = whole_lines(path), len(server.served)
        assert ended(start(tmp_path, *command, path.name)) == 0
        assert samples(path) == due
        answered = [task_of[call.digest] for call in server.served[began:] if call.answered]
        assert sorted(answered) == sorted(due.keys() - before)
        assert in_flight > kills  # the kills hit calls: more were lost than fail by themselves


@gate_of("asking")
def test_what_killed_runs_may_have_cost_counts_towards_the_budget(tmp_path: Path) -> None:
    """Kill runs under a budget after calls that may be billed; the runs after them know what those cost."""
    worst = 1024 * 100 / 1_000_000  # US dollars of an answer of the protocol's limit
    price = {"input": 0, "output": 100, "date": "2025-01-31"}
    rules = (Rule(fault=Drop(), requests=(1, 2, 3, 5)), Rule(fault=Hang()))
    with LoopbackServer(Script(rules=rules)) as server:
        prepare(tmp_path, server, 12, price=price)
        command = ("generate", "acme", "--tasks", "tasks.jsonl", "--out", "a.jsonl", "--budget", "1.0")
        for calls in (4, 6):  # the last one of each run hangs
            run = start(tmp_path, *command)
            wait_until(server, calls)
            run.kill()
            assert ended(run) == -signal.SIGKILL
            kept = json.loads((tmp_path / "a.generation.json").read_text())["unsure_usd"]
            assert abs(kept - calls * worst) < 1e-9
        server.script = Script()
        assert ended(start(tmp_path, *command)) == 0
        manifest = json.loads((tmp_path / "a.generation.json").read_text())
        assert abs(manifest["unsure_usd"] - 6 * worst) < 1e-9
        assert 0 < manifest["totals"]["cost_usd"] < 1 - 6 * worst
