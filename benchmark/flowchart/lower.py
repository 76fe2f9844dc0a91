"""Rewrites a program so that every statement is one step: no lambda, decorator or annotation is left.

Lambdas and decorated functions become plain definitions. With ``unfold``, comprehensions and conditional
expressions become loops and decisions. The rewritten program does the same as the original.
"""

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeVar

from benchmark.flowchart.names import (
    COMPREHENSIONS,
    Comprehension,
    FreshNames,
    Renamed,
    bound_targets,
    used_names,
)
from benchmark.flowchart.refusals import Refusal, refuse_what_no_chart_shows

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


_Node = TypeVar("_Node", ast.stmt, ast.arguments)
Scope = Literal["module", "class", "function"]


def lower(tree: ast.Module, *, unfold: bool) -> ast.Module:
    """Return the rewritten program; ``tree`` stays as it is.

    Args:
        tree: the program.
        unfold: show comprehensions as loops, and conditional expressions as decisions, where this keeps the
            order in which things are computed; others stay one step.

    Raises:
        Refusal: for a construct that no chart shows.
    """
    refuse_what_no_chart_shows(tree)
    names = used_names([tree])
    tree = copy.deepcopy(tree)
    _quote_annotations(tree)
    lowering = _Lowering(FreshNames(names), Unfolding(tree, FreshNames(names)) if unfold else None)
    body = lowering.block(_without_unused_imports(tree).body, "module", "the program")
    module = ast.Module(body=body, type_ignores=[])
    return ast.fix_missing_locations(module)


class _Lowering:
    """Rewrites blocks of statements, with what lies inside them."""

    def __init__(self, fresh: FreshNames, unfolding: Unfolding | None) -> None:
        self._fresh = fresh
        self._unfolding = unfolding

    def block(self, body: Sequence[ast.stmt], scope: Scope, owner: str) -> list[ast.stmt]:
        """Return the statements of a block without its docstring, each of them rewritten."""
        lowered: list[ast.stmt] = []
        for statement in body:
            lowered += self._statement(statement, scope, owner)
        return lowered

    def _statement(self, statement: ast.stmt, scope: Scope, owner: str) -> list[ast.stmt]:
        match statement:
            case ast.Expr(value=ast.Constant()):
                return []
            case ast.AnnAssign(target=target, value=value) if scope != "class":
                if value is None:
                    return []
                plain = ast.copy_location(ast.Assign(targets=[target], value=value), statement)
                return self._statement(plain, scope, owner)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
                return self._statement(_function(name, value), scope, owner)
            case ast.FunctionDef() | ast.ClassDef():
                return self._definition(statement, scope, owner)
            case _:
                pass
        hoisted = _Hoisting(self._fresh, owner)
        if scope == "class":
            hoisted.refuse = "a lambda inside a class, outside its methods"
        statement = hoisted.run(statement)
        before: list[ast.stmt] = []
        for function in hoisted.functions:
            before += self._definition(function, scope, owner)
        if self._unfolding is not None and scope != "class":
            unfolded = self._unfolding.split(statement)
            if unfolded is not None:
                return before + self.block(unfolded, scope, owner)
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(statement, field, None), list):
                setattr(statement, field, self.block(getattr(statement, field), scope, owner))
        for handler in getattr(statement, "handlers", []):
            handler.body = self.block(handler.body, scope, owner)
        return [*before, statement]

    def _definition(
        self, definition: ast.FunctionDef | ast.ClassDef, scope: Scope, owner: str
    ) -> list[ast.stmt]:
        """Rewrite a function or class; decorators become calls after it."""
        name = definition.name
        before: list[ast.stmt] = []
        after: list[ast.stmt] = []
        for decorator in definition.decorator_list:
            function: ast.expr = decorator
            if name in used_names([decorator]):
                temporary = self._fresh.take("decorator")
                before += self._statement(_located_assign(temporary, decorator), scope, owner)
                function = ast.Name(id=temporary, ctx=ast.Load())
            call = ast.Call(func=function, args=[ast.Name(id=name, ctx=ast.Load())], keywords=[])
            after = self._statement(_located_assign(name, call), scope, owner) + after
        definition.decorator_list = []
        if isinstance(definition, ast.FunctionDef):
            definition.returns = None
            arguments = definition.args
            for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
                argument.annotation = None
            for further in (arguments.vararg, arguments.kwarg):
                if further is not None:
                    further.annotation = None
            hoisted = _Hoisting(self._fresh, owner)
            definition.args = hoisted.run(definition.args)
            for hidden in hoisted.functions:
                before += self._definition(hidden, scope, owner)
        inner: Scope = "class" if isinstance(definition, ast.ClassDef) else "function"
        path = name if owner == "the program" else f"{owner}.{name}"
        definition.body = self.block(definition.body, inner, path)
        return [*before, definition, *after]


