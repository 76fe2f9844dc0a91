"""Finds tests whose calls of the answer are known before they run, so that all can be sent at once.

Such a test calls the entry point, or methods of objects made of it, in statements that always run, and with
literal arguments only. The prediction may be wrong: :mod:`..conversation.batch` compares each request with
the plan. But the plan must not help the answer, which can read all arguments of a batch at once. So a test
runs call by call if an argument of a later call equals a literal with which a result may be compared.
Arguments that anyone would guess may be equal: numbers of up to three digits, texts of up to three
characters, and containers with as little in them.
"""

import ast
import functools
import itertools
import operator
from collections import Counter
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any

from benchmark.core.task import Task
from benchmark.judging.checks import starter, task_tests
from benchmark.judging.checks.task_tests import TestSource
from benchmark.judging.conversation.batch import CallPlan, LiteralCall, plan_of

_POWER_LIMIT = 1000  #: maximum numbers in ``10 ** 9``
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
_LONG = 1e9  #: from here on, a number is long, and its text may take time
_GUESSED_WEIGHT = 3  #: digits, characters or items of an argument that anyone would guess
_TYPES = frozenset({bool, int, float, complex, str, bytes, type(None)})


class _NotPlanned(Exception):  # noqa: N818 - such a test runs call by call
    """The calls of a test are not known before it runs."""


def plan(task: Task, source: TestSource, exact: tuple[str, ...]) -> CallPlan | None:
    """Return the requests of a test; None if they are not known before it runs.

    Args:
        task: the task.
        source: the test.
        exact: libraries that the test uses.
    """
    entry = task.entry_point, task.entry_name, starter.is_class_task(task)
    return _plan(source.source, entry, task.starter_code, exact)


@functools.lru_cache(maxsize=task_tests.KEPT)
def _plan(
    test: str, entry: tuple[str, str, bool], starter_code: str, exact: tuple[str, ...]
) -> CallPlan | None:
    entry_point, name, is_class = entry
    reader = _Reader({name, "candidate"}, makes_objects=is_class or "(" in entry_point)
    try:
        with task_tests.without_collection():
            calls = reader.read(task_tests.tree_of(test))
    except (_NotPlanned, RecursionError):
        return None
    rules = starter.object_rules(entry_point, name, starter_code)
    return plan_of(calls, name, is_class=is_class, rules=rules, exact=exact)


