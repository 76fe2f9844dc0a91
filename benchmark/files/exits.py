"""Finds exits in tests that could end a test whose answer is right.

The exit code of a test is not read: an exit counts as a wrong answer. So a test may exit only where the
answer has failed, as in ``if f(3) != 5: sys.exit("wrong")``.
"""

import ast
import re
from collections.abc import Iterable, Iterator

_MENTIONS = re.compile(r"exit|quit|abort|SystemExit|unittest")  #: most tests need no parsing
_EXITS = frozenset({"exit", "quit", "SystemExit", "sys.exit", "unittest.main"})
_KILLS = frozenset({"os._exit", "os.abort"})  #: they end the process that judges
_TESTS = re.compile(r"check|test\w*")  #: names of functions that are called as tests
_CATCHING = (ast.Try, ast.TryStar, ast.With)  #: statements that may catch an exit
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def find_exit(source: str) -> tuple[int, str] | None:
    """Return line and text of an exit of a test that may come after a right answer; None if there is none.

    Such an exit is reached always, or its code is 0. Those in a ``try`` or ``with`` may be caught, and are
    allowed.
    """
    if not _MENTIONS.search(source):
        return None
    tree = ast.parse(source)
    names = dict(_imported(tree))
    caught = {id(inner) for node in ast.walk(tree) if isinstance(node, _CATCHING) for inner in ast.walk(node)}
    bodies = [
        node.body for node in tree.body if isinstance(node, ast.FunctionDef) and _TESTS.fullmatch(node.name)
    ]
    always = [_always(body, names) for body in (tree.body, *bodies)]
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func, args=args):
                name = _full_name(func, names)
                ends_well = any(isinstance(arg, ast.Constant) and arg.value in (0, None) for arg in args[:1])
                if name in _KILLS or (name in _EXITS and ends_well and id(node) not in caught):
                    return node.lineno, ast.unparse(node)
            case _:
                pass
    return next(((node.lineno, ast.unparse(node).splitlines()[0]) for node in always if node), None)


def _always(body: Iterable[ast.stmt], names: dict[str, str]) -> ast.stmt | None:
    """Return a statement of a body that exits each time the body runs."""
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Call(func=called)) | ast.Raise(exc=ast.Call(func=called)):
                is_exit = _full_name(called, names) in _EXITS
            case ast.Raise(exc=ast.Name() as called):
                is_exit = _full_name(called, names) in _EXITS
            case ast.If(body=inner, orelse=other):
                is_exit = all(_always(branch, names) for branch in (inner, other))
            case _:
                is_exit = False
        if is_exit:
            return statement
        if not isinstance(statement, _DEFINITIONS) and any(
            isinstance(n, ast.Return) for n in ast.walk(statement)
        ):
            return None
    return None


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a test gives to modules and to their functions, and what they stand for."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                yield from ((alias.asname, alias.name) for alias in aliases if alias.asname)
            case ast.ImportFrom(module=str(module), names=aliases):
                yield from ((alias.asname or alias.name, f"{module}.{alias.name}") for alias in aliases)
            case _:
                pass


def _full_name(node: ast.expr, names: dict[str, str]) -> str:
    """Return ``sys.exit`` for ``s.exit`` after ``import sys as s``; empty for other expressions."""
    match node:
        case ast.Name(id=name):
            return names.get(name, name)
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return f"{names.get(owner, owner)}.{name}"
        case _:
            return ""
