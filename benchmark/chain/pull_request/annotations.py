"""Annotations of problems, which GitHub shows on the lines of the pull request.

The runner reads commands from the output of a step. So text from a pull request is escaped inside our own
commands; in all other output, anything in it that looks like a command is broken up.
"""

from collections.abc import Iterable

from benchmark.chain.pull_request.pull_report import ReportProblem
from benchmark.core.log_commands import defuse_commands

ANNOTATIONS_LIMIT = 10  #: GitHub shows at most this many per step


def annotation(problem: ReportProblem) -> str:
    """Return the workflow command that annotates a problem."""
    place = {"file": problem.file, "line": str(problem.line or ""), "title": problem.field}
    properties = ",".join(f"{name}={_escape_property(value)}" for name, value in place.items() if value)
    text = problem.problem + (f" (fix: {problem.fix})" if problem.fix else "")
    return f"::error {properties}::{_escape_data(defuse_commands(text))}"


def annotations(problems: Iterable[ReportProblem]) -> list[str]:
    """Return the commands for the first ten problems."""
    return [annotation(problem) for problem in problems][:ANNOTATIONS_LIMIT]


def _escape_data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: str) -> str:
    return _escape_data(defuse_commands(value)).replace(":", "%3A").replace(",", "%2C")
