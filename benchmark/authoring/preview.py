"""Contact sheets, to look at: nothing replaces a person who looks at every picture."""

import html
import io
from collections.abc import Sequence
from pathlib import Path

from benchmark.authoring.canary import CANARY
from benchmark.authoring.drawing import font
from benchmark.authoring.drawing.render import decoded, png
from benchmark.authoring.gates.pictures import READ_AT
from benchmark.authoring.instance import FamilyTask
from benchmark.files.atomic import write_atomic

_GAP, _LINE = 16, 34  #: px between pictures, and for a name above each


def write_sheet(made: Sequence[FamilyTask], out: Path) -> list[Path]:
    """Write NAME.png with all pictures side by side, as large as they must be legible, and each alone."""
    from PIL import Image, ImageDraw, ImageFont

    images = []
    for one in made:
        image = decoded(png(one.svg))
        image.thumbnail((READ_AT, READ_AT), Image.Resampling.LANCZOS)
        images.append(image)
    width = sum(image.width for image in images) + _GAP * (len(images) + 1)
    sheet = Image.new("RGB", (width, max(image.height for image in images) + _LINE + _GAP), "#9aa3af")
    draw, face = ImageDraw.Draw(sheet), ImageFont.truetype(font.paths()[1], 20)
    left, written = _GAP, []
    for one, image in zip(made, images, strict=True):
        draw.text((left, 6), f"{one.task_id}: {one.mutation}", fill="black", font=face)
        sheet.paste(image, (left, _LINE))
        left += image.width + _GAP
        written.append(out / f"{one.task_id}.png")
        write_atomic(written[-1], _bytes(image))
    write_atomic(out / f"{made[0].family}.png", _bytes(sheet))
    return [out / f"{made[0].family}.png", *written]


def page(groups: Sequence[Sequence[FamilyTask]]) -> bytes:
    """An HTML page with everything of each task, for a person's eyes."""
    body = []
    for made in groups:
        body.append(f"<h2>{html.escape(made[0].family)}</h2><pre>{html.escape(made[0].text)}</pre>")
        for one in made:
            parts = (one.description, one.reference, one.tests)
            texts = "".join(f"<pre>{html.escape(part)}</pre>" for part in parts)
            body.append(
                f"<h3>{one.task_id}: {html.escape(one.mutation)}</h3><img src='{one.task_id}.png' alt=''>"
                f"<details><summary>description, reference, tests</summary>{texts}</details>"
            )
    style = "body{font-family:sans-serif;max-width:60rem;margin:auto}pre{white-space:pre-wrap}"
    head = f"<!doctype html><meta charset='utf-8'><title>Preview</title><style>{style}</style>"
    return f"{head}<!-- {CANARY} -->{''.join(body)}\n".encode()


def _bytes(image: "object") -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")  # type: ignore[attr-defined]  # a PIL image
    return out.getvalue()
