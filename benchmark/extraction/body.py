"""Answers that continue the starter code instead of repeating it."""

import ast
import textwrap
from functools import lru_cache

from benchmark.extraction.source import (
    PARSE_LIMIT,
    Parser,
    dedent,
    defines,
    has_definitions,
    returns_outside_functions,
)
from benchmark.extraction.unfenced import is_code

_CUTS = 8  #: maximum attempts to find the end of a body
_LOST_SPACES = 3  #: maximum columns by which the first line of a body may be off


def add_to_starter(
    code: str, starter: str, name: str, parser: Parser, *, indented: bool
) -> tuple[str, bool] | None:
    """Return the starter code with ``code`` as the body of its last function, and whether it was repaired.

    None if it is not a body.

    A body is either indented in the completion, or has a ``return`` outside a function. If only the first
    line has another indentation, because the answer was stripped or a tokenizer ate a space, it gets that of
    the others.
    """
    depth = _body_depth(starter)
    if depth is None or len(code) > PARSE_LIMIT:
        return None
    for repaired, candidate in enumerate((dedent(code.strip("\n")), _mend_first_line(code))):
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
            return program, bool(repaired)
    return None


def continue_starter(code: str, starter: str, name: str, parser: Parser) -> tuple[str, str] | None:
    """Return a body with what follows it, as it is, and the program; None if it is not a body.

    This is the format of HumanEval: the first line with text is indented. Lines below stay if they parse;
    else the code is cut at the first line from the end with less indentation that lets it parse.
    """
    head = starter.rstrip().split("\n")
    lines = code.split("\n")
    first = next((line for line in lines if line.strip()), "")
    depth = _columns(first)
    if _body_depth(starter) is None or not depth or len(code) > PARSE_LIMIT:
        return None
    end = len(lines)
    for _ in range(_CUTS):
        program = "\n".join([*head, *lines[:end]])
        parsed = parser.parse(program)
        if parsed.tree is not None:
            is_body = defines(parsed.tree, name) and _has_body(parsed.tree, len(head))
            return ("\n".join(lines[:end]), program) if is_body else None
        if parsed.error_line is None:
            return None
        end = min(parsed.error_line - len(head), end) - 1
        while end > 0 and not (lines[end].strip() and _columns(lines[end]) < depth):
            end -= 1
        if end <= 0:
            return None
    return None


def _has_body(tree: ast.Module, line: int) -> bool:
    """Whether the function that goes on below a line has more there than definitions."""
    functions = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= line < (node.end_lineno or 0)
    ]
    if not functions:
        return False
    last = max(functions, key=lambda function: function.lineno)
    body = ast.Module([statement for statement in last.body if statement.lineno > line], [])
    is_prose = all(isinstance(statement, ast.Expr) and not is_code(statement) for statement in body.body)
    return returns_outside_functions(body) or not (is_prose or has_definitions(body))


def _columns(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


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
    depth = _columns(lines[-1])
    return depth + 4 if lines[-1].endswith(":") else depth or None


def _mend_first_line(code: str) -> str | None:
    first, newline, rest = code.strip("\n").partition("\n")
    depth = min((_columns(line) for line in rest.split("\n") if line.strip()), default=0)
    given = _columns(first)
    if not newline or not depth or (given and abs(given - depth) > _LOST_SPACES):
        return None
    return dedent(" " * depth + first.lstrip() + "\n" + rest.expandtabs(4))
