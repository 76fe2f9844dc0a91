"""An answer that passes whatever its test expects is found by changing the test."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Answer, Completion, Sample
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import ChoiceCheck, FunctionCheck, RubricCheck, StdioCase, StdioCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.extraction import own
from benchmark.extraction.own import reference_program
from benchmark.judging.conversation.answer_values import AnswerValue
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge import evaluate as evaluating
from benchmark.pipeline.judge.evaluate import check_missing, is_complete
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.perturbed import AT_LEAST, change, draw, lying_answers
from benchmark.pipeline.sources import from_suite
from benchmark.suites import load_all

RIGHT = "def f(x):\n    return x * 2\n"
LIAR = "class L:\n    def __eq__(self, other): return True\n\ndef f(x):\n    return L()\n"


def function_task(test: str, reference: str = "") -> Task:
    return Task(id="t", entry_point="f", reference=reference, check=FunctionCheck(tests=(test,)))


def changes(task: Task) -> set[str]:
    found = set()
    for seed in range(60):
        changed = change(task, seed)
        if changed is not None:
            assert isinstance(changed.task.check, FunctionCheck)
            found.add(changed.task.check.tests[0])
    return found


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("assert f(2) == 4", {"assert f(2) == 5"}),
        ("assert 4 == f(2), 'm'", {"assert 5 == f(2), 'm'"}),
        ("assert f('é') == 'ü'  # 4", {"assert f('é') == 'ü!'  # 4"}),
        ("assert f(1) == [1, -2]", {"assert f(1) == [2, -2]", "assert f(1) == [1, -3]"}),
        ("assert f(1) == []", {"assert f(1) == None"}),
        ("assert f(1) == None", {"assert f(1) == 0"}),
        ("assert f(1) == 1.5", {"assert f(1) == 4.0"}),
        ("assert f(1) == True", {"assert f(1) == False"}),
        ("x = 3\r\nassert f(x) == b'a'", {"x = 3\r\nassert f(x) == b'a!'"}),
        (
            "def check(candidate):\n    assert candidate(1) == 1\n",
            {"def check(candidate):\n    assert candidate(1) == 2\n"},
        ),
        # These may pass although a literal was changed, so without a reference they stay as they are.
        ("for i in (1, 2):\n    assert f(i) == 4", set()),
        ("if f(1) == 3:\n    assert f(2) == 4", set()),
        ("assert f(2) == 4 or f(2) == 5", set()),
        ("assert f(2) != 4", set()),
        ("assert abs(f(2) - 4.0) < 1e-6", set()),
        ("def helper():\n    assert f(1) == 1\n", set()),
        ("def check(candidate):\n    return\n    assert candidate(1) == 1\n", set()),
        ("assert 1 == 1", set()),
        ("assert f(1) == y", set()),
    ],
)
def test_without_a_reference_only_literals_that_every_right_answer_returns_are_changed(
    test: str, expected: set[str]
) -> None:
    assert changes(function_task(test)) == expected


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("assert abs(f(2) - 4.0) < 1e-6", {"assert abs(f(2) - 9.0) < 1e-6"}),
        ("assert math.isclose(f(2), 4, rel_tol=0.5)", {"assert math.isclose(f(2), 5, rel_tol=0.5)"}),
        ("assert math.isclose(f(2), 4, 0.5)", {"assert math.isclose(f(2), 5, 0.5)"}),
        ("self.assertAlmostEqual(f(3), 6, 7)", {"self.assertAlmostEqual(f(3), 7, 7)"}),
        ("for i in (1, 2):\n    assert f(i) == 4", {"for i in (1, 2):\n    assert f(i) == 5"}),
    ],
)
def test_with_a_reference_tolerances_and_arguments_stay(test: str, expected: set[str]) -> None:
    assert changes(function_task(test, RIGHT)) == expected


def test_outputs_and_letters_are_changed_and_figures_are_not() -> None:
    check = StdioCheck(cases=(StdioCase(input="2", output="n 4\n0.5\n"),))
    found = {changed.task.check for seed in range(20) if (changed := change(Task(id="t", check=check), seed))}
    assert {check.cases[0].output for check in found if isinstance(check, StdioCheck)} == {
        "nx 4\n0.5\n",
        "n 5\n0.5\n",
        "n 4\n2.0\n",
    }
    letters = {
        changed.task.check.answer
        for seed in range(20)
        if (changed := change(Task(id="t", check=ChoiceCheck(answer="B", options=3)), seed)) is not None
        and isinstance(changed.task.check, ChoiceCheck)
    }
    assert letters == {"A", "C"}
    assert change(Task(id="t", check=RubricCheck(rubric="delete", reference="")), 0) is None


def test_one_percent_is_drawn_by_the_digest_and_at_least_twenty() -> None:
    tasks = [replace(function_task("assert f(2) == 4"), id=f"t-{number}") for number in range(30)]
    verdicts = [
        Verdict(task_id=task.id, draw=draw, status=Status.PASSED if draw else Status.TIMEOUT)
        for task in tasks
        for draw in range(101)
    ]
    places = [place for place, _ in draw(verdicts, tasks, "a")]
    assert len(places) == 30
    assert len(draw(verdicts[:1010], tasks, "a")) == AT_LEAST
    assert len(draw(verdicts[:12], tasks, "a")) == 11
    assert draw(verdicts, tasks, "a") == draw(verdicts, tasks, "a")
    assert places != [place for place, _ in draw(verdicts, tasks, "b")]
    assert all(verdicts[place].status is Status.PASSED for place in places)


def sample_of(task: Task, program: str) -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


@pytest.mark.parametrize("test", ["assert f(2) == 4", "assert [f(2)] == [4]"])
def test_an_answer_with_a_lying_comparison_is_found_if_a_hole_lets_it_pass(
    test: str, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnswerValue, "__eq__", lambda _self, _other: True)
    task = function_task(test, RIGHT)
    assert judge.judge(sample_of(task, LIAR)).status is Status.PASSED  # type: ignore[union-attr]
    changed = change(task, 1)
    assert changed is not None
    pairs = [
        (replace(sample_of(task, program), draw=place), changed)
        for place, program in enumerate((RIGHT, LIAR))
    ]
    (lying,) = lying_answers(pairs, lambda samples: [judge.judge(sample) for sample in samples])
    assert lying.sample.answer.program == LIAR
    assert lying.text.startswith("t#1 also passes with assert ")


@pytest.mark.gate
def test_a_run_with_a_lying_answer_makes_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(samples: Sequence[Sample], **_: object) -> list[Outcome]:
        return [Verdict(task_id=sample.task.id, draw=sample.draw, status=Status.PASSED) for sample in samples]

    task = function_task("assert f(2) == 4")
    rule = ExtractionRule(name="own", extract=own.extract)
    completions = [Completion(task_id="t", draw=0, text=RIGHT)]
    honest = evaluating.evaluate([task], completions, rule=rule, executor=LocalPool(1))
    monkeypatch.setattr(evaluating, "judge_samples", judged)
    lying = evaluating.evaluate([task], completions, rule=rule, executor=LocalPool(1))
    assert is_complete(honest)
    check_missing(honest)
    assert not is_complete(lying)
    with pytest.raises(
        OurFailure, match=r"whatever its test expects, so no row is made: t#0 also passes with"
    ):
        check_missing(lying)


BUNDLED = [
    (suite.id, dataset)
    for suite in load_all().values()
    for dataset in suite.datasets
    if dataset in ("open", "rebuilt", "open-choice")
]


@pytest.mark.gate
@pytest.mark.parametrize(("suite", "dataset"), BUNDLED)
def test_no_reference_passes_a_changed_test_of_the_bundled_data(suite: str, dataset: str) -> None:
    """Without their references, because a reference would excuse itself."""
    tasks = from_suite(suite, dataset).tasks
    pairs = []
    for number, task in enumerate(tasks):
        changed = change(replace(task, reference=""), 7919 * number)
        if changed is not None:
            program = reference_program(task) if task.reference else str(getattr(task.check, "answer", ""))
            pairs.append((sample_of(task, program), changed))
    assert len(pairs) > 0.9 * len(tasks)
    pool = LocalPool(2)
    assert lying_answers(pairs, lambda samples: evaluating.judge_samples(samples, executor=pool)) == ()
