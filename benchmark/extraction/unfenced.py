"""Finds code without fences in a completion."""

import ast
import re
from collections.abc import Sequence

from benchmark.extraction.names import defines, definition_pattern
from benchmark.extraction.source import PARSE_LIMIT, Parser, too_long

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
            return isinstance(value, str)
        case _:
            return isinstance(statement, _CODE)


def _grow_region(text: str, start: int, parser: Parser) -> str | None:
    below = text[start : start + PARSE_LIMIT].split("\n")
    while len(below) > 1 and too_long("\n".join(below)):
        below = below[: len(below) // 2]
    end = _count_code_lines(below, parser)
    if end is None:
        return None
    above = text[max(0, start - PARSE_LIMIT) : start].split("\n")[:-1]
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
