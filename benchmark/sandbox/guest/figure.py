"""Prepares matplotlib for drawing, in the zygote and once for all children."""

import importlib
import io
import threading
from typing import Any

from . import drawing, load


def warm(preamble: str) -> bool:
    """Draw and save one plot of each usual kind, so that children find everything loaded.

    The fonts of the machine are removed from matplotlib's list, because a drawing must be the same on every
    machine. Returns whether the preamble has run, as :func:`load.warm` does.
    """
    fonts: Any = importlib.import_module("matplotlib.font_manager").fontManager
    ours = importlib.import_module("matplotlib").get_data_path()
    fonts.ttflist = [font for font in fonts.ttflist if font.fname.startswith(ours)]
    fonts.afmlist = [font for font in fonts.afmlist if font.fname.startswith(ours)]
    plt: Any = importlib.import_module("matplotlib.pyplot")
    _draw(plt)
    drawing.prepare()
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
