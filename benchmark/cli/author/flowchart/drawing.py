"""Writes the files of a chart: its text, where everything is, and its pictures."""

from pathlib import Path

from benchmark.authoring.extra import check_installed
from benchmark.authoring.flowchart.chart import Chart
from benchmark.authoring.flowchart.mermaid import to_mermaid
from benchmark.cli.shared.say import say
from benchmark.files.atomic import write_atomic


def write_chart(chart: Chart, name: str, out: Path, *, text_only: bool, source: Path) -> None:
    """Write the files of a chart to a folder, and print their paths.

    The file ``source``, of which the chart was read, is never written.

    Raises:
        BadInput: if the packages that draw are missing, or a label is too long for its box.
    """
    made = {f"{name}.mmd": to_mermaid(chart).encode()}
    if not text_only:
        check_installed()
        from benchmark.authoring.flowchart.layout.pages import lay_out
        from benchmark.authoring.flowchart.layout.values import layout_json
        from benchmark.authoring.flowchart.picture import chart_pngs

        layout = lay_out(chart)
        made[f"{name}.layout.json"] = layout_json(layout).encode()
        for number, png in enumerate(chart_pngs(chart, layout), 1):
            made[f"{name}-{number}.png"] = png
    for file, data in made.items():
        if (out / file).resolve() == source.resolve():
            continue
        write_atomic(out / file, data)
        say(f"wrote {out / file}")
