"""`sightbench author flowchart render`: draw charts from Mermaid text."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.authoring.flowchart.mermaid import parse_mermaid
from benchmark.cli.author.flowchart.reading import read_text
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.core.errors import BadInput


@click.command()
@click.argument("charts", type=PATH, nargs=-1, required=True)
@click.option(
    "--out", type=FOLDER, default=Path("build/flowcharts"), show_default=True, help="Folder for the files."
)
def command(*, charts: Sequence[Path], out: Path) -> None:
    """Draw the charts in the files CHARTS, which hold Mermaid text.

    Takes `flowchart` and `graph` with TD, TB or LR, boxes, stadiums, rhombuses, parallelograms, sub-routines,
    subgraphs, and edges with and without labels. Writes NAME.mmd, NAME.layout.json and NAME-1.png and further
    pictures to --out, where NAME is the name of the file, and leaves CHARTS as they are. Needs the extras
    `authoring` and `flowchart`, no network and no keys. Safe to repeat.
    """
    from benchmark.cli.author.flowchart.drawing import write_chart

    names = [path.stem for path in charts]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("CHARTS", "", f"two files are named {name}", "draw them into two folders")
    read = [(path, parse_mermaid(read_text(path), str(path))) for path in charts]
    for path, chart in read:
        write_chart(chart, path.stem, out, text_only=False, source=path)
