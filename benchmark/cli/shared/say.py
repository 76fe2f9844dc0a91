"""Prints lines that may contain untrusted text, such as names, reasons and paths.

Every command that a workflow runs prints through :func:`say`, because GitHub's runner executes commands that
it finds in printed text.
"""

import io
import traceback
from types import TracebackType

import click

from benchmark.cli.shared.console import is_quiet
from benchmark.core.log_commands import log_text
from benchmark.core.similar import similar_names


def say(text: str, *, err: bool = False) -> None:
    """Print a text that may be untrusted, on standard output or on standard error.

    Args:
        text: one or more lines.
        err: whether to print on standard error.
    """
    click.echo(log_text(text), err=err)


def say_note(text: str) -> None:
    """Print a note or the progress on standard error, unless the command was called with --quiet."""
    if not is_quiet():
        say(text, err=True)


def say_click_error(error: click.ClickException) -> None:
    """Print the message about a wrong option or argument, which may quote it."""
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        near = similar_names(error.option_name, error.possibilities)  # click's own list is longer
        error = click.NoSuchOption(error.option_name, possibilities=near, ctx=error.ctx)
    if isinstance(error, click.NoSuchOption) and error.ctx and isinstance(error.ctx.command, click.Group):
        message = f"{error.message} Options of a command follow its name."
        error = click.NoSuchOption(error.option_name, message, error.possibilities, error.ctx)
    context = error.ctx if isinstance(error, click.UsageError) and "extra argument" in error.message else None
    if context and any("--predictions" in option.opts for option in context.command.params):
        error = click.UsageError(f"{error.message}; name files with --predictions.", context)
    text = io.StringIO()
    error.show(text)
    say(text.getvalue().rstrip("\n"), err=True)


def say_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of an unexpected error, whose message may quote a file."""
    say("".join(traceback.format_exception(kind, error, trace)).rstrip("\n"), err=True)
