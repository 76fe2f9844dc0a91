"""Flaws of raw problems: each has a rule with a name, which says what is done about it."""

from dataclasses import dataclass
from typing import Literal

#: Rule → what it does with a problem. The problem is not imported.
DROPPED: dict[str, str] = {
    "no-statement": "The statement is empty.",
    "lone-surrogate": "The statement or the starter code has a lone surrogate, which is not a character.",
    "no-picture": "The problem has no picture, or none is left.",
    "no-tests": "The problem has no tests, and no tests with its URL were found.",
    "unequal-tests": "The numbers of inputs and of outputs of the tests differ.",
    "unreadable-tests": "The tests cannot be read.",
    "too-large": "The task would be too long for a line of a task file (16 MiB).",
    "starter-code": "The starter code is not valid Python, even with bodies.",
    "duplicate": "Another problem that is kept has nearly the same statement.",
    "several-answers": "The list of --several-answers names the problem: more than one answer is right.",
}
#: Rule → what it does with a problem. The problem is imported.
REPAIRED: dict[str, str] = {
    "picture-listed": "A picture was removed because the list of --remove-pictures names it.",
    "picture-unreadable": "A picture was removed because it cannot be read.",
    "picture-missing": "A picture was removed because its file is not in the source.",
    "picture-alpha": "A transparent picture was put onto white.",
    "picture-first-frame": "An animated picture was replaced by its first frame.",
    "picture-drawn": "A picture in SVG was drawn as PNG.",
    "marker-without-picture": "A marker was removed because the problem has no such picture.",
    "picture-without-marker": "A marker was added at the end of the statement.",
    "samples-added": "The samples were added at the end, because the statement lacks them.",
    "unknown-tag": "A tag that is not one of the twelve categories was left out.",
    "tags-of-problem": "Tags whose number is not that of the pictures belong to the problem only.",
    "limit-unreadable": "A limit cannot be read, and counts as not stated.",
    "option-unread": "An option of the problem's checker was left out.",
}
Outcome = Literal["dropped", "repaired"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """A flaw that was found in a raw problem."""

    rule: str  #: a key of ``DROPPED`` or ``REPAIRED``
    picture: int = 0  #: number of the picture in the raw problem, from 1; 0 if it is about no picture
    detail: str = ""  #: one line

    @property
    def outcome(self) -> Outcome:
        """Whether the problem is dropped."""
        return "dropped" if self.rule in DROPPED else "repaired"


class DroppedError(Exception):
    """A problem cannot be imported; its flaw says why."""

    def __init__(self, rule: str, detail: str = "") -> None:
        self.flaw = Flaw(rule=rule, detail=detail)
        super().__init__(rule)