@dataclass(slots=True)
class _Reader:
    """Reads one test, statement by statement, in the order in which they run."""

    names: set[str]  #: names of the entry point
    makes_objects: bool  #: whether a call of it makes an object
    calls: list[LiteralCall] = field(default_factory=list)
    objects: dict[str, int] = field(default_factory=dict)  #: name of an object → place of the call
    variables: dict[str, object] = field(default_factory=dict)  #: name → literal that it was last given
    #: Literals that are not arguments, and the number of calls that the answer has seen, call by call, when
    #: the test compares a result with them.
    expected: list[tuple[object, int]] = field(default_factory=list)
    assigned: list[tuple[str, object]] = field(default_factory=list)  #: all literals that got a name
    planned: Counter[str] = field(default_factory=Counter)  #: name → how often planned calls use it
    loaded: Counter[str] = field(default_factory=Counter)  #: name → how often it is used, except as argument
    constants: dict[Hashable, object] = field(default_factory=dict)
    keeps_results: bool = False  #: whether a result gets a name, so that a later statement may compare it

    def read(self, tree: ast.Module) -> list[LiteralCall]:
        """Return the calls of a test.

        Raises:
            _NotPlanned: if they are not known before it runs.
        """
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        chosen = (
            ["check"] if "check" in functions else [name for name in functions if name.startswith("test")]
        )
        for statement in tree.body:
            if not (isinstance(statement, ast.FunctionDef) and statement.name in chosen):
                self._statement(statement)
        for function in map(functions.__getitem__, chosen):
            self.names |= {parameter.arg for parameter in function.args.args}
            for part in (function.args, *function.decorator_list):
                self._read_rest(part, 0)
            for statement in function.body:
                self._statement(statement)
        is_used_otherwise = any(
            self.loaded[name] > self.planned[name] for name in (*self.names, *self.objects)
        )
        if not self.calls or is_used_otherwise:
            raise _NotPlanned
        self.expected += [(value, 0) for name, value in self.assigned if self.loaded[name]]
        self._refuse_hints()
        return self.calls

    def _statement(self, statement: ast.stmt) -> None:
        before = len(self.calls)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                try:
                    self.variables[name] = self._value(value)
                except _NotPlanned:
                    self.variables.pop(name, None)
                else:
                    self.assigned.append((name, self.variables[name]))
                    return
                self._expression(value)
                if self._makes_object(value):
                    self.objects[name] = before
                elif len(self.calls) > before:
                    self.keeps_results = True
            case ast.Assert(test=value):
                self._expression(value)
            case ast.Expr(value=value):
                self._expression(value)
                is_call = isinstance(value, ast.Call) and self._is_planned(value.func)
                if len(self.calls) > before and not is_call:  # `results.append(f(1))`
                    self.keeps_results = True
            case _:
                pass
        self._read_rest(statement, len(self.calls) if len(self.calls) > before else 0)

    def _expression(self, node: ast.AST) -> None:
        """Plan the calls in an expression that are always made, in the order of their evaluation."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.names:
                self.planned[name] += 1
                self._plan(node, None)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in self.objects:
                self.planned[name] += 1
                self._plan(node, self.objects[name], method)
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if self._makes_object(owner):
                self._expression(owner)
                self._plan(node, len(self.calls) - 1, method)
            case ast.NamedExpr(value=value):
                self._expression(value)
                self.keeps_results = True
            case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
                self._expression(first)
            case ast.Compare(left=left, comparators=[right, *_]):
                self._expression(left)
                self._expression(right)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                pass
            case _:
                for part in task_tests.parts_of(node):
                    self._expression(part)

    def _makes_object(self, node: ast.expr) -> bool:
        return self.makes_objects and isinstance(node, ast.Call) and _is_name(node.func, self.names)

    def _plan(self, call: ast.Call, on: int | None, method: str = "") -> None:
        args = tuple(map(self._argument, call.args))
        kwargs: dict[str, object] = {}
        for keyword in call.keywords:
            value = self._argument(keyword.value)
            if keyword.arg is not None:
                kwargs[keyword.arg] = value
            elif isinstance(value, dict) and all(type(name) is str for name in value):
                kwargs |= value
            else:
                raise _NotPlanned
        self.calls.append(LiteralCall(on, method, args, kwargs))

    def _read_rest(self, statement: ast.AST, calls: int) -> None:
        """Note the names and literals of a statement, without the arguments of planned calls."""
        waiting: list[ast.AST] = [statement]
        for node in waiting:  # it grows
            if isinstance(node, ast.Name):
                self.loaded[node.id] += isinstance(node.ctx, ast.Load)
            elif isinstance(node, ast.Call) and self._is_planned(node.func):
                waiting.append(node.func)
            else:
                try:
                    self.expected.append((self._value(node), calls))
                except _NotPlanned:
                    waiting += ast.iter_child_nodes(node)

    def _is_planned(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Attribute):
            return _is_name(function.value, self.objects) or self._makes_object(function.value)
        return _is_name(function, self.names)

    def _argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name) and node.id in self.variables:
            return self.variables[node.id]
        return self._value(node)

    def _value(self, node: ast.AST) -> Any:  # noqa: PLR0911 - one return per kind of node
        """Return the value of a literal. Equal constants are one object, as in compiled code.

        Raises:
            _NotPlanned: for any other expression.
        """
        match node:
            case ast.Constant(value=value) if type(value) in _TYPES:
                return self.constants.setdefault((type(value), value), value)
            case ast.List(elts=parts):
                return [*map(self._value, parts)]
            case ast.Tuple(elts=parts):
                return tuple(map(self._value, parts))
            case ast.Set(elts=parts):
                return _made(set, map(self._value, parts))
            case ast.Dict(keys=keys, values=values) if None not in keys:
                return _made(dict, zip(map(self._value, keys), map(self._value, values), strict=True))  # type: ignore[arg-type]  # no None
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _made(operator.neg, self._value(operand))
            case ast.BinOp(left=left, op=operation, right=right):
                return _combined(self._value(left), operation, self._value(right))
            case _:
                raise _NotPlanned

    def _refuse_hints(self) -> None:
        """Refuse a test that tells the answer what it expects by an argument of a later call.

        What an answer returns for one call was compared before it gets the next one, call by call; so only
        arguments of later calls are new to it. If results are kept, they may be compared at any time.
        """
        by_shape: dict[Hashable, list[tuple[Hashable, int]]] = {}
        for value, calls in self.expected:
            if _weight(value) > _GUESSED_WEIGHT:
                by_shape.setdefault(_shape(value), []).append(
                    (_key(value), 0 if self.keeps_results else calls)
                )
        for place, call in enumerate(self.calls):
            for value in (*call.args, *call.kwargs.values()):
                for key, calls in by_shape.get(_shape(value), ()):
                    if place >= calls and key == _key(value):
                        raise _NotPlanned


def _is_name(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _made(make: Callable[..., object], *parts: object) -> Any:
    try:
        return make(*parts)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise _NotPlanned from error


def _combined(left: Any, operation: ast.operator, right: Any) -> Any:
    """Return the value of an operator between two numbers, such as ``10**9 + 7``."""
    work = _OPERATORS.get(type(operation))
    if work is None or not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise _NotPlanned
    if work is operator.pow and max(abs(left), abs(right)) > _POWER_LIMIT:
        raise _NotPlanned
    return _made(work, left, right)


def _weight(value: Any) -> int:
    """Return how many digits, characters or items there are to guess in a literal."""
    match value:
        case None | bool():
            return 0
        case int() | float() | complex():
            return len(str(abs(value))) if abs(value) < _LONG else _GUESSED_WEIGHT + 1
        case str() | bytes():
            return len(value)
        case dict():
            return sum(1 + _weight(part) for pair in value.items() for part in pair)
        case _:
            return sum(1 + _weight(part) for part in itertools.islice(value, _GUESSED_WEIGHT + 1))


def _shape(value: Any) -> Hashable:
    """Return what two values share if their :func:`_key` is the same; it takes no time."""
    return len(value) if isinstance(value, list | tuple | set | frozenset | dict) else _key(value)


def _key(value: Any) -> Hashable:
    """Return what two literals share if a test may find them equal."""
    match value:
        case list() | tuple():
            return tuple(map(_key, value))
        case set() | frozenset():
            return frozenset(map(_key, value))
        case dict():
            return frozenset((_key(name), _key(part)) for name, part in value.items())
        case _:
            hashable: Hashable = value
            return hashable
