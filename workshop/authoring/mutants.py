"""Mutants: copies of a program with one small fault each; good tests fail all of them."""

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import chain
from typing import Any

from benchmark.core.python_source import is_docstring

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
_REMOVABLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.For, ast.While)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one fault."""

    line: int  #: line of the fault, from 1
    change: str  #: ``old → new``, on one line
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the mutants of a program in the order of its nodes; docstrings and annotations never change."""
    tree = ast.parse(source)
    for path, node in nodes_with_paths(tree):
        for new in faulty_nodes(node):
            yield Mutant(getattr(node, "lineno", 1), change_text(node, new), replaced(tree, path, new))


def change_text(node: ast.AST, new: ast.AST) -> str:
    """Return ``old → new`` for a node and another in its place, on one line."""
    before, after = (ast.unparse(part).strip().splitlines()[0] for part in (node, new))
    return f"{before} → {after}"


def is_listed(change: str, patterns: Iterable[str]) -> bool:
    """Whether a change fits a pattern of ``EQUIVALENT`` or ``SETTLED``, in which only ``*`` is special."""
    escaped = (pattern.replace("[", "[[]").replace("?", "[?]") for pattern in patterns)
    return any(fnmatchcase(change, pattern) for pattern in escaped)


NodePath = tuple[tuple[str, int | None], ...]


def nodes_with_paths(
    node: ast.AST, path: NodePath = (), *, without: tuple[type[ast.AST], ...] = ()
) -> Iterator[tuple[NodePath, ast.AST]]:
    """Yield every node with its path from the root, a node before those within it.

    Args:
        node: the root.
        path: its path.
        without: types of nodes that are left out, with all within them.
    """
    yield path, node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_comment"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not (is_docstring(child) or isinstance(child, without)):
                yield from nodes_with_paths(child, (*path, (name, index)), without=without)


def replaced(tree: Any, path: NodePath, new: ast.AST) -> Any:
    """Return a tree with another node at the end of a path; all nodes off the path are shared."""
    if not path:
        return new
    (name, index), *rest = path
    value = getattr(tree, name)
    if index is None:
        changed = replaced(value, tuple(rest), new)
    else:
        changed = [*value[:index], replaced(value[index], tuple(rest), new), *value[index + 1 :]]
    return copy_with(tree, **{name: changed})


def faulty_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield each faulty node that can replace a node."""
    removed = [ast.Pass()] if isinstance(node, _REMOVABLE) else []
    for new in chain(_other_values(node), _other_operators(node), _other_branches(node), removed):
        yield ast.fix_missing_locations(ast.copy_location(new, node))


def _other_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value / 2 - 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(value + "~")
        case ast.Return(value=ast.AST()):
            yield ast.Return(ast.Constant(None))
        case _:
            pass


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _OPERATORS:
            yield copy_with(node, op=_OPERATORS[type(op)]())
        case ast.Compare(ops=ops):
            for index, comparison in enumerate(ops):
                for other in _COMPARISONS[type(comparison)]:
                    yield copy_with(node, ops=[*ops[:index], other(), *ops[index + 1 :]])
        case ast.BoolOp(op=op):
            yield copy_with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Call(func=ast.Name(id=name)) if name in _FUNCTIONS:
            yield copy_with(node, func=ast.Name(_FUNCTIONS[name], ast.Load()))
        case _:
            pass


def _other_branches(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare):  # comparisons get other operators instead
                yield copy_with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=[_, *_]):
            yield copy_with(node, ifs=[])
        case ast.Break() | ast.Continue():
            yield ast.Pass()
        case _:
            pass


def copy_with(node: ast.AST, **fields: object) -> ast.AST:
    """Return a node with other values of some fields."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
