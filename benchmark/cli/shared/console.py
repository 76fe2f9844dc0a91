"""Output of commands: results go to standard output, progress and notes to standard error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import BaseModel
from rich.console import Console
from rich.progress import Progress as Bar

from benchmark.cli.shared.quiet import is_quiet
from benchmark.pipeline.judge.evaluate import Progress

_PIPE_WIDTH = 160  #: columns of a line if standard output is not a terminal
_PLAIN_STEP = 10  #: percent between two plain progress lines


def output() -> Console:
    """Return the console for results. It never interprets markup, because names are untrusted text."""
    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _PIPE_WIDTH
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty(), width=wide)


@contextmanager
def progress(label: str) -> Iterator[Progress]:
    """Show progress: a bar on a terminal, otherwise a line every 10 %; nothing with --quiet."""
    if is_quiet():
        yield lambda done, total: None  # noqa: ARG005 - the signature is that of Progress
        return
    if not sys.stderr.isatty():
        yield _print_lines(label)
        return
    with Bar(console=Console(stderr=True, markup=False), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def print_json(report: BaseModel) -> None:
    """Print a report as one JSON document on standard output."""
    sys.stdout.write(report.model_dump_json(by_alias=True, indent=1) + "\n")


def _print_lines(label: str) -> Progress:
    printed = -_PLAIN_STEP

    def report(done: int, total: int) -> None:
        nonlocal printed
        percent = 100 * done // total
        if percent >= printed + _PLAIN_STEP or done == total:
            printed = percent - percent % _PLAIN_STEP
            print(f"{label}: {done} of {total}", file=sys.stderr, flush=True)

    return report
