"""The statements of a Python program."""

import ast
from collections.abc import Iterator


def count_statements(program: str | ast.Module) -> int:
    """Count the statements of a program, including ``def`` and ``import`` but not docstrings."""
    tree = ast.parse(program) if isinstance(program, str) else program
    return sum(not is_docstring(statement) for statement in walk_statements(tree))


def walk_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements below a node in the order of the source, without looking into expressions."""
    for statement in nested_statements(node):
        yield statement
        yield from walk_statements(statement)


def nested_statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements in the blocks of a node, and not the statements below these."""
    for block in ("body", "handlers", "cases", "orelse", "finalbody"):
        below = getattr(node, block, ())
        for child in below if isinstance(below, list) else ():  # the body of a lambda is an expression
            if isinstance(child, ast.stmt):
                yield child
            else:  # a handler of a try, or a case of a match
                yield from nested_statements(child)


def is_docstring(node: ast.AST) -> bool:
    """Whether a node is a statement that consists of a text alone."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
