"""Options and types of options that several commands share."""

from pathlib import Path

import click

PATH = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)

workers_option = click.option(
    "--workers", type=click.IntRange(1, 256), help="Processes at a time; one a core by default."
)
