"""Tells what of a figure can be seen: not what is transparent, tiny, cut away, or in the colour below it."""

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

FAINT = 0.02  #: opacity, or opacity times difference from the background, up to which nothing can be seen
_TINY = 2.0  #: points of the smallest texts that can be read
_PIXEL = 1.0  #: pixels of the smallest part of a figure that can be seen
_CHARACTERS = 500  #: maximum characters of one text; the rest is cut
_OUTSIDE = 0.02  #: share of the axes by which something may be outside of them and still count as inside

#: Modules of matplotlib and numpy as they were before the answer ran; :func:`.marks.prepare` loads them.
mpl = SimpleNamespace()


def words(text: Any) -> str:
    """Return the content of a text, at most 500 characters; see :func:`exact`."""
    return exact(mpl.get_text(text)).strip()[:_CHARACTERS]


def exact(value: object) -> str:
    """Return a text; empty if its class is not exactly ``str``, because it may be drawn as another text."""
    return value if type(value) is str else ""


def is_seen(part: Any) -> bool:
    """Whether an artist is visible, not transparent, and no tiny text; a group may have several opacities."""
    if isinstance(part, mpl.text.Text) and part.get_fontsize() < _TINY:
        return False
    alpha = part.get_alpha()
    return bool(part.get_visible() and (alpha is None or mpl.np.any(mpl.np.asarray(alpha, float) > FAINT)))


def is_cut_away(part: Any) -> bool:
    """Whether an artist is clipped to nothing."""
    if not part.get_clip_on():
        return False
    box, path = part.get_clip_box(), part.get_clip_path()
    boxes = [] if box is None else [box]
    if path is not None:
        boxes.append(path.get_fully_transformed_path().get_extents())
    return any(not min(abs(one.width), abs(one.height)) > _PIXEL for one in boxes)


def is_outside(part: Any, axes: Any, points: Iterable[Iterable[float]]) -> bool:
    """Whether an artist is not clipped, and points of it are outside of its axes.

    Texts and slices are read wherever they are, so they never count as outside.
    """
    if part.get_clip_on() or isinstance(part, mpl.text.Text | mpl.patches.Wedge):
        return False
    places = axes.transAxes.inverted().transform(axes.transData.transform(list(points)))
    return bool(mpl.np.any((places < -_OUTSIDE) | (places > 1 + _OUTSIDE)))


def blends(text: Any, axes: Any = None) -> bool:
    """Whether a text without a box has the colour of everything behind it: its figure and its axes."""
    return text.get_bbox_patch() is None and not _differs(text, _behind(text.get_figure(root=True), axes))


class Backdrop:
    """Finds the artists of one pair of axes that have the background's colour and nothing else below them.

    Args:
        axes: the axes.
        parts: its artists, in the order in which they are drawn.
    """

    def __init__(self, axes: Any, parts: list[Any]) -> None:
        self._axes, self._parts = axes, parts
        self._figure = axes.get_figure(root=True)
        self._others = [other for other in self._figure.axes if other is not axes]
        self._is_known = _has_background(axes) or not self._others
        ticks = (*axes.xaxis.get_gridlines(), *axes.yaxis.get_gridlines()) if axes.axison else ()
        self._has_grid = any(line.get_visible() for line in ticks)

    def swallows(self, part: Any) -> bool:
        """Whether an artist cannot be told from the background."""
        if not self._is_known or self._has_grid:
            return False
        behind = _behind(self._figure if not part.get_clip_on() else None, self._axes)
        if _differs(part, behind):
            return False
        box = part.get_window_extent()
        return not any(box.overlaps(below.get_window_extent()) for below in self._below(part, behind))

    def _below(self, part: Any, behind: list[Any]) -> Iterator[Any]:
        """Yield what may be seen below an artist; of other axes, everything."""
        before = next(i for i, other in enumerate(self._parts) if other is part)
        if isinstance(part, mpl.patches.Wedge):  # a slice in the background's colour shows as a gap
            before = len(self._parts)
        others = (other for axes in self._others for other in axes.get_children())
        for below in (*self._parts[:before], *others):
            is_frame = isinstance(below, mpl.spines.Spine | mpl.axis.Axis)
            if not is_frame and is_seen(below) and _differs(below, behind):
                yield below


def _has_background(axes: Any) -> bool:
    return bool(axes.patch.get_visible() and axes.axison and axes.get_frame_on())


def _behind(figure: Any, axes: Any) -> list[Any]:
    """Return the colours of the background."""
    owners = [owner for owner in (figure, axes) if owner is not None]
    if axes is not None and not _has_background(axes):
        owners = [axes.get_figure(root=True)]
    return [mpl.colors.to_rgb(owner.get_facecolor()) for owner in owners]


def _differs(part: Any, behind: list[Any]) -> bool:
    """Whether an artist's colour differs from those behind it; true if it has no plain colour."""
    if part.get_path_effects() or getattr(part, "get_hatch", str)():
        return True
    inks = _inks(part)
    if inks is None or not len(inks):
        return True
    rgba = mpl.colors.to_rgba_array(inks)
    alpha = part.get_alpha() if isinstance(part, mpl.lines.Line2D | mpl.text.Text) else None
    opacity = rgba[:, 3:] * (1.0 if alpha is None else float(alpha))
    return any(bool(mpl.np.any(opacity * abs(rgba[:, :3] - colour) > FAINT)) for colour in behind)


def _inks(part: Any) -> Any:
    """Return the colours of an artist; None for kinds of artists without plain colours."""
    if isinstance(part, mpl.lines.Line2D):
        return [part.get_color(), part.get_markerfacecolor(), part.get_markeredgecolor()]
    if isinstance(part, mpl.text.Text):
        plain = part.get_bbox_patch() is None and getattr(part, "arrow_patch", None) is None
        return [part.get_color()] if plain else None
    if isinstance(part, mpl.patches.Patch):
        inks = [part.get_facecolor()] if part.get_fill() else []
        return [*inks, part.get_edgecolor()] if part.get_linewidth() > 0 else inks
    if isinstance(part, mpl.collections.Collection):
        return [*part.get_facecolor(), *part.get_edgecolor()]
    return None
