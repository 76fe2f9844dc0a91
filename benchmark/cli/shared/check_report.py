"""The output of a check with --json: whether it passed, and the lines that it prints without --json."""

import contextlib
import io
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from benchmark.cli.shared.console import print_json
from benchmark.core.errors import Differs
from benchmark.files.edge import Record


class CheckReport(Record):
    """The result of a check."""

    schema_: Literal["sightbench/check/1"] = Field(default="sightbench/check/1", alias="schema")
    passed: bool = Field(description="whether nothing differs or fails; if not, the exit code is 1")
    problem: str = Field(description="what differs or fails, in one sentence; empty if the check passed")
    lines: tuple[str, ...] = Field(description="what the check prints without --json, line by line")


@contextlib.contextmanager
def check_report(as_json: bool) -> Iterator[None]:
    """Print what a check finds as text, or as one JSON document at its end.

    Bad input and failures give no document: they are an error on standard error with exit code 2 or 3.
    """
    if not as_json:
        yield
        return
    printed, problem = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            yield
    except Differs as error:
        problem = error
    lines = tuple(line.rstrip() for line in printed.getvalue().splitlines() if line.strip())
    print_json(CheckReport(passed=problem is None, problem=str(problem or ""), lines=lines))
    if problem is not None:
        raise problem
