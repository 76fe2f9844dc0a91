r"""Recognises drawings in TikZ, which answer tasks that ask for a figure.

A text is TikZ if its first line that is neither empty nor a comment of TeX starts with a command, as in
``\begin{tikzpicture}``. No line of Python starts so.
"""

import re

from benchmark.extraction.fences import Block, fenced_blocks

_FIRST = re.compile(r"(?:\s|%[^\n]*+\n)*+\\[A-Za-z]")
_TAGS = frozenset({"latex", "tex", "tikz"})
_BEGIN, _END = "\\begin{tikzpicture}", "\\end{tikzpicture}"


def is_tikz(code: str) -> bool:
    """Whether code is a drawing in TikZ."""
    return _FIRST.match(code) is not None


def tikz_block(text: str) -> Block | None:
    """Return the last block that is a drawing in TikZ, complete ones first; None if there is none."""
    blocks = [block for block in fenced_blocks(text) if _may_be_tikz(block)]
    complete = [block for block in blocks if not block.cut_off]
    return next(reversed(complete or blocks), None)


def unfenced_tikz(text: str) -> str:
    """Return the last picture in TikZ in a text without fences; empty if there is none."""
    end = text.rfind(_END)
    start = text.rfind(_BEGIN, 0, end) if end >= 0 else -1
    return text[start : end + len(_END)] if start >= 0 else ""


def _may_be_tikz(block: Block) -> bool:
    return (block.language in _TAGS or not block.language) and is_tikz(block.text)
