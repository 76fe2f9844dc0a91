"""Answers that try to pass without being right, as real processes between sentinels; none may pass.

A case is a folder: ``task.jsonl``, ``answer.py`` (or ``completion.md``, which goes through extraction),
``expected.txt`` with the statuses that are allowed, ``why.txt``, and for pairs ``first.py``, which is judged
directly before. ``@NAME@`` stands for a canary that the test has armed, ``@REPEAT 3 text@`` for the text
three times over (``~`` is a new line in it, ``^`` an at sign).
"""

import contextlib
import os
import random
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

FOLDER = Path(__file__).parents[1] / "cases" / "attacks"
CASES = sorted(path.name for path in FOLDER.iterdir())
CATEGORIES = {
    *("lying", "patching", "reading", "exit", "forged", "codec", "resources", "memory", "reach"),
    *("parser", "extraction", "cheating", "site", "pairs"),
}
SEED = 20261120
_VARIABLE = "SIGHTBENCH_TEST_CANARY"
_REPEAT = re.compile(r"@REPEAT (\d+) ([^@]*)@")

_SENTINEL = Task(id="sentinel", entry_point="f", check=FunctionCheck(tests=("assert f([3, 1]) == [1, 3]",)))
_RIGHT = Sample(task=_SENTINEL, draw=0, answer=Answer(code="f = sorted", program="f = sorted"))
_WRONG = Sample(task=_SENTINEL, draw=1, answer=Answer(code="f = list", program="f = list"))


