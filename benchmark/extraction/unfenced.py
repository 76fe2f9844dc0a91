"""Code that stands in a completion without fences."""

import ast
import re
from collections.abc import Sequence

from benchmark.extraction.names import defines, definition_pattern
from benchmark.extraction.source import LONGEST_PARSED, Parser

#: How often the end of a region is moved up before it is given up.
_CUTS = 8
#: How many lines at the margin above a definition are tried as the start of one more statement.
_LINES_ABOVE = 30

_CODE = (
    ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign
    | ast.AugAssign | ast.If | ast.Try | ast.For | ast.While | ast.With
)  # fmt: skip
#: A line with which a program without an entry point may start.
_PROGRAM_START = re.compile(
    r"^(?:#!|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|(?:async[ \t]+)?def[ \t]+\w+[ \t]*\("
    r"|class[ \t]+\w+[ \t]*[(:]|print[ \t]*\(|(?:for|while|if)[ \t][^\n]*:[ \t]*$"
    r"|\w+(?:[ \t]*,[ \t]*\w+){0,20}[ \t]*=[^=])",
    re.MULTILINE,
)


def region_defining(text: str, name: str, parser: Parser) -> str | None:
    """The code around a definition of ``name`` at the margin.

    The whole text where it parses; else from the first statement that joins the definition without a gap of
    prose, down to the last line that lets the whole parse. Where no end does (a truncated answer), all from
    the definition on.

    Returns:
        None when no line at the margin defines ``name``.
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
        region = _grown(text, start, parser)
        if region is not None:
            return region
    return text[starts[0] :]


def program_region(text: str, parser: Parser) -> str | None:
    """The text when it is a program, else the part that looks like one; None where there is no code."""
    tree = parser.tree(text)
    if tree is not None:
        return text if any(is_code(statement) for statement in tree.body) else None
    start = _PROGRAM_START.search(text)
    if start is None:
        return None
    region = _grown(text, start.start(), parser)
    return text[start.start() :] if region is None else region


def looks_like_code(text: str, parser: Parser) -> bool:
    """Whether ``text`` parses to more than prose, or has a line that could start a program."""
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


def _grown(text: str, start: int, parser: Parser) -> str | None:
    below = text[start : start + LONGEST_PARSED].split("\n")
    end = _end(below, parser)
    if end is None:
        return None
    above = text[max(0, start - LONGEST_PARSED) : start].split("\n")[:-1]
    first = _start(above, parser)
    return "\n".join([*above[first:], *below[:end]])


def _end(lines: Sequence[str], parser: Parser) -> int | None:
    """The number of lines, from the first on, that parse together and end in code."""
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
        # Up to the last line at the margin that is not below the error.
        end = min(parsed.error_line, end) - 1
        while end > 0 and not _at_margin(lines[end]):
            end -= 1
        if end <= 0:
            return None
    return None


def _start(lines: Sequence[str], parser: Parser) -> int:
    """Where the statements begin that stand directly above."""
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
