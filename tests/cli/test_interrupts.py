"""Tests of interrupted runs: they leave nothing behind, and give the same verdicts when continued."""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic_core import SchemaError

from benchmark import cli
from tests.jsonl import write_jsonl
from tests.sampling import gate_of

from ..processes import no_orphans

#: Answers of all kinds, whose verdicts do not depend on the machine.
ANSWERS = {
    "right": "import time\ndef f(x):\n    time.sleep(0.05)\n    return 2 * x",
    "wrong": "import time\ndef f(x):\n    time.sleep(0.05)\n    return {'a': object(), 'b': x}",
    "raises": "def f(x):\n    return [][x]",
    "endless": "def f(x):\n    while True: pass",
    "broken": "def f(x:\n    return y",
    "nothing": "",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Create a folder with tasks, answers and an empty folder for temporary files."""
    (tmp_path / "tmp").mkdir()
    # The kernel lets each endless answer compute for at least a second.
    write(
        tmp_path,
        [f"{name}-{number}" for number in range(3) for name in ANSWERS if name != "endless" or not number],
    )
    return tmp_path


def write(folder: Path, names: list[str]) -> None:
    """Write one task and one answer per name, such as ``right-0``."""
    check = {"kind": "function", "tests": ["assert f(2) == 4", "assert f(0) == 0"]}
    tasks = [
        {"id": name, "entry_point": "f", "check": check, "limits": {"seconds": 0.3}, "level": name[:5]}
        for name in names
    ]
    answers = [{"task_id": name, "completion": ANSWERS[name.rpartition("-")[0]]} for name in names]
    write_jsonl(folder / "tasks.jsonl", tasks)
    write_jsonl(folder / "p.jsonl", answers)


COMMAND = (
    *("evaluate", "--tasks", "tasks.jsonl", "--predictions", "p.jsonl"),
    *("--workers", "2", "--verdicts", "v.jsonl", "--lint"),
)


def started(files: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "benchmark", *COMMAND, *options],
        cwd=files,
        env={**os.environ, "TMPDIR": str(files / "tmp")},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextlib.contextmanager
def nothing_is_left(files: Path) -> Iterator[None]:
    """Check at the end that no process, mount or temporary file of ours is left."""
    mounts = Path("/proc/self/mounts").read_text()
    with no_orphans():
        yield
    assert Path("/proc/self/mounts").read_text() == mounts
    assert list((files / "tmp").iterdir()) == []
    assert {path.name for path in files.iterdir()} <= {
        *("tasks.jsonl", "p.jsonl", "tmp"),
        *("v.jsonl", "v.jsonl.run.json"),
        *("v.jsonl.partial", "v.jsonl.partial.key", "v.jsonl.partial.run.json"),
    }


def lines(path: Path) -> int:
    """Return the number of lines; -1 without a file."""
    return path.read_bytes().count(b"\n") if path.exists() else -1


def wait_until(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Wait until a condition holds, or the process has ended."""
    deadline = time.monotonic() + 60
    while not condition() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)


def has_begun(moment: str, files: Path, process: "subprocess.Popen[str]") -> bool:
    """Return whether the run has come so far that it imports modules, judges, or lints five answers."""
    if moment == "imports":  # not earlier: Python itself exits with a traceback if it is interrupted
        return "pydantic_core" in Path(f"/proc/{process.pid}/maps").read_text()
    return lines(files / "v.jsonl.partial") >= {"judges": 0, "lints": 5}[moment]


@gate_of("interrupts")
@pytest.mark.parametrize("moment", ["imports", "judges", "lints"])
@pytest.mark.parametrize(
    ("number", "to_all", "codes"),
    [
        (signal.SIGINT, True, {130, -signal.SIGINT}),
        (signal.SIGTERM, True, {143, -signal.SIGTERM}),
        (signal.SIGTERM, False, {143, -signal.SIGTERM}),
        (signal.SIGKILL, False, {-signal.SIGKILL}),
    ],
    ids=["Ctrl-C", "SIGTERM to the group", "SIGTERM", "SIGKILL"],
)
def test_a_run_that_is_ended_at_any_time_leaves_nothing_behind(number, to_all, codes, moment, files) -> None:
    if moment == "lints":
        write(files, [f"{name}-0" for name in ANSWERS if name != "endless"])
    wait = random.Random(f"{number} {to_all} {moment}").uniform(0, 0.4)  # noqa: S311 - no secret
    code = 0
    while code == 0 and wait > 0.01:  # if the run ended first, interrupt the next one earlier
        (files / "v.jsonl").unlink(missing_ok=True)
        with nothing_is_left(files):
            process = started(files)
            wait_until(lambda: has_begun(moment, files, process), process)  # noqa: B023 - called at once
            time.sleep(wait)
            (os.killpg if to_all else os.kill)(process.pid, number)
            _, stderr = process.communicate(timeout=30)
        code = process.returncode
        wait /= 2
    assert code in codes, stderr
    if code > 0:
        assert "Traceback" not in stderr


