"""What the texts of answers show: names that they shadow, calls of ``input``, and newer syntax.

The process that reads them is closed off and has this module, so it imports little.
"""

import ast
import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from benchmark.core.sample import Sample, sample_name
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import Status, Verdict
from benchmark.extraction.source import Parser
from benchmark.judging.checks.newer_syntax import needs_python_3_12
from benchmark.pipeline.judge.extracting import read_apart

if TYPE_CHECKING:
    from benchmark.pipeline.judge.evaluate import Evaluation

_UPSTREAM_PYTHON = (3, 12)  #: of the second version of HumanEval-V's script
_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))


#: Flag of an answer that reads standard input although tests call it.
READS_INPUT = "calls input()"
#: Beginning of the flag of an answer that binds a built-in name.
SHADOWS = "shadows "


class StaticFlags(NamedTuple):
    """What the text of an answer shows."""

    #: built-in names that the answer binds, sorted; methods of its classes do not count
    shadowed: tuple[str, ...]
    reads_input: bool  #: whether it calls ``input``


def static_flags(code: str) -> StaticFlags:
    """Return the flags of an answer; none if it does not parse.

    ``input = sys.stdin.readline`` and other bindings of ``input`` are common in programs that read much, and
    do not count as shadowing.
    """
    tree = Parser().tree(code)
    if tree is None:
        return StaticFlags((), False)
    nodes = list(ast.walk(tree))
    of_classes = {id(item) for node in nodes if isinstance(node, ast.ClassDef) for item in _members(node)}
    bound = {name for node in nodes if id(node) not in of_classes for name in _bound(node)}
    calls = (node.func for node in nodes if isinstance(node, ast.Call))
    reads = any(isinstance(function, ast.Name) and function.id == "input" for function in calls)
    return StaticFlags(tuple(sorted(bound & _BUILTINS - {"input"})), reads)


def _members(definition: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the nodes that bind the attributes of a class."""
    for statement in definition.body:
        yield statement
        if isinstance(statement, ast.Assign):
            yield from statement.targets
        elif isinstance(statement, ast.AnnAssign):
            yield statement.target


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.alias(name=name, asname=alias):
            yield alias or name.partition(".")[0]
        case _:
            pass


def read_answers(evaluation: "Evaluation") -> tuple[dict[str, list[str]], list[str]]:
    """Read the texts of answers in one process.

    Returns:
        The flags of answers to tasks with error types, by ``task#draw``, left out if there are none; and the
        samples, as ``task#draw``, that do not parse here but would in Python 3.12, on which upstream's second
        version runs.
    """
    asked = [sample for sample in evaluation.samples if sample.task.has_error_types]
    refused = _refused(evaluation)
    given: list[Sample | str] = [*asked, *(sample.answer.program for sample in refused)]
    said = read_apart(_said, given)
    flags = {
        sample_name(sample.key): text.split("\n") for sample, text in zip(asked, said, strict=False) if text
    }
    newer = zip(refused, said[len(asked) :], strict=True)
    return flags, [sample_name(sample.key) for sample, text in newer if text]


def _refused(evaluation: "Evaluation") -> list[Sample]:
    """Return the samples with syntax errors, which a newer Python may not have."""
    if tuple(map(int, evaluation.guest["python"].split(".")[:2])) >= _UPSTREAM_PYTHON:
        return []
    failed = {
        outcome.key
        for outcome in evaluation.outcomes
        if isinstance(outcome, Verdict) and outcome.status is Status.SYNTAX_ERROR
    }
    return [sample for sample in evaluation.samples if sample.key in failed]


def _said(given: Sample | str) -> str:
    """Return the flags of a sample's answer, one per line; of a program, whether its syntax is newer."""
    if isinstance(given, Sample):
        return _flags(given)
    return "newer" if needs_python_3_12(given, Parser()) else ""


def _flags(sample: Sample) -> str:
    """Return the flags of an answer, one per line."""
    flags = static_flags(sample.answer.code)
    named = [f"{SHADOWS}{name}" for name in flags.shadowed]
    reads = flags.reads_input and isinstance(sample.task.check, FunctionCheck)
    return "\n".join([*named, READS_INPUT] if reads else named)
