"""Finds the names that Python code binds, and those that it reads without binding them."""

import ast
import builtins
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
#: Types of values in a syntax tree that contain no names: positions, operators, constants.
_LEAVES: frozenset[type] = frozenset(
    {int, bool, str, type(None), ast.Constant}.union(
        *(
            kind.__subclasses__()
            for kind in (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)
        )
    )
)
#: Nodes whose ``name`` is bound; None for an ``except`` or ``case`` without a name.
_NAMED = frozenset({*_DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar})


def module_statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run at module level, including those inside ``if``, ``try`` and so on."""
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


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a definition, import or assignment binds, without nested statements."""
    if isinstance(statement, _DEFINITIONS):
        yield statement.name
    elif isinstance(statement, _IMPORTS):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".", 1)[0]
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _assigned_names(target)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield from _assigned_names(statement.target)


def defines(tree: ast.Module, name: str) -> bool:
    """Whether a function, class or assignment at module level binds ``name``; imports do not count."""
    return any(
        name in bound_names(statement)
        for statement in module_statements(tree.body)
        if not isinstance(statement, _IMPORTS)
    )


def seems_to_define(code: str, name: str) -> bool:
    """Whether an unindented line looks like a definition of ``name``; used for code that does not parse."""
    return definition_pattern(name).search(code) is not None


def definition_pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for unindented lines that define ``name``."""
    # For Python all of them are the same name (PEP 3131), and models write any.
    spellings = {name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKD"))}
    spelled = f"(?:{'|'.join(map(re.escape, sorted(spellings)))})"
    return re.compile(
        rf"^(?:(?:async[ \t]+)?def|class)[ \t]+{spelled}(?!\w)|^{spelled}[ \t]*=[^=]", re.MULTILINE
    )


def unbound_names(tree: ast.AST) -> set[str]:
    """Return the names that ``tree`` reads but binds nowhere, without builtins.

    A name that a function declares as global must be bound at module level: ``total += 1`` reads it first.
    """
    read: set[str] = set()
    bound: set[str] = set()
    augmented: set[str] = set()
    declared: set[str] = set()
    waiting: list[Any] = [tree]
    while waiting:  # our own loop: ast.walk takes three times as long, and this is most of the work
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            (read if type(node.ctx) is ast.Load else bound).add(node.id)
            continue
        if kind in _LEAVES:
            continue
        if kind is ast.arg:
            bound.add(node.arg)
        elif kind is ast.alias:
            bound.add(node.asname or node.name.split(".", 1)[0])
        elif kind in _NAMED:
            bound.add(node.name)
        elif kind is ast.MatchMapping:
            bound.add(node.rest)
        elif kind is ast.Global:
            declared.update(node.names)
        elif kind is ast.AugAssign:
            augmented.add(getattr(node.target, "id", ""))
        for value in node.__dict__.values():
            kind = type(value)
            if kind is list:
                waiting.extend(value)
            elif kind not in _LEAVES:
                waiting.append(value)
    unbound = read - bound
    unbound |= (read | augmented) & (declared - bound_at_margin(tree) if declared else declared)
    return unbound - _BUILTINS


def bound_at_margin(tree: ast.AST) -> set[str]:
    """Return the names that a tree or statement binds at module level."""
    statements = [tree] if isinstance(tree, ast.stmt) else getattr(tree, "body", [])
    return {name for statement in module_statements(statements) for name in bound_names(statement)}


def returns_outside_functions(tree: ast.Module) -> bool:
    """Whether ``return`` or ``yield`` occurs at module level, as in a function body without its ``def``."""
    return any(
        isinstance(statement, ast.Return)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom)))
        for statement in module_statements(tree.body)
    )


def has_definitions(tree: ast.Module) -> bool:
    """Whether a function or class is defined at module level."""
    return any(isinstance(statement, _DEFINITIONS) for statement in module_statements(tree.body))


def _assigned_names(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
