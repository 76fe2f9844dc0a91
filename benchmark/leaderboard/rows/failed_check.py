"""What a verdict says of the first check that failed, taken apart: the call, what was due, what came."""

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.verdict import Status

#: ``; `` inside a statement: more of them are not tried.
_MAX_SPLITS = 20
_STDIO = re.compile(r"input (?P<input>.*): expected (?P<expected>.*), got (?P<got>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCheck:
    """As the judge wrote it; a part that it did not write is empty."""

    call: str = ""  #: ``circular_shift(100, 2)``, or what a program read
    expected: str = ""  #: ``'001'``
    got: str = ""  #: ``1``: what came back
    check: str = ""  #: the statement of the test: ``assert candidate(100, 2) == "001"``
    message: str = ""  #: the exception, or why the sample was stopped

    @property
    def record(self) -> dict[str, str]:
        """Its parts by name, those that are empty left out."""
        return {name: value for name in _PARTS if (value := getattr(self, name))}

    @property
    def title(self) -> str:
        """``circular_shift(100, 2) → 1``: what tells wrong answers apart; empty where nothing is known."""
        came = self.got or self.message
        return f"{self.call} → {came}" if self.call and came else self.call or came or self.check


_PARTS = ("call", "expected", "got", "check", "message")


@lru_cache(16_384)  # models fail alike, and each page asks for itself
def failed_check(status: str, detail: str, exception: str = "") -> FailedCheck:
    """Take a verdict's detail apart.

    Args:
        status: of the verdict.
        detail: its words: statement, call with what it gave, and reason, with ``; `` between them; for an
            exception the call, ``: ``, and the exception; for a program its input and both outputs.
        exception: class name, for ``runtime_error``.
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
    expected, reason = _expectation_or_none(statement)
    if not gave:
        return FailedCheck(expected=expected, check=statement, message=rest)
    got, message = behind, ""
    if reason:  # the judge repeats the words of an assert behind what came back
        got, _, message = behind.rpartition("; ")
        got, message = (got, message) if got else (behind, "")
    return FailedCheck(call=call, expected=expected, got=got, check=statement, message=message)


def _split_statement(detail: str) -> tuple[str, str]:
    """The statement of the test, and what stands behind it; ``; `` may stand in either."""
    at = detail.find("; ")
    for _ in range(_MAX_SPLITS):
        if at < 0:
            break
        if _expectation(detail[:at]) is not None:
            return detail[:at], detail[at + 2 :]
        at = detail.find("; ", at + 2)
    statement, _, rest = detail.partition("; ")
    return statement, rest


def _expectation_or_none(statement: str) -> tuple[str, bool]:
    return _expectation(statement) or ("", False)


@lru_cache(4096)
def _expectation(statement: str) -> tuple[str, bool] | None:
    """What an assert compares with, as written, and whether it has words of its own; None for no Python."""
    try:
        body = ast.parse(statement).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match body:
        case [ast.Assert(test=ast.Compare(ops=[ast.Eq()], comparators=[value]), msg=words)]:
            return ast.get_source_segment(statement, value) or "", words is not None
        case [ast.Assert(msg=words)]:
            return "", words is not None
        case _:
            return "", False
