"""Files of kept layouts: with them, charts are drawn without a layout engine and alike on every machine.

A file has one line for each chart, and is gzipped if its name ends in ``.gz``. A layout belongs to one
Mermaid text, whose digest stands next to it.

Pictures are drawn when they are first read, and then kept in the user's cache: loading a task draws nothing,
and imports none of the modules that draw. An entry of the cache is named by the digest of its pixels. So the
cache may be removed at any time, and several processes may fill it.
"""

import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import install_extra
from benchmark.core.task import Picture, Task
from benchmark.files import regenerated
from benchmark.files.atomic import compress_for, write_atomic
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.jsonl import dump_records, read_records

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


#: Module → package, for all packages of the extra ``pictures``.
PACKAGES = {"PIL": "pillow", "resvg_py": "resvg-py"}

_CACHE = "pictures"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartDrawing:
    """One picture of a chart; a :class:`benchmark.core.task.Drawing`."""

    chart: str  #: Mermaid text
    layout: str  #: the kept layout of all pictures, as JSON text
    page: int  #: 0-based index of the picture
    width: int  #: px
    height: int  #: px
    pixels: str  #: SHA-256 of its size and RGB pixels

    def check(self) -> None:
        """Check that it is in the cache, or that the packages that draw it are installed.

        Raises:
            BadInput: with the names of the missing packages.
        """
        if missing := _missing_packages():
            path = self._kept()
            if path is None or not path.is_file():
                problem = f"flowcharts are drawn with {', '.join(missing)}, which cannot be imported"
                fix = install_extra("pictures")
                raise BadInput("pictures", "", problem, fix)

    def png(self) -> bytes:
        """Return the picture as PNG: from the cache, or else drawn and added to the cache.

        Raises:
            BadInput: if a package that draws it is missing.
            OurFailure: if it is drawn otherwise than on the machine where its layout was made.
        """
        path = self._kept()
        if path is not None:
            with contextlib.suppress(OSError):
                return regenerated.read(path)
        self.check()
        data = self._draw()
        if path is not None:
            with contextlib.suppress(BadInput):  # the cache may be full, or belong to somebody else
                _prune(path.parent)
                write_atomic(path, data)
        return data

    def _draw(self) -> bytes:
        from benchmark.drawing.render import decode_png, pixel_digest, render_png

        data = render_png(page_svgs(self.chart, self.layout)[self.page])
        if pixel_digest(decode_png(data)) != self.pixels:
            problem = f"picture {self.page + 1} of a chart has other pixels than it should have"
            raise OurFailure(f"{problem}: install the versions that the extra `pictures` names")
        return data

    def _kept(self) -> Path | None:
        folder = regenerated.user_folder(_CACHE)
        return None if folder is None else regenerated.entry_path(folder, self.pixels, "png")


@lru_cache(maxsize=4)
def page_svgs(chart: str, layout: str) -> tuple[str, ...]:
    """Return the SVG text of each picture of a chart.

    Args:
        chart: Mermaid text.
        layout: its layout as JSON text, or a JSON list with the SVG text of each picture.

    Raises:
        ChartError, BadInput: if one of the two is not valid.
    """
    from benchmark.flowchart.drawn import chart_svgs
    from benchmark.flowchart.layout.values import read_layout
    from benchmark.flowchart.mermaid import parse_mermaid

    if layout.startswith("["):
        return tuple(json.loads(layout))
    return tuple(chart_svgs(parse_mermaid(chart), read_layout(layout)))


@cache
def _missing_packages() -> tuple[str, ...]:
    return tuple(package for module, package in PACKAGES.items() if find_spec(module) is None)


@cache
def _prune(folder: Path) -> None:
    """Remove old entries, once in a process."""
    regenerated.prune(folder)
