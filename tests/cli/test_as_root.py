"""Tests of a judging run that root starts, with the clone and libraries in a home that only root may read."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmark.sandbox.host.runtime import UNPRIVILEGED_ID
from tests.case_files import read_text
from tests.jsonl import read_jsonl, write_jsonl
from tests.judged import note
from tests.sampling import gate_of

pytestmark = [
    gate_of("sandbox"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up"),
]

ROOT = Path(__file__).parents[2]
NOBODY = str(UNPRIVILEGED_ID)
#: The process of the standard library that only tracks semaphores.
TRACKER = "multiprocessing.resource_tracker"


def looking_test(home: Path) -> str:
    """Return the source of a test, which runs in a worker, outside the sandbox."""
    return f"NOBODY, HOME = {NOBODY}, {str(home)!r}\n" + read_text("programs/looks_around.py")


#: What a test prints before it lets an answer run that sleeps.
MARKER = "the answer runs"


@dataclass(frozen=True)
class ProcessState:
    """A process, as /proc describes it."""

    command: str
    ids: tuple[str, ...]  #: real, effective, saved and file system ids: of the user, then of the group
    capabilities: frozenset[int]

    @property
    def is_ours(self) -> bool:
        """Whether the process judges or lints, outside the sandbox."""
        return "multiprocessing.spawn" in self.command


class Run:
    """A run of the command line in a closed home, whose processes are watched."""

    def __init__(self, home: Path) -> None:
        self.home = home
        home.mkdir(mode=0o700)
        self.clone = home / "clone"
        shutil.copytree(ROOT / "benchmark", self.clone / "benchmark")
        (libraries,) = {path for path in sys.path if Path(path, "numpy").is_dir()}
        (home / "libraries").symlink_to(libraries)
        #: the last state of each process
        self.last: dict[int, ProcessState] = {}
        #: all processes at the moment when an answer ran
        self.at_marker: dict[int, ProcessState] = {}

    def __call__(self, *arguments: object) -> None:
        command = [sys.executable, "-S", "-m", "benchmark", *map(str, arguments)]
        environment = os.environ | {"PYTHONPATH": str(self.home / "libraries")}
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(command, cwd=self.clone, env=environment, stderr=output)
            while process.poll() is None:
                marked = MARKER.encode() in os.pread(output.fileno(), 1 << 16, 0) and not self.at_marker
                if marked:
                    time.sleep(
                        0.8
                    )  # the other worker may still be starting, which takes longer on busy cores
                seen = {pid: state for pid in below(process.pid) if (state := look(pid)) is not None}
                self.last |= seen
                if marked:
                    self.at_marker = seen
                time.sleep(0.02)
            assert process.returncode == 0, os.pread(output.fileno(), 1 << 16, 0).decode()


def below(pid: int) -> Iterator[int]:
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, children.read_text().split()):
                yield child
                yield from below(child)


def look(pid: int) -> ProcessState | None:
    """Return the process, or None if it has ended."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    if not command:
        return None
    status = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    return ProcessState(
        command,
        (*status["Uid"], *status["Gid"], *status["Groups"]),
        frozenset(int(value[0], 16) for name, value in status.items() if name.startswith("Cap")),
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


@pytest.fixture(scope="module")
def judged(files: Path) -> Run:
    run = Run(files / "home")
    judge(run, files)
    return run


def judge(run: Run, files: Path) -> None:
    """Evaluate five tasks twice: with the linter, and for a row."""
    tests = {
        "looks": looking_test(run.home),
        "waits": f"{note(MARKER)}\nassert f(1) == 2",
        "raises": "try:\n    f(2)\nexcept KeyError:\n    pass\nelse:\n    assert False\n",
        "awaits": "import asyncio\nassert asyncio.run(f(2)) == 4\n",
    }
    program = "import time\ndef f(x):\n    time.sleep(x == 1 and 1.5)\n    return 2 * x\n"
    tasks = [
        {"id": name, "entry_point": "f", "prompt": "", "check": {"kind": "function", "tests": test}}
        for name, test in tests.items()
    ]
    case = {"input": "1", "output": "2"}
    tasks.append({"id": "reads", "prompt": "", "check": {"kind": "stdio", "cases": [case]}})
    answers = {
        "looks": program,
        "waits": program,
        "raises": "def f(x):\n    raise KeyError(x)\n",
        "awaits": "async def f(x):\n    return 2 * x\n",
        "reads": "print(2 * int(open('/dev/stdin').read()))",
    }
    write_jsonl(files / "tasks.jsonl", tasks)
    write_jsonl(files / "answers.jsonl", ({"task_id": name, "completion": answers[name]} for name in answers))
    options = ["--tasks", files / "tasks.jsonl", "--predictions", files / "answers.jsonl", "--workers", 2]
    verdicts = ["--verdicts", files / "verdicts.jsonl"]
    run("evaluate", *options, *verdicts, "--lint")
    run("evaluate", *options, "--rows", files / "rows", "--slug", "a")


@pytest.mark.usefixtures("judged")
def test_answers_get_their_verdicts_when_root_starts_the_run(files: Path) -> None:
    lines = read_jsonl(files / "verdicts.jsonl")
    assert {line["task_id"]: line.get("status", line) for line in lines} == dict.fromkeys(
        ("awaits", "looks", "raises", "reads", "waits"), "passed"
    )
    assert {line["parses"] for line in lines} == {True}


def test_only_the_parent_process_is_root_while_an_answer_runs(judged: Run) -> None:
    others = [process for process in judged.at_marker.values() if TRACKER not in process.command]
    assert any("bwrap" in process.command for process in others)
    assert any(process.is_ours for process in others)
    assert {process.ids for process in others} == {8 * (NOBODY,)}


def test_processes_that_judge_or_lint_keep_no_rights_of_root(judged: Run) -> None:
    ours = [process for process in judged.last.values() if process.is_ours]
    assert len(ours) >= 5  # two workers per run, and the linter
    assert {process.ids for process in ours} == {8 * (NOBODY,)}
    assert {capability for process in ours for capability in process.capabilities} == {0}


def test_a_row_is_verified_when_root_starts_the_run(judged: Run, files: Path) -> None:
    (row,) = (path for path in (files / "rows").rglob("*.json"))
    judged("verify", row, "--tasks", files / "tasks.jsonl")
