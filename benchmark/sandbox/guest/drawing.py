"""Runs an answer as a program that draws, and sends the scene of its figure.

The figure that counts is the one made last among those that show anything. Saving a figure writes no file:
the judge reads the figure itself. After ``plt.show()`` a program has no current figure, as after closing the
window; a figure that is cleared after it was saved or shown counts as it was before.
"""

import contextlib
import importlib
import io
import random
import socket
import threading
import types
from typing import Any

from . import frames, load, marks, scene, visibility

_FIGURES = 50  #: maximum figures of a program
_SCENE_BYTES = 1 << 20


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
        with contextlib.suppress(marks.UnsupportedError):
            scene.read(figure)
    plt.close("all")
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


class Figures:
    """The figures that a program makes, and how they were when it saved or showed them."""

    def __init__(self) -> None:
        self._made: list[Any] = []
        self._used: set[int] = set()  #: figures that were saved or shown
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

        def save(figure: Any, *_: Any, dpi: Any = None, **__: Any) -> None:
            try:
                scene.check_size(figure, dpi)
            except marks.TooMuchError as error:
                self._end(str(error))
            self._used.add(id(figure))

        def clear_after(figure: Any, *args: Any, **more: Any) -> None:
            if id(figure) in self._used and scene.has_content(figure):
                self._before[id(figure)] = scene.read(figure)
            clear(figure, *args, **more)

        def show(*_: Any, block: Any = None, **__: Any) -> None:
            self._used.update(map(id, self._made))
            if block is not False:
                plt.close("all")

        kind.__init__, kind.savefig, kind.clear, kind.clf = init, save, clear_after, clear_after
        canvas.print_figure = lambda canvas, *_, dpi=None, **__: save(canvas.figure, dpi=dpi)
        kind.show = lambda figure, *_, **__: self._used.add(id(figure))
        plt.show = show
        importlib.import_module("matplotlib").use = plt.switch_backend = lambda *_, **__: None  # type: ignore[attr-defined]

    def _end(self, reason: str) -> None:
        self.stop = reason
        raise marks.TooMuchError(reason)

    def scene(self) -> dict[str, object] | None:
        """Return the scene of the last figure that shows anything; None if there is none."""
        for figure in reversed(self._made):
            if scene.has_content(figure):
                return scene.read(figure)
            if id(figure) in self._before:
                return self._before[id(figure)]
        return None


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
    error = load.load(module, program)
    if figures.stop:
        return {"too_much": figures.stop}
    if error is not None and not ("SystemExit" in error["bases"] and error["code"] in (None, 0)):  # type: ignore[operator]  # a list
        return {"error": error}
    try:
        return _description(figures)
    except marks.UnsupportedError as problem:
        return {"unsupported": str(problem)}
    except marks.TooMuchError as problem:
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
