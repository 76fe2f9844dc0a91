r"""Finds fenced blocks in Markdown as models write it, which CommonMark does not cover.

Tasks that ask for a figure can be answered in TikZ.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from benchmark.core.task import is_tikz

#: Maximum blocks of a completion; of more, only the last ones are used.
BLOCKS_LIMIT = 1_000

_FENCE = re.compile(r"^(?P<before>[^\n]*?)(?P<run>`{3,}|~{3,})(?P<rest>[^\n]*)$", re.MULTILINE)
_LIST_MARKER = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
_PYTHON = frozenset({"python", "py", "ipython", "pycon", "python-repl"})
_MARKDOWN = frozenset({"markdown", "md"})
_TIKZ = frozenset({"", "latex", "tex", "tikz"})
_TIKZ_BEGIN, _TIKZ_END = "\\begin{tikzpicture}", "\\end{tikzpicture}"


class Block(NamedTuple):  # a text may have hundreds of thousands of blocks, and dataclasses are slower
    """The text between two fences."""

    language: str  #: first word after the opening fence in lower case; may be empty
    text: str
    closed: bool  #: False if the text ends, or another block begins, before a closing fence
    cut_off: bool = False  #: whether the text ends before a closing fence

    @property
    def tagged_python(self) -> bool:
        """Whether the block has a Python tag."""
        return is_python(self.language)

    @property
    def may_be_python(self) -> bool:
        """Whether the block has a Python tag or no tag."""
        return not self.language or self.tagged_python


class _OpeningFence(NamedTuple):
    character: str
    length: int
    indent: int
    language: str
    content: int  #: position where the next line starts


def fenced_blocks(text: str, *, nested: bool = True) -> tuple[Block, ...]:
    """Return the fenced blocks of a completion, in order.

    A fence is a run of three or more backticks or tildes at any indentation, optionally after a list marker;
    an opening fence with a Python tag may also follow prose. A closing fence is at least as long as the
    opening one and indented by at most three more columns, so a fence in an indented docstring does not close
    a block. A closing fence may follow the last line of code directly. A tagged fence inside a block starts a
    new block: the model forgot to close the first. With ``nested``, the blocks inside a block tagged Markdown
    replace it, one level deep. The common indentation of a block, up to that of its fence, is removed.
    """
    found: deque[Block] = deque(maxlen=BLOCKS_LIMIT)
    opening: _OpeningFence | None = None
    for line in _FENCE.finditer(text):
        if opening is None:
            opening = _open(line)
        elif _closes(line, opening):
            glued = line["before"].strip() != ""
            end = line.start("run") if glued else max(line.start() - 1, opening.content)
            found.extend(_blocks(opening, text[opening.content : end], closed=True, nested=nested))
            opening = None
        elif (another := _open(line, inside=opening)) is not None:
            end = max(line.start() - 1, opening.content)
            found.extend(_blocks(opening, text[opening.content : end], closed=False, nested=nested))
            opening = another
    if opening is not None:
        rest = text[opening.content :]
        found.extend(_blocks(opening, rest, closed=False, nested=nested, cut_off=True))
    return tuple(found)


def _open(line: re.Match[str], *, inside: _OpeningFence | None = None) -> _OpeningFence | None:
    before, run, rest = line.groups()
    if run[0] == "`" and "`" in rest:
        return None  # inline code
    words = rest[:200].split(maxsplit=1)
    language = words[0].strip("{}.").lower() if words else ""
    in_line = before != "" and _LIST_MARKER.fullmatch(before) is None
    if in_line and (inside is not None or not is_python(language)):
        return None
    indent = 0 if in_line else len(before.expandtabs(4))
    if inside is not None and (not language or run[0] != inside.character or indent > inside.indent + 3):
        return None
    return _OpeningFence(run[0], len(run), indent, language, line.end() + 1)


def is_python(language: str) -> bool:
    """Whether a word in lower case is a Python tag."""
    return language.rstrip("0123456789.") in _PYTHON


def _closes(line: re.Match[str], opening: _OpeningFence) -> bool:
    before, run, rest = line.groups()
    if run[0] != opening.character or len(run) < opening.length or rest.strip():
        return False
    if before.strip():
        return "#" not in before
    return len(before.expandtabs(4)) <= opening.indent + 3


def _blocks(
    opening: _OpeningFence, text: str, *, closed: bool, nested: bool, cut_off: bool = False
) -> Iterator[Block]:
    if nested and opening.language in _MARKDOWN:
        inner = fenced_blocks(text, nested=False)
        # The last inner block is cut off only if the text ends inside the outer one.
        yield from (block._replace(cut_off=block.cut_off and cut_off) for block in inner)
        return
    language = opening.language
    first, newline, rest = text.partition("\n")
    if not language and newline and is_python(first.strip().lower()):
        language, text = first.strip().lower(), rest  # the tag is on the line below the fence
    yield Block(language, _dedent(text, opening.indent), closed, cut_off)


def _dedent(text: str, fence: int) -> str:
    """Remove the indentation that all lines share, up to that of the fence."""
    if not fence:
        return text
    lines = text.expandtabs(4).split("\n") if "\t" in text else text.split("\n")
    shared = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    cut = min(shared, fence)
    return "\n".join(line[cut:] if line.strip() else line for line in lines) if cut else text


def tikz_block(text: str) -> Block | None:
    """Return the last block that is a drawing in TikZ, complete ones first; None if there is none."""
    blocks = [block for block in fenced_blocks(text) if block.language in _TIKZ and is_tikz(block.text)]
    complete = [block for block in blocks if not block.cut_off]
    return next(reversed(complete or blocks), None)


def unfenced_tikz(text: str) -> str:
    """Return the last picture in TikZ in a text without fences; empty if there is none."""
    end = text.rfind(_TIKZ_END)
    start = text.rfind(_TIKZ_BEGIN, 0, end) if end >= 0 else -1
    return text[start : end + len(_TIKZ_END)] if start >= 0 else ""
