"""Tells what a reader of a figure sees, from its pixels.

The figure is drawn once, at the size at which it is read. While it draws itself, each part (a line, a bar, a
text) is drawn on an empty sheet, and the sheets are laid on each other in their order. So the pixels of each
part are known, the colours below them, and what later parts leave of them: whatever hides a part, it does not
count.
"""

import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

from .shapes import SCENE_CHARACTERS, Mark

FAINT = 0.02  #: opacity of a colour that nobody sees
_MOST_PIXELS = 800  #: longer side of the figure as it is read
_VISIBLE = 0.05  #: smallest difference of a colour channel that can be seen
_SAME = 0.012  #: difference of a colour channel up to which two pixels are the same
_LEAST_SEEN = 0.3  #: share of a mark's ink that must be seen, though other marks are over it
_LEAST_OPEN = 0.5  #: share of a mark's ink that frames, texts and legends must leave
_BAND = 0.2  #: share of a shape's width or height that is one of its four edges
_LEAST_OF_BAND = 0.2  #: share of the ink of each edge that they must leave
_PIECE = 100.0  #: pixels of a line that they may hide in one piece
_LEAST_INK = {"-": 0.6}  #: share of a line that must have ink; lines of other styles have gaps
_LEAST_DASHES = 0.2
_POINT = 6  #: pixels around the middle of a point at which its ink is looked for
_CUT = 3.0  #: pixels by which the ink of a mark may end before the mark does
_SIDE = 40.0  #: pixels of the shorter side of the smallest axes
_AREA = 0.08  #: share of the figure that all axes together fill at least, each the same part
_PAD = 0.1  #: inches around all that a figure draws, as matplotlib saves it
_WIDEST = 3.0  #: all that a figure draws is looked at if it is at most this many times as wide as the figure
_EM = 4.0  #: pixels of the smallest texts that can be read
_CONTRAST = 3.0  #: least contrast of texts, as WCAG 2 defines it
_FULL = 0.6  #: opacity, as a share of the highest, of those pixels of a letter that are not its edge
_OVER = 0.3  #: difference of a colour channel that what is over a letter may make
_LEGIBLE = 0.7  #: share of a text's ink that must have the contrast and be seen
_OVERPRINTED = 0.15  #: share of a text's ink that may touch other texts
_LONG = 3.0  #: a text longer than this times its size must not be cut off
_UPRIGHT = -0.5  #: smallest cosine of a text's angle
_OUTSIDE = 0.02  #: share of the axes by which something may be outside of them and still count as inside
_EMPTY = 0x00FFFFFF  #: pixel of an empty sheet
_SAMPLES = 400  #: places at which a line is looked at

UNREADABLE = "a text that cannot be read"

#: Modules of matplotlib and numpy as they were before the answer ran; :func:`.marks.prepare` loads them.
mpl = SimpleNamespace()


def exact(value: object) -> str:
    """Return a text; empty if its class is not exactly ``str``, because it may be drawn as another text."""
    return value if type(value) is str else ""


def is_outside(part: Any, axes: Any, points: Any) -> bool:
    """Whether an artist is not clipped, and points of it are outside of its axes.

    Texts and slices are read wherever they are, so they never count as outside.
    """
    if part.get_clip_on() or isinstance(part, mpl.text.Text | mpl.patches.Wedge):
        return False
    places = axes.transAxes.inverted().transform(axes.transData.transform(list(points)))
    return bool(mpl.np.any((places < -_OUTSIDE) | (places > 1 + _OUTSIDE)))


class _Sheet(NamedTuple):
    """Pixels of one part, by their numbers in the picture. Colours are three rows, from 0 to 1."""

    owner: int  #: id of the artist; 0 if nothing of it is asked
    kind: str  #: ``mark``, ``text``, ``arrow``, ``outer`` (of the figure), ``ground``, or empty
    pixels: Any
    opacity: Any
    before: Any  #: colours below; None, like the fields after it, without an owner
    after: Any
    own: Any  #: whether a pixel differs from what is below it, or from the background


