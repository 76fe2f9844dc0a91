"""Which names a piece of Python binds and which ones it needs."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


def module_statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run at module level, those inside ``if``, ``try`` and the like included."""
    waiting = list(body)[::-1]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, _DEFINITIONS):
            continue
        inner: list[ast.stmt] = []
        for field in ("body", "orelse", "finalbody"):
            inner.extend(getattr(statement, field, ()))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            inner.extend(part.body)
        waiting.extend(inner[::-1])


def bound_by(statement: ast.stmt) -> Iterator[str]:
    """Names that one statement itself binds."""
    if isinstance(statement, _DEFINITIONS):
        yield statement.name
    elif isinstance(statement, _IMPORTS):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".", 1)[0]
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _stored(target)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield from _stored(statement.target)


def defines(tree: ast.Module, name: str) -> bool:
    """Whether a function, class or assignment at module level makes that name; an import is not enough."""
    return any(
        name in bound_by(statement)
        for statement in module_statements(tree.body)
        if not isinstance(statement, _IMPORTS)
    )


def seems_to_define(code: str, name: str) -> bool:
    """The same by the look of the lines, for code that does not parse."""
    return definition_pattern(name).search(code) is not None


def definition_pattern(name: str) -> re.Pattern[str]:
    """Matches where a line at the margin defines ``name``."""
    escaped = re.escape(name)
    return re.compile(rf"^(?:(?:async[ \t]+)?def|class)[ \t]+{escaped}\b|^{escaped}[ \t]*=[^=]", re.MULTILINE)


def needed(tree: ast.AST) -> set[str]:
    """Names that are read somewhere in ``tree`` and bound nowhere in it."""
    read: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                read.add(name)
            case ast.Name(id=name) | ast.arg(arg=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(name=name, asname=other):
                bound.add(other or name.split(".", 1)[0])
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                bound.add(name)
            case _:
                pass
    return read - bound - _BUILTINS


def returns_outside_functions(tree: ast.Module) -> bool:
    """Whether ``return`` or ``yield`` stands at module level: the mark of a bare function body."""
    return any(
        isinstance(statement, ast.Return)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom)))
        for statement in module_statements(tree.body)
    )


def has_definitions(tree: ast.Module) -> bool:
    """Whether a function or class is defined at module level."""
    return any(isinstance(statement, _DEFINITIONS) for statement in module_statements(tree.body))


def _stored(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
