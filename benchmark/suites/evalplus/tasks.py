"""Convert problems of EvalPlus to tasks; expected values are results of the canonical solution.

Tests compare values as EvalPlus does (evalplus 0.3.1, ``evalplus/eval/__init__.py``). A value is right if it
equals the expected one. If there is a tolerance, each number may also differ by up to
``tolerance + 1e-7 * |expected|``, but the value must have the expected type. The tolerance is that of the
data. If the data have none, it is 1e-6 from the first expected float on. Some functions have rules of their
own: several values are right, or lists are compared as sets. The source runs on the host, where the answer's
results are plain data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Limits, Task, Text
from benchmark.files.tasks import task_record
from benchmark.judging.judge import CallError, Judge, NoResult
from benchmark.suites.evalplus.literals import literal
from benchmark.suites.evalplus.records import Arguments, EvalPlusProblem
from benchmark.suites.evalplus.suite import DATASET, HUMANEVAL, MBPP, SUITE_ID

_TEST = """
import math


def _floats(value):
    if isinstance(value, (list, tuple)) and value:
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def _near(found, wanted, tolerance):
    if isinstance(found, (list, tuple)) and isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(_near(a, b, tolerance) for a, b in zip(found, wanted))
    if not isinstance(found, (int, float, complex)) or not isinstance(wanted, (int, float, complex)):
        return False
    try:
        return found == wanted or abs(found - wanted) <= tolerance + 1e-7 * abs(wanted) < float("inf")
    except OverflowError:
        return False


def _is_right(found, wanted, tolerance, arguments):
    equal = found == wanted
{rule}    if equal or not tolerance:
        return equal
    return type(found) is type(wanted) and _near(found, wanted, tolerance)


_tolerance = {tolerance}
for _arguments, _wanted in zip({inputs}, {expected}):
    if _tolerance == 0 and _floats(_wanted):
        _tolerance = 1e-6
    assert _is_right(candidate(*_arguments), _wanted, _tolerance, _arguments)
"""

# Lines of the test that replace the comparison for some entry points.
_AS_SETS = """\
    equal = set(found) == set(wanted)
"""
_AS_TRUTH = """\
    equal = wanted == (found if isinstance(found, bool) else found is not None)
"""
_MBPP_RULES: dict[str, str] = {
    # On purpose: EvalPlus takes any result of this function, too.
    "are_equivalent": """\
    equal = True
""",
    "sum_div": """\
    equal = equal or found == 0
""",
    "surface_Area": """\
    base, height = arguments
    slant = ((base / 2) ** 2 + height**2) ** 0.5
    equal = equal or abs(found - round(base**2 + 2 * base * slant)) <= tolerance
""",
    "digit_distance_nums": """\
    one, other = map(str, arguments)
    longest = max(len(one), len(other))
    digits = zip(one.zfill(longest), other.zfill(longest))
    equal = equal or found == sum(abs(int(a) - int(b)) for a, b in digits)
""",
    **dict.fromkeys(
        (
            "similar_elements", "find_char_long", "common_in_nested_lists", "extract_singly", "larg_nnum",
            "intersection_array", "find_dissimilar", "Diff",
        ),
        _AS_SETS,
    ),
    **dict.fromkeys(("check_str", "text_match_three", "text_starta_endb"), _AS_TRUTH),
}  # fmt: skip
_HUMANEVAL_RULES: dict[str, str] = {
    "find_zero": """\
    (coefficients,) = arguments
    return abs(sum(one * math.pow(found, power) for power, one in enumerate(coefficients))) <= tolerance
