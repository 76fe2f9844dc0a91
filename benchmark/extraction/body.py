"""Answers that continue the starter code instead of repeating it."""

import ast
import textwrap
from functools import lru_cache

from benchmark.extraction.names import defines, has_definitions, returns_outside_functions
from benchmark.extraction.source import PARSE_LIMIT, Parser, dedent


def add_to_starter(code: str, starter: str, name: str, parser: Parser, *, indented: bool) -> str | None:
    """Return the starter code with ``code`` as the body of its last function; None if it is not a body.

    A body is either indented in the completion, or has a ``return`` outside a function. If only the first
    line lost its indentation, because the answer was stripped, the indentation is restored.
    """
    depth = _body_depth(starter)
    if depth is None or len(code) > PARSE_LIMIT:
        return None
    for candidate in (dedent(code.strip("\n")), _mend_first_line(code)):
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


@lru_cache(maxsize=8)  # several answers to one task are usually read one after the other
def starter_with_pass(starter: str) -> tuple[str, ast.Module] | None:
    """Return the starter code with ``pass`` as its missing body, and its syntax tree; None if it is not code.

    The starter code is the task's, so it does not count towards a completion's budget.
    """
    if not starter.strip():
        return None
    depth = _body_depth(starter)
    whole = starter if depth is None else starter.rstrip() + "\n" + " " * depth + "pass\n"
    tree = Parser().tree(whole)
    return None if tree is None else (whole, tree)


def _body_depth(starter: str) -> int | None:
    """Return the indentation of a body after the starter code, in columns; None if no body can follow."""
    lines = starter.rstrip().split("\n")
    last = lines[-1].expandtabs(4)
    depth = len(last) - len(last.lstrip())
    if last.endswith(":"):
        return depth + 4
    return depth or None


def _mend_first_line(code: str) -> str | None:
    first, newline, rest = code.strip("\n").partition("\n")
    if not newline or first[:1] in (" ", "\t"):
        return None
    depth = min((len(line) - len(line.lstrip()) for line in rest.split("\n") if line.strip()), default=0)
    return dedent(" " * depth + first + "\n" + rest) if depth else None
