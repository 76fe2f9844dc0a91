"""Linting with real processes, also when parts of the linter are killed."""

import dataclasses
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import ChoiceCheck, FunctionCheck, Task
from benchmark.core.verdict import Lint, MissingSample, Status, Verdict
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.parsing import LintProcess, add_lint
from benchmark.scoring.metrics import PARSING
from tests.case_files import read_text
from tests.processes import run
from tests.sampling import gate_of

from ...processes import Killer, Process, descendants, no_orphans
from ..conftest import evaluation_of

TASK = Task(id="t", entry_point="f", check=FunctionCheck(tests=("f(1)",)))
#: pylint takes a tenth of a second for each text, long enough to be killed meanwhile.
LONG = "def f(x):\n" + "    x = x + [y * 2 for y in range(x)][0]\n" * 60
TEXTS = {True: LONG + "    return x\n", False: LONG + "    return z\n"}


def evaluation(programs: list[str], statuses: list[Status] | None = None) -> Evaluation:
    answers = [Answer(code=program, program=program) for program in programs]
    statuses = statuses or [Status.WRONG_ANSWER] * len(programs)
    outcomes = [Verdict(task_id="t", draw=draw, status=status) for draw, status in enumerate(statuses)]
    return evaluation_of(TASK, answers, outcomes)


def at_depth(depth: int) -> list[Process]:
    """Return the processes at a depth: 1 the lint process, 2 and 3 bubblewrap, 4 the zygote, 5 the linter."""
    found = [process for process in descendants(os.getpid()) if process.depth == depth]
    return [process for process in found if process.is_worker or "guest" in process.command]


@gate_of("parsing")
@pytest.mark.parametrize(
    "depth", [1, *(pytest.param(depth, marks=gate_of("parsing")) for depth in (2, 3, 4)), 5]
)
def test_a_killed_part_of_the_linter_changes_no_result(depth: int) -> None:
    due = [number % 3 > 0 for number in range(8)]
    killer = Killer(lambda: at_depth(depth), blows=2, pause=(0.05, 0.3))
    with no_orphans(), killer:
        found = add_lint(evaluation([TEXTS[parses] for parses in due]), lambda *_: None)
    assert killer.landed >= 2
    parsed = [outcome.parses for outcome in found.outcomes if isinstance(outcome, Verdict)]
    missing = [number for number, parses in enumerate(parsed) if parses is None]
    assert [parses for parses in parsed if parses is not None] == [
        parses for number, parses in enumerate(due) if number not in missing
    ]
    assert set(found.unlinted or {}) == {f"t#{number}" for number in missing}
    assert len(missing) <= killer.landed // 2


@gate_of("parsing")
def test_a_linter_that_is_always_killed_leaves_a_reason_and_no_result() -> None:
    with no_orphans(), Killer(lambda: at_depth(5), blows=2000, pause=(0.002, 0.002)):
        found = add_lint(evaluation([TEXTS[True] * 500]), lambda *_: None)
    assert found.unlinted is not None
    assert found.unlinted["t#0"].startswith(("lint: something outside", "lint: the sandbox could not"))
    assert PARSING.name not in {score.metric for score in found.scores}


@gate_of("parsing")
def test_an_answer_without_code_does_not_parse_and_a_missing_sample_is_not_linted() -> None:
    judged = evaluation(["", TEXTS[True]], [Status.NO_ANSWER, Status.PASSED])
    missing = MissingSample(task_id="t", draw=2, reason="it broke")
    judged = dataclasses.replace(
        judged, outcomes=(*judged.outcomes, missing), samples=(*judged.samples, judged.samples[1])
    )
    found = add_lint(judged, lambda *_: None)
    assert [verdict.parses for verdict in found.outcomes if isinstance(verdict, Verdict)] == [False, True]
    assert found.outcomes[2] is missing
    assert found.unlinted == {}
    (score,) = (score for score in found.scores if score.metric == PARSING.name)
    assert (score.value, score.missing) == (0.5, 1)


def test_the_answer_to_a_choice_is_not_linted() -> None:
    judged = evaluation(["B", ""], [Status.PASSED, Status.NO_ANSWER])
    task = Task(id="t", check=ChoiceCheck(answer="B"))
    samples = tuple(dataclasses.replace(sample, task=task) for sample in judged.samples)
    found = add_lint(dataclasses.replace(judged, samples=samples), lambda *_: None)
    assert [verdict.parses for verdict in found.outcomes if isinstance(verdict, Verdict)] == [None, None]
    assert found.unlinted == {}
    assert found.scores == ()


@pytest.fixture(scope="module")
def linter() -> Iterator[LintProcess]:
    linter = LintProcess()
    yield linter
    linter.close()


def lint(linter: LintProcess, task: Task, program: str) -> Lint | MissingSample:
    return linter.lint(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))


def test_a_sample_whose_lint_process_always_dies_is_missing(make_task, monkeypatch) -> None:
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


def test_a_text_on_which_the_lint_process_always_dies_does_not_parse(make_task, monkeypatch) -> None:
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


INTERRUPTED = read_text("programs/interrupted_linter.py")


@gate_of("parsing")
def test_ctrl_c_while_a_process_starts_is_reported_once(tmp_path: Path) -> None:
    """Ctrl-C goes to the whole process group, as in a terminal; the new process must print nothing."""
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    for delay in ("0.02", "0.03", "0.05", "0.07"):
        done = run(
            [sys.executable, str(tmp_path / "interrupted.py"), delay],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
            start_new_session=True,
        )
        assert (done.stdout, done.stderr) == ("interrupted\n", ""), delay
