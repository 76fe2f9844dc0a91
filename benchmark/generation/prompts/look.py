"""Reads where a model wants to look closer, and answers with these parts of the pictures."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmark.core.look import FORM, MOST_LOOKS, SMALLEST_SIDE
from benchmark.generation.prompts.message import Message, Part, PicturePart, TextPart

_NUMBER = r"-?(?:\d{1,6}(?:\.\d{0,20})?|\.\d{1,20})"
_LINE = re.compile(r" {0,3}LOOK(?:[ \t:]|$)")  # four spaces make a line of code
_REQUEST = re.compile(rf"\s*LOOK(?:\s+(\d{{1,3}})\s*:)?((?:[\s,]+{_NUMBER}){{4,5}})[\s.]*")
_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})(.*)")

#: A part that a model asked for, as completions record it: number of the picture, left, top, right and bottom
#: edge as shares, and the factor by which it was enlarged. Empty if it could not be shown.
Look = tuple[float, ...]
Looked = tuple[Message, tuple[Look, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookRequest:
    """A part of a picture."""

    picture: int  #: number of the picture, from 1
    edges: tuple[float, float, float, float]  #: left, top, right, bottom; shares of its width and height
    scale: float | None  #: factor to enlarge it by; None for the length of the whole picture


def answer_looks(
    text: str, done: int, pictures: int, crop: Callable[[LookRequest], tuple[PicturePart, float]]
) -> Looked:
    """Return the answer to a reply, and its looks: none if it does not ask, or may not ask any more.

    Args:
        text: the reply, without thinking.
        done: number of earlier looks of this sample.
        pictures: number of pictures that the model was shown.
        crop: returns a part of a picture, and the factor by which it was enlarged.
    """
    lines = [*_request_lines(text)][: MOST_LOOKS - done]
    parts: list[Part] = []
    looks: list[Look] = []
    for line in lines:
        box = _box(line, pictures)
        if isinstance(box, str):
            parts.append(TextPart(text=f"Nothing is shown: {box}.\n"))
            looks.append(())
            continue
        picture, factor = crop(box)
        edges = " ".join(f"{edge:g}" for edge in box.edges)
        parts += [TextPart(text=f"Picture {box.picture}, {edges}, {factor:.1f} times as large:\n"), picture]
        looks.append((float(box.picture), *box.edges, round(factor, 3)))
    left = MOST_LOOKS - done - len(lines)
    parts.append(TextPart(text=f"\nLooks left: {left}.{'' if left else ' Answer now.'}"))
    return Message(role="user", parts=tuple(parts)), tuple(looks)


def _request_lines(text: str) -> Iterator[str]:
    """Yield the lines that start with LOOK, except those of code blocks."""
    fence = ""  # of the block that is open
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not found[2].strip():
            fence = ""
        elif not fence and _LINE.match(line):
            yield line


def _box(line: str, pictures: int) -> str | LookRequest:
    """Return what a line asks for, or why it cannot be shown."""
    found = _REQUEST.fullmatch(line)
    if found is None:
        return f"write {FORM}, with numbers from 0 to 1"
    number = int(found[1] or 1)
    if not 1 <= number <= pictures:
        return f"there is no picture {number}"
    left, top, right, bottom, *scale = map(float, found[2].replace(",", " ").split())
    if not (left >= 0 and right <= 1 and top >= 0 and bottom <= 1):
        return "edges must be from 0 to 1"
    # Shares such as 0.3 and 0.32 differ by a little less than 0.02.
    if min(right - left, bottom - top) < SMALLEST_SIDE - 1e-9:
        return f"x1 and y1 must be at least {SMALLEST_SIDE} above x0 and y0"
    if scale and scale[0] < 1:
        return "the factor must be at least 1"
    return LookRequest(picture=number, edges=(left, top, right, bottom), scale=scale[0] if scale else None)
