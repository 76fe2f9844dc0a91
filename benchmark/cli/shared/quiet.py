"""The option --quiet, which every command has: no progress and no notes, only results and errors."""

import click

_KEY = "sightbench_quiet"


def is_quiet() -> bool:
    """Whether the command that runs in this thread was called with --quiet."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_KEY))


def with_quiet(command: click.Command) -> click.Command:
    """Add --quiet to a command that does not have it yet, and return the command."""
    if not any(option.name == _KEY for option in command.params):
        command.params.append(
            click.Option(
                ["--quiet", "-q", _KEY],
                is_flag=True,
                expose_value=False,
                callback=_remember,
                help="Print no progress and no notes, only results and errors.",
            )
        )
    return command


def _remember(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_KEY] = value
