"""Files of kept layouts: with them, charts are drawn without a layout engine and alike on every machine.

A file has one line for each chart, and is gzipped if its name ends in ``.gz``. A layout belongs to one
Mermaid text, whose digest stands next to it.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.files.atomic import compress_for
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.mermaid import parse_mermaid
from benchmark.files.strict_json import dump_records, read_records
from workshop.drawing.render import compact_png, decode_png, picture_digest, pixel_digest, render_png
from workshop.flowchart.drawn import chart_svgs
from workshop.flowchart.layout.check import check_layout
from workshop.flowchart.layout.pages import lay_out
from workshop.flowchart.layout.values import layout_json, read_layout

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
    """Lay a chart out, check its layout, and draw it; needs the extra ``workshop``.

    Args:
        name: the task's id.
        chart: Mermaid text.

    Raises:
        ChartError: if the chart cannot be laid out.
        LayoutError: if its layout cannot be read well.
        BadInput: if a package is missing.
    """
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
    """Keep a chart whose pictures are drawn already; needs the extra ``workshop``.

    Args:
        name: the task's id.
        chart: Mermaid text.
        svgs: SVG text of each picture.
    """
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


def chart_pictures(chart: str, kept: KeptChart) -> dict[str, bytes]:
    """Draw the pictures of a chart; returns PNG files by their paths below the folder of the data set.

    Args:
        chart: Mermaid text.
        kept: its kept layout.

    Raises:
        OurFailure: if the layout was made for another text, or a picture has other pixels than then.
    """
    if sha256_hex(chart.encode()) != kept.chart:
        raise OurFailure(f"the stored layout of {kept.id} belongs to another chart; build the data set again")
    drawn = {}
    for number, (svg, picture) in enumerate(
        zip(page_svgs(chart, kept.layout), kept.pictures, strict=True), start=1
    ):
        data = compact_png(render_png(svg))
        if pixel_digest(decode_png(data)) != picture.pixels:
            problem = f"picture {number} of {kept.id} has other pixels than it should have"
            raise OurFailure(f"{problem}: install the versions that the extra `workshop` names")
        drawn[f"pictures/{kept.id}-{number}-{picture.pixels[:_NAME_DIGITS]}.png"] = data
    return drawn


@lru_cache(maxsize=4)
def page_svgs(chart: str, layout: str) -> tuple[str, ...]:
    """Return the SVG text of each picture of a chart.

    Args:
        chart: Mermaid text.
        layout: its layout as JSON text, or a JSON list with the SVG text of each picture.

    Raises:
        ChartError, BadInput: if one of the two is not valid.
    """
    if layout.startswith("["):
        return tuple(json.loads(layout))
    return tuple(chart_svgs(parse_mermaid(chart), read_layout(layout)))
