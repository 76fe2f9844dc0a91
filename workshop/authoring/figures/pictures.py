"""Draw our own programs: PNG bytes, pixels, and the boxes of texts.

Programs run in this process. Only programs that the generator has written may be drawn here; those of models
run in the sandbox.
"""

import importlib
import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any

from benchmark.core.canary import CANARY
from workshop.authoring.figures.looks import PANELS_SIZE, SIZES
from workshop.drawing.captured import Capture
from workshop.drawing.photo import noise
from workshop.drawing.render import captured_png

if TYPE_CHECKING:
    from PIL.Image import Image

_DOTS_PER_INCH = 100
_CAPTURED_DOTS = 140  #: the same for captures, in which thin lines must stay apart
_COLOURS = (32, 256)  #: of a picture's palette; the first that keeps all colours is used
_KEPT = 48  #: maximum error of red, green or blue, of 255; without it, small marks lose their colour
_LOCK = RLock()  #: pyplot's current figure is a variable of the whole process


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBox:
    """A text of a drawn figure, and its rectangle in px from the lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def picture_png(code: str, grain: int = 0, capture: Capture | None = None) -> bytes:
    """Draw a program as a PNG with few colours and the canary; the same program gives the same bytes.

    Args:
        code: the program.
        grain: seed of the grain that is laid over it, or of its capture; 0 for none.
        capture: how the drawn figure is captured; None for the figure itself.

    Raises:
        ValueError: if the program does not open exactly one figure of the right size.
        Exception: whatever the program raises; a warning counts as an error.
    """
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    if capture:
        return captured_png(picture_image(code, _CAPTURED_DOTS), capture, grain)
    image = picture_image(code)
    image = _grained(image, grain) if grain else image
    palette = image
    for colours in _COLOURS:
        palette = image.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        if not different_pixels(image, palette.convert("RGB"), _KEPT):
            break
    remark = PngInfo()
    remark.add_text("Comment", CANARY)
    data = io.BytesIO()
    palette.save(data, "PNG", optimize=True, pnginfo=remark)
    return data.getvalue()


def _grained(image: "Image", seed: int) -> "Image":
    """Return an image whose blocks of 2 × 2 px are a little darker or not, in integer arithmetic."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(image, dtype=np.int16)
    darker = 6 * noise(image.height, image.width, seed)
    grained = np.clip(pixels - darker[..., None], 0, 255).astype(np.uint8)
    return Image.fromarray(grained)


def picture_image(code: str, dots: int = _DOTS_PER_INCH) -> "Image":
    """Draw a program as an image in RGB, with so many px per inch."""
    with drawn_figure(code, dots) as figure:
        return _image(figure)


def text_boxes(code: str) -> list[TextBox]:
    """Draw a program and return its visible texts: titles, labels, ticks, legends and written values."""
    with drawn_figure(code) as figure:
        return _boxes(figure)


def picture_and_texts(code: str) -> tuple["Image", list[TextBox]]:
    """Draw a program once and return both :func:`picture_image` and :func:`text_boxes`."""
    with drawn_figure(code) as figure:
        return _image(figure), _boxes(figure)


@contextmanager
def drawn_figure(code: str, dots: int = _DOTS_PER_INCH) -> Iterator[Any]:
    """Run a program, draw its figure, yield it, and close it.

    Raises:
        ValueError: if the program does not open exactly one figure of the right size.
    """
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("error")
        plt = _pyplot()
        before = set(plt.get_fignums())
        try:
            with plt.rc_context():
                plt.rcdefaults()
                plt.rcParams["figure.dpi"] = dots
                exec(compile(code, "figure.py", "exec"), {"__name__": "__main__"})  # noqa: S102 - our own program
                (number,) = _only_one(set(plt.get_fignums()) - before)
                figure = plt.figure(number)
                if (size := tuple(figure.get_size_inches())) not in (known := (*SIZES, PANELS_SIZE)):
                    raise ValueError(f"the figure has the size {size}, which is not one of {known}")
                figure.canvas.draw()
                yield figure
        finally:
            for number in set(plt.get_fignums()) - before:
                plt.close(number)


def different_pixels(first: "Image", second: "Image", threshold: int = 48) -> int:
    """Return the number of pixels that differ by more than ``threshold`` of 255 in a colour."""
    from PIL import ImageChops

    bands = ImageChops.difference(first, second).split()
    largest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(largest.histogram()[threshold + 1 :])


def _only_one(numbers: set[int]) -> set[int]:
    if len(numbers) != 1:
        raise ValueError(f"the program opens {len(numbers)} figures, not 1")
    return numbers


def _image(figure: Any) -> "Image":
    from PIL import Image

    size = figure.canvas.get_width_height()
    return Image.frombytes("RGBA", size, bytes(figure.canvas.buffer_rgba())).convert("RGB")


def _boxes(figure: Any) -> list[TextBox]:
    canvas = figure.canvas.get_renderer()
    boxes = []
    for text in figure.findobj(_pyplot().Text):
        if text.get_visible() and text.get_text().strip() and _is_shown(text, figure):
            box = text.get_window_extent(canvas)
            boxes.append(TextBox(text=text.get_text(), left=box.x0, bottom=box.y0, right=box.x1, top=box.y1))
    return boxes


def _is_shown(text: Any, figure: Any) -> bool:
    """Return whether a text is drawn: ticks outside the limits and those of axes without a frame are not."""
    for axes in figure.axes:
        for axis, low, high in (
            (axes.xaxis, *sorted(axes.get_xlim())),
            (axes.yaxis, *sorted(axes.get_ylim())),
        ):
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if text in (tick.label1, tick.label2):
                    slack = 1e-6 * (high - low)
                    return bool(axes.axison and low - slack <= tick.get_loc() <= high + slack)
            if text in (axis.label, axis.offsetText):
                return bool(axes.axison)
    return True


@cache
def _pyplot() -> Any:
    """Import pyplot without a display; only the fonts that matplotlib contains stay in its list."""
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.use("agg")
    fonts: Any = importlib.import_module("matplotlib.font_manager").fontManager
    own = matplotlib.get_data_path()
    fonts.ttflist = [font for font in fonts.ttflist if font.fname.startswith(own)]
    fonts.afmlist = [font for font in fonts.afmlist if font.fname.startswith(own)]
    return importlib.import_module("matplotlib.pyplot")
