"""A completion is shown with its judged lines marked, and shortened to a limit."""

import pytest

from benchmark.core.task import ChoiceCheck, FunctionCheck, Task
from benchmark.extraction import own
from benchmark.leaderboard.parts.marked_answer import (
    MarkedAnswer,
    _only_block_lines,
    answer_marker,
    mark_answer,
)
from benchmark.suites.code_vision import upstream
from benchmark.suites.mathopeval.suite import SUITE as MATHOPEVAL
from tests.case_files import table
from tests.put_suite import put_suite

TASK = Task(id="t", entry_point="f", starter_code="def f(x):\n", check=FunctionCheck(tests=("assert f(1)",)))
PROSE = "Here it is:\n```python\ndef f(x):\n    return x\n```\nDone."


def kept_lines(found: MarkedAnswer) -> list[str]:
    assert found.kept is not None
    return [line for first, behind in found.kept for line in found.lines[first:behind]]


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        PROSE.replace("\n", "\r\n"),
        "def f(x):\n    return x",
        "```\nprint(1)\n```\nBetter:\n```python\ndef f(x):\n    return x\n```",
        "- a list\n\n  ```python\n  def f(x):\n      return x\n  ```",
        "<think>\n```python\ndef f(x):\n    pass\n```\n</think>\n```python\ndef f(x):\n    return x\n```",
        "~~~python\ndef f(x):\n    return x\n~~~",
    ],
)
def test_lines_that_our_rule_keeps_are_marked(text: str) -> None:
    found = mark_answer(text, TASK, own.extract)
    assert [line.strip() for line in kept_lines(found)] == ["def f(x):", "return x"]
    assert [line.strip() for line in kept_lines(found)] == [
        line.strip() for line in own.extract(TASK, text).code.strip("\n").split("\n")
    ]


def test_the_fast_way_is_taken_for_an_answer_with_one_block_on_every_python() -> None:
    assert _only_block_lines("A `word`:\n```python\ndef f(x):\n    return x\n```\nand `` two ``.", TASK) == (
        2,
        4,
    )


@table("leaderboard")
def test_unusual_fences_are_marked_as_the_rule_reads_them(text: str) -> None:
    found, code = mark_answer(text, TASK, own.extract), own.extract(TASK, text).code
    if found.kept is None:
        assert found.code == code
    else:
        lines = [line.strip() for line in kept_lines(found)]
        assert "\n".join(lines).strip() == "\n".join(line.strip() for line in code.split("\n")).strip()


def test_upstreams_rule_marks_the_block_that_it_keeps() -> None:
    text = "```python\ndef f(x):\n    return 0\n```\nBetter:\n```python\ndef f(x):\n    return x\n```"
    assert kept_lines(mark_answer(text, TASK, upstream.extract)) == ["def f(x):", "    return 0"]
    assert kept_lines(mark_answer(text, TASK, own.extract)) == ["def f(x):", "    return x"]


def test_an_answer_from_several_blocks_is_shown_separately() -> None:
    text = "```python\ndef g(x):\n    return x\n```\nthen\n```python\ndef f(x):\n    return g(x)\n```"
    found = mark_answer(text, TASK, own.extract)
    assert found.kept is None
    assert found.code == own.extract(TASK, text).code
    assert "g" in found.notes[-1]


def test_a_completion_without_code_has_no_marked_line() -> None:
    assert mark_answer("I cannot see a picture.", TASK, own.extract).kept == ()


@pytest.mark.parametrize(("task", "rule"), [(None, own.extract), (TASK, None)])
def test_kept_lines_are_unknown_without_a_task_or_a_rule(task: Task | None, rule: object) -> None:
    assert mark_answer(PROSE, task, rule).kept is None  # type: ignore[arg-type]


def test_kept_lines_have_priority_over_the_lines_around_them() -> None:
    text = "\n".join(f"before {n}" for n in range(500)) + "\n" + PROSE + "\n" + "behind\n" * 500
    found = mark_answer(text, TASK, own.extract, 400)
    assert kept_lines(found) == ["def f(x):", "    return x"]
    assert sum(len(line) + 1 for line in found.lines) <= 400
    assert found.lines[0].startswith("before 4")
    (front, above), (behind, below) = found.gaps
    assert (front, behind) == (0, len(found.lines))
    assert above + below + len(found.lines) == len(text.split("\n"))


@pytest.mark.parametrize("length", [399, 400, 401, 5_000])
@pytest.mark.parametrize("where", ["{}", "{}\nnext", "a\n{}", "```python\ndef f(x):\n    return '{}'\n```"])
def test_a_line_of_any_length_is_shortened(where: str, length: int) -> None:
    found = mark_answer(where.format("y" * length), TASK, own.extract, 400)
    assert found.lines
    assert sum(len(line) + 1 for line in found.lines) <= 402
    for first, behind in found.kept or ():
        assert 0 <= first <= behind <= len(found.lines)


def test_invisible_and_direction_characters_are_replaced() -> None:
    found = mark_answer("a\u202eb\x1b[31mc\x00\ud800\n\tdef", None, None)
    assert found.lines == ("a\ufffdb\ufffd[31mc\ufffd\ufffd", "\tdef")


def test_an_unknown_suite_has_our_own_rule_only() -> None:
    assert answer_marker("custom", "own")(TASK, PROSE).kept == ((2, 4),)
    assert answer_marker("custom", "upstream")(TASK, PROSE).kept is None


def test_the_letter_of_a_choice_is_shown_as_the_rule_of_the_setting_reads_it(monkeypatch) -> None:
    """A letter is no range of lines, so that no lines are marked."""
    put_suite(monkeypatch, MATHOPEVAL)
    task = Task(id="t", check=ChoiceCheck(answer="B"))
    text = "A\n\\boxed{B}"
    direct, boxed = (
        answer_marker("mathopeval", "own", setting=setting)(task, text)
        for setting in ("choice-direct", "choice-cot")
    )
    assert [(found.kept, found.code) for found in (direct, boxed)] == [(None, "A"), (None, "B")]
    assert answer_marker("mathopeval", "own", setting="choice-cot")(task, "Option A").kept == ()
