"""The failed samples of rows: each file of verdicts is read once, and the first failure of each task is kept.

A missing sample has no verdict, so it has not failed and has no failed check.
"""

import ast
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from benchmark.analysis.wording import clean
from benchmark.core.sample import SampleKey
from benchmark.core.verdict import Status
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict, stored_verdicts
from benchmark.results.row import Row
from benchmark.suites import suite_of

#: Maximum number of ``; `` that are tried as the end of the statement.
_MAX_SPLITS = 20
_STDIO = re.compile(r"input (?P<input>.*): expected (?P<expected>.*), got (?P<got>.*)", re.DOTALL)


@dataclass(frozen=True, kw_only=True)  # without slots, because a cached_property needs a __dict__
class FailedCheck:
    """The parts of a failed check as the judge wrote them; missing parts are empty."""

    call: str = ""  #: ``circular_shift(100, 2)``, or ``input`` and what a program read
    expected: str = ""  #: expected result, such as ``'001'``
    got: str = ""  #: actual result, such as ``1``
    check: str = ""  #: statement of the test, such as ``assert candidate(100, 2) == "001"``
    message: str = ""  #: the exception, or why the sample was stopped

    @cached_property
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

    That of a function has statement, call with its result, and reason, separated by ``; ``; that of an
    exception has call, ``: ``, and exception; that of a program its input, expected and actual output.
    """
    if not detail:
        return FailedCheck(message=exception)
    if status == Status.WRONG_ANSWER:
        found = _STDIO.fullmatch(detail)
        if found is None:
            return _parse_function_detail(detail)
        return FailedCheck(call=f"input {found['input']}", expected=found["expected"], got=found["got"])
    at = detail.find(f": {exception}") if exception else -1
    if at > 0 and detail[at - 1] == ")":
        return FailedCheck(call=detail[:at], message=detail[at + 2 :])
    return FailedCheck(message=detail)


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


CHECK_CHARACTERS = 110


class FirstFailure(NamedTuple):
    """The first failed sample of a task."""

    error_type: str  #: such as ``input-parsing``; empty if it was not requested
    exception: str  #: class of the exception; empty for none
    check: str  #: the first failed check, on one line


def failures(sources: Sources) -> "Failures":
    """Return the failures of the rows of a site."""
    return sources.once("failures", partial(Failures, sources))


class Failures:
    """Reads failed samples, and keeps the first failure of each task, which several pages and files need."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._first: dict[str, dict[str, FirstFailure]] = {}  #: by row and task

    def samples(self, row: Row) -> Iterator[StoredVerdict]:
        """Yield a row's failed samples in the order of its file; none if that is not on this machine.

        Raises:
            BadInput: if the file cannot be read.
        """
        path = self._sources.file_path(row, row.run.verdicts_file)
        if path is None:
            return
        first: dict[str, FirstFailure] = {}
        details = self._details(row)
        for found in stored_verdicts(path, passed=False):
            if found.status == "missing":
                continue
            known = details.get((found.task, found.draw), found) if details else found
            verdict = known if known.status == found.status and not found.detail else found
            if verdict.task not in first:
                first[verdict.task] = _first_failure(
                    verdict.status, verdict.detail, verdict.exception, verdict.error_type
                )
            yield verdict
        self._first[row.id] = first

    def _details(self, row: Row) -> Mapping[SampleKey, StoredVerdict]:
        """Return the failures of the same published answers in a smaller data set, which have details."""
        references, result = row.run.references, row.result
        parts = [part for part, whole in suite_of(result.suite).data.parts.items() if whole == result.dataset]
        for other in self._sources.light_rows if references and parts else ():
            same = other.slug == row.slug and other.result.dataset in parts
            if same and references and other.run.references:
                files = [file.sha256 for file in references.files]
                path = self._sources.file_path(other, other.run.verdicts_file)
                if path and all(file.sha256 in files for file in other.run.references.files):
                    return {(of.task, of.draw): of for of in stored_verdicts(path, passed=False)}
        return {}

    def first(self, row: Row) -> Mapping[str, FirstFailure]:
        """Return the first failure of each task of a row that has one.

        Raises:
            BadInput: if the file of verdicts cannot be read.
        """
        if row.id not in self._first:
            deque(self.samples(row), maxlen=0)
        return self._first.get(row.id, {})


@lru_cache(16_384)  # many models fail in the same way
def _first_failure(status: str, detail: str, exception: str, error_type: str) -> FirstFailure:
    return FirstFailure(error_type, exception, one_line(failed_check(status, detail, exception)))


def one_line(failed: FailedCheck) -> str:
    """Return a failed check on one line, such as ``circular_shift(97, 8) gave '97', expected '79'``."""
    if failed.call and failed.got:
        expected = f", expected {failed.expected}" if failed.expected else ""
        text = f"{failed.call} gave {failed.got}{expected}"
    else:
        text = ": ".join(part for part in (failed.call, failed.message or failed.check) if part)
    return clean(text, CHECK_CHARACTERS)
