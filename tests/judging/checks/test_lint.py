"""The linter with the real pylint in the real sandbox."""

import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Lint, MissingSample
from benchmark.judging.checks import lint
from benchmark.judging.checks.lint import SandboxedLinter
from benchmark.sandbox.host import runtime, zygote
from benchmark.sandbox.host.channel import OffProtocol
from tests.case_files import read_cases

PREAMBLE = "import math\nfrom typing import List\n"


@pytest.fixture(scope="module")
def linter() -> Iterator[SandboxedLinter]:
    with closing(SandboxedLinter()) as linter:
        yield linter


def sample_of(program: str, preamble: str = PREAMBLE) -> Sample:
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("",), preamble=preamble))
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def lint_program(linter: SandboxedLinter, program: str) -> Lint:
    result = linter.lint(sample_of(program))
    assert isinstance(result, Lint)
    return result


@pytest.mark.gate
@pytest.mark.parametrize(
    "program",
    read_cases("programs/parsing.yaml"),
    ids=[
        "names of the preamble",
        "function defined twice",
        "future import",
        "Windows line ends",
        "unknown encoding",
        "deeply nested",
        "huge number",
        "empty",
    ],
)
def test_an_answer_without_errors_parses(program: str, linter: SandboxedLinter) -> None:
    assert lint_program(linter, program) == Lint(task_id="t", draw=0, parses=True)


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
        ("x = a" + ".b" * 5_000, "recursion depth" if sys.version_info < (3, 13) else "pylint fails"),
        ("# pylint: skip-file\n# pylint: disable=all\nx = y\n", "line 3: undefined-variable"),
    ],
    ids=lambda value: value[:30],
)
def test_an_answer_with_an_error_does_not_parse(program: str, message: str, linter: SandboxedLinter) -> None:
    result = lint_program(linter, program)
    assert not result.parses
    assert message in result.messages[0]


@pytest.mark.parametrize(
    "program", ["import math\nmath.house = 1\n", "def f(self=math):\n    self.house = 1\n"]
)
def test_attributes_that_an_answer_sets_are_forgotten_before_the_next_one(program, linter) -> None:
    assert lint_program(linter, program).parses
    assert "no-member" in lint_program(linter, "print(math.house)\n").messages[0]


@pytest.mark.gate
def test_a_text_that_takes_too_long_does_not_parse() -> None:
    with closing(SandboxedLinter(seconds=0.2)) as linter:
        result = lint_program(linter, "x = [\n" + "    1,\n" * 40_000 + "]\n")
        assert result.messages == ("more than 0.2 s of CPU time",)
        assert lint_program(linter, "x = 1\n").parses


@pytest.mark.gate
def test_a_text_that_takes_too_much_memory_does_not_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "_LIMITS", Limits(seconds=30.0, memory_mb=40))
    with closing(SandboxedLinter()) as linter:
        assert not lint_program(linter, "x = [\n" + "    1,\n" * 100_000 + "]\n").parses
        assert lint_program(linter, "x = 1\n").parses


def test_a_text_that_is_too_long_is_not_given_to_pylint() -> None:
    assert lint_program(SandboxedLinter(), "#" * 2_000_001).messages == ("longer than 2000000 characters",)


def test_a_process_that_breaks_the_protocol_is_the_text_s_fault(linter, monkeypatch) -> None:
    monkeypatch.setattr(lint, "_parse_reply", _off_protocol)
    assert lint_program(linter, "x = 1\n").messages == ("pylint crashes",)


def _off_protocol(*_: object) -> None:
    raise OffProtocol


def test_a_sample_is_missing_if_pylint_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "is_installed", lambda _: False)
    runtime.runtime.cache_clear()
    result = SandboxedLinter().lint(sample_of("x = 1\n"))
    runtime.runtime.cache_clear()
    assert result == MissingSample(task_id="t", draw=0, reason="lint: pylint is not installed")


def test_a_sample_is_missing_after_two_failures_of_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise SandboxFailure("it broke")

    monkeypatch.setattr(lint, "Zygote", broken)
    monkeypatch.setattr(zygote, "START_PAUSES", (0.0, 0.0, 0.0))
    assert SandboxedLinter().lint(sample_of("x = 1\n")) == MissingSample(
        task_id="t", draw=0, reason="lint: it broke"
    )


@pytest.mark.gate
def test_a_text_on_which_the_sandbox_always_fails_does_not_parse(linter, monkeypatch) -> None:
    """A plain text is checked in between, and only the text that makes the sandbox fail is to blame."""
    ask = linter._ask

    def failing(preamble: str, program: str, installed: frozenset[str] | None) -> tuple[str, tuple[str, ...]]:
        if "hostile" in program:
            raise SandboxFailure("it broke")
        return ask(preamble, program, installed)

    monkeypatch.setattr(linter, "_ask", failing)
    assert lint_program(linter, "hostile = 1\n").messages == ("pylint fails on it: it broke",)
    assert lint_program(linter, "x = 2\n").parses


@pytest.mark.gate
def test_a_failure_of_the_sandbox_that_does_not_come_again_does_not_count(linter, monkeypatch) -> None:
    ask, failures = linter._ask, [SandboxFailure("it broke")] * 2

    def failing(preamble: str, program: str, installed: frozenset[str] | None) -> tuple[str, tuple[str, ...]]:
        if failures:
            raise failures.pop()
        return ask(preamble, program, installed)

    monkeypatch.setattr(linter, "_ask", failing)
    assert lint_program(linter, "x = 1\n").parses
