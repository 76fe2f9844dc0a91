"""Runs an answer as a program that draws, and sends the scene of its figure: plain data about what it shows.

The figure that counts is the one made last among those that show anything. Saving a figure writes an empty
picture, for programs that read the file back: the judge reads the figure itself. After ``plt.show()`` a
program has no current figure, as after closing the window; a figure that is cleared after it was saved or
shown counts as it was before.
"""

import _thread
import atexit
import contextlib
import functools
import importlib
import io
import os
import random
import socket
import threading
import types
from collections.abc import Iterator, Sequence
from typing import Any

from . import frames, load, marks, visibility
from .marks import AxesMarks, TooMuchError, UnsupportedError
from .shapes import OUTSIDE, SCENE_AXES, SCENE_POINTS, SCENE_TEXTS
from .visibility import RenderedFigure, mpl

_FIGURES = 50  #: maximum figures of a program
_SCENE_BYTES = 1 << 20
_PIXELS = 10_000  #: maximum pixels of a figure's side
_SIZE = (640, 480)  #: pixels of the pictures that programs find in the files that they save
_SVG = (
    '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">'
    '<rect width="100%" height="100%" fill="white"/></svg>\n'
)
#: Format → name in Pillow, if it is not the format in capitals.
_PILLOW_NAMES = {"jpg": "JPEG", "tif": "TIFF", "ps": "EPS"}
_EQUAL = 0.01  #: units of both axes are equally long if they differ by at most this share


def warm(preamble: str) -> bool:
    """Draw, save and read one plot of each usual kind, so that children find everything loaded.

    The fonts of the machine are removed from matplotlib's list, because a drawing must be the same on every
    machine. Returns whether the preamble has run, as :func:`load.warm` does.
    """
    fonts: Any = importlib.import_module("matplotlib.font_manager").fontManager
    ours = importlib.import_module("matplotlib").get_data_path()
    fonts.ttflist = [font for font in fonts.ttflist if font.fname.startswith(ours)]
    fonts.afmlist = [font for font in fonts.afmlist if font.fname.startswith(ours)]
    plt: Any = importlib.import_module("matplotlib.pyplot")
    _draw(plt)
    marks.prepare()
    for figure in map(plt.figure, plt.get_fignums()):
        with contextlib.suppress(UnsupportedError):
            _read(figure)
    plt.close("all")
    for kind in ("png", "jpg", "pdf", "svg"):
        _empty_picture(kind)
    for thread in threading.enumerate():  # the timer that reports that building the list of fonts takes long
        if thread is not threading.main_thread():
            thread.join()
    return load.warm(preamble)


def _draw(plt: Any) -> None:
    figure, (plain, pie) = plt.subplots(1, 2)
    plain.bar(["a", "b"], [1, 2], label="bar")
    plain.plot([0, 1], [0, 1], label=r"$\sqrt{x}^2$")
    plain.scatter([0], [0])
    plain.fill_between([0, 1], [0, 1], alpha=0.5)
    plain.annotate("1", (0, 0), (1, 1), arrowprops={"arrowstyle": "->"})
    plain.set_title("title")
    plain.grid()
    plain.legend()
    pie.pie([1, 2], labels=["a", "b"], autopct="%d")
    figure.tight_layout()
    figure.savefig(io.BytesIO(), format="png")
    solid = plt.figure().add_subplot(projection="3d")
    solid.plot([0, 1], [0, 1], [0, 1])
    solid.figure.savefig(io.BytesIO(), format="png")


@functools.lru_cache
def _empty_picture(kind: str) -> bytes:
    """Return a white picture in a format of matplotlib, by its name; a PNG for formats that Pillow lacks."""
    if kind == "svg":
        return _SVG.format(*_SIZE).encode()
    image: Any = importlib.import_module("PIL.Image")
    body = io.BytesIO()
    try:
        picture = image.new("RGBA" if kind == "png" else "RGB", _SIZE, "white")
        picture.save(body, _PILLOW_NAMES.get(kind, kind.upper()))
    except (KeyError, OSError, ValueError):
        return _empty_picture("png")
    return body.getvalue()


