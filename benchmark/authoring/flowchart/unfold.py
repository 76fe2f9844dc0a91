"""Comprehensions as loops, and conditional expressions as decisions, where this changes no result."""

import ast
import copy
from collections.abc import Callable, Iterator

from benchmark.authoring.flowchart.names import (
    COMPREHENSIONS,
    Comprehension,
    FreshNames,
    Renamed,
    bound_targets,
    used_names,
)

#: Functions that read a generator to its end at once, so that a list does as well.
_EAGER = frozenset({"sum", "min", "max", "sorted", "list", "set", "tuple", "frozenset", "dict"})
#: Stands for the parts that are computed after something that may have effects.
_LATER = ast.Set(elts=[])
_NOT_UNFOLDED = (ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)


class Unfolding:
    """Splits statements of one program.

    Args:
        tree: the program, to see which names it uses.
        fresh: gives names for results and for variables whose name is used elsewhere.
    """

    def __init__(self, tree: ast.Module, fresh: FreshNames) -> None:
        self._fresh = fresh
        self._outside = used_names([_without_comprehensions(copy.deepcopy(tree))])
        self._eager = _EAGER - _rebound(tree)

    def split(self, statement: ast.stmt) -> list[ast.stmt] | None:
        """Return the statements that replace ``statement``, or None if it stays one step."""
        match statement:
            case ast.Return(value=ast.IfExp() as choice):
                return [_decision(choice, lambda value: ast.Return(value=value))]
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.IfExp() as choice):
                return [_decision(choice, lambda value: _assign(name, value))]
            case ast.Return(value=ast.expr()) | ast.Assign() | ast.Expr():
                return self._comprehension(statement, "value")
            case ast.If():
                return self._comprehension(statement, "test")
            case ast.For():
                return self._comprehension(statement, "iter")
            case _:
                return None

    def _comprehension(self, statement: ast.stmt, field: str) -> list[ast.stmt] | None:
        whole: ast.expr = getattr(statement, field)
        found = self._first(whole)
        if found is None:
            return None
        loop = self._renamed(found)
        result = self._fresh.take("result")
        setattr(statement, field, _Replaced(found, ast.Name(id=result, ctx=ast.Load())).visit(whole))
        statements = [_assign(result, _empty(loop)), *_loops(loop, result), statement]
        return [ast.fix_missing_locations(ast.copy_location(made, statement)) for made in statements]

    def _first(self, whole: ast.expr) -> Comprehension | None:
        """Return the comprehension to unfold: nothing with effects is computed before it."""
        for node, eager in _in_order(whole, self._eager):
            if isinstance(node, COMPREHENSIONS):
                if isinstance(node, ast.GeneratorExp) and not eager:
                    return None
                return node if self._is_plain(node) else None
            if not isinstance(node, ast.Name | ast.Constant | ast.Attribute | ast.Call):
                return None
        return None

    def _is_plain(self, node: Comprehension) -> bool:
        if any(isinstance(inner, _NOT_UNFOLDED) for inner in ast.walk(node)):
            return False
        if isinstance(node, ast.DictComp):  # a loop would compute the value before the key
            parts = (node.key, node.value)
            return not all(any(isinstance(part, ast.Call) for part in ast.walk(half)) for half in parts)
        return not isinstance(node, ast.SetComp) or "set" in self._eager

    def _renamed(self, comprehension: Comprehension) -> Comprehension:
        """Rename variables whose name means something else outside the comprehension."""
        clashes = sorted(bound_targets(comprehension) & self._outside)
        copied = copy.deepcopy(comprehension)
        self._outside |= bound_targets(comprehension)
        if not clashes:
            return copied
        first = copy.deepcopy(copied.generators[0].iter)
        new_names = {name: self._fresh.take(name) for name in clashes}
        renamed: Comprehension = Renamed(new_names).visit(copied)
        renamed.generators[0].iter = first
        self._outside |= set(new_names.values())
        return renamed


def _in_order(node: ast.expr, eager: frozenset[str], direct: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the parts of an expression in the order in which they are computed, up to the first call.

    The flag says whether the part is the only argument of a function that reads it to its end.
    """
    match node:
        case ast.Call(func=function, args=arguments):
            yield from _in_order(function, eager)
            match function:
                case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
                    reads = True
                case _:
                    reads = isinstance(function, ast.Name) and function.id in eager
            for number, argument in enumerate(arguments):
                yield from _in_order(argument, eager, reads and not number)
                if not isinstance(argument, ast.Name | ast.Constant):
                    break
            yield _LATER, False
        case ast.Attribute(value=value):
            yield from _in_order(value, eager)
        case ast.Compare(left=first) | ast.BinOp(left=first) | ast.Subscript(value=first):
            yield from _in_order(first, eager)
            if isinstance(first, ast.Name | ast.Constant):
                match node:
                    case ast.Compare(comparators=[second]) | ast.BinOp(right=second):
                        yield from _in_order(second, eager)
                    case _:
                        pass
            yield _LATER, False
        case ast.UnaryOp(operand=first) | ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
            yield from _in_order(first, eager)
            yield _LATER, False
        case _:
            yield node, direct


def _empty(loop: Comprehension) -> ast.expr:
    match loop:
        case ast.DictComp():
            return ast.Dict(keys=[], values=[])
        case ast.SetComp():
            return ast.Call(func=ast.Name(id="set", ctx=ast.Load()), args=[], keywords=[])
        case _:
            return ast.List(elts=[], ctx=ast.Load())


def _loops(loop: Comprehension, result: str) -> list[ast.stmt]:
    target = ast.Name(id=result, ctx=ast.Load())
    if isinstance(loop, ast.DictComp):
        cell = ast.Subscript(value=target, slice=loop.key, ctx=ast.Store())
        body: ast.stmt = ast.Assign(targets=[cell], value=loop.value)
    else:
        method = ast.Attribute(
            value=target, attr="add" if isinstance(loop, ast.SetComp) else "append", ctx=ast.Load()
        )
        body = ast.Expr(value=ast.Call(func=method, args=[loop.elt], keywords=[]))
    for generator in reversed(loop.generators):
        for condition in reversed(generator.ifs):
            body = ast.If(test=condition, body=[body], orelse=[])
        body = ast.For(target=generator.target, iter=generator.iter, body=[body], orelse=[])
    return [body]


def _decision(choice: ast.IfExp, make: Callable[[ast.expr], ast.stmt]) -> ast.stmt:
    made = ast.If(test=choice.test, body=[make(choice.body)], orelse=[make(choice.orelse)])
    return ast.fix_missing_locations(ast.copy_location(made, choice))


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign(targets=[ast.Name(id=name, ctx=ast.Store())], value=value)


class _Replaced(ast.NodeTransformer):
    """Replaces one node of a tree."""

    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


class _WithoutComprehensions(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, COMPREHENSIONS):
            bound = bound_targets(node)
            free = used_names([node]) - bound
            return ast.Tuple(
                elts=[ast.Name(id=name, ctx=ast.Load()) for name in sorted(free)], ctx=ast.Load()
            )
        return super().generic_visit(node)


def _without_comprehensions(tree: ast.Module) -> ast.AST:
    """Replace each comprehension by the names that it uses and does not bind."""
    return _WithoutComprehensions().visit(tree)  # type: ignore[no-any-return]


def _rebound(tree: ast.Module) -> set[str]:
    """Return the names that the program gives a meaning of its own."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.alias():
                names |= used_names([node])
            case _:
                pass
    return names