@gate_of("interrupts")
def test_a_run_that_is_killed_repeatedly_ends_with_the_same_bytes(files, in_process) -> None:
    in_process(*COMMAND, code=0)
    due = (files / "v.jsonl").read_bytes()
    (files / "v.jsonl").unlink()
    chance = random.Random(20261120)  # noqa: S311 - no secret
    judged = 0
    while judged < len(due.splitlines()) / 2:
        with nothing_is_left(files):
            process = started(files)
            wait_until(lambda: lines(files / "v.jsonl.partial") > judged, process)  # noqa: B023 - called at once
            time.sleep(chance.uniform(0.0, 0.2))
            process.kill()
            process.communicate(timeout=30)
        assert lines(files / "v.jsonl.partial") > judged
        assert not (files / "v.jsonl").exists()
        judged = lines(files / "v.jsonl.partial")
    in_process("evaluate", "--verdicts", "v.jsonl", "--resume", "--workers", "2", code=0)
    assert (files / "v.jsonl").read_bytes() == due
    assert not [*files.glob("v.jsonl.partial*")]


@gate_of("interrupts")
def test_a_run_after_ctrl_c_continues_by_itself_and_loses_no_verdict(files, in_process) -> None:
    due = files / "whole.jsonl"
    in_process(*COMMAND, "--verdicts", due, code=0)
    partial = files / "v.jsonl.partial"
    for _ in range(5):  # a loaded machine may let the run end before the signal is sent
        (files / "v.jsonl").unlink(missing_ok=True)
        process = started(files)
        wait_until(lambda: lines(partial) >= 5, process)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        if process.returncode:
            break
    assert process.returncode == 130, stderr
    assert "run the same command to continue from v.jsonl.partial\n" in stderr
    kept = partial.read_bytes()
    assert 5 <= lines(partial) < lines(due)
    # Another run with the same name must not replace these verdicts, even if it would have more.
    answers = (files / "p.jsonl").read_text()
    (files / "p.jsonl").write_text(answers.replace("2 * x", "3 * x"))
    refused = in_process(*COMMAND, code=2).stderr
    assert "p.jsonl: has changed since v.jsonl.partial was made from it" in refused
    assert "fix: restore it, or delete v.jsonl.partial to start over" in refused
    assert partial.read_bytes() == kept
    (files / "p.jsonl").write_text(answers)
    before = len(kept.splitlines())
    counted = re.findall(r"judging: (\d+) of", in_process(*COMMAND, code=0).stderr)
    assert int(counted[0]) > before, "verdicts were judged again"
    assert (files / "v.jsonl").read_bytes() == due.read_bytes()
    assert not partial.exists()


@gate_of("interrupts")
def test_ctrl_c_without_verdicts_says_what_to_add(files) -> None:
    command = [*COMMAND[:5], "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmark", *command],
        cwd=files,
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process.stderr as printed:
        first = printed.readline()
        os.killpg(process.pid, signal.SIGINT)
        stderr = printed.read()
    assert (first.partition(":")[0], process.wait(30)) == ("judging", 130)
    assert "no verdict is kept; with --verdicts FILE, the same command continues\n" in stderr


class _WrappedError(RuntimeError):
    def __init__(self, cause: BaseException) -> None:
        super().__init__("Error calling __set_name__")
        self.__cause__ = cause


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (_WrappedError(KeyboardInterrupt()), 130),
        (_WrappedError(ValueError("a fault")), 3),
        (SchemaError('Error building "literal" validator:\n  _TerminationSignal: '), 143),
        (SchemaError('Error building "literal" validator:\n  KeyboardInterrupt: '), 130),
        (SchemaError('Error building "literal" validator:\n  x: '), 3),
    ],
)
def test_an_interrupt_that_an_import_wraps_or_only_names_is_an_interrupt(
    error: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before Python 3.12, a class being made wraps what `__set_name__` raises; pydantic keeps the name."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.group, "main", fail)
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    printed = capsys.readouterr().err
    assert caught.value.code == code
    assert (printed in ("interrupted\n", "terminated\n")) == (code != 3)
    assert ("Traceback" in printed and "report it" in printed) == (code == 3)
