"""Answers that continue the starter code instead of repeating it."""

import ast
import textwrap

from benchmark.extraction.names import defines, has_definitions, returns_outside_functions
from benchmark.extraction.source import LONGEST_PARSED, Parser


def under_starter(code: str, starter: str, name: str, parser: Parser, *, indented: bool) -> str | None:
    """The starter code with ``code`` as the body of its last function, or None when it is no such body.

    A body is indented as it comes, or returns outside a function. A text whose first line alone lost its
    indentation (as answers do that were stripped) is mended.
    """
    depth = _body_depth(starter)
    if depth is None or len(code) > LONGEST_PARSED:
        return None
    for candidate in (textwrap.dedent(code.strip("\n")), _first_line_mended(code)):
        if candidate is None:
            continue
        tree = parser.tree(candidate)
        if tree is None or not tree.body:
            continue
        if not (returns_outside_functions(tree) or (indented and not has_definitions(tree))):
            continue
        program = starter.rstrip() + "\n" + textwrap.indent(candidate, " " * depth)
        whole = parser.tree(program)
        if whole is not None and defines(whole, name):
            return program
    return None


def completed_starter(starter: str, parser: Parser) -> tuple[str, ast.Module] | None:
    """The starter code with ``pass`` for the body that is left to the model, and its tree."""
    if not starter.strip():
        return None
    depth = _body_depth(starter)
    whole = starter if depth is None else starter.rstrip() + "\n" + " " * depth + "pass\n"
    tree = parser.tree(whole)
    return None if tree is None else (whole, tree)


def _body_depth(starter: str) -> int | None:
    """By how many columns a body below the starter code is indented; None where none can follow."""
    lines = starter.rstrip().split("\n")
    last = lines[-1].expandtabs(4)
    depth = len(last) - len(last.lstrip())
    if last.endswith(":"):
        return depth + 4
    return depth or None


def _first_line_mended(code: str) -> str | None:
    first, newline, rest = code.strip("\n").partition("\n")
    if not newline or first[:1] in (" ", "\t"):
        return None
    depth = min((len(line) - len(line.lstrip()) for line in rest.split("\n") if line.strip()), default=0)
    return textwrap.dedent(" " * depth + first + "\n" + rest) if depth else None
