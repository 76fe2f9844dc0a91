"""Finds code without fences in a completion, and code whose Markdown has no proper block around it.

Code with faulty Markdown, which a person would recognise, is searched only if no other code parses and is the
answer. It must parse and define the entry point, or be more than prose if the task asks for a program.
"""

import ast
import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from benchmark.core.sample import Step
from benchmark.extraction.fences import Block, fenced_blocks, is_python
from benchmark.extraction.source import (
    PARSE_LIMIT,
    Parser,
    dedent,
    defines,
    definition_pattern,
    tidy,
    too_long,
)

#: Maximum attempts to move the end of a region up.
_CUTS = 8
#: Maximum unindented lines above a definition that are tried as the start of another statement.
_LINES_ABOVE = 30

_CODE = (
    ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign
    | ast.AugAssign | ast.If | ast.Try | ast.For | ast.While | ast.With
)  # fmt: skip
#: Matches a line that may be the start of a program.
_PROGRAM_START = re.compile(
    r"^(?:#!|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|(?:async[ \t]+)?def[ \t]+\w+[ \t]*\("
    r"|class[ \t]+\w+[ \t]*[(:]|print[ \t]*\(|(?:for|while|if)[ \t][^\n]*:[ \t]*$"
    r"|\w+(?:[ \t]*,[ \t]*\w+){0,20}[ \t]*=[^=])",
    re.MULTILINE,
)
_QUOTED_FENCE = re.compile(r"^[ \t]{0,3}>[ \t]?[ \t]*(?:`{3}|~{3})", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
#: Matches a line that a person takes for the end of a block, although it has too few backticks.
_SHORT_FENCE = re.compile(r"^ {0,3}(?:`{2,}|~{2,})[ \t]*$", re.MULTILINE)
_ONE_LINE = re.compile(r"(?<!`)`{3,8}(?!`)([^`\n]+)`{3,8}(?!`)")
_INLINE = re.compile(r"(?<!`)`{1,2}(?!`)([^`\n]+)`{1,2}(?!`)")
#: Matches a line that begins a sentence: a capital letter and three words, with no sign of code.
_PROSE = re.compile(r"[A-Z][\w'-]*,?(?: [\w'`-]+,?){2}")
#: Matches the line above an indented part that belongs to code, not to prose.
_HEADER = re.compile(r"(?:class|(?:async )?(?:def|for|with)|if|elif|else|try|except|finally|while|match|@)\b")
_TRIED = 20  #: maximum places of each kind that are tried, from the last one backwards


def defining_region(text: str, name: str, parser: Parser) -> str | None:
    """Return the code around an unindented definition of ``name``; None if there is no such definition.

    This is the whole text if it is code. Else it starts with the first statement that is not separated from
    the definition by prose, and ends at the last line with which the region parses. If there is no such line,
    as in a truncated answer, it is all text from the definition on.
    """
    tree = parser.tree(text)
    if tree is not None and not defines(tree, name):
        return None
    if tree is not None and all(is_code(statement) for statement in tree.body):
        return text
    starts = [match.start() for match in definition_pattern(name).finditer(text)]
    if not starts:
        return None if tree is None else text
    for start in dict.fromkeys((starts[0], starts[-1])):
        region = _grow_region(text, start, parser)
        if region is not None:
            return region
    return text[starts[0] :]


def program_region(text: str, parser: Parser) -> str | None:
    """Return the text if it is a program, else the part that looks like one; None if there is no code."""
    tree = parser.tree(text)
    if tree is not None:
        return text if any(is_code(statement) for statement in tree.body) else None
    start = _PROGRAM_START.search(text)
    if start is None:
        return None
    region = _grow_region(text, start.start(), parser)
    return text[start.start() :] if region is None else region


def looks_like_code(text: str, parser: Parser) -> bool:
    """Whether ``text`` parses and is more than prose, or has a line that could start a program."""
    tree = parser.tree(text)
    if tree is not None:
        return any(is_code(statement) for statement in tree.body)
    return _PROGRAM_START.search(text) is not None


def is_code(statement: ast.stmt) -> bool:
    """Whether a statement is more than prose that happens to parse (``Sorry``, ``Note: this``)."""
    match statement:
        case ast.AnnAssign(value=value):
            return value is not None
        case ast.Expr(value=ast.Call()) | ast.Expr(value=ast.Await()):
            return True
        case ast.Expr(value=ast.Constant(value=value)):
            # A text alone may be a docstring; a number alone (`42`) is no program.
            return isinstance(value, str)
        case _:
            return isinstance(statement, _CODE)


def _grow_region(text: str, start: int, parser: Parser) -> str | None:
    below = text[start : start + PARSE_LIMIT].split("\n")
    while len(below) > 1 and too_long("\n".join(below)):
        below = below[: len(below) // 2]
    above = text[max(0, start - PARSE_LIMIT) : start].split("\n")[:-1]
    while above and above[-1].startswith("@"):  # a decorator belongs to its definition
        below.insert(0, above.pop())
    end = _count_code_lines(below, parser)
    if end is None:
        return None
    first = _first_statement(above, parser)
    return "\n".join([*above[first:], *below[:end]])


def _count_code_lines(lines: Sequence[str], parser: Parser) -> int | None:
    """Return the number of lines from the start that parse together and end in code; None if none do."""
    end = len(lines)
    for _ in range(_CUTS):
        parsed = parser.parse("\n".join(lines[:end]))
        if parsed.tree is not None:
            for statement in reversed(parsed.tree.body):
                if is_code(statement):
                    return statement.end_lineno
            return None
        if parsed.error_line is None:
            return None
        # Cut before the last unindented line that is not after the error.
        end = min(parsed.error_line, end) - 1
        while end > 0 and not _at_margin(lines[end]):
            end -= 1
        if end <= 0:
            return None
    return None


def _first_statement(lines: Sequence[str], parser: Parser) -> int:
    """Return the index of the first of the statements that directly precede the region."""
    start = len(lines)
    tried = 0
    for index in range(len(lines) - 1, -1, -1):
        if not _at_margin(lines[index]):
            continue
        tree = parser.tree("\n".join(lines[index:start]))
        if tree is not None:
            if not all(is_code(statement) for statement in tree.body):
                break
            start, tried = index, 0
        else:
            tried += 1
            if tried == _LINES_ABOVE:
                break
    return start


def _at_margin(line: str) -> bool:
    return line[:1] not in ("", " ", "\t", ")", "]", "}")


def find_code(
    text: str, name: str, blocks: Sequence[Block], parser: Parser
) -> tuple[str, tuple[Step, ...]] | None:
    """Return code that stands in faulty Markdown, and the steps to it; None if no code is found.

    The name is that of the entry point, or empty for a program.
    """
    for step, source in _sources(text, name, blocks, parser):
        code, steps = tidy(source.strip("\n"), parser)
        tree = parser.tree(code)
        if tree is not None and (defines(tree, name) if name else any(map(is_code, tree.body))):
            return code, (step, *steps)
    return None


def _sources(text: str, name: str, blocks: Sequence[Block], parser: Parser) -> Iterator[tuple[Step, str]]:
    """Yield parts of the text that may be code, each with the step to it, the likeliest first."""
    if _QUOTED_FENCE.search(text):
        for block in fenced_blocks(_QUOTE.sub("", text))[: -_TRIED - 1 : -1]:
            if block.may_be_python:
                yield Step("quoted-block", "the block is quoted"), block.text
    for block in islice((block for block in reversed(blocks) if not block.closed), _TRIED):
        short = _SHORT_FENCE.search(block.text)
        if short is not None:
            yield Step("short-fence", "the closing fence is too short"), block.text[: short.start()]
        region = defining_region(block.text, name, parser) if name else program_region(block.text, parser)
        if region is not None and _goes_on_with_prose(block.text, region):
            yield Step("text-in-block", "the block is never closed; the text below the code is cut"), region
    for match in _last(_ONE_LINE, text):
        language, _, rest = match[1].strip().partition(" ")
        source = rest if is_python(language.lower()) else match[1].strip()
        yield Step("block-in-line", "the block is one line"), source
    if name and not blocks:
        for part in _indented_parts(text):
            yield Step("indented-block", "the block is indented, without a fence"), dedent(part)
    if name:
        for match in _last(_INLINE, text):
            yield Step("inline-code", "the code is in a line of prose"), match[1].strip()


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
    """Whether the first line below a region is prose after a blank line, rather than code that is cut off."""
    _, found, rest = text.partition(region)
    gap = rest[: len(rest) - len(rest.lstrip())]
    return bool(found) and gap.count("\n") > 1 and _PROSE.match(rest.lstrip()) is not None


def _last(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return list(pattern.finditer(text))[: -_TRIED - 1 : -1]
