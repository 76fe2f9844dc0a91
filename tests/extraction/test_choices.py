"""The letter of an option is found in every odd form, and words and names are not taken for letters."""

import pytest

from benchmark.core.task import ChoiceCheck, Task
from benchmark.extraction import own
from benchmark.extraction.choices import boxed, extract, first_letter
from tests.case_files import read_cases

TASK = Task(id="t", check=ChoiceCheck(answer="B"))
CASES = read_cases("texts/choices.yaml")
DIRECT, BOXED = CASES["direct"], CASES["boxed"]


@pytest.mark.parametrize("text", DIRECT)
def test_the_first_letter_that_stands_alone_answers_a_direct_prompt(text: str) -> None:
    answer = first_letter(TASK, text)
    assert answer.program == DIRECT[text]
    assert answer.failure == ("" if DIRECT[text] else "no letter A to D that stands alone")


@pytest.mark.parametrize("text", BOXED)
def test_the_last_box_answers_a_prompt_that_asks_for_reasoning(text: str) -> None:
    answer = boxed(TASK, text)
    assert answer.program == BOXED[text]
    assert answer.empty == ("boxed{" in answer.failure)


def test_without_a_known_prompt_a_box_comes_before_the_first_letter() -> None:
    assert own.extract(TASK, "A is wrong. \\boxed{C}").program == "C"
    assert own.extract(TASK, "A is right.").program == "A"
    assert own.extract(TASK, "B, thus \\boxed{5}").empty


def test_only_the_letters_of_the_options_are_first_letters() -> None:
    two = Task(id="t", check=ChoiceCheck(answer="B", options=2))
    eight = Task(id="t", check=ChoiceCheck(answer="H", options=8))
    assert first_letter(two, "Not C but B").program == "B"
    assert first_letter(eight, "It is H.").program == "H"
    assert first_letter(TASK, "It is H.").empty


def test_notes_say_what_was_passed_over() -> None:
    answer = extract(TASK, "<think>Hm.</think>\\boxed{A} \\boxed{B}")
    assert answer.notes == ("reasoning dropped", "the last of 2 boxes counts")
