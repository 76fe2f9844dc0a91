"""Finds code that a person would see in a completion although its Markdown has no proper block around it.

The rule asks here only if it has found no code that parses and is the answer. What is found must parse and
define the entry point, or have code if the task asks for a program.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from benchmark.extraction.fences import Block, fenced_blocks, is_python
from benchmark.extraction.names import defines
from benchmark.extraction.source import Parser, dedent, tidy
from benchmark.extraction.unfenced import defining_region, is_code, program_region

_QUOTED_FENCE = re.compile(r"^[ \t]{0,3}>[ \t]?[ \t]*(?:`{3}|~{3})", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
#: Matches a line that a person takes for the end of a block, although its run is too short.
_SHORT_FENCE = re.compile(r"^ {0,3}(?:`{2,}|~{2,})[ \t]*$", re.MULTILINE)
_ONE_LINE = re.compile(r"(?<!`)`{3,8}(?!`)([^`\n]+)`{3,8}(?!`)")
_INLINE = re.compile(r"(?<!`)`{1,2}(?!`)([^`\n]+)`{1,2}(?!`)")
#: Matches a line that begins a sentence: a capital letter and three words, with no sign of code.
_PROSE = re.compile(r"[A-Z][\w'-]*,?(?: [\w'`-]+,?){2}")
#: Matches the line above an indented part that belongs to code, not to prose.
_HEADER = re.compile(r"(?:class|(?:async )?(?:def|for|with)|if|elif|else|try|except|finally|while|match|@)\b")
_TRIED = 20  #: maximum places of each kind that are tried, the last ones


def find_code(
    text: str, name: str, blocks: Sequence[Block], parser: Parser
) -> tuple[str, tuple[str, ...]] | None:
    """Return the code and notes that say where it was; None if there is none.

    Args:
        text: the completion.
        name: the entry point, or empty for a program.
        blocks: the fenced blocks of the text.
        parser: parses sources of this completion.
    """
    for note, source in _sources(text, name, blocks, parser):
        code, notes = tidy(source.strip("\n"), parser)
        tree = parser.tree(code)
        if tree is not None and (defines(tree, name) if name else any(map(is_code, tree.body))):
            return code, (note, *notes)
    return None


def _sources(text: str, name: str, blocks: Sequence[Block], parser: Parser) -> Iterator[tuple[str, str]]:
    """Yield notes and texts that may be code, the likeliest first."""
    if _QUOTED_FENCE.search(text):
        for block in fenced_blocks(_QUOTE.sub("", text))[: -_TRIED - 1 : -1]:
            if block.may_be_python:
                yield "the block is quoted", block.text
    for block in islice((block for block in reversed(blocks) if not block.closed), _TRIED):
        short = _SHORT_FENCE.search(block.text)
        if short is not None:
            yield "the closing fence is too short", block.text[: short.start()]
        region = defining_region(block.text, name, parser) if name else program_region(block.text, parser)
        if region is not None and _goes_on_with_prose(block.text, region):
            yield "the block is never closed; the text below the code is cut", region
    for match in _last(_ONE_LINE, text):
        language, _, rest = match[1].strip().partition(" ")
        yield "the block is one line", rest if is_python(language.lower()) else match[1].strip()
    if name and not blocks:
        for part in _indented_parts(text):
            yield "the block is indented, without a fence", dedent(part)
    if name:
        for match in _last(_INLINE, text):
            yield "the code is in a line of prose", match[1].strip()


def _indented_parts(text: str) -> list[str]:
    """Return the parts of a text whose lines are indented by four columns, the last ones first.

    A part below a header of code, such as ``class Solution:``, is left out.
    """
    parts: deque[list[str]] = deque(maxlen=_TRIED)
    above, part = "", None
    for line in text.split("\n"):
        if line.strip() and not line.startswith(("    ", "\t")):
            above, part = line, None
        elif part is not None:
            part.append(line)
        elif line.strip() and _HEADER.match(above) is None:
            part = [line]
            parts.append(part)
    return ["\n".join(part) for part in reversed(parts)]


def _goes_on_with_prose(text: str, region: str) -> bool:
    """Whether the first line below a region is prose after a blank line, and not code that is cut off."""
    _, found, rest = text.partition(region)
    gap = rest[: len(rest) - len(rest.lstrip())]
    return bool(found) and gap.count("\n") > 1 and _PROSE.match(rest.lstrip()) is not None


def _last(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return list(pattern.finditer(text))[: -_TRIED - 1 : -1]
