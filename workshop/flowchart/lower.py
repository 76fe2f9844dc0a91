"""Rewrites a program so that every statement is one step: no lambda, decorator or annotation is left.

Lambdas and decorated functions become plain definitions. The rewritten program does the same as the original.
"""

import ast
import copy
from collections.abc import Sequence
from typing import Literal, TypeVar

from workshop.flowchart.names import (
    COMPREHENSIONS,
    FreshNames,
    bound_targets,
    used_names,
)
from workshop.flowchart.refusals import Refusal, refuse_what_no_chart_shows

_Node = TypeVar("_Node", ast.stmt, ast.arguments)
Scope = Literal["module", "class", "function"]


def lower(tree: ast.Module) -> ast.Module:
    """Return the rewritten program; ``tree`` stays as it is.

    Raises:
        Refusal: for a construct that no chart shows.
    """
    refuse_what_no_chart_shows(tree)
    names = used_names([tree])
    tree = copy.deepcopy(tree)
    _quote_annotations(tree)
    lowering = _Lowering(FreshNames(names))
    body = lowering.block(_without_unused_imports(tree).body, "module", "the program")
    module = ast.Module(body=body, type_ignores=[])
    return ast.fix_missing_locations(module)


class _Lowering:
    """Rewrites blocks of statements, with what lies inside them."""

    def __init__(self, fresh: FreshNames) -> None:
        self._fresh = fresh

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
