"""`python -m workshop flowchart draw`: charts of programs and of Mermaid text, and their pictures."""

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from benchmark.cli.shared.options import PATH, preset_option, preset_path
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.chart import Chart, ChartError, Direction
from benchmark.files.mermaid import parse_mermaid, to_mermaid
from workshop.flowchart.step import Level


@click.command()
@click.argument("files", type=PATH, nargs=-1, required=True)
@click.option(
    "--entry-point", default="", help="For programs: name of the function or class that tests call."
)
@preset_option(
    "--level",
    type=click.Choice(get_args(Level)),
    default="words",
    help="For programs: wording of the labels: the source, or plain words.",
)
@preset_option(
    "--direction",
    type=click.Choice(get_args(Direction)),
    default="TD",
    help="For programs: direction of the Mermaid text; pictures always run from top to bottom.",
)
@click.option("--text-only", is_flag=True, help="Write the text, and draw no picture.")
@click.option(
    "--as-program",
    is_flag=True,
    help="Only print a Python program that does what each chart says; needs --entry-point, and labels worded"
    " as those of programs' charts, at any level.",
)
@preset_path("--out", default="build/flowcharts", help="Folder for the files.")
def command(
    *,
    files: Sequence[Path],
    entry_point: str,
    level: Level,
    direction: Direction,
    text_only: bool,
    as_program: bool,
    out: Path,
) -> None:
    """Draw the flowcharts of FILES: of Python programs (.py), and of other files with Mermaid text.

    Mermaid text may have `flowchart` and `graph` with TD, TB or LR, boxes, stadiums, rhombuses,
    parallelograms, sub-routines, subgraphs, and edges with and without labels. Programs are read and never
    run; a construct that no chart shows is refused with function and line.

    Writes NAME.mmd (Mermaid text), NAME.layout.json (the place of everything in the pictures) and NAME-1.png
    and further pictures to --out, where NAME is the name of the file, and leaves FILES as they are. Pictures
    need the extra `workshop`. Needs no network and no keys. Safe to repeat.
    """
    from workshop.flowchart.compiler import compile_chart
    from workshop.flowchart.interpreter import chart_program

    names = [path.stem for path in files]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("FILES", "", f"two files are named {name}", "draw them into two folders")
    # A program is compiled from one function; a chart turned into a program needs a name for it.
    if not entry_point and (as_program or any(path.suffix == ".py" for path in files)):
        raise BadInput("--entry-point", "", "is missing", "name the function or class that tests call")
    read = []
    for path in files:
        text = _read_text(path)
        if path.suffix == ".py":
            chart = compile_chart(text, entry_point, level=level, direction=direction, file=str(path))
            text = to_mermaid(chart)
        else:
            chart = parse_mermaid(text, str(path))
        read.append((path, chart, text))
    # Only now, so that a mistake in the last file leaves no picture of the first ones.
    for path, chart, text in read:
        if as_program:
            click.echo(chart_program(text, entry_point, str(path)), nl=False)
        else:
            _write_chart(chart, path, out, text_only=text_only)


def _write_chart(chart: Chart, source: Path, out: Path, *, text_only: bool) -> None:
    """Write the files of a chart to a folder, and print their paths; never overwrite the chart's own file.

    Raises:
        BadInput: if the packages that draw are missing, or a label is too long or not in the font.
    """
    name = source.stem
    made = {f"{name}.mmd": to_mermaid(chart).encode()}
    if not text_only:
        from workshop.extra import check_installed
        from workshop.flowchart.drawn import chart_pngs
        from workshop.flowchart.layout.pages import lay_out
        from workshop.flowchart.layout.values import layout_json

        check_installed()
        try:
            layout = lay_out(chart)
        except ChartError as error:
            item = error.item if isinstance(error.item, str) else ""
            fix = "shorten the label, or write it with letters that the font has; --text-only draws nothing"
            raise BadInput(source, item, error.problem, fix) from None
        made[f"{name}.layout.json"] = layout_json(layout).encode()
        for number, png in enumerate(chart_pngs(chart, layout), 1):
            made[f"{name}-{number}.png"] = png
    for file, data in made.items():
        # With --out in the folder of the files, NAME.mmd is the source itself.
        if (out / file).resolve() != source.resolve():
            write_atomic(out / file, data)
            say(f"wrote {out / file}")


def _read_text(path: Path) -> str:
    try:
        return read_bytes(path, 2 * MIB).decode()
    except UnicodeDecodeError:
        raise BadInput(path, "", "is not UTF-8", "save it as UTF-8") from None