def _write_picture(target: Any, kind: Any = None) -> None:
    """Write an empty picture where a program saves a figure: to a path or to an open file.

    A path that cannot be written is not an error: programs save to folders of the machine that they know.
    """
    path = os.fspath(target) if isinstance(target, str | os.PathLike) else ""
    named = os.path.splitext(path)[1][1:]  # noqa: PTH122 - as matplotlib does it
    kind = str(kind or named or mpl.settings["savefig.format"]).lower()
    picture = _empty_picture(kind)
    if path:
        path = path if named else f"{path.rstrip('.')}.{kind}"
        with contextlib.suppress(OSError), open(path, "wb") as file:  # noqa: PTH123
            file.write(picture)
    elif hasattr(target, "write"):
        try:
            target.write(picture)
        except TypeError:  # a text file, to which matplotlib writes SVG, too
            target.write(picture.decode("latin-1"))


class Figures:
    """The figures that a program makes, and how they were when it saved or showed them."""

    def __init__(self) -> None:
        self._made: list[Any] = []
        self._used: set[int] = set()  #: figures that were saved or shown
        self._tight: set[int] = set()  #: figures that were saved with all that they draw
        self._before: dict[int, dict[str, object]] = {}  #: scenes of figures that were then cleared
        self.stop: str = ""  #: why the program had to end

    def watch(self) -> None:
        """Replace what ends in a file or a window, and the choice of a window system: no window opens."""
        plt: Any = importlib.import_module("matplotlib.pyplot")
        kind: Any = importlib.import_module("matplotlib.figure").Figure
        canvas: Any = importlib.import_module("matplotlib.backend_bases").FigureCanvasBase
        make, clear = kind.__init__, kind.clear

        def init(figure: Any, *args: Any, **more: Any) -> None:
            make(figure, *args, **more)
            self._made.append(figure)
            if len(self._made) > _FIGURES:
                self._end(f"more than {_FIGURES} figures")

        def save(
            figure: Any,
            target: Any = None,
            *_: Any,
            dpi: Any = None,
            bbox_inches: Any = None,
            format: Any = None,  # noqa: A002 - the name in matplotlib
            **__: Any,
        ) -> None:
            if "tight" in (bbox_inches, mpl.settings["savefig.bbox"]):
                self._tight.add(id(figure))
            try:
                _check_size(figure, dpi)
            except TooMuchError as error:
                self._end(str(error))
            self._used.add(id(figure))
            _write_picture(target, format)

        def clear_after(figure: Any, *args: Any, **more: Any) -> None:
            if id(figure) in self._used and _has_content(figure):
                self._before[id(figure)] = _read(figure, is_tight=id(figure) in self._tight)
            clear(figure, *args, **more)

        def show(*_: Any, block: Any = None, **__: Any) -> None:
            self._used.update(map(id, self._made))
            if block is not False:
                plt.close("all")

        kind.__init__, kind.savefig, kind.clear, kind.clf = init, save, clear_after, clear_after
        canvas.print_figure = lambda canvas, *args, **more: save(canvas.figure, *args, **more)
        kind.show = lambda figure, *_, **__: self._used.add(id(figure))
        plt.show = show
        importlib.import_module("PIL.ImageShow").show = lambda *_, **__: False  # type: ignore[attr-defined]
        importlib.import_module("matplotlib").use = plt.switch_backend = lambda *_, **__: None  # type: ignore[attr-defined]

    def _end(self, reason: str) -> None:
        self.stop = reason
        raise TooMuchError(reason)

    def scene(self) -> dict[str, object] | None:
        """Return the scene of the last figure that shows anything; None if there is none."""
        for figure in reversed(self._made):
            if _has_content(figure):
                return _read(figure, is_tight=id(figure) in self._tight)
            if id(figure) in self._before:
                return self._before[id(figure)]
        return None


def _has_content(figure: Any) -> bool:
    """Whether anything was drawn: a mark, a text or a title."""
    for owner in _owners(figure):
        if owner.texts or owner.lines or owner.patches or owner.images or owner.artists:
            return True
    for axes in figure.axes:
        shapes = (axes.lines, axes.patches, axes.collections, axes.images, axes.tables, axes.artists)
        if any(map(len, (*shapes, axes.texts))) or axes.get_title():
            return True
    return False


def _check_size(figure: Any, dpi: Any = None) -> None:
    """Refuse a figure that has too many pixels."""
    width, height = (float(inches) for inches in figure.get_size_inches())
    per_inch = float(dpi) if isinstance(dpi, int | float) else float(figure.dpi)
    if not max(width, height) * per_inch <= _PIXELS:
        size = f"{width * per_inch:.0f} × {height * per_inch:.0f}"
        raise TooMuchError(f"a figure of {size} pixels; the limit is {_PIXELS} on each side")


