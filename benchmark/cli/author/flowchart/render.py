"""`sightbench author flowchart render`: draw charts from Mermaid text."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@click.argument("charts", type=PATH, nargs=-1, required=True)
@click.option(
    "--out", type=FOLDER, default=Path("build/flowcharts"), show_default=True, help="Folder for the files."
)
def command(**options: object) -> None:
    """Draw the charts in the files CHARTS, which hold Mermaid text.

    Takes `flowchart` and `graph` with TD, TB or LR, boxes, stadiums, rhombuses, parallelograms, sub-routines,
    subgraphs, and edges with and without labels. Writes NAME.mmd, NAME.layout.json and NAME-1.png and further
    pictures to --out, where NAME is the name of the file, and leaves CHARTS as they are. Needs the extras
    `authoring` and `flowchart`, no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.author.flowchart.render_run", **options)
