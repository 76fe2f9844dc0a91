"""Answers record the steps to them, and say why they are empty."""

import pytest

from benchmark.core.sample import NOTHING, STEPS, Answer, RawSample, Step
from benchmark.core.task import ChoiceCheck, FunctionCheck, Task
from benchmark.extraction.own import extract

FUNCTION = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="double", starter_code="def double(x):")
CHOICE = Task(id="t", check=ChoiceCheck(answer="B"))
CODE = "def double(x):\n    return 2 * x"


@pytest.mark.parametrize(
    ("text", "steps", "recovered"),
    [
        (CODE, ("whole-text",), False),
        (f"```python\n{CODE}\n```", ("block",), False),
        (f"```python\nx = 1\n```\n```python\n{CODE}\n```", ("block-of-several",), False),
        ("    return 2 * x", ("body",), False),
        ("     y = x\n    return x + y", ("body", "first-line"), True),
        ("    return 2 * x\n\nIt's right.", ("body", "body-cut"), True),
        (f"{CODE}<|im_end|>", ("end-token", "whole-text"), True),
        (f"ASSISTANT: <code>{CODE}</code>", ("chat-words", "tags", "whole-text"), True),
        (f"<|channel|>final<|message|>{CODE}", ("channels", "whole-text"), False),
        (f"<think>\nHm.\n</think>\n{CODE}", ("reasoning", "whole-text"), False),
        (f"It is:\n\n{CODE}\n\nThat's it.", ("text-around",), True),
        (f"```python\n{CODE}", ("block", "open-block"), True),
        (f"```python\n    {CODE.replace(chr(10), chr(10) + '    ')}\n```", ("block", "indentation"), True),
        (f"`{CODE.replace(chr(10), '')}`", ("inline-code",), True),
    ],
)
def test_steps_are_listed_and_repairs_are_told_from_others(
    text: str, steps: tuple[str, ...], *, recovered: bool
) -> None:
    answer = extract(FUNCTION, text)
    assert (answer.steps, answer.recovered) == (steps, recovered)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("\\boxed{B}", ("box",)),
        ("B", ("letter",)),
        ("The answer is B.", ("letter",)),
        ("<think>A?</think>\nIt must be B then", ("reasoning", "letter-in-text")),
    ],
)
def test_choices_have_steps_too(text: str, steps: tuple[str, ...]) -> None:
    answer = extract(CHOICE, text)
    assert (answer.code, answer.steps) == ("B", steps)


@pytest.mark.parametrize("token", ["<|im_end|>", "<s>", "</code>", "[INST]"])
def test_prose_about_a_token_ends_no_text(token: str) -> None:
    answer = extract(FUNCTION, f"The text goes on until {token} comes.\n\n```python\n{CODE}\n```\n")
    assert answer.code == CODE
    assert extract(CHOICE, f"The text goes on until {token} comes.\n\nThe answer is B.").code == "B"


def test_steps_have_one_order_and_no_other_names() -> None:
    steps = [Step("indentation"), Step("block", "the block"), Step("indentation")]
    answer = Answer.taken("x = 1", steps)
    assert answer.steps == ("block", "indentation")
    assert answer.notes == ("the block",)
    with pytest.raises(ValueError, match="unknown"):
        Answer.taken("x = 1", [Step("unknown")])
    assert all(name == name.lower() and " " not in name for name in STEPS)


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("", "empty text"),
        (" \n", "empty text"),
        ("<think>\nI wonder", "only reasoning"),
        ("<think>I wonder</think>\n", "only reasoning"),
        ("I cannot do that.", "no code"),
        (CODE, ""),
    ],
)
def test_an_empty_answer_says_why(text: str, nothing: str) -> None:
    answer = extract(FUNCTION, text)
    assert answer.nothing == nothing
    assert answer.why_empty == NOTHING.get(nothing, "")


def test_a_text_that_was_cut_off_says_so_if_nothing_is_kept() -> None:
    raw = RawSample(
        task=FUNCTION, draw=0, text="<think>\nI wonder", extraction=extract, finish_reason="length"
    )
    assert raw.answered(extract(FUNCTION, raw.text)).answer.nothing == "cut at the limit"
    assert raw.answered(extract(FUNCTION, CODE)).answer.nothing == ""
    assert raw.failed("the text crashes its reader").answer.nothing == "not read"


def test_a_choice_without_a_letter_says_what_was_looked_for() -> None:
    answer = extract(CHOICE, "None of them fits.")
    assert (answer.nothing, answer.why_empty) == ("no code", "no letter A to D that stands alone")
    assert extract(CHOICE, "<think>A or B").nothing == "only reasoning"