def _read(figure: Any, *, is_tight: bool = False) -> dict[str, object]:
    """Lay out a figure, and return its scene, unless it is too large or has a part that is not compared."""
    _check_size(figure)
    picture = RenderedFigure(figure, is_tight=is_tight)
    try:
        return _scene(figure, picture)
    finally:
        picture.restore()  # the program may go on


def _scene(figure: Any, picture: RenderedFigure) -> dict[str, object]:
    every = _all_axes(figure)
    if len(every) > SCENE_AXES:
        raise TooMuchError(f"more than {SCENE_AXES} pairs of axes")
    budget = [SCENE_POINTS]
    owners = list(_owners(figure))
    for owner in owners:
        if any(map(picture.has_ink, (*owner.lines, *owner.patches, *owner.images, *owner.artists))):
            raise UnsupportedError("lines, shapes and images outside of axes")
    title = figure._suptitle
    texts: list[list[object]] = []
    on_axes: dict[int, list[Any]] = {}
    for text in (text for owner in owners for text in owner.texts if text is not title):
        place = text.get_transform().transform(text.get_unitless_position())
        content = picture.words(text)
        if content and mpl.np.isfinite(place).all():
            over = [axes for axes in every if axes.bbox.contains(*place)]
            if over:
                on_axes.setdefault(id(over[-1]), []).append(text)
            else:
                texts.append([content, figure.transSubfigure.inverted().transform(place).tolist()])
    return {
        "axes": [
            _axes(axes, AxesMarks(axes, budget, picture), picture, texts, on_axes.get(id(axes), ()))
            for axes in every
            if axes.get_visible()
        ],
        "title": picture.read(title) if title is not None else "",
        "texts": texts,
        "legend": _legends([legend for owner in owners for legend in owner.legends], picture),
    }


def _owners(figure: Any) -> Iterator[Any]:
    """Yield a figure and the figures in it."""
    yield figure
    for inner in figure.subfigs:
        yield from _owners(inner)


def _all_axes(figure: Any) -> list[Any]:
    """Return the axes of a figure and those inside of other axes, each once."""
    found: dict[int, Any] = {}
    waiting = list(figure.axes)
    while waiting:
        axes = waiting.pop(0)
        if id(axes) not in found and axes.get_visible():
            found[id(axes)] = axes
            waiting += axes.child_axes
    return list(found.values())


def _axes(
    axes: Any, reader: AxesMarks, picture: RenderedFigure, texts: list[list[object]], over: Sequence[Any]
) -> dict[str, object]:
    """Return what one pair of axes shows; add what it draws outside of them to the figure's texts.

    ``over`` are texts of the figure whose place is in these axes: for a reader, they belong to the axes.
    """
    if axes.name != "rectilinear":
        raise UnsupportedError(f"{axes.name} axes")
    titles = (axes.title, axes._left_title, axes._right_title)
    legends = [part for part in axes.get_children() if isinstance(part, mpl.legend.Legend)]
    found = reader.read(over)
    figure = axes.get_figure(root=True)
    places = figure.transFigure.inverted().transform(axes.transData.transform(reader.outside or [(0, 0)]))
    texts += ([OUTSIDE, place] for place in places[: len(reader.outside)].tolist())
    return {
        "box": [float(value) for value in axes.get_position().extents],
        "x": _axis(axes, axes.xaxis, picture),
        "y": _axis(axes, axes.yaxis, picture),
        "equal": _equal(axes),
        "title": " ".join(picture.read(text) for text in titles).strip(),
        "legend": _legends(legends, picture),
        "marks": found,
    }


def _equal(axes: Any) -> str:
    """Return whether a unit is as long on the x axis as on the y axis: ``set``, ``seen`` or empty."""
    if axes.get_aspect() != "auto":
        return "set" if float(axes.get_aspect()) == 1 else ""
    (x0, y0), (x1, y1) = axes.transData.transform([(0, 0), (1, 1)])
    return "seen" if abs(abs((y1 - y0) / (x1 - x0)) - 1) <= _EQUAL else ""


