"""Rivals that need no declaration: they follow from the signature, the arguments and the reference."""

import ast
import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from benchmark.authoring.mutants import mutants
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
    for first, second in itertools.combinations(range(count), 2):
        yield f"arguments {first + 1} and {second + 1} exchanged", _exchanged(right, first, second)
    if count == 1:
        yield "the rule twice", lambda value: right(right(value))


@lru_cache(maxsize=64)
def changed_rivals(reference: str) -> tuple[tuple[str, Rule], ...]:
    """Return the mutants of a reference, and the programs with another operand or another loop.

    The name of each begins with the line of the program that is changed.
    """
    lines = [line.strip().rstrip(":") for line in reference.splitlines()]
    found = [(f"{lines[mutant.line - 1]}: {mutant.change}", mutant.tree) for mutant in mutants(reference)]
    return tuple(
        (name, _function(tree))
        for name, tree in [*found, *_operand_changes(reference), *_loop_changes(reference)]
    )


def _operand_changes(reference: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the program with one operand that is 0, 1 or 2 instead, or that of its neighbour."""
    for number, node in enumerate(ast.walk(ast.parse(reference))):
        for change in range(_operand_choices(node)):
            tree = ast.parse(reference)
            changed = next(itertools.islice(ast.walk(tree), number, None))
            assert isinstance(changed, ast.expr)  # noqa: S101 - a node of the same place
            before = ast.unparse(changed)
            if isinstance(changed, ast.BinOp):
                operand, value = ("left", "right")[change // 3], ast.Constant(change % 3)
                if isinstance(getattr(changed, operand), ast.Constant):
                    continue  # other values of a constant are mutants
                setattr(changed, operand, ast.copy_location(value, changed))
            elif isinstance(changed, ast.BoolOp):
                changed.values[change] = changed.values[change - 1]
            elif isinstance(changed, ast.Call):
                changed.args[change] = changed.args[change - 1]
            line = reference.splitlines()[changed.lineno - 1].strip().rstrip(":")
            yield f"{line}: {before} → {ast.unparse(changed)}", ast.fix_missing_locations(tree)


def _operand_choices(node: ast.AST) -> int:
    match node:
        case ast.BinOp():
            return 6
        case ast.BoolOp(values=operands):
            return len(operands)
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as operands):
            return len(operands)
        case _:
            return 0


def _loop_changes(reference: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the program with one loop that ends after a step, or with one condition that is asked again."""
    for number, node in enumerate(ast.walk(ast.parse(reference))):
        if not isinstance(node, ast.For | ast.While | ast.If):
            continue
        tree = ast.parse(reference)
        (again,) = (other for place, other in enumerate(ast.walk(tree)) if place == number)
        line = reference.splitlines()[node.lineno - 1].strip().rstrip(":")
        if isinstance(again, ast.For | ast.While):
            again.body.append(ast.copy_location(ast.Break(), again.body[-1]))
            yield f"{line}: once", ast.fix_missing_locations(tree)
        elif isinstance(again, ast.If) and not again.orelse:
            _replace(tree, again, ast.While(test=again.test, body=again.body, orelse=[]))
            yield f"{line}: again and again", ast.fix_missing_locations(tree)


def _replace(tree: ast.Module, old: ast.stmt, new: ast.stmt) -> None:
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and any(statement is old for statement in block):
                block[:] = [ast.copy_location(new, old) if one is old else one for one in block]


@lru_cache(maxsize=64)
def _guesses(text: str) -> dict[str, Rule]:
    return {f"guess {name}": compiled(program) for name, program in guess_programs(text).items()}


@lru_cache(maxsize=64)
def compiled(program: str) -> Rule:
    """Return the function ``solution`` of a program of ours; unlike ``compile_solution`` without copies."""
    return _function(ast.parse(program))


def _function(tree: ast.Module) -> Rule:
    """Return ``solution`` of a program; if running the program fails, a function that fails.

    The function raises an error after 5,000 rounds of loops. A limit of time would refuse other instances on
    a slow machine.
    """
    _count_rounds(tree)
    rounds = 0

    def count_round() -> None:
        nonlocal rounds
        rounds += 1
        if rounds > _MAX_ROUNDS:
            raise RuntimeError("does not end")

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


def _count_rounds(tree: ast.Module) -> None:
    """Let every loop count its rounds. Mutants share nodes, so a loop may count them already."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While) and not _counts_rounds(node.body[0]):
            call = ast.Expr(ast.Call(ast.Name(_COUNT_ROUND, ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))


def _counts_rounds(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name == _COUNT_ROUND
        case _:
            return False


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
