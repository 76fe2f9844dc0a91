"""Right programs as source text: filled in, run, counted."""

import ast
import copy
import string
from collections.abc import Callable
from typing import Any

ENTRY_POINT = "solution"


def fill(template: str, **constants: object) -> str:
    """A program in which ``$name`` stands for a constant, with the constants written as Python.

    Raises:
        KeyError, ValueError: when template and constants do not fit.
    """
    return string.Template(template).substitute({name: repr(value) for name, value in constants.items()})


def compiled(source: str) -> Callable[..., Any]:
    """The function ``solution`` that a program of ours defines; each call gets copies of its arguments.

    Raises:
        ValueError: when it defines none.
    """
    names: dict[str, object] = {}
    exec(compile(source, "reference.py", "exec", dont_inherit=True), names)  # noqa: S102 - our own program
    solution = names.get(ENTRY_POINT)
    if not callable(solution):
        raise ValueError(f"it defines no function {ENTRY_POINT}")  # noqa: TRY004 - the text is wrong
    return lambda *arguments: solution(*copy.deepcopy(arguments))


def statements(source: str) -> int:
    """Statements of a program: simple and compound ones, ``def`` and ``import`` too, docstrings not."""
    return sum(isinstance(node, ast.stmt) and not is_docstring(node) for node in ast.walk(ast.parse(source)))


def is_docstring(node: ast.AST) -> bool:
    """Whether a statement is a text and nothing else."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
