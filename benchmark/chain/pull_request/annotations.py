"""Problems as annotations: GitHub shows them on the lines of the pull request.

The runner reads commands from what a step prints. So a stranger's text is escaped inside a command, and made
harmless everywhere else.
"""

import re
from collections.abc import Iterable

from benchmark.chain.pull_request.pull_report import ReportProblem

ANNOTATIONS_LIMIT = 10  #: GitHub shows no more of one step
_COMMAND = re.compile(r"((?:^|[\r\n])\s*)::|##\[")  # a line of the runner ends with \r, too


def annotation(problem: ReportProblem) -> str:
    """The command that makes an annotation of a problem."""
    place = {"file": problem.file, "line": str(problem.line or ""), "title": problem.field}
    properties = ",".join(f"{name}={_property(value)}" for name, value in place.items() if value)
    text = problem.problem + (f" (fix: {problem.fix})" if problem.fix else "")
    return f"::error {properties}::{_data(harmless(text))}"


def annotations(problems: Iterable[ReportProblem]) -> list[str]:
    """Commands for the first problems."""
    return [annotation(problem) for problem in problems][:ANNOTATIONS_LIMIT]


def harmless(text: str) -> str:
    """A text that holds no command of the runner, neither of today's kind nor of the older one."""
    return _COMMAND.sub(lambda found: f"{found[1]}: :" if found[0].endswith("::") else "# #[", text)


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(harmless(value)).replace(":", "%3A").replace(",", "%2C")
