"""The reference of all commands, made from their help texts."""

from collections.abc import Iterator
from dataclasses import dataclass

import click

from benchmark.core.exit_codes import MEANINGS

_WIDTH = 96
_SENTENCE = 200  #: maximum characters of a command's first sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandView:
    """A command, such as ``sightbench submit check``."""

    anchor: str
    name: str
    help: str
    sentence: str  #: the first sentence of its help
    options: tuple[str, ...]  #: such as ``--rows``, without ``--help``


@dataclass(frozen=True, slots=True)
class CommandReference:
    """All commands in order of name, each group followed by its commands."""

    commands: tuple[CommandView, ...]
    exit_codes: tuple[tuple[int, str], ...]  #: each with its meaning, the same for every command


def command_reference(group: click.Group, name: str = "sightbench") -> CommandReference:
    """Return what ``--help`` prints for every command of the group."""
    return CommandReference(
        commands=tuple(_command_views(group, click.Context(group, info_name=name))),
        exit_codes=tuple((int(code), meaning) for code, meaning in MEANINGS.items()),
    )


def _command_views(group: click.Group, context: click.Context) -> Iterator[CommandView]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        own = click.Context(
            command, info_name=name, parent=context, terminal_width=_WIDTH, max_content_width=_WIDTH
        )
        yield CommandView(
            anchor=own.command_path.replace(" ", "-"),
            name=own.command_path,
            help=command.get_help(own),
            sentence=command.get_short_help_str(_SENTENCE),
            options=tuple(
                name
                for option in command.params
                if isinstance(option, click.Option) and not option.hidden
                for name in option.opts
                if name.startswith("--")
            ),
        )
        if isinstance(command, click.Group):
            yield from _command_views(command, own)
