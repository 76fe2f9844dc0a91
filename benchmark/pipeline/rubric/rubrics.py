"""The eight rubrics, which of them judges a task, and how scores are read from replies.

Scores are read when replies arrive, and again when a published file is verified.
"""

import re
import tomllib
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import get_args

from benchmark.core.sample import NO_ANSWERS, Completion, SampleKey
from benchmark.core.task import FigureCheck, RubricCheck, RubricName, Task, rubric_of_figure
from benchmark.results.rubric import StepReply

#: Version of rubrics, prompts and the rule that reads scores. Changes that can alter a score raise it.
RUBRIC_VERSION = 2
#: Scores of each level, in the order of a rubric's levels.
LEVELS = ("9-10", "7-8", "5-6", "3-4", "1-2")
LOWEST, HIGHEST = 1, 10

_FILE = "rubrics.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """What a model compares in one kind of task, and what its scores mean."""

    name: RubricName
    title: str  #: what the answer was to do
    elements: tuple[str, ...]  #: what to look for in both programs
    levels: tuple[str, ...]  #: what the scores of each of :data:`LEVELS` mean


@cache
def rubrics() -> Mapping[RubricName, Rubric]:
    """Return all rubrics by name."""
    found = tomllib.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: Rubric(
                name=name,
                title=found[name]["title"],
                elements=tuple(found[name]["elements"]),
                levels=tuple(found[name]["levels"]),
            )
            for name in get_args(RubricName)
        }
    )


def rubric_of(task: Task) -> Rubric | None:
    """Return the rubric of a task; None if no rubric can judge it."""
    match task.check:
        case FigureCheck(operation=operation, type=type_):
            return rubrics()[rubric_of_figure(operation, type_)]
        case RubricCheck(rubric=name):
            return rubrics()[name]
        case _:
            return None


_THINK, _THINK_END = "<think>", "</think>"
_SHOWN = 40  #: characters after a mention of a score in which its value may be
#: A box, or the word followed by a colon.
_MENTION = re.compile(
    r"(?P<box>(?:\\boxed[ ]{0,3}|\bboxed)[({])|\b(?P<word>score[*_` ]{0,4}[:=])", re.IGNORECASE
)
_NUMBER = r"(?P<number>\d{1,2})(?:\.0)?(?![\d]|[.,]\d)"
_OF_TEN = r"(?:[*_`}\s]{0,4}(?:/|out of)\s{0,3}10(?!\d))?"
_INSIDE = r"(?:\{|\(\{?)\s{0,3}(?:\\[a-z]+\s{0,3}\{\s{0,3})?(?:score:\s{0,3})?"
#: In braces, or as the paper's prompts write it: ``boxed(7)``, ``boxed({7})``.
_BOX = re.compile(rf"\\?boxed\s{{0,3}}{_INSIDE}{_NUMBER}{_OF_TEN}\s{{0,3}}[}})]", re.IGNORECASE)
#: The value after the colon; a range such as 7-8 is not a score.
_VALUE = re.compile(
    rf"[*_`\s(]{{0,6}}{_NUMBER}{_OF_TEN}(?![*_`\s]{{0,4}}(?:-|–|—|/|to|or|out of)\s{{0,3}}\d)", re.IGNORECASE
)
#: A line with nothing but a box, in which the model states its own score.
_BOX_LINE = re.compile(
    r"^[*_#$` \t]{0,8}(?P<box>\\?boxed[ ]{0,3}[({])(?:(?!boxed)[^\n]){0,30}[})][*_$`. \t]{0,8}$",
    re.IGNORECASE | re.MULTILINE,
)
#: A line that starts with "score".
_SCORE_LINE = re.compile(
    r"^[*_#$` \t]{0,8}(?:(?:my|the|final|overall|total) ){0,3}(?P<word>score[*_` ]{0,4}[:=])",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(r"^[ ]{0,3}(?:```|~~~)")


def reply_text(reply: Completion) -> str:
    """Return the text of a reply without the reasoning it begins with; empty if the model refused.

    Later tags stay: the reply may quote them from the answer, which must not remove what is before them.
    """
    if reply.finish_reason in NO_ANSWERS:
        return ""
    text = reply.text.strip()
    return text.partition(_THINK_END)[2].strip() if text.startswith(_THINK) else text


def read_score(reply: Completion) -> int | None:
    r"""Return the score of a reply, 1 to 10; None if it names none that can be read.

    The last line that is only a box counts: ``\boxed{7}`` or ``boxed(7)``. Without one, the last line
    ``Score: 7`` counts, which may be bold, in a box and followed by ``/10``; without that, the last mention
    of a score.
    Elsewhere, a reply may quote what the answer says about its score. If what counts is not a whole number
    from 1 to 10, the reply has no score. Reasoning at the beginning and fenced blocks do not count, nor does
    a reply that was cut off or refused.
    """
    if reply.finish_reason == "length":
        return None
    text = _without_fences(reply_text(reply))
    last = _last(_BOX_LINE, text) or _last(_SCORE_LINE, text) or _last(_MENTION, text)
    if last is None:
        return None
    is_box = bool(last.groupdict().get("box"))
    start = last.start("box") if is_box else last.end("word")
    shown = text[start : start + _SHOWN]
    match = _BOX.match(shown.lstrip("*_` $")) or (None if is_box else _VALUE.match(shown))
    number = 0 if match is None else int(match["number"])
    return number if LOWEST <= number <= HIGHEST else None


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = deque(pattern.finditer(text), maxlen=1)
    return found[0] if found else None


def _without_fences(text: str) -> str:
    """Return a text without its fenced blocks; a fence that is never closed reaches to the end."""
    kept, inside = [], False
    for line in text.splitlines():
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


#: An empty first reply is asked for again, once.
ELEMENTS, ELEMENTS_AGAIN, SCORE = "elements", "elements-again", "score"


def again_step(number: int) -> str:
    """Return the name of the step that asks for a score once more, counted from 1."""
    return f"again-{number}"


def by_sample(replies: Iterable[StepReply]) -> dict[SampleKey, dict[str, Completion]]:
    """Return the replies by sample, then by step."""
    found: dict[SampleKey, dict[str, Completion]] = {}
    for step, reply in replies:
        found.setdefault(reply.key, {})[step] = reply
    return found


def score_of(replies: Mapping[str, Completion], repeats: int) -> int | None:
    """Return the first score that can be read among the replies to one sample.

    Args:
        replies: replies by step.
        repeats: how often a score was asked for again, at most.
    """
    steps = (SCORE, *map(again_step, range(1, repeats + 1)))
    scores = (read_score(replies[step]) for step in steps if step in replies)
    return next((score for score in scores if score is not None), None)
