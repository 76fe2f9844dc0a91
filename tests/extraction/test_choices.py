"""The letter of an option is found in every odd form, and words and names are not taken for letters."""

import pytest

from benchmark.core.task import ChoiceCheck, Task
from benchmark.extraction import own
from benchmark.extraction.choices import boxed, extract, first_letter

TASK = Task(id="t", check=ChoiceCheck(answer="B"))

#: Text → the letter that is extracted from it; empty for no answer.
DIRECT = {
    "B": "B",
    " b \n": "B",
    "B.": "B",
    "(B)": "B",
    "(b)": "B",
    "[C]": "C",
    "**D**": "D",
    "`A`": "A",
    '"A"': "A",
    "'A'": "A",
    "$B$": "B",
    "\uff22": "B",
    "B)": "B",
    "B: 12.5": "B",
    "A. plt.bar(x, y)": "A",
    "A plt.bar(x, y)": "A",
    "A 12.5": "A",
    "Option B": "B",
    "Option A because the bar is gone.": "A",
    "option b": "B",
    "Answer: A bar": "A",
    "The answer is B": "B",
    "The correct answer is **(C)**.": "C",
    "The answer is: \\boxed{C}": "C",
    "\\textbf{D}": "D",
    '{"answer": "D"}': "D",
    "<answer>B</answer>": "B",
    "答案是B。": "B",
    "A is right.": "A",
    "A, because two bars are missing.": "A",
    "A — it has three bars": "A",
    "A\n\nA bar is missing.": "A",
    "I choose A": "A",
    "B\nC": "B",
    "A bar is missing, so the answer is B.": "B",
    "A triangle. Option C.": "C",
    "As an answer: C": "C",
    "CAD: D": "D",
    "A's bar": "",
    "At 25 °C the label is D.": "D",
    "The point A is moved, so C": "C",
    "∠A = 60°, which is D": "D",
    "F(x) and B(x) rise, so C.": "C",
    "A = 3, so D": "D",
    "A1, B2, so C": "C",
    "A-shaped: B": "B",
    "A² + B² is in C.": "C",
    "<think>A or B?</think>\nC": "C",
    "<think>It is A": "",
    "E": "E",
    "The correct option is b, since it is higher.": "B",
    "the answer is a": "A",
    "The answer is a bar chart.": "",
    "It is a bar": "",
    "**Answer:** C": "C",
    "My answer: a)": "A",
    "A\u9009\u9879": "A",
    "A \u9009\u9879\u6b63\u786e": "A",
    "": "",
    "I cannot see a picture.": "",
    "a bar": "",
    "A bar.": "",
    "A or B": "",
    "A/B": "",
    "N/A": "",
    "Both A and C are possible.": "",
    "A) 3\nB) 4\nC) 5\nD) 6": "",
    "A) 3\nB) 4\nC) 5\nD) 6\n\nAnswer: C": "C",
    "It is not A. The answer is B.": "B",
    "A is wrong, B is right.": "B",
    "A, because B is wrong": "A",
    "Triangle ABC with A at the origin. Answer: D": "D",
    "The triangle has vertices A, B, C. The answer is D.": "D",
    "The angle at B is 90°. Option D.": "D",
    "Looking at options A, B, C and D, the right one is C.": "C",
    "C is right because A, B and D keep the bar.": "C",
    "Between B and C, I choose C.": "C",
    "I would choose (d)": "D",
    "it's d": "D",
    "B or C? The correct option is B.": "B",
    "Option A has three bars, option C has two. **C** is correct.": "C",
    "Option A. No: \\boxed{C}": "C",
    "正确答案是\uff1a\uff24": "D",
    "A和B都不对\uff0c选C": "C",
    "\U0001d401": "B",
    "◁think▷A◁/think▷C": "C",
}
BOXED = {
    "\\boxed{B}": "B",
    "So $\\boxed{B}$.": "B",
    "\\boxed{\\text{B}}": "B",
    "\\boxed{(B)}": "B",
    "\\boxed{\\textbf{B}.}": "B",
    "\\boxed{\\mathrm{(B)}}": "B",
    "\\boxed{Option B}": "B",
    "\\boxed{Option~B}": "B",
    "\\boxed{\\text{Option }B}": "B",
    "\\boxed{{\\bf B}}": "B",
    "\\boxed{**B**}": "B",
    "\\boxed{b}": "B",
    "\\boxed{ B }": "B",
    "\\boxed {B}": "B",
    "\\boxed{Ⓑ}": "B",
    "\\boxed{B. 12.5}": "B",
    "\\boxed{B) point A}": "B",
    "\\boxed{B (5 units)}": "B",
    "\\boxed{\\boxed{B}}": "B",
    "\\boxed{The answer is B}": "B",
    "\\boxed B": "B",
    "\x08oxed{B}": "B",
    "\\boxed{B": "B",
    "I put it into \\boxed{}: \\boxed{C}": "C",
    "\\boxed{A}, no: \\boxed{C}": "C",
    "A, B and C: \\boxed{D}": "D",
    "\\boxed{E}": "E",
    "\\boxed{\\color{red}{B}}": "B",
    "\\boxed{\\textcolor{blue}{\\text{(B)}}}": "B",
    "\\boxed{_B_}": "B",
    "\\boxed{\\text{Answer: }B}": "B",
    "\\boxed{B\\checkmark}": "B",
    "\\boxed{B.\\ \\text{A and C}}": "B",
    "\\boxed{B\\ (\\angle A = 45^\\circ)}": "B",
    "\\boxed{选项B}": "B",
    "\\boxed{\\textcolor[rgb]{1,0,0}{B}}": "B",
    "<|begin_of_box|>B<|end_of_box|>": "B",
    "\\boxed{B (or A)}": "",
    "\\boxed{A_1}": "",
    "\\boxed{B/D}": "",
    "\\boxed{LETTER}": "",
    "The answer is boxed. A bar is boxed C.": "",
    "\\boxed{}": "",
    "\\boxed{B}, in \\boxed{}": "",
    "\\boxed{5}": "",
    "\\boxed{\\text{Answer}}": "",
    "\\boxed{A, B}": "",
    "\\boxed{A or C}": "",
    "\\boxed{A bar}": "",
    "\\boxed{A = 3}": "",
    "\\boxed{F(x)}": "",
    "\\boxed{point A}": "",
    "<think>\\boxed{A}</think> So \\boxed{D}": "D",
    "<think>\\boxed{A}</think> So D": "",
    "The answer is B.": "",
    "": "",
}


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
