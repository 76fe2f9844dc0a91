"""The tests of a record (``input_output``) become a check."""

import re

from benchmark.core.task import Check, CompareRule, StdioCase, StdioCheck
from benchmark.datasets.official import RefusedRowError
from benchmark.suites.mmcode.call_based import call_check

#: Words with which a statement says that numbers may differ a little.
_TOLERANT = re.compile(
    r"\b(?:absolute|relative)\b(?:\s*(?:and|or|/|,)\s*(?:absolute|relative)\b)?\s*errors?\b"
    r"|\berrors?\b.{0,80}?(?:10\s*\^?\s*\{?\s*[-−–]|\b1e-|\b0\.0+1\b)",
    re.IGNORECASE,
)


def check_of(tests: object, statement: str, starter_code: str) -> tuple[Check, str]:
    """Return the check for the tests of a record, and the entry point; it is empty for a program.

    Args:
        tests: an object with lists ``inputs`` and ``outputs`` of equal length; with ``fn_name`` the answer
            is a function or a class, else a program.
        statement: the text of the problem, which says how outputs are compared.
        starter_code: the code that the prompt shows.

    Raises:
        RefusedRowError: if the tests cannot judge an answer.
    """
    if not isinstance(tests, dict):
        raise RefusedRowError("it has no tests: input_output is not an object of JSON")
    inputs, outputs = tests.get("inputs"), tests.get("outputs")
    if not isinstance(inputs, list) or not isinstance(outputs, list):
        raise RefusedRowError("it has no tests: inputs or outputs is not a list")
    if len(inputs) != len(outputs):
        raise RefusedRowError(f"it has {len(inputs)} inputs, but {len(outputs)} outputs")
    if not inputs:
        raise RefusedRowError("it has no test")
    if name := tests.get("fn_name"):
        try:
            return call_check(str(name), inputs, outputs, starter_code)
        except ValueError as error:
            raise RefusedRowError(str(error)) from None
    cases = tuple(
        StdioCase(input=_text(given, f"input {number}"), output=_text(wanted, f"output {number}"))
        for number, (given, wanted) in enumerate(zip(inputs, outputs, strict=True), 1)
    )
    return StdioCheck(cases=cases, compare=compare_rule(statement)), ""


def compare_rule(statement: str) -> CompareRule:
    """Return how outputs are compared: numbers within 1e-6 if the statement speaks of an error, else tokens.

    A statement speaks of an error if it says *absolute error* or *relative error*, or *error* before a
    number such as ``10^{-6}``, ``1e-6`` or ``0.000001``.
    """
    return "floats" if _TOLERANT.search(statement) else "tokens"


def _text(value: object, place: str) -> str:
    """Return the input or output of a program: a text as it is, the lines of a list joined by line ends."""
    if isinstance(value, str):
        text = value
    elif isinstance(value, list):
        text = "\n".join(_line(line, place) for line in value)
    else:
        text = _line(value, place)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RefusedRowError(f"{place} has a lone surrogate") from None
    return text


def _line(value: object, place: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RefusedRowError(f"{place} is neither text nor a list of lines")
    try:
        return str(value)
    except ValueError:  # more than 4,300 digits
        raise RefusedRowError(f"{place} is a number of more than 4,300 digits, not text") from None
