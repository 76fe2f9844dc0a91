"""`sightbench author flowchart compile`: make the flowchart of a program."""

from pathlib import Path
from typing import get_args

import click

from benchmark.authoring.flowchart.chart import Direction
from benchmark.authoring.flowchart.step import Level
from benchmark.cli.author.flowchart.options import text_only_option
from benchmark.cli.author.flowchart.reading import read_text
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@click.argument("source", type=PATH)
@click.option("--entry-point", required=True, help="Name of the function or class that tests call.")
@click.option(
    "--level",
    type=click.Choice(get_args(Level)),
    default="words",
    show_default=True,
    help="Wording of the labels: the source, mathematical signs, or plain words.",
)
@click.option(
    "--unfold", is_flag=True, help="Show comprehensions as loops, and conditional expressions as decisions."
)
@click.option(
    "--direction",
    type=click.Choice(get_args(Direction)),
    default="TD",
    show_default=True,
    help="Direction of the Mermaid text; pictures always run from top to bottom.",
)
@text_only_option
@click.option(
    "--out", type=FOLDER, default=Path("build/flowcharts"), show_default=True, help="Folder for the files."
)
def command(
    *,
    source: Path,
    entry_point: str,
    level: Level,
    unfold: bool,
    direction: Direction,
    text_only: bool,
    out: Path,
) -> None:
    """Make the flowchart of the Python program SOURCE.

    Writes NAME.mmd (Mermaid text), NAME.layout.json (the place of everything in the pictures) and NAME-1.png
    and further pictures to --out, where NAME is the name of SOURCE. The program is read and never run.
    Refuses a construct that no chart shows, and names function and line.
    Needs no network and no keys. Safe to repeat.
    """
    from benchmark.authoring.flowchart.compiler import compile_chart
    from benchmark.cli.author.flowchart.drawing import write_chart

    chart = compile_chart(
        read_text(source), entry_point, level=level, unfold=unfold, direction=direction, file=str(source)
    )
    write_chart(chart, source.stem, out, text_only=text_only, source=source)
