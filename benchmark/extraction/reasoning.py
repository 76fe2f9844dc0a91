"""Drops the part of a completion in which a model thinks before it answers."""

import re

from benchmark.core.sample import Step

_TAGS = "think|thinking|thought|reasoning"
#: An opening tag counts only at the start of a line; elsewhere it may be part of a sentence or a string.
_TAG = re.compile(
    rf"(?P<open>^[ \t]*(?:<(?:{_TAGS})>|◁think▷))|(?P<close></(?:{_TAGS})>|◁/think▷)",
    re.MULTILINE | re.IGNORECASE,
)


def drop_reasoning(text: str) -> tuple[str, bool]:
    """Drop blocks between ``<think>`` and ``</think>`` (or thinking, thought, reasoning); return if any were.

    The tags of Kimi-VL, ``◁think▷`` and ``◁/think▷``, count as well.

    A block that is never closed extends to the end of the text: the model stopped before it answered. Some
    servers omit the first opening tag. A closing tag without one therefore drops everything before it, if it
    is at the start or end of its line and text follows.
    """
    kept: list[str] = []
    start = 0
    inside = dropped = False
    for tag in _TAG.finditer(text):
        if inside:
            if tag["close"]:
                inside, start = False, tag.end()
        elif tag["open"]:
            kept.append(text[start : tag.start()])
            inside = dropped = True
        elif _stands_alone(text, tag.start(), tag.end()):
            kept, start, dropped = [], tag.end(), True
    if not dropped:
        return text, False
    if not inside:
        kept.append(text[start:])
    return "".join(kept), True


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a closing tag is at the start or end of its line and not the end of the text."""
    # Look at a few characters only, because lines can be long and full of tags.
    before = text[max(0, start - 40) : start].rpartition("\n")[2]
    behind = text[end : end + 40].partition("\n")[0]
    at_edge = not before.strip() or not behind.strip()
    return at_edge and re.compile(r"\s*\S").match(text, end) is not None


def without_reasoning(text: str) -> tuple[str, tuple[Step, ...]]:
    """Return a completion without byte-order mark and reasoning, with line feeds; and the steps to it."""
    text, dropped = drop_reasoning(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    return text, ((Step("reasoning", "reasoning dropped"),) if dropped else ())


def why_nothing(given: str, text: str) -> str:
    """Return why a completion has no answer, a key of :data:`NOTHING`.

    Args:
        given: the completion.
        text: what is left of it without reasoning.
    """
    if text.strip():
        return "no code"
    return "only reasoning" if given.strip("\ufeff \t\r\n") else "empty text"
