"""The second wall: what code can do that runs in the process which judges, and who must build it."""

import ast
import contextlib
import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmark.cli import main
from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import RawSample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.tracing import PREFIX
from benchmark.pipeline.judge.extracting import CRASHED, extract_all
from benchmark.sandbox.host import kernel, probe
from benchmark.sandbox.host.runtime import UNPRIVILEGED_ID, runtime
from benchmark.suites import load_all
from tests.case_files import read_text
from tests.sampling import first_of, gate_of

ROOT = Path(__file__).parents[2]
ATTACK = read_text("programs/escape_in_worker.py")
JUDGE = ROOT / "tests/cases/programs/judge_escape.py"
SECRET = "a-secret-of-the-environment"  # noqa: S105 - the attack looks for it
_USER = 12345
_IS_ROOT = os.geteuid() == 0


class Account:
    """Who judges: the account of this process, or an ordinary user."""

    def __init__(self, name: str) -> None:
        self.prefix: list[str] = []
        self.python, self.environment = sys.executable, os.environ | {"WALL_SECRET": SECRET}
        self.judges_as = UNPRIVILEGED_ID if _IS_ROOT else os.geteuid()
        if name == "user" and _IS_ROOT:
            self.judges_as = _USER
            self.prefix = ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"]
            self._use_readable_interpreter()

    def _use_readable_interpreter(self) -> None:
        """Use the interpreter's copy if it lies in a home that is closed to the user."""
        prefix = os.path.realpath(sys.base_prefix)
        copied = {inside: outside for outside, inside in runtime("").mounts}.get(prefix, prefix)
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        self.python = os.path.realpath(sys.executable).replace(prefix, copied)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": "/none-such",
            "LD_LIBRARY_PATH": f"{copied}/lib",
            "PYTHONPATH": f"{ROOT}{os.pathsep}{packages}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "WALL_SECRET": SECRET,
        }
        tried = self.run(["-c", "import benchmark.cli, pydantic"], "")
        if tried.returncode != 0:
            pytest.skip(f"another user cannot read this clone or its environment: {tried.stderr[-200:]}")

    def run(self, arguments: list[str], text: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*self.prefix, self.python, *arguments],
            input=text,
            env=self.environment,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(params=["root", "user"] if _IS_ROOT else ["user"])
def account(request: pytest.FixtureRequest) -> Account:
    if request.param == "user" and _IS_ROOT and shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed, so that no ordinary user can be tried")
    return Account(request.param)


@contextlib.contextmanager
def sibling(account: Account) -> Iterator[int]:
    """A process of the account that judges, which the attack may not reach."""
    user = {"user": account.judges_as, "group": account.judges_as, "extra_groups": []} if _IS_ROOT else {}
    process = subprocess.Popen(["sleep", "600"], **user)  # type: ignore[call-overload]
    try:
        yield process.pid
        assert process.poll() is None, "the attack ended a process of the same user"
        assert os.sched_getaffinity(process.pid) == os.sched_getaffinity(0)
    finally:
        process.kill()
        process.wait()


@pytest.mark.gate
@pytest.mark.parametrize("trace", first_of(["", "1"], rest="sandbox"))
def test_code_that_runs_in_a_worker_reaches_nothing_outside(
    account: Account, open_folder: Path, trace: str
) -> None:
    """The account that judges could do most of this, if it were not for the wall. Tracing opens no way."""
    account.environment["SIGHTBENCH_TRACE"] = trace
    secret = open_folder / "secret"
    secret.write_text("a secret")
    secret.chmod(0o666)
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(open_folder / "unix"))
        unix.listen()
        (open_folder / "unix").chmod(0o777)
        with sibling(account) as process:
            given = {
                "secret": SECRET,
                "file": str(secret),
                "clone": str(ROOT),
                "task": str(ROOT / "benchmark/suites/humaneval_v/suite.py"),
                "port": server.getsockname()[1],
                "unix": str(open_folder / "unix"),
                "sibling": process,
                "main": os.getpid(),
            }
            codes = {"attack": f"GIVEN = {given!r}\n{ATTACK}", "next": ""}
            done = account.run([str(JUDGE)], json.dumps(codes))
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert outcomes == [["attack", "passed", ""], ["next", "passed", ""]], done.stderr
    (report,) = [line for line in done.stderr.splitlines() if line.startswith("REPORT ")]
    found = json.loads(report.removeprefix("REPORT "))
    assert len(found) == 41
    assert any(line.startswith(PREFIX) for line in done.stderr.splitlines()) == bool(trace)
    assert {name: result for name, result in found.items() if result != "refused"} == {}
    assert secret.read_text() == "a secret"
    assert sorted(path.name for path in open_folder.iterdir()) == ["secret", "unix"]