class Canaries:
    """Things on this machine that an answer must neither read nor touch."""

    def __init__(self) -> None:
        self.secret = f"canary-{secrets.token_hex(16)}"
        # Not below /tmp: that is another folder inside.
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
        self._places = {
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

    def armed(self, text: str) -> str:
        """A case's text with the canaries' names in their places."""
        for name, value in self._places.items():
            text = text.replace(f"@{name}@", value)
        return _REPEAT.sub(
            lambda found: found[2].replace("~", "\n").replace("^", "@") * int(found[1]),
            text,
        )

    def touched(self) -> list[str]:
        """What an answer has left traces of."""
        found = list(self._touched)
        self._datagram.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            found.append(f"a datagram: {self._datagram.recv(100)!r}")
        found += [str(path) for path in self._folder.iterdir()]
        if self._file.read_text() != self.secret:
            found.append("the file")
        for folder in ("/", "/var/tmp", "/dev/shm", "/tmp"):
            found += [str(path) for path in Path(folder).glob(f"*{self._name}*")]
        return found

    def close(self) -> None:
        os.environ.pop(_VARIABLE, None)
        for server in (self._stream, self._abstract):
            server.shutdown(socket.SHUT_RDWR)
            server.close()
        self._datagram.close()
        shutil.rmtree(self._home)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")


def armed_task(task: Task, canaries: Canaries) -> Task:
    match task.check:
        case FunctionCheck() as check:
            tests = tuple(canaries.armed(test) for test in check.tests)
            return replace(task, check=replace(check, tests=tests))
        case StdioCheck() as check:
            cases = tuple(
                StdioCase(input=canaries.armed(case.input), output=canaries.armed(case.output))
                for case in check.cases
            )
            return replace(task, check=replace(check, cases=cases))


def samples_of(name: str, canaries: Canaries) -> list[Sample]:
    """What is judged for a case, in this order; the last one is the attack."""
    folder = FOLDER / name
    (task,) = read_tasks(folder / "task.jsonl")
    task = armed_task(task, canaries)
    if (folder / "completion.md").exists():
        answer = extract(task, canaries.armed(_text(folder / "completion.md")))
        return [Sample(task=task, draw=0, answer=answer)]
    programs = [
        canaries.armed(_text(path)) for path in (folder / "first.py", folder / "answer.py") if path.exists()
    ]
    return [
        Sample(task=task, draw=len(programs) - 1 - place, answer=Answer(code=program, program=program))
        for place, program in enumerate(programs)
    ]


@dataclass(frozen=True)
class Run:
    """Outcomes of the attacks by case, and of the sentinels by what they follow."""

    attacks: Mapping[str, Outcome]
    sentinels: Mapping[str, tuple[Outcome, Outcome]]
    touched: Sequence[str]


def judged(names: Sequence[str], canaries: Canaries, workers: int) -> Run:
    """Judge cases in this order, the sentinels before, between and behind them."""
    samples = [_RIGHT, _WRONG]
    ends = {"": 2}
    for name in names:
        samples += [*samples_of(name, canaries), _RIGHT, _WRONG]
        ends[name] = len(samples)
    found: list[Outcome] = []
    shard = Shard(index=0, samples=tuple(samples))
    LocalPool(workers, grace_seconds=1).run([shard], lambda _shard, outcomes: found.extend(outcomes))
    return Run(
        {name: found[ends[name] - 3] for name in names},
        {name: (found[end - 2], found[end - 1]) for name, end in ends.items()},
        canaries.touched(),
    )


@pytest.fixture(scope="module")
def canaries() -> Iterator[Canaries]:
    canaries = Canaries()
    yield canaries
    canaries.close()


@pytest.fixture(scope="module")
def stored(canaries: Canaries) -> Run:
    """One worker after the other case, so that each meets what the one before it has left."""
    return judged(CASES, canaries, workers=1)


@pytest.fixture(scope="module")
def shuffled(canaries: Canaries) -> Run:
    names = list(CASES)
    random.Random(SEED).shuffle(names)  # noqa: S311 - an order, no secret
    return judged(names, canaries, workers=2)


def assert_fended_off(name: str, outcome: Outcome) -> None:
    assert isinstance(outcome, Verdict), f"a fault of the answer was taken for ours: {outcome.reason}"
    assert outcome.status is not Status.PASSED
    assert outcome.status in (FOLDER / name / "expected.txt").read_text().split(), outcome
    assert len(outcome.detail.encode()) <= 2048
    odd = [char for char in outcome.detail + outcome.exception if unicodedata.category(char)[0] in "CZ"]
    assert set(odd) <= {" "}, f"the detail holds what a page or terminal would obey: {odd}"
    assert not outcome.exception or outcome.exception.isidentifier()


@pytest.mark.parametrize("name", CASES)
def test_an_attack_does_not_pass(name: str, stored: Run) -> None:
    assert_fended_off(name, stored.attacks[name])


@pytest.mark.parametrize("name", CASES)
def test_an_attack_does_not_pass_in_another_order(name: str, shuffled: Run) -> None:
    assert_fended_off(name, shuffled.attacks[name])


@pytest.mark.parametrize("order", ["stored", "shuffled"])
def test_honest_answers_around_attacks_keep_their_verdicts(
    order: str, request: pytest.FixtureRequest
) -> None:
    run: Run = request.getfixturevalue(order)
    moved = {
        name: (right, wrong)
        for name, (right, wrong) in run.sentinels.items()
        if not (isinstance(right, Verdict) and right.status is Status.PASSED)
        or not (isinstance(wrong, Verdict) and wrong.status is Status.WRONG_ANSWER)
    }
    assert not moved


@pytest.mark.parametrize("order", ["stored", "shuffled"])
def test_no_canary_is_touched(order: str, request: pytest.FixtureRequest) -> None:
    run: Run = request.getfixturevalue(order)
    assert list(run.touched) == []


def test_the_canaries_would_show_a_touch(canaries: Canaries) -> None:
    """Else an unarmed canary would look like one that nobody has reached."""
    fresh = Canaries()
    try:
        assert Path(fresh.armed("@FILE@")).read_text() == fresh.secret
        assert os.environ[fresh.armed("@VARIABLE@")] == fresh.secret
        Path(fresh.armed("@FOLDER@"), "written").touch()
        with socket.create_connection(("127.0.0.1", int(fresh.armed("@PORT@"))), 5) as connection:
            assert connection.recv(100).decode() == fresh.secret
        assert len(fresh.touched()) == 2
    finally:
        fresh.close()
        os.environ[_VARIABLE] = canaries.secret


def test_every_category_has_cases_and_every_case_a_reason() -> None:
    assert {name.partition("-")[0] for name in CASES} == CATEGORIES
    assert len(CASES) >= 120
    for name in CASES:
        assert (FOLDER / name / "why.txt").read_text().strip(), name
        assert "passed" not in (FOLDER / name / "expected.txt").read_text().split(), name
