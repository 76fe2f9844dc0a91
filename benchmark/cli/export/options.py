"""Options that several commands of `sightbench export` share."""

from collections.abc import Callable
from typing import TypeVar

import click

from benchmark.cli.shared.options import PATH, assets_option

Command = TypeVar("Command", bound=Callable[..., object])


def rows_argument(command: Command) -> Command:
    """Add ROW..., --aggregate and --assets."""
    for option in (
        assets_option,
        click.option("--aggregate", is_flag=True, help="Write only scores, nothing about single samples."),
        click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH),
    ):
        command = option(command)
    return command
