"""The work of `sightbench author flowchart compile`."""

from pathlib import Path

from benchmark.authoring.flowchart.chart import Direction
from benchmark.authoring.flowchart.compiler import compile_chart
from benchmark.authoring.flowchart.step import Level
from benchmark.cli.author.flowchart.drawing import write_chart
from benchmark.cli.author.flowchart.reading import read_text


def run(
    *,
    source: Path,
    entry_point: str,
    level: Level,
    unfold: bool,
    direction: Direction,
    text_only: bool,
    out: Path,
) -> None:
    """Compile the program and write its chart."""
    chart = compile_chart(
        read_text(source), entry_point, level=level, unfold=unfold, direction=direction, file=str(source)
    )
    write_chart(chart, source.stem, out, text_only=text_only, source=source)
