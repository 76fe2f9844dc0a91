"""Errors as lines of a report: file, line, field, what is wrong, how to mend it."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmark.chain.pull_request.pull_report import LINE_LIMIT, PROBLEMS_LIMIT, ReportProblem
from benchmark.core.errors import BadInput, ManyBadInputs, printable

_LINE = re.compile(r"line (\d{1,9})(?:, column \d+)?(?:: )?")
_LONGEST = 500


def each(error: BadInput) -> Sequence[BadInput]:
    """The problems of an error, one at least."""
    return error.problems if isinstance(error, ManyBadInputs) else (error,)


def in_repository(error: BadInput, root: Path) -> list[BadInput]:
    """The same problems with paths as the repository has them, where the files lie below ``root`` for now."""
    before = f"{root}/"

    def moved(text: str) -> str:
        return text.replace(before, "")

    return [
        BadInput(moved(one.file), moved(one.place), moved(one.problem), moved(one.fix)) for one in each(error)
    ]


def as_problem(error: BadInput) -> ReportProblem:
    """One line of the report."""
    found = _LINE.match(error.place)
    if found and int(found[1]) > LINE_LIMIT:  # of a file of line ends alone; it stays among the words
        found = None
    return ReportProblem(
        file=_bounded(error.file),
        line=max(int(found[1]), 1) if found else None,
        field=_bounded(error.place[found.end() :] if found else error.place),
        problem=_bounded(error.problem),
        fix=_bounded(error.fix),
    )


def as_problems(errors: Iterable[BadInput]) -> tuple[list[ReportProblem], int]:
    """The first lines, and how many more there are."""
    found = [as_problem(error) for error in errors]
    return found[:PROBLEMS_LIMIT], max(len(found) - PROBLEMS_LIMIT, 0)


def _bounded(text: str) -> str:
    line = printable(" ".join(text.split())) if text else ""
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
