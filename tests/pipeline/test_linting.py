"""Real processes, no mocks."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Lint, Missing
from benchmark.pipeline.linting import LintProcess


@pytest.fixture(scope="module")
def linter() -> Iterator[LintProcess]:
    linter = LintProcess()
    yield linter
    linter.close()


def lint(linter: LintProcess, task: Task, program: str) -> Lint | Missing:
    return linter.lint(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))


def test_it_says_what_its_linter_says(linter: LintProcess, make_task: Callable[..., Task]) -> None:
    assert lint(linter, make_task("a"), "x = 1\n") == Lint(task_id="a", draw=0, parses=True)
    wrong = lint(linter, make_task("a"), "x = y\n")
    assert isinstance(wrong, Lint)
    assert wrong.messages == ("line 1: undefined-variable: Undefined variable 'y'",)


def test_a_process_that_is_killed_costs_nothing_but_time(
    linter: LintProcess, make_task: Callable[..., Task]
) -> None:
    lint(linter, make_task("a"), "x = 1\n")
    assert linter._process is not None
    assert linter._process.pid is not None
    os.kill(linter._process.pid, signal.SIGKILL)
    assert lint(linter, make_task("a"), "x = 1\n") == Lint(task_id="a", draw=0, parses=True)


def test_a_process_that_always_dies_leaves_the_sample_missing(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    linter = LintProcess()
    ready = linter._ready

    def dying() -> object:
        connection = ready()
        assert linter._process is not None
        linter._process.kill()
        linter._process.join()
        return connection

    monkeypatch.setattr(linter, "_ready", dying)
    found = lint(linter, make_task("a"), "x = 1\n")
    linter.close()
    assert found == Missing(task_id="a", draw=0, reason="lint: a process died 2 times")
