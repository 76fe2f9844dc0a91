"""Captions: the texts in a model's reply that describe the pictures of a task, one per picture.

The prompt asks for one description per picture, each on a new line after ``Picture 1:``, ``Picture 2:``, and
so on. Models also answer in other forms, so the reply is read by this rule:

1. Reasoning blocks are dropped.
2. A line that begins with ``Picture N`` is a heading if the problem has a picture N and the number is
   followed by a colon, full stop, dash, bracket or the end of the line. ``Image`` and ``Figure`` are read
   like ``Picture``. Marks of Markdown (``**Picture 1:**``, ``### Picture 1``, ``- Picture 1:``) are ignored,
   and so are brackets around a heading or around heading and caption. The caption is the rest of the line
   and all lines up to the next heading. Text before the first heading is dropped. Two captions with the same
   number are joined.
3. Without such headings, lines that begin with ``1.``, ``1)`` or ``1:`` are headings, if there is exactly one
   for each picture, in the order 1, 2, and so on.
4. Without any headings, the whole reply is the caption of the first picture. It may describe the others too,
   so their captions refer to it.
5. A picture without a caption gets :data:`MISSING`.
"""

import re

from benchmark.extraction.reasoning import drop_reasoning

#: Stands for a caption that the reply lacks.
MISSING = "(no description was given)"
#: Stands for the captions of further pictures if the reply has no headings.
SEE_FIRST = "(see the description of picture 1)"

_MARKUP = r"[ \t>#*_\-•\[(]*"
_AFTER = r"[*_\])]*[ \t]*(?:[:.)\-–—](?![0-9])[*_\])]*|$)"
_LABELLED = re.compile(
    rf"^{_MARKUP}(?:picture|image|figure)[ \t]*#?[ \t]*([0-9]{{1,3}}){_AFTER}", re.IGNORECASE | re.MULTILINE
)
_NUMBERED = re.compile(rf"^{_MARKUP}([0-9]{{1,3}})[*_]*[.):][*_]*(?=\s|$)", re.MULTILINE)


def read_captions(reply: str, count: int) -> tuple[str, ...]:
    """Return one caption per picture; the docstring of this module states the rule.

    Args:
        reply: the model's text.
        count: number of pictures, at least 1.
    """
    text = drop_reasoning(reply.replace("\r\n", "\n"))[0].strip()
    headings = [match for match in _LABELLED.finditer(text) if 1 <= int(match[1]) <= count]
    if not headings:
        numbered = list(_NUMBERED.finditer(text))
        headings = numbered if [int(match[1]) for match in numbered] == list(range(1, count + 1)) else []
    if not headings:
        return (text or MISSING, *((SEE_FIRST if text else MISSING,) * (count - 1)))
    found: dict[int, list[str]] = {}
    ends = [match.start() for match in headings[1:]] + [len(text)]
    for match, end in zip(headings, ends, strict=True):
        caption = text[match.end() : end].strip()
        if "[" in match[0] and "]" not in match[0]:
            caption = caption.removesuffix("]")
        found.setdefault(int(match[1]), []).append(caption)
    return tuple("\n".join(filter(None, found.get(number, ()))) or MISSING for number in range(1, count + 1))
