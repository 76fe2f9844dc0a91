"""Programs with one change of a reference: worked examples must contradict those that the tests contradict.

They are tried next to a family's space of rules, see :mod:`workshop.authoring.rule_space`.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from benchmark.datasets.collection import ENTRY_POINT
from benchmark.datasets.tolerance import is_close
from workshop.authoring.family import Call
from workshop.authoring.mutants import (
    change_text,
    copy_with,
    faulty_nodes,
    is_listed,
    nodes_with_paths,
    replaced,
)
from workshop.authoring.shown_rule import ShownRule

_MAX_ROUNDS = 5_000  #: rounds of loops in one call of a changed program; references need far fewer
_COUNT_ROUND = "_count_round"
_LONGEST_NAME = 200  #: letters of a change's name in a message; the lines of some references are long

#: A rule as a function with the arguments of ``solution``. It may change them.
Rule = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Misleading:
    """A changed program that fits every worked example and is not right."""

    name: str
    shown: int  #: number of worked examples
    failed: int  #: number of the tests' calls for which it is wrong
    calls: int  #: number of the tests' calls

    def __str__(self) -> str:
        name = self.name if len(self.name) <= _LONGEST_NAME else f"{self.name[: _LONGEST_NAME - 1]}…"
        return f"`{name}` fits all {self.shown} and is wrong for {self.failed} of {self.calls} calls"


def misleading_changes(rule: ShownRule, settled: Collection[str]) -> Iterator[Misleading]:
    """Yield the changed programs of a rule that mislead.

    A rule without worked examples has none: its picture shows the rule itself.

    Args:
        rule: the rule.
        settled: patterns of changes that the text or another part of the picture rules out; they are not
            tried.
    """
    if rule.examples:
        for name, changed in changed_programs(rule.reference, settled):
            if failed := _failed_calls(changed, rule):
                yield Misleading(name, len(rule.examples), failed, len(rule.calls))


def _failed_calls(changed: Rule, rule: ShownRule) -> int:
    """Return for how many calls a program is wrong; 0 if it contradicts a worked example."""
    if not all(_is_right(changed, rule.examples, rule.example_results)):
        return 0
    return sum(not right for right in _is_right(changed, rule.calls, rule.expected))


def _is_right(changed: Rule, calls: Sequence[Call], results: Sequence[object]) -> Iterator[bool]:
    """Yield for each call whether a program gives the result."""
    for call, result in zip(calls, results, strict=True):
        try:
            right = is_close(changed(*map(_copy, call)), result)
        except Exception:  # noqa: BLE001 - any error is another result
            right = False
        yield right


def _copy(value: Any) -> Any:
    """Return a copy of a plain value; much faster than ``copy.deepcopy``."""
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def changed_programs(reference: str, settled: Collection[str] = ()) -> Iterator[tuple[str, Rule]]:
    """Yield programs that differ from a reference in one place: its mutants, another operand, another loop.

    Args:
        reference: the right program.
        settled: patterns of changes that are left out.
    """
    lines = [line.strip().rstrip(":") for line in reference.splitlines()]
    tree = _counting(reference)
    for path, node in nodes_with_paths(tree, without=(_CountRound,)):
        for change, new in _other_nodes(node):
            name = f"{lines[getattr(node, 'lineno', 1) - 1]}: {change}"
            if not is_listed(name, settled):
                yield name, _function(replaced(tree, path, new))


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
        exec(compile(tree, "changed.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
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
