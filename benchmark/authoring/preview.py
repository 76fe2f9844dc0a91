"""Contact sheets and a page of new tasks, for people to look at before they are built."""

import io
from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.canary import CANARY
from benchmark.authoring.drawing import font
from benchmark.authoring.drawing.render import decode_png, render_png
from benchmark.authoring.gates.pictures import READ_AT
from benchmark.files.atomic import write_atomic

_GAP = 16  #: px between pictures
_NAME_HEIGHT = 34  #: px for the name above each picture


def write_drawings(family: str, drawings: Sequence[tuple[str, str, str]], out: Path) -> list[Path]:
    """Write a sheet with drawings side by side, and each alone; return their paths.

    Pictures are scaled to 768 px, the size at which they have to be legible.

    Args:
        family: name of the sheet's file.
        drawings: of each, the name of its file, its title, and its SVG text.
        out: folder for the files.
    """
    from PIL import Image, ImageDraw, ImageFont

    images = []
    for _, _, svg in drawings:
        image = decode_png(render_png(svg))
        image.thumbnail((READ_AT, READ_AT), Image.Resampling.LANCZOS)
        images.append(image)
    width = sum(image.width for image in images) + _GAP * (len(images) + 1)
    sheet = Image.new("RGB", (width, max(image.height for image in images) + _NAME_HEIGHT + _GAP), "#9aa3af")
    draw, face = ImageDraw.Draw(sheet), ImageFont.truetype(font.font_paths()[1], 20)
    left, written = _GAP, []
    for (name, title, _), image in zip(drawings, images, strict=True):
        draw.text((left, 6), title, fill="black", font=face)
        sheet.paste(image, (left, _NAME_HEIGHT))
        left += image.width + _GAP
        written.append(out / f"{name}.png")
        write_atomic(written[-1], _png_bytes(image))
    write_atomic(out / f"{family}.png", _png_bytes(sheet))
    return [out / f"{family}.png", *written]


def html_page(body: Sequence[str]) -> bytes:
    """Return a page of the preview with the given elements."""
    style = "body{font-family:sans-serif;max-width:60rem;margin:auto}pre{white-space:pre-wrap}"
    head = f"<!doctype html><meta charset='utf-8'><title>Preview</title><style>{style}</style>"
    return f"{head}<!-- {CANARY} -->{''.join(body)}\n".encode()


def _png_bytes(image: "object") -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")  # type: ignore[attr-defined]  # a PIL image
    return out.getvalue()
