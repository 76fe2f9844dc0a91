"""RapidOCR as a model that sees: it returns the texts in pictures, with their places. It knows no shapes."""

import io
from collections.abc import Sequence
from typing import Any


class RapidOcr:
    """Reads each picture of a question; the protocol's sampling does not apply."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        self._engine: Any = RapidOCR()

    def query(self, parts: Sequence[str | bytes], **_sampling: object) -> str:
        """Return the texts of all pictures, each with the place of its middle, from the top left."""
        pictures = [part for part in parts if isinstance(part, bytes)]
        return "\n\n".join(self._read(picture, number) for number, picture in enumerate(pictures, 1))

    def _read(self, picture: bytes, number: int) -> str:
        import numpy as np
        from PIL import Image

        with Image.open(io.BytesIO(picture)) as image:
            pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]
        found = self._engine(pixels)
        height, width = pixels.shape[:2]
        lines = [
            f"Picture {number} ({width} × {height} pixels) shows these texts, with their middles (x, y):"
        ]
        texts = zip(found.boxes, found.txts, strict=True) if found.txts else ()
        for box, text in texts:
            x, y = (round(float(value)) for value in np.asarray(box).mean(axis=0))
            lines.append(f"- {text!r} at ({x}, {y})")
        return "\n".join(lines if len(lines) > 1 else [f"Picture {number} shows no text."])
