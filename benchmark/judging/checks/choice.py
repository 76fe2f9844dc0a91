"""Judges the answer to a multiple-choice question; nothing is run."""

from benchmark.core.task import ChoiceCheck
from benchmark.core.verdict import Status
from benchmark.judging.checks.case_result import CaseResult

#: Detail of an answer without a letter, if the extraction rule does not say what it looked for.
NO_LETTER = "no letter of an option"
_SHOWN = 20  #: characters of an answer that are shown


def compare(check: ChoiceCheck, answer: str) -> CaseResult:
    """Return ``passed`` for the letter of the right option, else ``wrong_answer``."""
    letter = answer.strip()
    if letter == check.answer:
        return CaseResult(status=Status.PASSED)
    last = chr(ord("A") + check.options - 1)
    is_option = len(letter) == 1 and "A" <= letter <= last
    beyond = "" if is_option else f", but the options are A to {last}"
    return CaseResult(status=Status.WRONG_ANSWER, detail=f"answered {letter[:_SHOWN]}{beyond}")
