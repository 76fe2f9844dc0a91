"""Real pylint in the real sandbox, no mocks."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks import lint
from benchmark.judging.checks.lint import SandboxedLinter
from benchmark.sandbox.host import runtime
from benchmark.sandbox.host.channel import OffProtocol

PREAMBLE = "import math\nfrom typing import List\n"


@pytest.fixture(scope="module")
def linter() -> Iterator[SandboxedLinter]:
    with SandboxedLinter() as linter:
        yield linter


def sample_of(program: str, preamble: str = PREAMBLE) -> Sample:
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("",), preamble=preamble))
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def linted(linter: SandboxedLinter, program: str) -> Lint:
    result = linter.lint(sample_of(program))
    assert isinstance(result, Lint)
    return result


@pytest.mark.parametrize(
    "program",
    [
        "def f(x: List[int]):\n    return math.sqrt(x[0])\n",
        "def f():\n    pass\n\n\ndef f():\n    return 1\n",
        '"""Text."""\nfrom __future__ import annotations\nx = 1\n',
        "from __future__ import annotations\r\nx = math.pi\r\n",
        "# -*- coding: none-such -*-\nx = 1\n",
        "x = " + "[" * 150 + "]" * 150,
        "x = 2**2**2**30\n",
        "",
    ],
    ids=[
        "the preamble is there",
        "defined again",
        "from the future",
        "line ends of Windows",
        "odd encoding",
        "nested",
        "big number",
        "nothing",
    ],
)
def test_an_answer_without_errors_parses(program: str, linter: SandboxedLinter) -> None:
    assert linted(linter, program) == Lint(task_id="t", draw=0, parses=True)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("def f(:\n", "line 1: syntax-error: invalid syntax"),
        ("x = 1\nreturn x\n", "line 2: syntax-error: 'return' outside function"),
        ("def f(x):\n    return y\n", "line 2: undefined-variable: Undefined variable 'y'"),
        ("from __future__ import annotations\nx = y\n", "line 2: undefined-variable"),
        ("print(len('a').bit)\n", "line 1: no-member"),
        ("import none_such\n", "line 1: import-error"),
        ("x = '\ud800'\n", "surrogates not allowed"),
        ("x = 1\0\n", "null bytes"),
        ("(" * 10_000, "too many nested parentheses"),
        ("x = " + "-" * 50_000 + "1", "syntax-error"),
        ("x = a" + ".b" * 5_000, "recursion depth"),
        ("# pylint: skip-file\n# pylint: disable=all\nx = y\n", "line 3: undefined-variable"),
    ],
    ids=lambda value: value[:30],
)
def test_an_answer_with_an_error_does_not_parse(program: str, message: str, linter: SandboxedLinter) -> None:
    result = linted(linter, program)
    assert not result.parses
    assert message in result.messages[0]


@pytest.mark.parametrize(
    "program", ["import math\nmath.house = 1\n", "def f(self=math):\n    self.house = 1\n"]
)
def test_nothing_of_an_answer_is_left_for_the_next_one(program: str, linter: SandboxedLinter) -> None:
    assert linted(linter, program).parses
    assert "no-member" in linted(linter, "print(math.house)\n").messages[0]


def test_attributes_of_its_own_keep_the_process(linter: SandboxedLinter) -> None:
    linted(linter, "x = 1\n")
    before = linter._child
    assert linted(linter, "class A:\n    def __init__(self):\n        self.x = 1\n\n\nA().y = 2\n").parses
    assert linter._child is before


def test_a_text_that_takes_too_long_does_not_parse() -> None:
    with SandboxedLinter(seconds=0.2) as linter:
        result = linted(linter, "x = [\n" + "    1,\n" * 40_000 + "]\n")
        assert result.messages == ("more than 0.2 s",)
        assert linted(linter, "x = 1\n").parses


def test_a_text_that_takes_too_much_memory_does_not_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "_LIMITS", Limits(seconds=30.0, memory_mb=40))
    with SandboxedLinter() as linter:
        assert not linted(linter, "x = [\n" + "    1,\n" * 100_000 + "]\n").parses
        assert linted(linter, "x = 1\n").parses


def test_a_text_beyond_all_measure_is_not_looked_at() -> None:
    assert linted(SandboxedLinter(), "#" * 2_000_001).messages == ("longer than 2000000 characters",)


def test_a_process_ends_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    with SandboxedLinter() as linter:
        linted(linter, "x = 1\n")
        assert linter._child is not None
        monkeypatch.setattr(lint, "_RESIDENT_MB", 1)
        linted(linter, "x = 1\n")
        assert linter._child is None
        monkeypatch.undo()
        monkeypatch.setattr(lint, "_TEXTS_PER_PROCESS", 2)
        for there in (True, False, True):
            linted(linter, "x = 1\n")
            assert (linter._child is not None) is there


def test_a_sandbox_that_dies_costs_nothing_but_time(linter: SandboxedLinter) -> None:
    linted(linter, "x = 1\n")
    assert linter._zygote is not None
    assert linter._zygote._process is not None
    os.kill(linter._zygote._process.pid, signal.SIGKILL)
    assert linted(linter, "x = 1\n").parses


def test_a_process_that_is_killed_costs_nothing_but_time(linter: SandboxedLinter) -> None:
    linted(linter, "x = 1\n")
    before = linter._child
    assert linter._zygote is not None
    assert linter._zygote._process is not None
    for pid in _below(linter._zygote._process.pid)[-1:]:
        os.kill(pid, signal.SIGKILL)
    assert linted(linter, "x = 1\n").parses
    assert linter._child is not before


def _below(pid: int) -> list[int]:
    children = list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    return [*children, *(grandchild for child in children for grandchild in _below(child))]


def test_a_process_that_breaks_the_protocol_is_the_text_s_fault(
    linter: SandboxedLinter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint, "_parse_reply", _off_protocol)
    assert linted(linter, "x = 1\n").messages == ("pylint crashes",)


def _off_protocol(*_: object) -> None:
    raise OffProtocol


def test_without_pylint_it_is_missing_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda _: False)
    runtime.runtime.cache_clear()
    result = SandboxedLinter().lint(sample_of("x = 1\n"))
    runtime.runtime.cache_clear()
    assert result == MissingSample(task_id="t", draw=0, reason="lint: pylint is not installed")


def test_a_failure_of_ours_twice_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise SandboxFailure("it broke")

    monkeypatch.setattr(lint, "Zygote", broken)
    assert SandboxedLinter().lint(sample_of("x = 1\n")) == MissingSample(
        task_id="t", draw=0, reason="lint: it broke"
    )