""",
}


def compares_truth_only(entry_point: str) -> bool:
    """Whether EvalPlus compares only whether a result is None; expected values are then True or False."""
    return _MBPP_RULES.get(entry_point) == _AS_TRUTH


def comparison_test(
    *, is_mbpp: bool, entry_point: str, inputs: Sequence[Any], expected: Sequence[Any], tolerance: float
) -> str:
    """Return the source of one test that calls the answer with all inputs.

    Raises:
        ValueError: if a value cannot be written as source.
    """
    rules = _MBPP_RULES if is_mbpp else _HUMANEVAL_RULES
    return _TEST.lstrip().format(
        rule=rules.get(entry_point, ""),
        tolerance=literal(tolerance),
        inputs=literal(list(inputs)),
        expected=literal(list(expected)),
    )


def passes_own_test(
    *, is_mbpp: bool, entry_point: str, inputs: Sequence[Any], expected: Sequence[Any], tolerance: float
) -> bool:
    """Whether the expected values pass their own test; a NaN does not, because it equals nothing.

    The test runs in this process, with the expected values as results: it contains no code of an answer.
    """
    values = iter(expected)
    source = comparison_test(
        is_mbpp=is_mbpp, entry_point=entry_point, inputs=inputs, expected=expected, tolerance=tolerance
    )
    try:
        exec(source, {"candidate": lambda *_arguments: next(values)})  # noqa: S102 - our own source
    except (AssertionError, ArithmeticError, TypeError, ValueError):
        return False
    return True


#: CPU seconds for all base inputs, and again for all others; the slowest canonical solution takes 15.
#: EvalPlus allows one second per input, or four times the canonical solution's time, and one minute for all.
#: Limits that depend on measured times would differ between machines, and so would the tasks.
_SECONDS = 30.0
_REFERENCE = Limits(seconds=60.0)
#: Maximum characters of an expected value as source; longer values take longer to transfer than to compute.
_MAX_CHARACTERS = 50_000
#: How reasons begin where a contract refuses an input: HumanEval/99 and 137 raise the second one.
_REFUSALS = ("AssertionError", "Exception: invalid inputs")


@dataclass(frozen=True, slots=True)
class ConvertedTask:
    """A task, and the number of inputs that were left out of it."""

    task: Task
    refused: int  #: number of inputs that were left out
    forbidden: int  #: those of them that the problem's contract refuses


class ConvertedTaskLine(TypedDict):
    """A converted task as plain data."""

    record: dict[str, object]  #: the task as a record of a task file
    subset: str
    refused: int  #: number of inputs that were left out
    forbidden: int  #: those of them that the problem's contract refuses


@dataclass(frozen=True, slots=True)
class _Cases:
    """Inputs, and the results of the canonical solution for them."""

    inputs: list[Arguments]
    expected: list[object]
    forbidden: int  #: number of further inputs that the contract refuses


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
    return ConvertedTask(task, len(problem.plus_input) - len(plus.inputs), plus.forbidden)


def task_line(judge: Judge, problem: EvalPlusProblem) -> ConvertedTaskLine:
    """Convert a problem as :func:`task_of` does, in a process with fewer rights; the result is plain data."""
    converted = task_of(problem, judge)
    return ConvertedTaskLine(
        record=task_record(converted.task),
        subset=converted.task.subset,
        refused=converted.refused,
        forbidden=converted.forbidden,
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
    # The prompt is a docstring, and the assertion goes in front of its closing quotes.
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
    # A canonical solution that returns a match object or None: only whether it is None can be written down.
    values = [
        value is not None if truth_only and not isinstance(value, NoResult) else value for value in results
    ]
    pairs = [
        (arguments, value)
        for arguments, value in zip(inputs, values, strict=True)
        if not isinstance(value, NoResult) and _is_short(value)
    ]
    if pairs and not _pass_own_test(problem, pairs):
        # One by one only now: nearly always all of them pass together.
        pairs = [pair for pair in pairs if _pass_own_test(problem, [pair])]
    # Contracts are asserts, which no canonical solution of HumanEval has; two of them raise an exception.
    asserted = contract and not problem.is_mbpp
    refusals = [value.reason for value in values if isinstance(value, NoResult) and asserted]
    forbidden = sum(reason.startswith(_REFUSALS) for reason in refusals)
    return _Cases([arguments for arguments, _ in pairs], [value for _, value in pairs], forbidden)


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
