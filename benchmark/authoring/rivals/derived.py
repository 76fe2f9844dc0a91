"""Rivals that need no declaration: they follow from the signature, the arguments and the reference."""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

from benchmark.authoring.mutants import (
    NodePath,
    change_text,
    copy_with,
    faulty_nodes,
    is_listed,
    nodes_with_paths,
    replaced,
)
from benchmark.authoring.shown_rule import ShownRule
from benchmark.datasets.collection import ENTRY_POINT
from benchmark.pipeline.judge.guesses import guess_programs

_MAX_ROUNDS = 5_000  #: rounds of loops in one call of a rival; references need far fewer
_COUNT_ROUND = "_count_round"

#: A rule as a function with the arguments of ``solution``. It may change them.
Rule = Callable[..., Any]

#: What the first idea could be, for each argument that is a list or a text.
_OF_ONE_ARGUMENT: Mapping[str, Callable[[Any], Any]] = {
    "the argument": lambda value: value,
    "min": min,
    "max": max,
    "sum": sum,
    "len": len,
    "first": lambda value: value[0],
    "last": lambda value: value[-1],
    "sorted": sorted,
    "sorted downwards": lambda value: sorted(value, reverse=True),
    "reversed": lambda value: value[::-1],
}
#: Changes of a list or a text, before the rule or after it.
_CHANGES: Mapping[str, Callable[[Any], Any]] = {
    "reversed": lambda value: value[::-1],
    "sorted": lambda value: _as_before(value, sorted(value)),
}


def _as_before(value: Any, items: list[Any]) -> Any:
    """Return items as a text, tuple or list, as the value was."""
    if isinstance(value, str):
        return "".join(items)
    return tuple(items) if isinstance(value, tuple) else items


