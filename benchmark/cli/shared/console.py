"""Output of commands: results go to standard output, progress and notes to standard error."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from benchmark.core.errors import printable_text

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console
    from rich.table import Table

    from benchmark.core.suite_facts import TitledTable
    from benchmark.pipeline.judge.evaluate import Progress

_PIPE_WIDTH = 160  #: columns of a line if standard output is not a terminal
_NUMBER = re.compile(r"[~+−-]?\d|–")
_QUIET = "sightbench_quiet"


def is_quiet() -> bool:
    """Whether the command that runs in this thread was called with --quiet."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def with_quiet(command: click.Command) -> click.Command:
    """Add --quiet to a command that does not have it yet, and return the command."""
    if not any(option.name == _QUIET for option in command.params):
        command.params.append(
            click.Option(
                ["--quiet", "-q", _QUIET],
                is_flag=True,
                expose_value=False,
                callback=_remember,
                help="Print no progress and no notes, only results and errors.",
            )
        )
    return command


def _remember(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_QUIET] = value


def output() -> Console:
    """Return the console for results. It never interprets markup, because names are untrusted text."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _PIPE_WIDTH
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty(), width=wide)


def plain_table(*columns: str, right: Iterable[int] = ()) -> Table:
    """Return a table without a box; columns whose index is in ``right`` are aligned to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    numbers = set(right)
    for index, column in enumerate(columns):
        table.add_column(column, justify="right" if index in numbers else "left", overflow="fold")
    return table


def print_tables(*tables: TitledTable) -> None:
    """Print tables with their titles and notes; leave out those that have neither rows nor notes.

    Columns of numbers are aligned to the right. Text may come from others, so it is escaped.
    """
    console = output()
    for table in tables:
        if not table.rows and not table.notes:
            continue
        if table.title:
            console.print(printable_text(table.title))
        if table.rows:
            lines = [[_cell_text(cell) for cell in row] for row in table.rows]
            columns = enumerate(zip(*lines, strict=True))
            numbers = (place for place, cells in columns if all(map(_NUMBER.match, filter(None, cells))))
            shown = plain_table(*map(printable_text, table.heads), right=numbers)
            for line in lines:
                shown.add_row(*line)
            console.print(shown)
        for note in table.notes:
            console.print(printable_text(note))


def _cell_text(cell: str | float | None) -> str:
    if cell is None:
        return "–"
    return printable_text(cell) if isinstance(cell, str) else f"{cell:,.10g}"


@contextmanager
def progress(label: str, step: int = 10) -> Iterator[Progress]:
    """Show progress: a bar on a terminal, otherwise a line every ``step`` percent; nothing with --quiet."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    if is_quiet():
        yield lambda done, total: None  # noqa: ARG005 - the signature is that of Progress
        return
    if not sys.stderr.isatty():
        yield _print_lines(label, step)
        return
    with Bar(console=Console(stderr=True, markup=False), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def print_json(report: BaseModel) -> None:
    """Print a report as one JSON document on standard output."""
    sys.stdout.write(report.model_dump_json(by_alias=True, indent=1) + "\n")


def _print_lines(label: str, step: int) -> Progress:
    printed = -step

    def report(done: int, total: int) -> None:
        nonlocal printed
        percent = 100 * done // total
        if percent >= printed + step or done == total:
            printed = percent - percent % step
            print(f"{label}: {done} of {total}", file=sys.stderr, flush=True)

    return report
