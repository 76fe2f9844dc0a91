"""Imports a command, and the module that does its work, only when they are needed.

``sightbench X`` is a module ``X.py`` with the options and the help text, and a module ``X_run.py``
(``run.py`` in a folder with one command) with the work. So ``--help`` imports click and little else.
"""

import importlib
from collections.abc import Mapping
from typing import Any

import click

#: Command or group → (module with an attribute ``command``, its line in the group's ``--help``).
CommandList = Mapping[str, tuple[str, str]]


def load_and_run(module: str, /, **options: object) -> None:
    """Import a module and call its function ``run`` with the options of the command, by name."""
    importlib.import_module(module).run(**options)


class LazyGroup(click.Group):
    """A group that lists its commands without importing them.

    Args:
        listed: the commands.
        others: arguments of every click group.
    """

    def __init__(self, *, listed: CommandList, **others: Any) -> None:
        super().__init__(**others)
        self._listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        """Return the names of the commands, sorted."""
        return sorted(self._listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import the command with this name; None if there is none."""
        if cmd_name not in self._listed:
            return None
        command: click.Command = importlib.import_module(self._listed[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write each command's name and line."""
        if not self._listed:
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._listed[name][1]) for name in sorted(self._listed)])