@gate_of("sandbox")
def test_code_that_attacks_the_kernel_or_the_broker_ends_its_worker_and_no_other(account: Account) -> None:
    broker = "import sys\nbroker = sys.modules['benchmark.sandbox.host.broker']\n"
    codes = {
        "namespace": "import ctypes\nctypes.CDLL(None).unshare(0x10000000)",
        "profile": f"{broker}broker.ask({{'profile': '/bin/sh'}})",
        "twelve": f"{broker}for _ in range(11): broker.ask({{'profile': 'plain'}})",
        "next": "",
    }
    done = account.run([str(JUDGE)], json.dumps(codes))
    found = {name: (status, reason) for name, status, reason in map(json.loads, done.stdout.splitlines())}
    assert found == {
        "namespace": ("no_answer", CRASHED),
        "profile": ("no_answer", CRASHED),
        "twelve": ("passed", ""),
        "next": ("passed", ""),
    }, done.stderr


@gate_of("sandbox")
def test_a_rule_of_each_suite_extracts_behind_the_wall() -> None:
    """None of our modules can be imported there, so all must be loaded before."""
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("assert f(1) == 1",)))
    for suite in load_all().values():
        rules = [
            RawSample(task=task, draw=0, text="x = 1", extraction=rule)
            for rule in suite.judged.extractions.values()
        ]
        assert [sample.answer.failure for sample in extract_all(rules, workers=1)].count(CRASHED) == 0


def test_the_probe_notices_a_missing_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "close_off", lambda *_: None)
    possible = {what for what, is_possible in probe.try_quickly() if is_possible}
    assert len(possible) >= 17
    assert {"run a shell", "read the list of accounts", "open a socket", "see another process"} <= possible


@pytest.fixture
def no_wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Refuses namespaces as a kernel does, to processes that build the wall."""

    call = kernel.call

    def refuse(name: str, *arguments: Any) -> None:
        if name == "unshare":
            raise PermissionError(1, "unshare: Operation not permitted")
        call(name, *arguments)

    monkeypatch.setattr(kernel, "call", refuse)
    _forget_probes()
    yield
    _forget_probes()


def _forget_probes() -> None:
    for function in (probe.calibration, probe.guest_versions, probe._quick_findings_of_wall):
        function.cache_clear()


@pytest.mark.usefixtures("no_wall")
def test_without_the_wall_nothing_is_judged_and_the_fix_is_named() -> None:
    with pytest.raises(SandboxFailure, match="the wall around the judging process cannot be built") as caught:
        probe.check_wall()
    assert "namespaces" in caught.value.fix


#: Process that reads answers or replies → how it must begin: no statement may come between.
WALLED = ("worker", "judge_process", "extracting", "parsing")


@pytest.mark.parametrize("module", WALLED)
def test_each_process_that_reads_answers_builds_the_wall_first(module: str) -> None:
    tree = ast.parse(
        Path(str(importlib.import_module(f"benchmark.pipeline.judge.{module}").__file__)).read_text()
    )
    first = [
        (ast.unparse(before), ast.unparse(after))
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for before, after in zip(function.body, function.body[1:], strict=False)
        if ast.unparse(before).startswith("prepare(")
    ]
    assert [after.replace(", extra_of_tests()", "") for _, after in first] == [
        "close_off(connection.fileno())"
    ]


@gate_of("sandbox")
def test_doctor_shows_both_walls(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--sandbox"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert "start thirteen sandboxes once inside the judging process" in shown
    assert "can forge verdicts of its own worker's later samples" in " ".join(shown.split())
    assert "NOT BLOCKED" not in shown
