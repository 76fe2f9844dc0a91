"""Imports a command only when it is needed, and lists the commands of a group without importing them."""

import importlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from benchmark.cli.shared.console import with_quiet
from benchmark.cli.shared.similar import similar_names

#: Command or group → (its place, its line in the group's ``--help``). The place is a module with an attribute
#: ``command``, or ``MODULE:NAME`` where a module has several commands.
CommandList = Mapping[str, tuple[str, str]]
#: Earlier command → what does the same today, both after the name of the program.
_MOVED = {"analyse fresh": "analyse gains fresh", "results money": "results list --money"}


class LazyGroup(click.Group):
    """A group that lists its commands without importing them.

    Args:
        listed: the commands.
        first: names of those that ``--help`` lists first; empty for all.
        others: arguments of every click group.
    """

    def __init__(self, *, listed: CommandList, first: Collection[str] = (), **others: Any) -> None:
        super().__init__(**others)
        self._listed = listed
        self._first = first or listed

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        """Return the names of the commands, sorted."""
        return sorted(self._listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import the command with this name; None if there is none."""
        if cmd_name not in self._listed:
            return None
        module, _, name = self._listed[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name or "command")
        return command if isinstance(command, click.Group) else with_quiet(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names; if there is none, suggest similar ones."""
        name = args[0]
        if name in self._listed or ctx.resilient_parsing or name.startswith("-"):
            return super().resolve_command(ctx, args)
        problem = f"No such command '{name}'."
        program, _, group = ctx.command_path.partition(" ")
        if moved := _MOVED.get(f"{group} {name}"):
            problem += f" Use '{program} {moved}'."
        elif similar := self._similar(ctx, name):
            listed = ", ".join(f"'{each}'" for each in similar)
            problem += (
                f" (Did you mean {listed}?)" if len(similar) == 1 else f" (Did you mean one of: {listed}?)"
            )
        raise click.UsageError(problem, ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with ``incomplete``, without importing a command."""
        found = [
            CompletionItem(name, help=self._listed[name][1])
            for name in sorted(self._listed)
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def _similar(self, ctx: click.Context, name: str) -> Sequence[str]:
        """Return the commands of this group and of its groups whose last word is most similar."""
        places: dict[str, list[str]] = {}
        for listed in sorted(self._listed):
            places.setdefault(listed, []).append(listed)
            group = self.get_command(ctx, listed)
            for nested in group.list_commands(ctx) if isinstance(group, click.Group) else ():
                places.setdefault(nested, []).append(f"{listed} {nested}")
        return [place for word in similar_names(name, places) for place in places[word]]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write each command's name and line."""
        others = set(self._listed) - set(self._first)
        for heading, names in (("Commands", self._first), ("Other commands", others)):
            if names:
                with formatter.section(heading):
                    formatter.write_dl([(name, self._listed[name][1]) for name in sorted(names)])
