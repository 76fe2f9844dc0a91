import click

from benchmark.core.exit_codes import MEANINGS
from benchmark.leaderboard.lists.directory import command_reference


@click.group()
def tool() -> None:
    """A tool."""


@tool.group()
def inner() -> None:
    """Inner commands."""


@inner.command()
@click.option("--seconds", default=3, show_default=True, help="CPU seconds.")
def leaf(seconds: int) -> None:
    """Do one thing."""
    click.echo(seconds)


def test_every_command_and_subcommand_is_listed_with_its_help() -> None:
    views = command_reference(tool, "tool").commands
    assert [view.name for view in views] == ["tool inner", "tool inner leaf"]
    assert views[1].help.startswith("Usage: tool inner leaf [OPTIONS]\n\n  Do one thing.")
    assert "CPU seconds.  [default: 3]" in views[1].help


def test_the_page_of_commands_lists_all_exit_codes() -> None:
    codes = dict(command_reference(tool, "tool").exit_codes)
    assert codes == {int(code): meaning for code, meaning in MEANINGS.items()}
    assert codes[143] == "terminated"