class _Ink(NamedTuple):
    """Ink of one part as pictures of booleans."""

    own: Any
    seen: Any  #: the pixels of the part that the finished figure shows
    open: Any  #: the pixels that would be visible if only frames, texts and legends covered it


class RenderedFigure:
    """A figure as it is seen.

    Args:
        figure: the figure; it is laid out and drawn, with at most 800 pixels on each side.
        is_tight: whether it was saved with all that it draws, also outside of its edges.
    """

    def __init__(self, figure: Any, *, is_tight: bool = False) -> None:
        self._resolution = figure.dpi
        self._uncrop: Any = lambda: None
        longer = max(map(float, figure.get_size_inches()))
        if longer * figure.dpi > _MOST_PIXELS:
            figure.dpi = _MOST_PIXELS / longer
        if is_tight:
            figure.draw_without_rendering()
            layout = mpl.agg.RendererAgg(1, 1, figure.dpi)
            box = figure.get_tightbbox(layout).padded(_PAD)
            if max(box.size) <= _WIDEST * longer:
                self._uncrop = mpl.tight_bbox.adjust_bbox(figure, box, layout)
        self._width, self._height = (max(1, int(side)) for side in figure.bbox.size)
        self._renderer = mpl.agg.RendererAgg(self._width, self._height, figure.dpi)
        self._em = figure.dpi / 72
        self._owners: list[Any] = []
        self._is_used = False  #: whether the sheet has ink of parts of which nothing is asked
        self._sheets: list[_Sheet] = []
        self._canvas = mpl.np.ones((3, self._width * self._height), mpl.np.float32)
        self._ground = self._canvas.copy()  #: background of the figure and of its axes
        self._figure, self._axes = figure, [axes for axes in figure.axes if axes.get_visible()]
        drawn = (part for axes in self._axes for part in axes.get_children())
        marks = (part for part in drawn if isinstance(part, mpl.mark_kinds))
        #: The questions about each part, by its id.
        self._kinds = {id(part): "mark" for part in marks if not isinstance(part, mpl.spines.Spine)}
        owners = (figure, *figure.subfigs)
        self._kinds |= {id(part): "outer" for owner in owners for part in owner.get_children()}
        arrows = (getattr(part, "arrow_patch", None) for part in figure.findobj(mpl.text.Annotation))
        self._kinds |= {id(arrow): "arrow" for arrow in arrows if arrow is not None}
        self._kinds |= {id(owner.patch): "ground" for owner in (*owners, *self._axes)}
        with self._watched():
            figure.draw(self._renderer)
        self._take()
        self._parts = self._look()
        self._touched = self._overprinted()
        self._last: tuple[int, _Ink | None] = (0, None)

    def restore(self) -> None:
        """Give the figure its own resolution and edges again."""
        self._uncrop()
        self._figure.dpi = self._resolution

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """Put the methods that draw single parts under watch, also those of classes of the answer."""
        replaced = []
        waiting = [*mpl.mark_kinds, mpl.text.Text, mpl.image._ImageBase]
        while waiting:
            kind = waiting.pop()
            waiting += type.__subclasses__(kind)
            if "draw" in vars(kind):
                replaced.append((kind, vars(kind)["draw"]))
        for kind, draw in replaced:
            kind.draw = self._watching(draw)
        try:
            yield
        finally:
            for kind, draw in replaced:
                kind.draw = draw

    def _watching(self, draw: Callable[..., Any]) -> Callable[..., Any]:
        def watched(part: Any, renderer: Any, *args: Any, **more: Any) -> Any:
            outside = renderer is not self._renderer or renderer._filter_renderers
            nested = bool(self._owners) and self._owners[-1] is part
            if outside or nested or not part.get_visible():
                return draw(part, renderer, *args, **more)
            if not self._owners and not self._kind(part):
                self._is_used = True
                return draw(part, renderer, *args, **more)
            if self._owners or self._is_used:
                self._take()
            self._owners.append(part)
            try:
                return draw(part, renderer, *args, **more)
            finally:
                self._take()
                self._owners.pop()

        return watched

    def _take(self) -> None:
        """Lay the sheet on the picture, and empty it."""
        np, sheet = mpl.np, mpl.np.asarray(self._renderer._renderer)
        pixels = np.flatnonzero(sheet.view("<u4").ravel() != _EMPTY).astype(np.int32)
        if not len(pixels):
            return
        ink = sheet.reshape(-1, 4)[pixels].T.astype(np.float32) / 255
        self._renderer.clear()
        self._is_used = False
        owner, opacity = self._owners[-1] if self._owners else None, ink[3]
        before = self._canvas[:, pixels]
        after = before + (ink[:3] - before) * opacity
        self._canvas[:, pixels] = after
        kind = self._kind(owner)
        if kind == "ground":
            self._ground[:, pixels] = after
        elif kind:
            own = _difference(after, before) > _VISIBLE
            own |= _difference(after, self._ground[:, pixels]) > _VISIBLE
            self._sheets.append(_Sheet(id(owner), kind, pixels, opacity, before, after, own))
            return
        if self._sheets:  # what is below all marks and texts hides nothing
            self._sheets.append(_Sheet(0, "", pixels, opacity, None, None, None))

    def _kind(self, part: Any) -> str:
        if isinstance(part, mpl.text.Text):
            return "text"
        return self._kinds.get(id(part), "")

    def _look(self) -> dict[int, list[tuple[_Sheet, Any, Any]]]:
        """Return the sheets of each part, with what is seen of them and what is open, last sheets first."""
        np = mpl.np
        left, open_ = (np.ones(self._canvas.shape[1], np.float32) for _ in range(2))
        parts: dict[int, list[tuple[_Sheet, Any, Any]]] = {}
        for sheet in reversed(self._sheets):
            pixels = sheet.pixels
            if sheet.owner:
                same = _difference(self._canvas[:, pixels], sheet.after) <= _SAME
                strength = _difference(sheet.after, sheet.before)
                seen, free = (
                    sheet.own & (same | (strength * light[pixels] > _VISIBLE)) for light in (left, open_)
                )
                parts.setdefault(sheet.owner, []).append((sheet, seen, free))
            left[pixels] *= 1 - sheet.opacity
            if sheet.kind != "mark":
                open_[pixels] *= 1 - sheet.opacity
        return parts

    def _overprinted(self) -> Any:
        """Return where ink of one text touches that of another."""
        np = mpl.np
        last, found = np.zeros(self._canvas.shape[1], np.int32), np.zeros(self._canvas.shape[1], bool)
        steps = np.array([dx + dy * self._width for dx in (-1, 0, 1) for dy in (-1, 0, 1)])
        numbers: dict[int, int] = {}
        for sheet in (sheet for sheet in self._sheets if sheet.kind == "text"):
            number = numbers.setdefault(sheet.owner, len(numbers) + 1)
            near = np.clip(sheet.pixels[:, None] + steps, 0, len(last) - 1).ravel()
            found[near[(last[near] > 0) & (last[near] != number)]] = True
            last[near] = number
        return found

    def has_ink(self, part: Any) -> bool:
        """Whether an artist draws anything that can be seen if nothing is over it."""
        return any(sheet.own.any() for sheet, *_ in self._parts.get(id(part), ()))

    def _ink(self, part: Any) -> _Ink | None:
        if self._last[0] != id(part):
            found, ink = self._parts.get(id(part), ()), None
            if found:
                ink = _Ink(*(mpl.np.zeros(self._width * self._height, bool) for _ in range(3)))
                for sheet, seen, free in found:
                    for picture, chosen in zip(ink, (sheet.own, seen, free), strict=True):
                        picture[sheet.pixels[chosen]] = True
                ink = _Ink(*(picture.reshape(self._height, self._width) for picture in ink))
            self._last = (id(part), ink)
        return self._last[1]

    def is_large(self, axes: Any) -> bool:
        """Whether axes are large enough for their marks to be read."""
        width, height = axes.bbox.size
        area = width * height / (self._width * self._height)
        return bool(min(width, height) >= _SIDE and area >= _AREA / len(self._axes))

    def _at(self, axes: Any, places: Any) -> Any:
        """Return places in data coordinates as columns and rows of the picture, from above; not rounded."""
        x, y = axes.transData.transform(mpl.np.asarray(places, float).reshape(-1, 2)).T
        return mpl.np.column_stack([x, self._height - y])

    def shows(self, part: Any, axes: Any, mark: list[Any]) -> bool:
        """Whether a mark can be seen where it is; the invisible points of a set are removed from it."""
        ink = self._ink(part)
        if ink is None:
            return False
        match mark[0]:
            case Mark.POINTS:
                places = self._at(axes, mark[1])
                own, seen = (self._near(picture, places, _POINT) for picture in (ink.own, ink.seen))
                mark[1] = [mark[1][i] for i in mpl.np.flatnonzero((own > 0) & (seen >= _LEAST_SEEN * own))]
                return bool(mark[1])
            case Mark.STROKE:
                return self._stroke(ink, axes, mark, axes.bbox if part.get_clip_on() else self._figure.bbox)
            case Mark.BAR | Mark.AREA:
                return self._shape(
                    ink, self._box(axes, mark[1] if mark[0] == Mark.AREA else mpl.np.transpose(mark[1:3]))
                )
            case Mark.WEDGE if not ink.own.any():  # a slice in the background's colour shows as a gap
                return any(map(self.has_ink, axes.patches))
        return self._shape(ink)

    def _box(self, axes: Any, corners: Any) -> Any:
        """Return the box around places inside of the axes: left, top, right and bottom, in pixels."""
        np, frame = mpl.np, axes.bbox
        low, high = (frame.x0, self._height - frame.y1), (frame.x1, self._height - frame.y0)
        with np.errstate(invalid="ignore"):
            places = np.clip(np.nan_to_num(self._at(axes, corners), nan=1e9), low, high)
        return np.concatenate([places.min(axis=0), places.max(axis=0)])

    def _near(self, picture: Any, places: Any, reach: int) -> Any:
        """Return how many pixels of ink are in squares around places."""
        np, size = mpl.np, (self._width, self._height)
        middles = np.clip(np.nan_to_num(places, nan=-1e4), -1e4, 1e4).astype(np.int32)
        steps = np.arange(-reach, reach + 1)
        x, y = (middles[:, i, None] + steps for i in (0, 1))
        inside = ((x >= 0) & (x < size[0]))[:, None, :] & ((y >= 0) & (y < size[1]))[:, :, None]
        x, y = (np.clip(values, 0, most - 1) for values, most in zip((x, y), size, strict=True))
        return (picture[y[:, :, None], x[:, None, :]] & inside).sum(axis=(1, 2))

    def _stroke(self, ink: _Ink, axes: Any, mark: list[Any], frame: Any) -> bool:
        """Whether a line has ink along its way, enough of it is seen, and nothing covers a whole piece."""
        np, places = mpl.np, self._at(axes, mark[1])
        steps = np.hypot(*np.diff(np.clip(places, -1e4, 1e4), axis=0).T)
        way = np.concatenate([[0.0], np.cumsum(steps)])
        if not way[-1] > 0:
            return False
        parts = np.linspace(0, way[-1], min(20 * _SAMPLES, 2 + int(way[-1] / 2)))
        x, y = (np.interp(parts, way, np.clip(places[:, i], -1e4, 1e4)) for i in (0, 1))
        inside = (x >= frame.x0 - 1) & (x <= frame.x1 + 1)
        inside &= (self._height - y >= frame.y0 - 1) & (self._height - y <= frame.y1 + 1)
        chosen = np.column_stack([x, y])[inside]
        if not len(chosen):
            return False
        chosen = chosen[:: 1 + len(chosen) // _SAMPLES]
        own, seen, free = (self._near(picture, chosen, 2) > 0 for picture in ink)
        piece = np.ones(min(len(own), 1 + int(_PIECE * len(own) / (way[-1] * inside.mean()))))
        return bool(
            own.mean() >= _LEAST_INK.get(mark[2], _LEAST_DASHES)
            and seen.sum() >= _LEAST_SEEN * own.sum()
            and free.sum() >= _LEAST_OPEN * own.sum()
            and np.convolve(own & ~free, piece).max() < len(piece)
        )

    def _shape(self, ink: _Ink, box: Any = None) -> bool:
        """Whether enough of a shape's ink is seen, also at its edges, and it reaches the edges of the box."""
        np, left, top = mpl.np, 0, 0
        if box is not None:
            left, top = np.maximum(box[:2].astype(int) - 2, 0)
            right, bottom = box[2:].astype(int) + 3
            ink = _Ink(*(picture[top:bottom, left:right] for picture in ink))
        rows, columns = np.nonzero(ink.own)
        if not len(rows):
            return False
        ends = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
        if box is not None:
            short = (ends + np.array([left, top, left, top]) - box) * (1, 1, -1, -1)
            if short.max() > _CUT:
                return False
        free = ink.open[rows, columns]
        shares = ((columns, rows) - ends[:2, None]) / (ends[2:] - ends[:2])[:, None]
        bands = [free[band] for at in shares for band in (at <= _BAND, at >= 1 - _BAND)]
        return bool(
            ink.seen.sum() >= _LEAST_SEEN * len(rows)
            and free.mean() >= _LEAST_OPEN
            and all(not len(band) or band.mean() >= _LEAST_OF_BAND for band in bands)
        )

    def words(self, text: Any) -> str:
        """Return what a reader reads of a text: nothing if it is not seen; its content; or UNREADABLE."""
        content = exact(mpl.get_text(text)).strip()[:SCENE_CHARACTERS]
        state = self._state(text) if content else None
        return "" if state is None else content if state else UNREADABLE

    def read(self, text: Any) -> str:
        """Return the content of a text; empty if it cannot be read."""
        content = self.words(text)
        return "" if content == UNREADABLE else content

    def _state(self, text: Any) -> bool | None:
        """Whether a text can be read: its angle, what is over it and next to it; None if it is not seen."""
        np, found = mpl.np, self._parts.get(id(text), ())
        size = float(text.get_fontsize()) * self._em
        if not found or size < _EM:
            return None
        pixels = np.concatenate([sheet.pixels for sheet, *_ in found])
        opacity, before, after = (
            np.concatenate([getattr(sheet, name) for sheet, *_ in found], axis=-1)
            for name in ("opacity", "before", "after")
        )
        full = opacity >= _FULL * opacity.max()
        pixels, before, after = pixels[full], before[:, full], after[:, full]
        light = _light(after)
        strongest = float(np.median(light[opacity[full] >= opacity.max()]))
        clear = _contrast(strongest, _light(before)) >= _CONTRAST
        if _contrast(*np.percentile(light, (10, 90))) >= _CONTRAST:  # letters with an outline of their own
            clear[:] = True
        over = _difference(self._canvas[:, pixels], after) > _OVER
        if clear.mean() < _LEGIBLE or over.mean() > _LEGIBLE:
            return None
        turn = float(np.cos(np.radians(float(text.get_rotation()))))
        return bool(
            turn >= _UPRIGHT
            and (clear & ~over).mean() >= _LEGIBLE
            and self._touched[pixels].mean() <= _OVERPRINTED
            and not self._is_cut(text, pixels, size)
        )

    def _is_cut(self, text: Any, pixels: Any, size: float) -> bool:
        """Whether a long text is cut off, at the edge of the figure or by clipping."""
        box = mpl.text.Text.get_window_extent(text)
        is_upright = box.height > box.width
        ink = mpl.np.ptp(pixels // self._width if is_upright else pixels % self._width)
        return bool(max(box.size) > _LONG * size and ink < _LEGIBLE * max(box.size))


def _difference(one: Any, other: Any) -> Any:
    """Return the largest differences of a colour channel."""
    away = abs(one - other)
    return mpl.np.maximum(mpl.np.maximum(away[0], away[1]), away[2])


def _light(colours: Any) -> Any:
    """Return relative luminances (WCAG 2)."""
    np = mpl.np
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004 - sRGB
    return np.array([0.2126, 0.7152, 0.0722], np.float32) @ linear


def _contrast(one: Any, other: Any) -> Any:
    """Return the contrasts of luminances, from 1 to 21."""
    return (mpl.np.maximum(one, other) + 0.05) / (mpl.np.minimum(one, other) + 0.05)
