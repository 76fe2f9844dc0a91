"""Turn errors into lines of a report: file, line, field, problem and fix."""

import re
from collections.abc import Iterable
from pathlib import Path

from benchmark.chain.pull_request.pull_report import LINE_LIMIT, PROBLEMS_LIMIT, ReportProblem
from benchmark.core.errors import BadInput, printable_text

_LINE = re.compile(r"line (\d{1,9})(?:, column \d+)?(?:: )?")
_CHARACTERS_LIMIT = 500


def with_repository_paths(error: BadInput, root: Path) -> list[BadInput]:
    """Return the problems of an error with paths relative to ``root``, the copy of the repository."""
    prefix = f"{root}/"

    def relative(text: str) -> str:
        return text.replace(prefix, "")

    return [
        BadInput(*map(relative, (problem.file, problem.place, problem.problem, problem.fix)))
        for problem in error.problems
    ]


def report_problem(error: BadInput) -> ReportProblem:
    """Return the line of the report for a problem."""
    found = _LINE.match(error.place)
    if found and int(found[1]) > LINE_LIMIT:  # a file of line breaks; leave the number in the field
        found = None
    return ReportProblem(
        file=_shorten(error.file),
        line=max(int(found[1]), 1) if found else None,
        field=_shorten(error.place[found.end() :] if found else error.place),
        problem=_shorten(error.problem),
        fix=_shorten(error.fix),
    )


def report_problems(errors: Iterable[BadInput]) -> tuple[list[ReportProblem], int]:
    """Return the first lines of the report, and how many more problems there are."""
    found = [report_problem(error) for error in errors]
    return found[:PROBLEMS_LIMIT], max(len(found) - PROBLEMS_LIMIT, 0)


def _shorten(text: str) -> str:
    line = printable_text(" ".join(text.split())) if text else ""
    return line if len(line) <= _CHARACTERS_LIMIT else line[: _CHARACTERS_LIMIT - 1] + "…"
