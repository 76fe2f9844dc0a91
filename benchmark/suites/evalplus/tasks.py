"""Problems of EvalPlus → tasks; expected values come from the canonical solution, run in the sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.files.tasks import task_record
from benchmark.judging.checks.calls import CallError, NoResult
from benchmark.judging.judge import Judge
from benchmark.suites.evalplus.arguments import Arguments
from benchmark.suites.evalplus.comparison_tests import compares_truth_only, comparison_test, passes_own_test
from benchmark.suites.evalplus.literals import literal
from benchmark.suites.evalplus.records import EvalPlusProblem
from benchmark.suites.evalplus.suite import DATASET, HUMANEVAL, MBPP, SUITE_ID

#: CPU seconds for all base inputs, and for all others; the slowest canonical solution takes 15. EvalPlus
#: gives an input a second, or four times the canonical solution's time, and all a minute: a limit that hangs
#: on what was measured would make other tasks on other machines.
_SECONDS = 30.0
_REFERENCE = Limits(seconds=60.0)
#: Characters of an expected value as source; what is longer takes longer to carry than to compute.
_LONGEST = 50_000


@dataclass(frozen=True, slots=True)
class ConvertedTask:
    """A task, and how many inputs it lacks."""

    task: Task
    refused: int  #: inputs that the problem's contract or its canonical solution refuses


class ConvertedTaskLine(TypedDict):
    """The same as plain data: the task as its line of a task file has it."""

    record: dict[str, object]
    subset: str
    refused: int


@dataclass(frozen=True, slots=True)
class _Cases:
    """Inputs with what the canonical solution gives."""

    inputs: list[Arguments]
    expected: list[object]


def task_of(problem: EvalPlusProblem, judge: Judge) -> ConvertedTask:
    """The task: one test of EvalPlus's base inputs and one of its others, each in fresh state.

    Of the others, which a program has made, those are left out that the problem's contract refuses, and those
    for which the canonical solution gives no value that it is right by. Releases hold few of them.

    Raises:
        BadInput: when the canonical solution gives no plain value for a base input.
        SandboxFailure: when it cannot be run here.
    """
    base = _cases(problem, problem.base_input, "", judge)
    if len(base.inputs) < len(problem.base_input):
        raise _solution_error(problem, "it fails a base input")
    more = _cases(problem, problem.plus_input, problem.contract, judge)
    tests = [_test_source(problem, cases) for cases in (base, more) if cases.inputs]
    if not tests:
        raise BadInput("FILE", problem.task_id, "has no inputs", "name the file with its inputs")
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
    return ConvertedTask(task, len(problem.plus_input) - len(more.inputs))


def task_line(judge: Judge, problem: EvalPlusProblem) -> ConvertedTaskLine:
    """What :func:`task_of` makes, as plain data: for a process that has fewer rights than who asks it."""
    made = task_of(problem, judge)
    return ConvertedTaskLine(record=task_record(made.task), subset=made.task.subset, refused=made.refused)


def _reference(problem: EvalPlusProblem, contract: str = "") -> str:
    """The canonical solution as a whole program; HumanEval+ has the body alone."""
    solution = problem.canonical_solution
    return solution.lstrip("\n") if problem.is_mbpp else problem.prompt + contract + solution


def _task_text(problem: EvalPlusProblem) -> str:
    """The text as releases have it: in MBPP+ with one assertion, which names the function."""
    first = next((line for line in problem.assertion.splitlines() if line.startswith("assert")), "")
    if not problem.is_mbpp or not first or problem.entry_point in problem.prompt:
        return problem.prompt
    text, quotes = problem.prompt.rstrip().rstrip("\"'"), problem.prompt.strip()[:3]
    return f"{text.rstrip()}\n{first}\n{quotes}\n"


def _cases(problem: EvalPlusProblem, inputs: Sequence[Arguments], contract: str, judge: Judge) -> _Cases:
    """Those of the inputs that have a right value. MBPP+'s contract stands in no program here."""
    program = _reference(problem, "" if problem.is_mbpp else contract)
    try:
        found = judge.results(program, problem.entry_point, inputs, _REFERENCE)
    except CallError as error:
        raise _solution_error(problem, str(error)) from None
    truth_only = problem.is_mbpp and compares_truth_only(problem.entry_point)
    values = [
        value is not None if truth_only and not isinstance(value, NoResult) else value for value in found
    ]
    pairs = [
        (arguments, value)
        for arguments, value in zip(inputs, values, strict=True)
        if not isinstance(value, NoResult) and _is_short(value)
    ]
    if pairs and not _pass_own_test(problem, pairs):
        pairs = [pair for pair in pairs if _pass_own_test(problem, [pair])]
    return _Cases([one for one, _ in pairs], [value for _, value in pairs])


def _is_short(value: object) -> bool:
    try:
        return len(literal(value)) <= _LONGEST
    except ValueError:  # no source holds it
        return False


def _pass_own_test(problem: EvalPlusProblem, pairs: Sequence[tuple[Arguments, object]]) -> bool:
    return passes_own_test(
        is_mbpp=problem.is_mbpp,
        entry_point=problem.entry_point,
        inputs=[one for one, _ in pairs],
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


def _solution_error(problem: EvalPlusProblem, said: str) -> BadInput:
    fix = "name the files as EvalPlus published them"
    return BadInput("FILE", problem.task_id, f"its canonical solution gives no value: {said}", fix)
