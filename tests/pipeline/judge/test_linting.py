"""Processes that lint, tested with real processes and not with mocks."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task
from benchmark.core.verdict import Lint, MissingSample
from benchmark.pipeline.judge.parsing import LintProcess


@pytest.fixture(scope="module")
def linter() -> Iterator[LintProcess]:
    linter = LintProcess()
    yield linter
    linter.close()


def lint(linter: LintProcess, task: Task, program: str) -> Lint | MissingSample:
    return linter.lint(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))


def test_a_sample_whose_lint_process_always_dies_is_missing(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    linter = LintProcess()
    ready = linter._helper.connection

    def dying() -> object:
        connection = ready()
        assert linter._helper.process is not None
        linter._helper.process.kill()
        linter._helper.process.join()
        return connection

    monkeypatch.setattr(linter._helper, "connection", dying)
    found = lint(linter, make_task("a"), "x = 1\n")
    linter.close()
    assert found == MissingSample(task_id="a", draw=0, reason="lint: a process died 2 times")


def test_a_text_on_which_the_lint_process_always_dies_does_not_parse(
    make_task: Callable[..., Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process gets a plain text too, and survives that."""
    linter = LintProcess()
    asked: list[str] = []

    def ask(sample: Sample, _installed: frozenset[str] | None) -> Lint | None:
        asked.append(sample.answer.program)
        return None if "hostile" in sample.answer.program else Lint(task_id="a", draw=0, parses=True)

    monkeypatch.setattr(linter, "_ask", ask)
    found = lint(linter, make_task("a"), "hostile = 1\n")
    assert found == Lint(task_id="a", draw=0, parses=False, messages=("pylint's process dies on it",))
    assert asked == ["hostile = 1\n", "hostile = 1\n", "x = 1\n", "hostile = 1\n"]


INTERRUPTED = """
import os, signal, sys, threading
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.pipeline.judge.parsing import LintProcess

if __name__ == "__main__":
    task = Task(id="t", suite="s", dataset="d", parts=(), entry_point="f", check=FunctionCheck(tests=()))
    process = LintProcess()
    try:
        threading.Timer(float(sys.argv[1]), lambda: os.killpg(0, signal.SIGINT)).start()
        process.lint(Sample(task=task, draw=0, answer=Answer(code="x = 1", program="x = 1")))
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        process.close()
"""


@pytest.mark.gate
def test_ctrl_c_while_a_process_starts_is_reported_once(tmp_path: Path) -> None:
    """Ctrl-C goes to the whole process group, as in a terminal; the new process must print nothing."""
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    for delay in ("0.02", "0.03", "0.05", "0.07"):
        done = subprocess.run(
            [sys.executable, str(tmp_path / "interrupted.py"), delay],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
            capture_output=True,
            text=True,
            start_new_session=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("interrupted\n", ""), delay
