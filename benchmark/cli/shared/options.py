"""Options and types of options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])

PATH = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)

assets_option = click.option(
    "--assets",
    metavar="OWNER/NAME",
    default="",
    help="GitHub repository whose releases have the files above 1 MB, which do not stand beside their row.",
)
cache_option = click.option(
    "--cache",
    type=FOLDER,
    default=Path("build/ranks"),
    show_default=True,
    help="Folder for what is computed once. It may be removed at any time; entries unused for 60 days are.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
metric_option = click.option(
    "--metric",
    default="pass@1",
    show_default=True,
    help="pass@K, execution_success, parsing_success, points or share:STATUS.",
)
rows_option = click.option(
    "--rows",
    type=FOLDER,
    default=Path("results"),
    show_default=True,
    help="Folder of rows: <suite>/<dataset>/<slug>/<id>.json.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes at a time; one a core by default."
)


def tasks_options(command: Command) -> Command:
    """Where verdict files find stems, subsets, levels and categories."""
    for option in (
        click.option("--dataset", default="", help="A data set of the suite; its first by default."),
        click.option("--suite", default="", help="The suite whose tasks the verdict files are about."),
        click.option("--tasks", type=PATH, multiple=True, help="Or their task file; may be repeated."),
    ):
        command = option(command)
    return command
