"""The work of `sightbench author flowchart render`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.flowchart.mermaid import parse_mermaid
from benchmark.cli.author.flowchart.drawing import write_chart
from benchmark.cli.author.flowchart.reading import read_text
from benchmark.core.errors import BadInput


def run(*, charts: Sequence[Path], out: Path) -> None:
    """Read all charts, then draw each."""
    names = [path.stem for path in charts]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("CHARTS", "", f"two files are named {name}", "draw them into two folders")
    read = [(path, parse_mermaid(read_text(path), str(path))) for path in charts]
    for path, chart in read:
        write_chart(chart, path.stem, out, text_only=False, source=path)
