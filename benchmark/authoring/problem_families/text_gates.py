"""Check the text of a problem: its length, its marks, and what it says about precision."""

import re
from collections.abc import Iterator

from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.instance import ProblemTask
from benchmark.files.pictures import MARK

MIN_TEXT, MAX_TEXT = 800, 2500  #: characters of a problem with its samples

_PRECISION = re.compile(r"10\^\{?-6\}?|1e-6|0\.000001|10\*\*-6")


def text_faults(made: ProblemTask) -> Iterator[GateFault]:
    """Yield the faults in the text of a task."""
    for problem in (*_length_problems(made), *_mark_problems(made), *_word_problems(made)):
        yield GateFault(made.task_id, "statement", problem)


def _length_problems(made: ProblemTask) -> Iterator[str]:
    length = len(MARK.sub("", made.text))
    if not MIN_TEXT <= length <= MAX_TEXT:
        yield f"has {length} characters with its samples; it needs {MIN_TEXT} to {MAX_TEXT}"


def _mark_problems(made: ProblemTask) -> Iterator[str]:
    marks = [int(mark[1]) for mark in MARK.finditer(made.text)]
    wanted = list(range(1, len(made.shown) + 1))
    if marks != wanted:
        expected = ", ".join(f"![image]({number}.png)" for number in wanted)
        yield f"must have {expected} once each, in this order"
    paragraphs = made.text.split("\n\n")
    if any(MARK.search(paragraph) and not MARK.fullmatch(paragraph.strip()) for paragraph in paragraphs):
        yield "has a mark inside a paragraph; put empty lines around it"


def _word_problems(made: ProblemTask) -> Iterator[str]:
    if "TO" + "DO" in made.text or "$" in made.text:
        yield "has a part that is not written yet, or a $"
    if bool(_PRECISION.search(made.text)) != (made.compare == "floats"):
        yield "COMPARE is floats exactly if the statement names the precision, 10^-6"
    for word in ("input", "print"):
        if word not in made.text.lower():
            yield f"does not say the word {word!a}"
    if not re.search(r"pictures?\b", made.text):
        yield "does not mention its pictures"
    if not made.text.isascii():
        letters = "".join(sorted({letter for letter in made.text if not letter.isascii()}))
        yield f"has letters that are not ASCII: {letters!a}"
