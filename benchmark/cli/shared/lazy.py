"""Loads commands, and the work of commands, only when they are asked for."""

import importlib
from collections.abc import Mapping
from typing import Any

import click

#: Command or group → (module with an attribute ``command``, line in the group's ``--help``).
CommandList = Mapping[str, tuple[str, str]]


def load_and_run(module: str, /, **options: object) -> None:
    """Import the module that does a command's work, and call its function ``run`` with the options.

    A command's own module holds options and help only, so that ``--help`` loads nothing else.
    """
    importlib.import_module(module).run(**options)


class LazyGroup(click.Group):
    """Lists commands without importing them.

    Args:
        listed: the commands.
        others: as for every group.
    """

    def __init__(self, *, listed: CommandList, **others: Any) -> None:
        super().__init__(**others)
        self._listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names in their order."""
        return sorted(self._listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """The command of a name; None where there is none."""
        if cmd_name not in self._listed:
            return None
        command: click.Command = importlib.import_module(self._listed[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as above
        """Write each name with its line."""
        if not self._listed:
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._listed[name][1]) for name in sorted(self._listed)])
