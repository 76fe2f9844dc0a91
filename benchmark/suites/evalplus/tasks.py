"""Convert problems of EvalPlus to tasks; expected values are results of the canonical solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.files.tasks import task_record
from benchmark.judging.judge import CallError, Judge, NoResult
from benchmark.suites.evalplus.arguments import Arguments
from benchmark.suites.evalplus.comparison_tests import compares_truth_only, comparison_test, passes_own_test
from benchmark.suites.evalplus.literals import literal
from benchmark.suites.evalplus.records import EvalPlusProblem
from benchmark.suites.evalplus.suite import DATASET, HUMANEVAL, MBPP, SUITE_ID

#: CPU seconds for all base inputs, and again for all others; the slowest canonical solution takes 15.
#: EvalPlus allows one second per input, or four times the canonical solution's time, and one minute for all.
#: Limits that depend on measured times would differ between machines, and so would the tasks.
_SECONDS = 30.0
_REFERENCE = Limits(seconds=60.0)
#: Maximum characters of an expected value as source; longer values take longer to transfer than to compute.
_MAX_CHARACTERS = 50_000


@dataclass(frozen=True, slots=True)
class ConvertedTask:
    """A task, and the number of inputs that were left out of it."""

    task: Task
    refused: int  #: number of inputs that the problem's contract or its canonical solution refuses


class ConvertedTaskLine(TypedDict):
    """A converted task as plain data."""

    record: dict[str, object]  #: the task as a record of a task file
    subset: str
    refused: int  #: number of inputs that were left out


@dataclass(frozen=True, slots=True)
class _Cases:
    """Inputs, and the results of the canonical solution for them."""

    inputs: list[Arguments]
    expected: list[object]


def task_of(problem: EvalPlusProblem, judge: Judge) -> ConvertedTask:
    """Convert a problem to a task with two tests: one of its base inputs, and one of the other inputs.

    Of the other inputs, which a program generated, two kinds are left out: those that the problem's contract
    refuses, and those for which the canonical solution's result does not pass its own test. Releases contain
    few of them.

    Raises:
        BadInput: if the canonical solution has no plain result for a base input.
        SandboxFailure: if it cannot be run on this machine.
    """
    base = _cases(problem, problem.base_input, "", judge)
    if len(base.inputs) < len(problem.base_input):
        raise _solution_error(problem, "it fails on a base input")
    plus = _cases(problem, problem.plus_input, problem.contract, judge)
    tests = [_test_source(problem, cases) for cases in (base, plus) if cases.inputs]
    if not tests:
        raise BadInput("FILE", problem.task_id, "has no inputs", "also name the file with its inputs")
    task = Task(
        id=problem.task_id,
        suite=SUITE_ID,
        dataset=DATASET,
        subset=MBPP if problem.is_mbpp else HUMANEVAL,
        parts=(Text(text=_task_text(problem)),),
        starter_code="" if problem.is_mbpp else problem.prompt,
        entry_point=problem.entry_point,
        reference=_reference(problem),
        check=FunctionCheck(tests=tuple(tests)),
        limits=Limits(seconds=_SECONDS),
    )
    return ConvertedTask(task, len(problem.plus_input) - len(plus.inputs))


def task_line(judge: Judge, problem: EvalPlusProblem) -> ConvertedTaskLine:
    """Convert a problem as :func:`task_of` does, in a process with fewer rights; the result is plain data."""
    converted = task_of(problem, judge)
    return ConvertedTaskLine(
        record=task_record(converted.task), subset=converted.task.subset, refused=converted.refused
    )


def _reference(problem: EvalPlusProblem, contract: str = "") -> str:
    """Return the canonical solution as a whole program; the data of HumanEval+ contain only the body."""
    solution = problem.canonical_solution
    return solution.lstrip("\n") if problem.is_mbpp else problem.prompt + contract + solution


def _task_text(problem: EvalPlusProblem) -> str:
    """Return the task's text as EvalPlus releases it.

    Early prompts of MBPP+ do not name the function; the first assertion, which names it, is added to them.
    """
    first = next((line for line in problem.assertion.splitlines() if line.startswith("assert")), "")
    if not problem.is_mbpp or not first or problem.entry_point in problem.prompt:
        return problem.prompt
    text, quotes = problem.prompt.rstrip().rstrip("\"'"), problem.prompt.strip()[:3]
    return f"{text.rstrip()}\n{first}\n{quotes}\n"


def _cases(problem: EvalPlusProblem, inputs: Sequence[Arguments], contract: str, judge: Judge) -> _Cases:
    """Return the inputs that have a valid result, with their results; contracts of MBPP+ are not run."""
    program = _reference(problem, "" if problem.is_mbpp else contract)
    try:
        results = judge.results(program, problem.entry_point, inputs, _REFERENCE)
    except CallError as error:
        raise _solution_error(problem, str(error)) from None
    truth_only = problem.is_mbpp and compares_truth_only(problem.entry_point)
    values = [
        value is not None if truth_only and not isinstance(value, NoResult) else value for value in results
    ]
    pairs = [
        (arguments, value)
        for arguments, value in zip(inputs, values, strict=True)
        if not isinstance(value, NoResult) and _is_short(value)
    ]
    if pairs and not _pass_own_test(problem, pairs):
        pairs = [pair for pair in pairs if _pass_own_test(problem, [pair])]
    return _Cases([arguments for arguments, _ in pairs], [value for _, value in pairs])


def _is_short(value: object) -> bool:
    try:
        return len(literal(value)) <= _MAX_CHARACTERS
    except ValueError:  # it cannot be written as source
        return False


def _pass_own_test(problem: EvalPlusProblem, pairs: Sequence[tuple[Arguments, object]]) -> bool:
    return passes_own_test(
        is_mbpp=problem.is_mbpp,
        entry_point=problem.entry_point,
        inputs=[arguments for arguments, _ in pairs],
        expected=[value for _, value in pairs],
        tolerance=problem.atol,
    )


def _test_source(problem: EvalPlusProblem, cases: _Cases) -> str:
    return comparison_test(
        is_mbpp=problem.is_mbpp,
        entry_point=problem.entry_point,
        inputs=cases.inputs,
        expected=cases.expected,
        tolerance=problem.atol,
    )


def _solution_error(problem: EvalPlusProblem, reason: str) -> BadInput:
    fix = "name the files as EvalPlus published them"
    return BadInput("FILE", problem.task_id, f"its canonical solution has no result: {reason}", fix)
