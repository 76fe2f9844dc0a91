"""Names in syntax trees: which are used, and which are free for the compiler to take."""

import ast
import builtins
from collections.abc import Iterable

BUILTINS = frozenset(dir(builtins))
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def used_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return all names in the trees, in whatever role: variables, parameters, functions, modules."""
    names: set[str] = set()
    for node in nodes:
        for inner in ast.walk(node):
            match inner:
                case ast.Name(id=name) | ast.arg(arg=name):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.Global(names=several) | ast.Nonlocal(names=several):
                    names.update(several)
                case ast.alias(name=name, asname=other):
                    names.add(other or name.partition(".")[0])
                case ast.ExceptHandler(name=str(name)):
                    names.add(name)
                case _:
                    pass
    return names


def bound_targets(comprehension: Comprehension) -> set[str]:
    """Return the variables that the loops of a comprehension bind."""
    return used_names(generator.target for generator in comprehension.generators)


def local_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that these statements bind in their own scope."""
    names: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.ExceptHandler(name=str(name)):
                names.add(name)
            case ast.alias():
                names |= used_names([node])
            case _:
                pass
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif not isinstance(node, (*COMPREHENSIONS, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return names


def loaded_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names whose value is read anywhere in the trees."""
    return {
        inner.id
        for node in nodes
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load)
    }


class FreshNames:
    """Gives names that a program does not use: ``result_1``, then ``result_2``."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken) | BUILTINS

    def take(self, stem: str) -> str:
        """Return a new name that begins with ``stem``."""
        number = 1
        while f"{stem}_{number}" in self._taken:
            number += 1
        self._taken.add(f"{stem}_{number}")
        return f"{stem}_{number}"