def _axis(axes: Any, axis: Any, picture: RenderedFigure) -> dict[str, object]:
    shown = axes.axison and axis.get_visible()
    # A log axis may have a limit that is not positive, and then shows less.
    low, high = (float(value) for value in axis.limit_range_for_scale(*axis.get_view_interval()))
    if axis.get_inverted():
        low, high = max(low, high), min(low, high)
    label = axis.label if shown else None
    return {
        "limits": [low, high],
        "scale": str(axis.get_scale()),
        "label": picture.read(label) if label is not None else "",
        "fixed": isinstance(axis.get_major_locator(), mpl.ticker.FixedLocator),
        "ticks": _ticks(axis, min(low, high), max(low, high), picture) if shown else [],
    }


def _ticks(axis: Any, low: float, high: float, picture: RenderedFigure) -> list[object]:
    """Return the ticks that have a text: their positions and texts, which are empty for plain numbers."""
    plain = isinstance(axis.get_major_formatter(), mpl.ticker.ScalarFormatter | mpl.ticker.LogFormatter)
    margin = 1e-9 * (high - low)
    found: list[object] = []
    for tick in axis.get_major_ticks():
        if not tick.get_visible() or not low - margin <= tick.get_loc() <= high + margin:
            continue
        texts = [text for text in (tick.label1, tick.label2) if picture.read(text)]
        if texts:
            found.append([marks.number(tick.get_loc()), "" if plain else picture.read(texts[0])])
    return found[:SCENE_TEXTS]


def _legends(legends: list[Any], picture: RenderedFigure) -> list[list[str]]:
    """Return the entries of legends: text, colour, kind (``line``, ``patch``, ``title``), style, marker."""
    entries = []
    for legend in legends:
        if not legend.get_visible():
            continue
        title = picture.read(legend.get_title())
        if title and title != "None":
            entries.append([title, "", "title", "", ""])
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=False):
            words = picture.read(text)
            if not words:
                continue
            if hasattr(handle, "get_color") and not hasattr(handle, "get_facecolor"):
                style, marker = getattr(handle, "get_linestyle", str)(), getattr(handle, "get_marker", str)()
                look = ["line", marks.style_name(style), str(marker)[:20]]
                entries.append([words, _first_colour(handle.get_color()), *look])
            else:
                ink = getattr(handle, "get_facecolor", lambda: "none")()
                entries.append([words, _first_colour(ink), "patch", "", ""])
    return entries[:SCENE_TEXTS]


def _first_colour(value: Any) -> str:
    try:
        return marks.colour(value)
    except ValueError:  # a collection has a list of colours
        return marks.colour(value[0]) if len(value) else ""


def serve(channel: socket.socket) -> int:
    """Run the program of the first message as ``__main__``, and reply once.

    The reply has one key: ``scene``; ``none``, the number of figures, if none shows anything; ``too_much`` or
    ``unsupported`` with a reason; or ``error``, the exception that ended the program.
    """
    message = frames.receive(channel)
    if not isinstance(message, dict):
        return 1
    module = load.main_module()
    random.seed(0)
    visibility.mpl.random.seed(0)
    figures = Figures()
    figures.watch()
    send = frames.send
    send(channel, _reply(module, str(message["program"]), figures))
    return 0


def _reply(module: types.ModuleType, program: str, figures: Figures) -> dict[str, object]:
    ends = (threading._shutdown, atexit._run_exitfuncs)  # type: ignore[attr-defined]
    running = _thread._count
    error = load.load(module, program)
    if figures.stop:
        return {"too_much": figures.stop}
    if error is not None and not ("SystemExit" in error["bases"] and error["code"] in (None, 0)):  # type: ignore[operator]  # a list
        return {"error": error}
    for step in ends:  # what the program leaves for its end may still change the figure
        with contextlib.suppress(BaseException):
            step()
    try:
        if running():
            raise UnsupportedError("figures that a thread may still change")  # noqa: TRY301 - as those of a figure
        return _description(figures)
    except UnsupportedError as problem:
        return {"unsupported": str(problem)}
    except TooMuchError as problem:
        return {"too_much": str(problem)}
    except BaseException as problem:  # noqa: BLE001 - the model's own classes may be among the artists
        return {"error": load.report(problem, "run")}


def _description(figures: Figures) -> dict[str, object]:
    found = figures.scene()
    if found is None:
        return {"none": len(figures._made)}
    if len(frames._encode(found)) > _SCENE_BYTES:
        return {"too_much": "a figure whose description takes more than 1 MB"}
    return {"scene": found}
