"""Answers that try to pass without being right. They run as real processes, and none may pass.

Each case is a folder with ``task.jsonl``, ``answer.py`` (or ``completion.md``, which goes through
extraction), ``expected.txt`` with the allowed statuses, and ``why.txt``. Pairs also have ``first.py``, which
is judged just before. In these files ``@NAME@`` is replaced by the value of a canary, and
``@REPEAT 3 text@`` by the text three times (with ``~`` for a line feed and ``^`` for an at sign). Before and
after each case two sentinels are judged, a right and a wrong answer whose verdicts must not change. The
session ``gates`` judges all cases, also the slow ones, in another order and with two workers; the session
``tests`` judges every 24th.
"""

import contextlib
import os
import re
import secrets
import shutil
import socket
import tempfile
import threading
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.case_files import read_cases

FOLDER = Path(__file__).parents[1] / "cases" / "attacks"
CASES = sorted(path.name for path in FOLDER.iterdir())
#: Cases that take more than half a second; only the session ``gates`` judges them.
SLOW = set(read_cases("tables/judging.yaml", "slow"))
#: Every 24th of the others; the session ``gates`` judges all of them.
FAST = [name for name in CASES if name not in SLOW][::24]
CATEGORIES = {
    *("lying", "patching", "reading", "exit", "forged", "codec", "resources", "memory", "reach"),
    *("parser", "extraction", "cheating", "site", "pairs"),
}
#: Short limits on the wall clock for cases that may time out, since most of them wait until the limit.
_WALL_FACTOR = 2.0
_VARIABLE = "SIGHTBENCH_TEST_CANARY"
_REPEAT = re.compile(r"@REPEAT (\d+) ([^@]*)@")

_SENTINEL = Task(id="sentinel", entry_point="f", check=FunctionCheck(tests=("assert f([3, 1]) == [1, 3]",)))
_RIGHT = Sample(task=_SENTINEL, draw=0, answer=Answer(code="f = sorted", program="f = sorted"))
_WRONG = Sample(task=_SENTINEL, draw=1, answer=Answer(code="f = list", program="f = list"))


