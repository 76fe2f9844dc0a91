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
#: Matches a string, or two characters that neither begin nor end one. Strings of three quotes have no escapes
#: here, so that those which are never closed are searched only once.
STRING = (
    r"\\.|\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}"
    r"|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
)
_STRINGS = re.compile(
    rf"\#[^\n]*|\"{{3}}[\s\S]*?\"{{3}}|'{{3}}[\s\S]*?'{{3}}|(?P<open>\"{{3}}|'{{3}})|{STRING}"
)
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


class Span(NamedTuple):
    """Where a fenced block is in a text; positions in characters."""

    opening: _OpeningFence
    begin: int  #: start of the line of the opening fence
    start: int  #: start of the block's text
    end: int  #: end of the block's text
    behind: int  #: end of the closing fence, or of the block's text
    closed: bool
    cut_off: bool = False  #: whether the text ends before a closing fence


def fence_spans(text: str, *, strings: bool = False) -> Iterator[Span]:
    """Yield where the fenced blocks of a completion are, in order; see :func:`fenced_blocks`."""
    opening: _OpeningFence | None = None
    begin = outside = 0
    for line in _FENCE.finditer(text):
        if opening is None:
            opening, begin = _open(line), line.start()
            outside = line.end()
        elif _closes(line, opening):
            glued = line["before"].strip() != ""
            end = line.start("run") if glued else max(line.start() - 1, opening.content)
            if strings and outside > line.start():
                continue
            if strings and (quote := open_string(text[outside:end])):
                closing = text.find(quote, end)
                if closing >= 0:
                    outside = closing + len(quote)
                    continue
            yield Span(opening, begin, opening.content, end, line.end("run"), closed=True)
            opening = None
        elif (another := _open(line, inside=opening)) is not None:
            end = max(line.start() - 1, opening.content)
            yield Span(opening, begin, opening.content, end, end, closed=False)
            opening, begin, outside = another, line.start(), line.end()
    if opening is not None:
        yield Span(opening, begin, opening.content, len(text), len(text), closed=False, cut_off=True)


def fenced_blocks(text: str, *, nested: bool = True, strings: bool = False) -> tuple[Block, ...]:
    """Return the fenced blocks of a completion, in order.

    A fence is a run of three or more backticks or tildes at any indentation, optionally after a list marker;
    an opening fence with a Python tag may also follow prose. A closing fence is at least as long as the
    opening one and indented by at most three more columns, so a fence in an indented docstring does not close
    a block. A closing fence may follow the last line of code directly. A tagged fence inside a block starts a
    new block: the model forgot to close the first. With ``nested``, the blocks inside a block tagged Markdown
    replace it, one level deep. With ``strings``, fences inside strings of three quotes do not count. The
    common indentation of a block, up to that of its fence, is removed.
    """
    found: deque[Block] = deque(maxlen=BLOCKS_LIMIT)
    # Only the last blocks are kept, so they are made from the end.
    for span in reversed(list(fence_spans(text, strings=strings))):
        inside = text[span.start : span.end]
        blocks = _blocks(span.opening, inside, closed=span.closed, nested=nested, cut_off=span.cut_off)
        for block in reversed(list(blocks)):
            if len(found) == BLOCKS_LIMIT:
                return tuple(found)
            found.appendleft(block)
    return tuple(found)


def open_string(code: str) -> str:
    """Return the three quotes of the first string that is never closed; empty if there is none."""
    return next((found[0] for found in _STRINGS.finditer(code) if found.lastgroup == "open"), "")


def _open(line: re.Match[str], *, inside: _OpeningFence | None = None) -> _OpeningFence | None:
    before, run, rest = line.groups()
    if run[0] == "`" and "`" in rest:
        return None  # inline code
    words = rest[:200].split(maxsplit=1) if rest else ()  # most fences stand alone
    language = words[0].strip("{}.").lower() if words else ""
    if inside is not None and not language:
        return None
    in_line = before != "" and _LIST_MARKER.fullmatch(before) is None
    if in_line and (inside is not None or not is_python(language)):
        return None
    indent = 0 if in_line or not before else len(before.expandtabs(4))
    if inside is not None and (run[0] != inside.character or indent > inside.indent + 3):
        return None
    return _OpeningFence(run[0], len(run), indent, language, line.end() + 1)


def is_python(language: str) -> bool:
    """Whether a word in lower case is a Python tag."""
    return language.rstrip("0123456789.") in _PYTHON


def _closes(line: re.Match[str], opening: _OpeningFence) -> bool:
    before, run, rest = line.groups()
    # Marks of chat templates may follow a fence: `<|im_end|>`, `[DONE]`.
    if run[0] != opening.character or len(run) < opening.length:
        return False
    if rest and rest.strip()[:1] not in ("", "<", "["):
        return False
    if not before:
        return True
    if before.strip():
        # A fence in a comment closes nothing.
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