class _Hoisting(ast.NodeTransformer):
    """Replaces the lambdas of one statement by names, and collects them as functions.

    A lambda without variables of a comprehension around it does the same wherever it is created, because it
    reads its variables when it is called.
    """

    def __init__(self, fresh: FreshNames, owner: str) -> None:
        self.functions: list[ast.FunctionDef] = []
        self.refuse = ""
        self._fresh = fresh
        self._owner = owner
        self._bound: set[str] = set()
        self._while = False

    def run(self, node: _Node) -> _Node:
        """Rewrite the node's own expressions, not the blocks of statements inside it."""
        self._while = isinstance(node, ast.While)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.visit(value))
            elif field == "handlers":
                for handler in value:
                    if handler.type is not None:
                        handler.type = self.visit(handler.type)
            elif isinstance(value, list) and field not in {"body", "orelse", "finalbody"}:
                items = [self.visit(item) if isinstance(item, ast.AST) else item for item in value]
                setattr(node, field, items)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        if self.refuse:
            raise Refusal(self.refuse, self._owner, node.lineno)
        parameters = used_names(
            [argument for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
        )
        if self._bound & ((used_names([node.body]) - parameters) | (used_names([node.args]) - parameters)):
            raise Refusal("a lambda that uses the variable of a comprehension", self._owner, node.lineno)
        if self._while and (node.args.defaults or node.args.kw_defaults):
            raise Refusal("a lambda with default values in the head of a loop", self._owner, node.lineno)
        name = self._fresh.take("lambda")
        self.functions.append(_function(name, node))
        return ast.Name(id=name, ctx=ast.Load())

    def generic_visit(self, node: ast.AST) -> ast.AST:
        before = self._bound
        if isinstance(node, COMPREHENSIONS):
            self._bound = before | bound_targets(node)
        try:
            return super().generic_visit(node)
        finally:
            self._bound = before


def _function(name: str, value: ast.Lambda) -> ast.FunctionDef:
    function = ast.FunctionDef(
        name=name,
        args=value.args,
        body=[ast.copy_location(ast.Return(value=value.body), value)],
        decorator_list=[],
    )
    return ast.fix_missing_locations(ast.copy_location(function, value))


def _located_assign(name: str, value: ast.expr) -> ast.Assign:
    assign = ast.Assign(targets=[ast.Name(id=name, ctx=ast.Store())], value=value)
    return ast.fix_missing_locations(ast.copy_location(assign, value))


def _without_unused_imports(tree: ast.Module) -> ast.Module:
    """Leave out names that are imported and then used in annotations only, or not at all."""
    used = {
        node.id for node in ast.walk(_without_annotations(copy.deepcopy(tree))) if isinstance(node, ast.Name)
    }
    body: list[ast.stmt] = []
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            statement.names = [
                alias
                for alias in statement.names
                if alias.name == "*" or (alias.asname or alias.name.partition(".")[0]) in used
            ]
            if future or not statement.names:
                continue
        body.append(statement)
    tree.body = body
    return tree


def _without_annotations(tree: ast.AST) -> ast.AST:
    class_level = {
        id(statement) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for statement in node.body
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign) and id(node) not in class_level:
            node.annotation = ast.Constant(value=None)
    return tree


def _quote_annotations(tree: ast.Module) -> None:
    """Make strings of the annotations of classes if the program asks for this with ``from __future__``."""
    future = [item for item in tree.body if isinstance(item, ast.ImportFrom) and item.module == "__future__"]
    if any(alias.name == "annotations" for item in future for alias in item.names):
        for node in ast.walk(tree):
            if isinstance(node, ast.AnnAssign):
                text = ast.Constant(value=ast.unparse(node.annotation))
                node.annotation = ast.copy_location(text, node.annotation)