class Canaries:
    """A file, a folder, servers and a variable on this machine that an answer must neither read nor touch."""

    def __init__(self) -> None:
        self.secret = f"canary-{secrets.token_hex(16)}"
        # Not below /tmp, because the sandbox has another /tmp.
        self._home = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="sightbench-canary-"))
        self._home.chmod(0o755)
        self._file = self._home / "file"
        self._file.write_text(self.secret)
        self._folder = self._home / "folder"
        self._folder.mkdir()
        self._folder.chmod(0o777)
        self._name = f"sightbench-{secrets.token_hex(8)}"
        self._stream = socket.create_server(("127.0.0.1", 0))
        port = self._stream.getsockname()[1]
        self._datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagram.bind(("127.0.0.1", port))
        self._abstract = socket.socket(socket.AF_UNIX)
        self._abstract.bind(f"\0{self._name}")
        self._abstract.listen()
        self._touched: list[str] = []
        os.environ[_VARIABLE] = self.secret
        for server in (self._stream, self._abstract):
            threading.Thread(target=self._serve, args=(server,), daemon=True).start()
        self._values = {
            "SECRET": self.secret,
            "FILE": str(self._file),
            "FOLDER": str(self._folder),
            "PORT": str(port),
            "SOCKET": self._name,
            "VARIABLE": _VARIABLE,
        }

    def _serve(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                self._touched.append(f"a connection to {server.getsockname()!r}")
                connection.sendall(self.secret.encode())
                connection.close()

    def fill_in(self, text: str) -> str:
        """Replace the placeholders in a case's text."""
        for name, value in self._values.items():
            text = text.replace(f"@{name}@", value)
        return _REPEAT.sub(
            lambda match: match[2].replace("~", "\n").replace("^", "@") * int(match[1]),
            text,
        )

    def traces(self) -> list[str]:
        """The canaries that an answer has touched, in words."""
        traces = list(self._touched)
        self._datagram.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            traces.append(f"a datagram: {self._datagram.recv(100)!r}")
        traces += [str(path) for path in self._folder.iterdir()]
        if self._file.read_text() != self.secret:
            traces.append("the file")
        for folder in ("/", "/var/tmp", "/dev/shm", "/tmp"):
            traces += [str(path) for path in Path(folder).glob(f"*{self._name}*")]
        return traces

    def close(self) -> None:
        os.environ.pop(_VARIABLE, None)
        for server in (self._stream, self._abstract):
            server.shutdown(socket.SHUT_RDWR)
            server.close()
        self._datagram.close()
        shutil.rmtree(self._home)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")


def fill_in_task(task: Task, canaries: Canaries) -> Task:
    """Replace the placeholders in the tests of a case's task."""
    match task.check:
        case FunctionCheck() as check:
            tests = tuple(canaries.fill_in(test) for test in check.tests)
            return replace(task, check=replace(check, tests=tests))
        case StdioCheck() as check:
            cases = tuple(
                StdioCase(input=canaries.fill_in(case.input), output=canaries.fill_in(case.output))
                for case in check.cases
            )
            return replace(task, check=replace(check, cases=cases))


def samples_of(name: str, canaries: Canaries) -> list[Sample]:
    """The samples to judge for a case, in this order; the last one is the attack."""
    folder = FOLDER / name
    (task,) = read_tasks(folder / "task.jsonl")
    task = fill_in_task(task, canaries)
    if Status.TIMEOUT in (folder / "expected.txt").read_text().split():
        task = replace(task, limits=replace(task.limits, wall_factor=_WALL_FACTOR))
    if (folder / "completion.md").exists():
        answer = extract(task, canaries.fill_in(_text(folder / "completion.md")))
        return [Sample(task=task, draw=0, answer=answer)]
    programs = [
        canaries.fill_in(_text(path)) for path in (folder / "first.py", folder / "answer.py") if path.exists()
    ]
    return [
        Sample(task=task, draw=len(programs) - 1 - place, answer=Answer(code=program, program=program))
        for place, program in enumerate(programs)
    ]


@dataclass(frozen=True)
class Run:
    """Outcomes of the attacks and of the sentinels."""

    attacks: Mapping[str, Outcome]  #: by case
    sentinels: Mapping[str, tuple[Outcome, Outcome]]  #: right and wrong answer, by the case before them
    traces: Sequence[str]  #: canaries that were touched


def judge_cases(names: Sequence[str], canaries: Canaries, workers: int) -> Run:
    """Judge cases in this order, with the sentinels before, between and after them."""
    samples = [_RIGHT, _WRONG]
    ends = {"": 2}
    for name in names:
        samples += [*samples_of(name, canaries), _RIGHT, _WRONG]
        ends[name] = len(samples)
    outcomes: list[Outcome] = []
    shard = Shard(index=0, samples=tuple(samples))
    LocalPool(workers, grace_seconds=1).run([shard], lambda _shard, judged: outcomes.extend(judged))
    return Run(
        {name: outcomes[ends[name] - 3] for name in names},
        {name: (outcomes[end - 2], outcomes[end - 1]) for name, end in ends.items()},
        canaries.traces(),
    )


@pytest.fixture(scope="module")
def canaries() -> Iterator[Canaries]:
    canaries = Canaries()
    yield canaries
    canaries.close()


@pytest.fixture(scope="module")
def run(canaries: Canaries) -> Run:
    """A run with one worker, so that each case would find anything that the previous one left behind."""
    return judge_cases(FAST, canaries, workers=1)


def assert_attack_failed(name: str, outcome: Outcome) -> None:
    assert isinstance(outcome, Verdict), f"a fault of the answer counts as ours: {outcome.reason}"
    assert outcome.status is not Status.PASSED
    assert outcome.status in (FOLDER / name / "expected.txt").read_text().split(), outcome
    assert len(outcome.detail.encode()) <= 2048
    odd = [char for char in outcome.detail + outcome.exception if unicodedata.category(char)[0] in "CZ"]
    assert set(odd) <= {" "}, f"the detail has characters that control a page or a terminal: {odd}"
    assert not outcome.exception or outcome.exception.isidentifier()


def assert_sentinels_keep_their_verdicts(run: Run) -> None:
    changed = {
        name: (right, wrong)
        for name, (right, wrong) in run.sentinels.items()
        if not (isinstance(right, Verdict) and right.status is Status.PASSED)
        or not (isinstance(wrong, Verdict) and wrong.status is Status.WRONG_ANSWER)
    }
    assert not changed


@pytest.mark.parametrize("name", FAST)
def test_an_attack_does_not_pass(name: str, run: Run) -> None:
    assert_attack_failed(name, run.attacks[name])


def test_honest_answers_around_attacks_keep_their_verdicts(run: Run) -> None:
    assert_sentinels_keep_their_verdicts(run)


def test_no_canary_is_touched(run: Run) -> None:
    assert list(run.traces) == []


def test_a_touched_canary_is_reported(canaries: Canaries) -> None:
    """Otherwise a canary that does not work would look like one that no answer reaches."""
    fresh = Canaries()
    try:
        assert Path(fresh.fill_in("@FILE@")).read_text() == fresh.secret
        assert os.environ[fresh.fill_in("@VARIABLE@")] == fresh.secret
        Path(fresh.fill_in("@FOLDER@"), "written").touch()
        with socket.create_connection(("127.0.0.1", int(fresh.fill_in("@PORT@"))), 5) as connection:
            assert connection.recv(100).decode() == fresh.secret
        assert len(fresh.traces()) == 2
    finally:
        fresh.close()
        os.environ[_VARIABLE] = canaries.secret


def test_every_category_has_cases_and_every_case_a_reason() -> None:
    assert {name.partition("-")[0] for name in CASES} == CATEGORIES
    assert len(CASES) >= 120
    assert set(CASES) >= SLOW
    for name in CASES:
        assert (FOLDER / name / "why.txt").read_text().strip(), name
        assert "passed" not in (FOLDER / name / "expected.txt").read_text().split(), name
