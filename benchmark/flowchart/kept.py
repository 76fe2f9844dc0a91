"""Files of kept layouts: with them, charts are drawn without a layout engine and alike on every machine.

A file has one line for each chart, and is gzipped if its name ends in ``.gz``. A layout belongs to one
Mermaid text, whose digest stands next to it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.task import Picture, Task
from benchmark.files.atomic import compress_for
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.jsonl import dump_records, read_records
from benchmark.flowchart.drawn import ChartDrawing, page_svgs

_NAME_DIGITS = 12  #: digits of a picture's digest in its file name

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class KeptPicture(Record):
    """One picture of a chart."""

    width: Annotated[int, Field(ge=1, description="px")]
    height: Annotated[int, Field(ge=1, description="px")]
    pixels: Digest = Field(description="SHA-256 of its size and RGB pixels")


class KeptChart(Record):
    """One line of a file of kept layouts."""

    id: Name = Field(description="the task's id")
    chart: Digest = Field(description="SHA-256 of the Mermaid text")
    layout: str = Field(description="the layout as JSON text, or a JSON list of SVG texts")
    pictures: Annotated[list[KeptPicture], Field(min_length=1)]


def keep_chart(name: str, chart: str) -> KeptChart:
    """Lay a chart out, check its layout, and draw it; needs the extras ``authoring`` and ``flowchart``.

    Args:
        name: the task's id.
        chart: Mermaid text.

    Raises:
        ChartError: if the chart cannot be laid out.
        LayoutError: if its layout cannot be read well.
        BadInput: if a package is missing.
    """
    from benchmark.drawing.render import picture_digest
    from benchmark.flowchart.layout.check import check_layout
    from benchmark.flowchart.layout.pages import lay_out
    from benchmark.flowchart.layout.values import layout_json
    from benchmark.flowchart.mermaid import parse_mermaid

    parsed = parse_mermaid(chart)
    layout = lay_out(parsed)
    check_layout(layout, parsed)
    text = layout_json(layout)
    pictures = [
        KeptPicture(width=page.width, height=page.height, pixels=picture_digest(svg))
        for page, svg in zip(layout.pages, page_svgs(chart, text), strict=True)
    ]
    return KeptChart(id=name, chart=sha256_hex(chart.encode()), layout=text, pictures=pictures)


def keep_pictures(name: str, chart: str, svgs: Sequence[str]) -> KeptChart:
    """Keep a chart whose pictures are drawn already; needs the extra ``authoring``.

    Args:
        name: the task's id.
        chart: Mermaid text.
        svgs: SVG text of each picture.
    """
    from benchmark.drawing.render import decode_png, pixel_digest, render_png

    images = (decode_png(render_png(svg)) for svg in svgs)
    pictures = [
        KeptPicture(width=image.width, height=image.height, pixels=pixel_digest(image)) for image in images
    ]
    text = json.dumps(list(svgs), ensure_ascii=False)
    return KeptChart(id=name, chart=sha256_hex(chart.encode()), layout=text, pictures=pictures)


def read_kept(path: Path) -> dict[str, KeptChart]:
    """Read a file of kept layouts; returns task id → kept chart.

    Raises:
        BadInput: if the file or a line is not valid.
    """
    charts = (
        validate_record(KeptChart, record, path, f"line {number}") for number, record in read_records(path)
    )
    return {chart.id: chart for chart in charts}


def kept_bytes(path: Path, charts: Iterable[KeptChart]) -> bytes:
    """Return the content of the file ``path`` with kept layouts; the same charts give the same bytes."""
    return compress_for(path, dump_records(path, (chart.model_dump() for chart in charts)))


def with_chart(task: Task, chart: str, kept: KeptChart) -> Task:
    """Return a task with its chart: the Mermaid text, and pictures after its texts. Nothing is drawn yet.

    Args:
        task: a task without pictures.
        chart: Mermaid text.
        kept: its kept layout.

    Raises:
        OurFailure: if the layout was made for another text.
    """
    if sha256_hex(chart.encode()) != kept.chart:
        raise OurFailure(f"the stored layout of {task.id} belongs to another chart; build the data set again")
    pictures = (
        Picture(
            number=number,
            source=f"pictures/{task.id}-{number}-{picture.pixels[:_NAME_DIGITS]}.png",
            drawing=ChartDrawing(
                chart=chart,
                layout=kept.layout,
                page=number - 1,
                width=picture.width,
                height=picture.height,
                pixels=picture.pixels,
            ),
        )
        for number, picture in enumerate(kept.pictures, start=1)
    )
    return replace(task, chart=chart, parts=(*task.parts, *pictures))
