"""Labels of the level ``verbatim``: Python source, or close to it where Python has no such statement."""

import ast
import re
from typing import TypeVar

from workshop.flowchart.step import ChartStep, StepKind

_T = TypeVar("_T", bound=ast.stmt)
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_ERROR = r"error(?: \d+)?"
_CONTEXT = r"context(?: \d+)?"


def verbatim(step: ChartStep) -> str:
    """Return the label of a step as Python source, or close to it where Python has no such statement."""
    node = step.node
    match step.kind, node:
        case StepKind.START, _:
            return f"def {step.name}"
        case StepKind.START_CLASS, ast.Call():
            return f"class {_header(step.name, node)}"
        case StepKind.START_PROGRAM, _:
            return "whole program"
        case StepKind.END, _:
            return "end"
        case StepKind.INPUT, ast.arguments():
            return f"input {ast.unparse(node)}"
        case StepKind.TEST, ast.expr():
            return f"{'while' if step.loop else 'if'} {ast.unparse(node)}"
        case StepKind.NEXT, ast.For():
            return f"for {_head(node)}"
        case StepKind.DO, ast.stmt():
            return ast.unparse(node)
        case StepKind.DEFINE, _:
            return f"define {step.name}"
        case StepKind.CATCH, ast.expr():
            return f"except {ast.unparse(node)} ({step.name})"
        case StepKind.BIND, ast.Name():
            return f"{step.name} as {node.id}"
        case StepKind.RERAISE, _:
            return f"raise {step.name} again"
        case StepKind.ENTER, ast.withitem():
            return f"{step.name}: with {ast.unparse(node)}"
        case StepKind.LEAVE, _:
            return f"end of {step.name}"
        case StepKind.ABSORBS, _:
            return f"{step.name} absorbs error"
        case _:
            pass
    raise ValueError(f"no label for {step.kind}")


def read_verbatim(label: str) -> ChartStep:
    """Return the step of a verbatim label.

    Raises:
        ValueError: if the label is not one.
    """
    for pattern, kind in _PATTERNS:
        found = pattern.fullmatch(label)
        if found is not None:
            return _step(kind, found.groupdict(), label)
    return ChartStep(kind=StepKind.DO, node=statement(label))


_PATTERNS = [
    (re.compile(rf"def (?P<name>{_NAME})"), StepKind.START),
    (re.compile(rf"class (?P<name>{_NAME})(?P<bases>\(.*\))?"), StepKind.START_CLASS),
    (re.compile("whole program"), StepKind.START_PROGRAM),
    (re.compile("end"), StepKind.END),
    (re.compile("input (?P<arguments>.+)"), StepKind.INPUT),
    (re.compile("(?P<loop>if|while) (?P<test>.+)"), StepKind.TEST),
    (re.compile("for (?P<head>.+)"), StepKind.NEXT),
    (re.compile(rf"define (?P<name>{_NAME})"), StepKind.DEFINE),
    (re.compile(rf"except (?P<test>.+) \((?P<name>{_ERROR})\)"), StepKind.CATCH),
    (re.compile(rf"(?P<name>{_ERROR}) as (?P<target>\w+)"), StepKind.BIND),
    (re.compile(rf"raise (?P<name>{_ERROR}) again"), StepKind.RERAISE),
    (re.compile(rf"(?P<name>{_CONTEXT}): with (?P<item>.+)"), StepKind.ENTER),
    (re.compile(rf"end of (?P<name>{_CONTEXT})"), StepKind.LEAVE),
    (re.compile(rf"(?P<name>{_CONTEXT}) absorbs error"), StepKind.ABSORBS),
]


def _step(kind: StepKind, groups: dict[str, str | None], label: str) -> ChartStep:
    name = groups.get("name") or ""
    node: ast.AST | None = None
    match kind:
        case StepKind.START_CLASS:
            node = expression(f"{name}{groups['bases'] or '()'}")
        case StepKind.INPUT:
            node = _parsed(f"def f({groups['arguments']}): pass", ast.FunctionDef).args
        case StepKind.TEST | StepKind.CATCH:
            node = expression(groups["test"] or "")
        case StepKind.NEXT:
            node = _parsed(f"for {groups['head']}: pass", ast.For)
            node.body = []
        case StepKind.BIND:
            node = ast.Name(id=groups["target"] or "", ctx=ast.Store())
        case StepKind.ENTER:
            node = _parsed(f"with {groups['item']}: pass", ast.With).items[0]
        case StepKind.DO:
            node = statement(label)
        case _:
            pass
    return ChartStep(kind=kind, name=name, node=node, loop=groups.get("loop") == "while")


def _header(name: str, bases: ast.Call) -> str:
    return ast.unparse(bases) if bases.args or bases.keywords else name


def _head(loop: ast.For) -> str:
    """Return ``target in iterable`` as Python writes it."""
    head = ast.For(target=loop.target, iter=loop.iter, body=[ast.Pass()], orelse=[])
    return (
        ast.unparse(ast.fix_missing_locations(head)).partition("\n")[0].removeprefix("for ").removesuffix(":")
    )


def expression(source: str) -> ast.expr:
    """Parse an expression.

    Raises:
        ValueError: if it is not one.
    """
    return _parsed(f"({source})", ast.Expr).value


def statement(source: str) -> ast.stmt:
    """Parse one statement.

    Raises:
        ValueError: if it is not one.
    """
    return _parsed(source, ast.stmt)


def _parsed(source: str, kind: type[_T]) -> _T:
    try:
        body = ast.parse(source).body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{source!r} is not Python: {error}") from None
    if len(body) != 1 or not isinstance(body[0], kind):
        raise ValueError(f"{source!r} is not one statement of the expected kind")
    return body[0]
