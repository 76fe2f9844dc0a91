"""The output of ``sightbench evaluate --json``."""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Literal, NamedTuple

from pydantic import Field

from benchmark.core.sample import Sample, sample_name
from benchmark.core.task import FunctionCheck
from benchmark.core.verdict import ErrorType, Status, Verdict
from benchmark.extraction.source import Parser
from benchmark.files.edge import Record
from benchmark.judging.checks.error_types import has_error_types
from benchmark.judging.checks.newer_syntax import needs_python_3_12
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.missing import missing_reasons
from benchmark.pipeline.sources import TaskSource
from benchmark.results.row import RowScore
from benchmark.scoring.summary import count_error_types, count_statuses

_UPSTREAM_PYTHON = (3, 12)  #: of the second version of HumanEval-V's script
_BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))


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


class EvaluationReport(Record):
    """The report of one evaluation."""

    schema_: Literal["sightbench/evaluation/1"] = Field(default="sightbench/evaluation/1", alias="schema")
    suite: str
    dataset: str
    extraction: str
    tasks: int = Field(description="tasks with at least one sample")
    samples: int
    missing: dict[str, str] = Field(description="reason by task_id#draw, for samples without a verdict")
    unlinted: dict[str, str] | None = Field(
        description="reason by task_id#draw, for samples without a result of the linter; null without linting"
    )
    outcomes: dict[Status, int] = Field(description="samples by status")
    error_types: dict[ErrorType, int] = Field(
        default_factory=dict,
        description="failed samples by error type; empty if no task has error types",
    )
    flags: dict[str, list[str]] = Field(
        default_factory=dict,
        description="what the text of an answer shows, by task_id#draw: shadows NAME, or calls input()"
        " although tests call it; only for tasks with error types",
    )
    scores: list[RowScore]
    guest: dict[str, str] = Field(description="versions of the software inside the sandbox")
    seconds: float = Field(description="wall time of judging")
    cpu_seconds: float = Field(description="CPU time inside the sandbox")
    time_factor: float = Field(description="factor of this machine, by which time limits were multiplied")
    judged_again: int = Field(description="samples near a limit that were judged a second time, alone")
    not_judged_again: int = Field(
        description="samples near a limit that were not judged a second time, for lack of time"
    )
    row: str | None = Field(description="path of the row; null if none was written")


def evaluation_report(evaluation: Evaluation, source: TaskSource, row: str | None) -> EvaluationReport:
    """Return the report of an evaluation."""
    return EvaluationReport(
        suite=source.suite_id,
        dataset=source.dataset,
        extraction=evaluation.extraction,
        tasks=len({outcome.task_id for outcome in evaluation.outcomes}),
        samples=len(evaluation.outcomes),
        missing=missing_reasons(evaluation.outcomes),
        unlinted=None if evaluation.unlinted is None else dict(evaluation.unlinted),
        outcomes=count_statuses(evaluation.outcomes),
        error_types=count_error_types(evaluation.outcomes),
        flags=answer_flags(evaluation.samples),
        scores=[RowScore(**asdict(score)) for score in evaluation.scores],
        guest=evaluation.guest,
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        time_factor=evaluation.time_factor,
        judged_again=evaluation.judged_again,
        not_judged_again=evaluation.not_judged_again,
        row=row,
    )


#: Flag of an answer that reads standard input although tests call it.
READS_INPUT = "calls input()"
#: Beginning of the flag of an answer that binds a built-in name.
SHADOWS = "shadows "


def answer_flags(samples: Iterable[Sample]) -> dict[str, list[str]]:
    """Return the flags of answers to tasks with error types, by ``task#draw``; left out if there are none."""
    found = {}
    for sample in samples:
        if has_error_types(sample.task):
            flags = static_flags(sample.answer.code)
            asked = not isinstance(sample.task.check, FunctionCheck)
            named = [f"{SHADOWS}{name}" for name in flags.shadowed]
            named += [READS_INPUT] if flags.reads_input and not asked else []
            if named:
                found[sample_name(sample.key)] = named
    return found


def newer_answers(evaluation: Evaluation) -> list[str]:
    """Return the samples, as ``task#draw``, that do not parse here but would in Python 3.12.

    Upstream's second version runs on Python 3.12.
    """
    if tuple(map(int, evaluation.guest["python"].split(".")[:2])) >= _UPSTREAM_PYTHON:
        return []
    failed = {
        outcome.key
        for outcome in evaluation.outcomes
        if isinstance(outcome, Verdict) and outcome.status is Status.SYNTAX_ERROR
    }
    return [
        sample_name(sample.key)
        for sample in evaluation.samples
        if sample.key in failed and needs_python_3_12(sample.answer.program, Parser())
    ]
