"""The first failed check of a verdict, parsed from its detail: call, expected result and actual result."""

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.verdict import Status

#: Maximum number of ``; `` that are tried as the end of the statement.
_MAX_SPLITS = 20
_STDIO = re.compile(r"input (?P<input>.*): expected (?P<expected>.*), got (?P<got>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCheck:
    """The parts of a failed check as the judge wrote them; missing parts are empty."""

    call: str = ""  #: ``circular_shift(100, 2)``, or ``input`` and what a program read
    expected: str = ""  #: expected result, such as ``'001'``
    got: str = ""  #: actual result, such as ``1``
    check: str = ""  #: statement of the test, such as ``assert candidate(100, 2) == "001"``
    message: str = ""  #: the exception, or why the sample was stopped

    @property
    def record(self) -> dict[str, str]:
        """The parts by name, without empty ones."""
        return {name: value for name in _PARTS if (value := getattr(self, name))}

    @property
    def title(self) -> str:
        """The call and its result, ``circular_shift(100, 2) → 1``; empty if no part is known."""
        result = self.got or self.message
        return f"{self.call} → {result}" if self.call and result else self.call or result or self.check


_PARTS = ("call", "expected", "got", "check", "message")


@lru_cache(16_384)  # many models fail in the same way, and several pages show the same check
def failed_check(status: str, detail: str, exception: str = "") -> FailedCheck:
    """Parse a verdict's detail into its parts.

    Args:
        status: status of the verdict.
        detail: text of the verdict. For a function: statement, call with its result, and reason, separated
            by ``; ``. For an exception: the call, ``: ``, and the exception. For a program: its input, the
            expected and the actual output.
        exception: class name of the exception, for ``runtime_error``.
    """
    if not detail:
        return FailedCheck()
    if status == Status.WRONG_ANSWER:
        return (
            _parse_program_detail(detail) if detail.startswith("input ") else _parse_function_detail(detail)
        )
    at = detail.find(f": {exception}") if exception else -1
    if at > 0 and detail[at - 1] == ")":
        return FailedCheck(call=detail[:at], message=detail[at + 2 :])
    return FailedCheck(message=detail)


def _parse_program_detail(detail: str) -> FailedCheck:
    found = _STDIO.fullmatch(detail)
    if found is None:
        return _parse_function_detail(detail)
    return FailedCheck(call=f"input {found['input']}", expected=found["expected"], got=found["got"])


def _parse_function_detail(detail: str) -> FailedCheck:
    statement, rest = _split_statement(detail)
    call, gave, behind = rest.partition(" gave ")
    expected, reason = _expectation(statement) or ("", False)
    if not gave:
        return FailedCheck(expected=expected, check=statement, message=rest)
    got, message = behind, ""
    if reason:  # the judge repeats the assert's message after the actual result
        got, _, message = behind.rpartition("; ")
        got, message = (got, message) if got else (behind, "")
    return FailedCheck(call=call, expected=expected, got=got, check=statement, message=message)


def _split_statement(detail: str) -> tuple[str, str]:
    """Return the statement of the test, and the text after it; both may contain ``; ``."""
    at = detail.find("; ")
    for _ in range(_MAX_SPLITS):
        if at < 0:
            break
        if _expectation(detail[:at]) is not None:
            return detail[:at], detail[at + 2 :]
        at = detail.find("; ", at + 2)
    statement, _, rest = detail.partition("; ")
    return statement, rest


@lru_cache(4096)
def _expectation(statement: str) -> tuple[str, bool] | None:
    """Return the value that an assert compares with, as written, and whether it has a message.

    It compares by ``==`` or ``is_close``. The value is empty for other statements; None is returned for text
    that is not Python.
    """
    try:
        body = ast.parse(statement).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match body:
        case [
            ast.Assert(
                test=ast.Compare(ops=[ast.Eq()], comparators=[value])
                | ast.Call(func=ast.Name(id="is_close"), args=[ast.Call(), value]),
                msg=words,
            )
        ]:
            return ast.get_source_segment(statement, value) or "", words is not None
        case [ast.Assert(msg=words)]:
            return "", words is not None
        case _:
            return "", False
