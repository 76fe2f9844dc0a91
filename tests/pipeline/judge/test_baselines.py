from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import ChoiceCheck, FunctionCheck, StdioCheck, Task, Text
from benchmark.extraction.choices import boxed, first_letter
from benchmark.pipeline.judge.baselines import BASELINES, completions
from benchmark.submissions.schema import Baseline

TASK = Task(
    id="t",
    check=FunctionCheck(tests=("",)),
    entry_point="f",
    starter_code="def f(x):\n",
    reference="def f(x):\n    return x\n",
)


def test_every_baseline_of_the_submission_schema_exists() -> None:
    assert set(BASELINES) == set(get_args(Baseline))


def test_gold_is_the_reference_stub_the_signature_and_blank_nothing() -> None:
    texts = {name: completions(name, [TASK])[0].text for name in BASELINES}
    assert texts["gold"] == "```python\ndef f(x):\n    return x\n\n```"
    assert texts["stub"] == "```python\ndef f(x):\n    pass\n```"
    assert texts["blank"] == ""


def test_a_guess_defines_the_entry_point_and_returns_the_annotated_type() -> None:
    typed = replace(TASK, starter_code='def f(x: str,\n      y: int) -> str:\n    """A text."""')
    for task, given, result in ((TASK, [3, 1], [3, 1]), (typed, "ab", "ab")):
        names: dict[str, Callable[..., object]] = {}
        exec(completions("guess", [task])[0].text.removeprefix("```python").removesuffix("```"), names)  # noqa: S102 - our own program
        assert names["f"](given) == result


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("A problem.\n\nSample Input 1\n\n3\n\nSample Output 1\n\n4\n5\n\nSample Output 2\n\n6\n", "4\n5"),
        ("Example output:\nyes", "yes"),
        ("A problem without samples.", "0"),
    ],
)
def test_a_guess_of_a_whole_program_prints_the_first_shown_output(text: str, output: str) -> None:
    task = Task(id="t", check=StdioCheck(cases=()), parts=(Text(text=text),))
    assert completions("guess", [task])[0].text == f"```python\nprint({output!r})\n```"
    assert completions("stub", [task])[0].text == "```python\npass\n```"


def test_baselines_answer_choices_with_the_right_letter_no_letter_and_always_a() -> None:
    task = Task(id="t", check=ChoiceCheck(answer="C"))
    texts = {name: completions(name, [task])[0].text for name in BASELINES}
    assert texts == {"gold": "\\boxed{C}", "blank": "", "stub": "\\boxed{}", "guess": "\\boxed{A}"}
    for rule in (boxed, first_letter):
        assert {name: rule(task, text).program for name, text in texts.items()} == {
            "gold": "C", "blank": "", "stub": "", "guess": "A",
        }  # fmt: skip


def test_gold_needs_a_reference_answer() -> None:
    with pytest.raises(BadInput, match="'t': the task has no reference answer"):
        completions("gold", [Task(id="t", check=FunctionCheck(tests=("",)))])
