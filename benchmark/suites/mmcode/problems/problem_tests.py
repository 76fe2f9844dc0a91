"""The tests of a raw problem, as a check of a task.

They are judged as those of the official data set (:mod:`benchmark.suites.mmcode.record_tests`). In addition,
a checker's option ``float_tolerance`` says what numbers may differ by, if an expected output has a number
with a decimal point or an exponent.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.core.errors import BadInput
from benchmark.core.task import Check, StdioCheck
from benchmark.datasets.official import RefusedRowError
from benchmark.files.strict_json import loads
from benchmark.suites.mmcode.problem_record import check_starter
from benchmark.suites.mmcode.problems.flaws import DroppedError, Flaw
from benchmark.suites.mmcode.problems.raw_problem import RawExample
from benchmark.suites.mmcode.record_tests import check_of

_FLOAT = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+|\d+(?:\.\d*)?[eE][+-]?\d+)")
_OPTION = re.compile(r"(?:float_tolerance|float_relative_tolerance|float_absolute_tolerance)\s+(\S+)")
#: Options of a checker that judging by tokens fulfils.
_HARMLESS = frozenset({"case_sensitive"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTests:
    """Inputs and outputs of a problem, as values of JSON."""

    inputs: list[object]
    outputs: list[object]
    fn_name: str = ""  #: the function to call; empty if a program is judged

    def record(self) -> dict[str, object]:
        """Return the tests as upstream has them: ``inputs``, ``outputs`` and ``fn_name``."""
        name = {"fn_name": self.fn_name} if self.fn_name else {}
        return {"inputs": self.inputs, "outputs": self.outputs, **name}


def read_tests(examples: Sequence[RawExample] | None, input_output: object) -> ProblemTests | None:
    """Return a problem's tests; None if it has none. A list of tests counts before ``input_output``.

    Raises:
        DroppedError: if they cannot be read, or inputs and outputs are not equally many.
    """
    if examples:
        return ProblemTests(
            inputs=[test.input for test in examples], outputs=[test.output for test in examples]
        )
    value = _parsed(input_output)
    if not value:
        return None
    if not isinstance(value, Mapping):
        raise DroppedError("unreadable-tests", "input_output is not an object")
    inputs, outputs = value.get("inputs"), value.get("outputs")
    if not isinstance(inputs, list) or not isinstance(outputs, list):
        raise DroppedError("unreadable-tests", "inputs or outputs is not a list")
    if len(inputs) != len(outputs):
        raise DroppedError("unequal-tests", f"{len(inputs)} inputs, {len(outputs)} outputs")
    if not inputs:
        return None
    try:
        json.dumps([inputs, outputs])
    except ValueError:  # Python writes no longer integer
        raise DroppedError("unreadable-tests", "an integer has more than 4,300 digits") from None
    return ProblemTests(inputs=inputs, outputs=outputs, fn_name=str(value.get("fn_name") or ""))


def _parsed(value: object) -> object:
    if not isinstance(value, str):
        return value
    if not value.strip():
        return None
    try:
        return loads(value.encode(), "input_output")
    except UnicodeEncodeError:
        raise DroppedError("unreadable-tests", "input_output has a lone surrogate") from None
    except BadInput as error:
        raise DroppedError("unreadable-tests", error.located) from None


def checked(tests: ProblemTests, statement: str, starter_code: str, options: str) -> tuple[Check, str]:
    """Return the check of a task and its entry point, which is empty for a program.

    Args:
        tests: the tests of the problem.
        statement: the statement, which may allow an error.
        starter_code: decides whether ``fn_name`` is a method of ``class Solution``.
        options: options of the site's checker; may be empty.

    Raises:
        DroppedError: if the tests cannot judge an answer, or the starter code is not valid.
    """
    try:
        check_starter(starter_code)
    except RefusedRowError as refused:
        raise DroppedError("starter-code", str(refused)) from None
    try:
        check, entry_point = check_of(tests.record(), statement, starter_code)
    except RefusedRowError as refused:
        raise DroppedError("unreadable-tests", str(refused)) from None
    tolerance = _tolerance(options)
    if tolerance is None or not isinstance(check, StdioCheck):
        return check, entry_point
    if not any(_FLOAT.search(case.output) for case in check.cases):
        return check, entry_point
    return replace(check, compare="floats", tolerance=tolerance), entry_point


def unread_options(options: str) -> list[Flaw]:
    """Return a flaw for each option of a checker that is not read."""
    rest = _OPTION.sub("", options).split()
    return [Flaw(rule="option-unread", detail=word[:80]) for word in rest if word not in _HARMLESS]


def _tolerance(options: str) -> float | None:
    for found in _OPTION.findall(options):
        try:
            value = float(found)
        except ValueError:
            continue
        if 0 <= value <= 1:
            return value
    return None
