"""`sightbench author flowchart compile`, `program` and `render`: charts of programs, and their pictures."""

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from benchmark.authoring.extra import check_installed
from benchmark.authoring.flowchart.chart import Chart, Direction
from benchmark.authoring.flowchart.mermaid import parse_mermaid, to_mermaid
from benchmark.authoring.flowchart.step import Level
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes


@click.command("compile")
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
@click.option("--text-only", is_flag=True, help="Write the text, and draw no picture.")
@click.option(
    "--out", type=FOLDER, default=Path("build/flowcharts"), show_default=True, help="Folder for the files."
)
def compile_(
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

    chart = compile_chart(
        read_text(source), entry_point, level=level, unfold=unfold, direction=direction, file=str(source)
    )
    write_chart(chart, source.stem, out, text_only=text_only, source=source)


@click.command("program")
@click.argument("chart", type=PATH)
@click.option("--entry-point", required=True, help="Name of the function or class that tests call.")
def program(*, chart: Path, entry_point: str) -> None:
    """Print a Python program that does what the chart in the file CHART says.

    The chart must be worded as `compile` words it, at any level. Nothing is run: judge the program like an
    answer. Needs no network and no keys.
    """
    from benchmark.authoring.flowchart.interpreter import chart_program

    click.echo(chart_program(read_text(chart), entry_point, str(chart)), nl=False)


@click.command("render")
@click.argument("charts", type=PATH, nargs=-1, required=True)
@click.option(
    "--out", type=FOLDER, default=Path("build/flowcharts"), show_default=True, help="Folder for the files."
)
def render(*, charts: Sequence[Path], out: Path) -> None:
    """Draw the charts in the files CHARTS, which hold Mermaid text.

    Takes `flowchart` and `graph` with TD, TB or LR, boxes, stadiums, rhombuses, parallelograms, sub-routines,
    subgraphs, and edges with and without labels. Writes NAME.mmd, NAME.layout.json and NAME-1.png and further
    pictures to --out, where NAME is the name of the file, and leaves CHARTS as they are. Needs the extras
    `authoring` and `flowchart`, no network and no keys. Safe to repeat.
    """
    names = [path.stem for path in charts]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("CHARTS", "", f"two files are named {name}", "draw them into two folders")
    read = [(path, parse_mermaid(read_text(path), str(path))) for path in charts]
    for path, chart in read:
        write_chart(chart, path.stem, out, text_only=False, source=path)


def write_chart(chart: Chart, name: str, out: Path, *, text_only: bool, source: Path) -> None:
    """Write the files of a chart to a folder, and print their paths.

    The file ``source``, of which the chart was read, is never written.

    Raises:
        BadInput: if the packages that draw are missing, or a label is too long for its box.
    """
    made = {f"{name}.mmd": to_mermaid(chart).encode()}
    if not text_only:
        check_installed()
        from benchmark.authoring.flowchart.drawn import chart_pngs
        from benchmark.authoring.flowchart.layout.pages import lay_out
        from benchmark.authoring.flowchart.layout.values import layout_json

        layout = lay_out(chart)
        made[f"{name}.layout.json"] = layout_json(layout).encode()
        for number, png in enumerate(chart_pngs(chart, layout), 1):
            made[f"{name}-{number}.png"] = png
    for file, data in made.items():
        if (out / file).resolve() == source.resolve():
            continue
        write_atomic(out / file, data)
        say(f"wrote {out / file}")


def read_text(path: Path) -> str:
    """Return the text of a file of at most 2 MiB.

    Raises:
        BadInput: if the file does not exist, is too large, or is not UTF-8.
    """
    try:
        return read_bytes(path, 2 * MIB).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(path, "", "is not UTF-8", "save it as UTF-8") from None