def derived_rivals(rule: ShownRule) -> Iterator[tuple[str, Rule]]:
    """Yield rivals of a rule by name: guesses, and other orders of arguments and results."""
    yield from _guesses(rule.text).items()
    if len(rule.examples) > 1:  # a single example has one result under every rule
        (result, *_) = rule.example_results
        yield "always the result of the first example", lambda *_: result
    count = len(rule.calls[0])
    for place in range(count):
        for name, function in _OF_ONE_ARGUMENT.items():
            yield f"{name} of argument {place + 1}", _of_argument(function, place)
    right = compiled(rule.reference)
    for place in range(count):
        for name, change in _CHANGES.items():
            yield f"argument {place + 1} {name}", _before(right, change, place)
    for name, change in _CHANGES.items():
        yield f"result {name}", _after(right, change)
    for first, second in combinations(range(count), 2):
        yield f"arguments {first + 1} and {second + 1} exchanged", _exchanged(right, first, second)
    if count == 1:
        yield "the rule twice", lambda value: right(right(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """Another node in the place of one node of a program."""

    name: str  #: begins with the line of the program that is changed
    path: NodePath
    node: ast.AST
    new: ast.AST


def changed_rivals(
    reference: str, settled: Collection[str] = (), *, pairs: bool = False
) -> Iterator[tuple[str, Rule]]:
    """Yield programs that differ from a reference in one place: its mutants, another operand, another loop.

    Args:
        reference: the right program.
        settled: patterns of changes that are left out.
        pairs: whether to yield the programs with two of the changes as well, at two places; one of the places
            may be within the other.
    """
    tree, every = _changes(reference)
    changes = [change for change in every if not is_listed(change.name, settled)]
    for change in changes:
        yield change.name, _function(replaced(tree, change.path, change.new))
    for first, second in combinations(changes, 2) if pairs else ():
        changed = replaced(tree, first.path, first.new)
        if _node_at(changed, second.path) is second.node:  # else the first change took its place
            yield f"{first.name}; {second.name}", _function(replaced(changed, second.path, second.new))


@lru_cache(maxsize=64)
def _changes(reference: str) -> tuple[ast.Module, tuple[_Change, ...]]:
    """Return a program whose loops count their rounds, and its changes; outer nodes before inner ones."""
    lines = [line.strip().rstrip(":") for line in reference.splitlines()]
    tree = _counting(reference)
    return tree, tuple(
        _Change(name=f"{lines[getattr(node, 'lineno', 1) - 1]}: {name}", path=path, node=node, new=new)
        for path, node in nodes_with_paths(tree, without=(_CountRound,))
        for name, new in _other_nodes(node)
    )


def _node_at(tree: Any, path: NodePath) -> Any:
    """Return the node at the end of a path; None if there is none."""
    for name, index in path:
        tree = getattr(tree, name, None)
        if index is not None:
            tree = tree[index] if isinstance(tree, list) and index < len(tree) else None
    return tree


def _other_nodes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what else could stand in the place of a node, by name."""
    for new in chain(faulty_nodes(node), _other_operands(node)):
        yield change_text(node, new), new
    match node:
        case ast.For(body=body) | ast.While(body=body):
            yield "once", copy_with(node, body=[*body, ast.copy_location(ast.Break(), body[-1])])
        case ast.If(test=test, body=body, orelse=[]):
            counted = ast.BoolOp(ast.And(), [_CountRound.call(), test])
            again = ast.While(test=counted, body=body, orelse=[])
            yield "again and again", ast.fix_missing_locations(ast.copy_location(again, node))
        case _:
            pass


def _other_operands(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node with one operand that is 0, 1 or 2 instead, or that of its neighbour."""
    match node:
        case ast.BinOp():
            for name in ("left", "right"):
                if not isinstance(getattr(node, name), ast.Constant):  # its other values are mutants
                    for value in range(3):
                        yield copy_with(node, **{name: ast.copy_location(ast.Constant(value), node)})
        case ast.BoolOp(values=operands):
            for place, _ in enumerate(operands):
                yield copy_with(node, values=_repeated(operands, place))
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as operands):
            for place, _ in enumerate(operands):
                yield copy_with(node, args=_repeated(operands, place))
        case _:
            pass


def _repeated(operands: list[ast.expr], place: int) -> list[ast.expr]:
    """Return operands with one that is its neighbour instead."""
    return [*operands[:place], operands[place - 1], *operands[place + 1 :]]


@lru_cache(maxsize=64)
def _guesses(text: str) -> dict[str, Rule]:
    return {f"guess {name}": compiled(program) for name, program in guess_programs(text).items()}


@lru_cache(maxsize=64)
def compiled(program: str) -> Rule:
    """Return the function ``solution`` of a program of ours; unlike ``compile_solution`` without copies."""
    return _function(_counting(program))


def _function(tree: ast.Module) -> Rule:
    """Return ``solution`` of a program; if running the program fails, a function that fails.

    The function raises an error after 5,000 rounds of loops. A limit of time would refuse other instances on
    a slow machine.
    """
    rounds = 0

    def count_round() -> bool:
        nonlocal rounds
        rounds += 1
        if rounds > _MAX_ROUNDS:
            raise RuntimeError("does not end")
        return True

    names: dict[str, Any] = {"__name__": "reference", _COUNT_ROUND: count_round}
    try:
        exec(compile(tree, "rival.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
    except Exception as error:  # noqa: BLE001 - a mutant may fail with anything
        names[ENTRY_POINT] = _failing(error)

    def solution(*arguments: Any) -> Any:
        nonlocal rounds
        rounds = 0
        return names[ENTRY_POINT](*arguments)

    return solution


def _failing(error: Exception) -> Rule:
    def fail(*_arguments: Any) -> Any:
        raise error

    return fail


class _CountRound(ast.Expr):
    """The first statement of each loop; no change is made to it."""

    @staticmethod
    def call() -> ast.Call:
        """Return the expression that counts a round, and is true."""
        return ast.Call(ast.Name(_COUNT_ROUND, ast.Load()), [], [])


def _counting(program: str) -> ast.Module:
    """Return a program whose loops count their rounds."""
    tree = ast.parse(program)
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While):
            counter = ast.copy_location(_CountRound(_CountRound.call()), node.body[0])
            node.body.insert(0, ast.fix_missing_locations(counter))
    return tree


def _of_argument(function: Callable[[Any], Any], place: int) -> Rule:
    return lambda *arguments: function(arguments[place])


def _before(rule: Rule, change: Callable[[Any], Any], place: int) -> Rule:
    return lambda *arguments: rule(*arguments[:place], change(arguments[place]), *arguments[place + 1 :])


def _after(rule: Rule, change: Callable[[Any], Any]) -> Rule:
    return lambda *arguments: change(rule(*arguments))


def _exchanged(rule: Rule, first: int, second: int) -> Rule:
    def exchanged(*arguments: Any) -> Any:
        order = list(arguments)
        order[first], order[second] = order[second], order[first]
        return rule(*order)

    return exchanged
