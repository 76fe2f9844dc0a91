"""Options that several commands of `sightbench export` share."""

from collections.abc import Callable
from typing import TypeVar

import click

from benchmark.cli.shared.options import PATH, assets_option

Command = TypeVar("Command", bound=Callable[..., object])


model_option = click.option(
    "--model-id",
    metavar="OWNER/NAME",
    default="",
    help="Id of the model, as Hugging Face spells it, if all rows are of one model. By default the id that"
    " was asked for, or the organisation and the slug.",
)


def rows_argument(command: Command) -> Command:
    """Add ROW..., --aggregate, --model-id and --assets."""
    for option in (
        assets_option,
        model_option,
        click.option("--aggregate", is_flag=True, help="Write only scores, nothing about single samples."),
        click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH),
    ):
        command = option(command)
    return command


def note_unknown_model(slug: str) -> None:
    """Print how to name a model whose developer is unknown."""
    click.echo(f"  the developer of {slug} is unknown: name the model with --model-id OWNER/NAME")
