"""Reads the score from a model's reply."""

import re
from collections import deque

from benchmark.core.sample import NO_ANSWERS, Completion
from benchmark.judging.rubric.rubrics import HIGHEST, LOWEST

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
