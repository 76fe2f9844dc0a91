"""Turns what matplotlib has drawn in one pair of axes into plain marks, in data coordinates.

Each mark is a list: its kind, then its fields; ``judging/scenes/decoding.py`` of the host lists them.
"""

import importlib
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from . import visibility
from .shapes import SCENE_CHARACTERS, SCENE_NUMBER, SCENE_POINTS, Mark
from .visibility import RenderedFigure, mpl

_TINY = 0.5  #: size of markers, in points, that cannot be seen
_DENSE_LINE = 1_000  #: a line of more points is simplified to a ninth of a pixel
_COLOURS = 20  #: a set of points with more colours than this is sent without colours
_MARKERS = tuple("o.,v^<>sp*hH+xDd|_PX81234")

_STYLES = {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":"}

_FEWEST = 4  #: minimum corners along the arc of a slice
_TURN = 360.0
_ROUND = 0.01  #: share of the radius by which corners may be away from the arc


class UnsupportedError(Exception):
    """The figure has a part that the judge does not compare."""


class TooMuchError(Exception):
    """The figure is larger than the judge allows."""


def prepare() -> None:
    """Load what reading needs, in the zygote."""
    names = "axis cbook collections colors container image legend lines markers offsetbox patches path quiver"
    for name in [*names.split(), "spines", "table", "text", "ticker", "transforms"]:
        setattr(mpl, name, importlib.import_module(f"matplotlib.{name}"))
    mpl.tight_bbox = importlib.import_module("matplotlib._tight_bbox")
    mpl.agg = importlib.import_module("matplotlib.backends.backend_agg")
    mpl.mark_kinds = (mpl.lines.Line2D, mpl.patches.Patch, mpl.collections.Collection)
    mpl.settings = importlib.import_module("matplotlib").rcParams
    mpl.np = importlib.import_module("numpy")
    mpl.random = importlib.import_module("numpy.random")
    mpl.get_text = mpl.text.Text.get_text
    mpl.marker_names = {}
    for marker in reversed(_MARKERS):
        style = mpl.markers.MarkerStyle(marker)
        mpl.marker_names[_outline(style.get_path().transformed(style.get_transform()))] = marker


def _outline(path: Any) -> tuple[float, ...]:
    return tuple(mpl.np.round(path.vertices, 6).ravel().tolist()[:80])


def number(value: Any) -> float:
    """Return a coordinate as a float; matplotlib may give an array of one number."""
    return float(mpl.np.ravel(value)[0])


def colour(value: Any) -> str:
    """Return a colour as ``#rrggbb``; empty if it is invisible."""
    rgba = mpl.colors.to_rgba(value)
    return "" if rgba[3] <= visibility.FAINT else mpl.colors.to_hex(rgba)


def _rows(values: Any) -> list[list[float]]:
    rows: list[list[float]] = mpl.np.clip(values, -SCENE_NUMBER, SCENE_NUMBER).tolist()
    return rows


class AxesMarks:
    """Reads the marks of one pair of axes, as far as the picture shows them.

    ``budget`` has the number of points that the figure may still have; all its axes share it.
    """

    def __init__(self, axes: Any, budget: list[int], picture: RenderedFigure) -> None:
        self._axes, self._budget, self._picture = axes, budget, picture
        self._data = axes.transData
        self._back = axes.transData.inverted()
        self.outside: list[Any] = []  #: first points of artists that are not clipped and outside of the axes
        #: Containers of artists, such as those of the bars of one call.
        self._groups = {id(part): group for group in axes.containers for part in _flat(group)}

    def read(self, over: Sequence[Any] = ()) -> list[list[object]]:
        """Return all marks, those first that others may cover, and last ``over``, texts of the figure."""
        axes = self._axes
        frame = {id(part) for part in (*axes.spines.values(), axes.xaxis, axes.yaxis, axes.patch, axes.title,
                                       axes._left_title, axes._right_title)}  # fmt: skip
        marks: list[list[object]] = []
        if not self._picture.is_large(axes):
            return marks
        for part in sorted(axes.get_children(), key=lambda part: part.get_zorder()):
            if id(part) in frame:
                continue
            found = [mark for mark in self._of(part) if mark[0] in Mark.WITH_PLACES or _is_finite(mark)]
            if isinstance(part, mpl.mark_kinds):
                found = [mark for mark in found if self._picture.shows(part, axes, mark)]
            marks += found
            places = [place for mark in found for place in _places(mark)]
            if places and visibility.is_outside(part, axes, places):
                self.outside.append(places[0])
        for text in over:
            marks += filter(_is_finite, self._text(text))
        return marks

    def _of(self, part: Any) -> Iterator[list[object]]:
        if isinstance(part, mpl.lines.Line2D):
            return self._line(part)
        if isinstance(part, mpl.text.Text):
            return self._text(part)
        if isinstance(part, mpl.patches.Patch):
            return self._patch(part)
        if isinstance(part, mpl.quiver.Quiver | mpl.quiver.Barbs):
            raise UnsupportedError("fields of arrows")
        if isinstance(part, mpl.collections.Collection):
            return self._collection(part)
        if isinstance(part, mpl.image._ImageBase):
            raise UnsupportedError("images")
        if isinstance(part, mpl.table.Table):
            raise UnsupportedError("tables")
        if isinstance(part, mpl.offsetbox.OffsetBox | mpl.offsetbox.AnnotationBbox):
            boxes = mpl.offsetbox
            pictures = (mpl.image._ImageBase, boxes.DrawingArea, boxes.AuxTransformBox)
            if part.findobj(lambda inner: isinstance(inner, pictures)):
                raise UnsupportedError("pictures in boxes")
            return (mark for text in part.findobj(mpl.text.Text) for mark in self._text(text))
        return iter(())

    def _label(self, part: Any) -> str:
        label = visibility.exact(part.get_label())
        if (label.startswith("_") or not label) and id(part) in self._groups:
            label = visibility.exact(self._groups[id(part)].get_label())
        return "" if label.startswith("_") else label[:SCENE_CHARACTERS]

    def _spend(self, points: int) -> None:
        self._budget[0] -= points
        if self._budget[0] < 0:
            raise TooMuchError(f"more than {SCENE_POINTS} points")

    def _coordinates(self, vertices: Any, transform: Any) -> Any:
        """Return vertices in data coordinates."""
        values = mpl.np.asarray(vertices, float).reshape(-1, 2)
        return values if transform == self._data else self._back.transform(transform.transform(values))

    def _line(self, line: Any) -> Iterator[list[object]]:
        x, y = (mpl.np.asarray(values, float) for values in line.get_data(orig=False))
        if x.size == 0:
            return
        ink, label = colour(line.get_color()), self._label(line)
        marker, face = str(line.get_marker())[:20], line.get_markerfacecolor()
        transform = line.get_transform()
        if marker.strip() not in ("", "None", "none") and line.get_markersize() > _TINY:
            places = self._coordinates(mpl.np.column_stack([x, y]), transform)
            if line.get_markevery() is not None:
                places = self._every(line.get_markevery(), places)
            is_full = marker in mpl.markers.MarkerStyle.filled_markers and str(face) != "none"
            shown = colour(face if is_full else line.get_markeredgecolor())
            yield self._points(places, marker, shown, label, line.get_markersize())
        style = style_name(line.get_linestyle())
        if style not in ("None", "none", "", " ") and line.get_linewidth() > 0 and ink:
            step = mpl.cbook.STEP_LOOKUP_MAP[line.get_drawstyle()]
            path = mpl.np.column_stack(step(x, y))
            if len(path) > _DENSE_LINE:
                path = self._thinned(path, transform)
            else:
                path = self._coordinates(path, transform)
            yield from self._strokes(path, style, ink, label, line.get_linewidth())

    def _every(self, chosen: Any, places: Any) -> Any:
        """Return those points of a line that have a marker."""
        path = mpl.path.Path(self._data.transform(places))
        nowhere = mpl.transforms.IdentityTransform()
        return self._back.transform(mpl.lines._mark_every_path(chosen, path, nowhere, self._axes).vertices)

    def _thinned(self, path: Any, transform: Any) -> Any:
        rough = mpl.path.Path(path).cleaned(transform=transform, simplify=True, remove_nans=False)
        places = self._back.transform(rough.vertices)
        starts = mpl.np.isin(rough.codes, (rough.MOVETO, rough.LINETO))
        places[~starts] = mpl.np.nan
        gaps = mpl.np.flatnonzero(rough.codes == rough.MOVETO)[1:]
        return mpl.np.insert(places, gaps, mpl.np.nan, axis=0)

    def _strokes(self, path: Any, style: str, ink: str, label: str, width: Any) -> Iterator[list[object]]:
        """Yield a stroke for each run of points without a gap, if its colour can be seen."""
        if not ink:
            return
        finite = mpl.np.isfinite(path).all(axis=1)
        for run in mpl.np.split(path, mpl.np.flatnonzero(~finite)):
            points = run[mpl.np.isfinite(run).all(axis=1)]
            if len(points) > 1:
                self._spend(len(points))
                yield [Mark.STROKE, _rows(points), style, ink, label, float(width)]

    def _points(self, places: Any, marker: str, ink: str, label: str, size: Any) -> list[object]:
        places = places[mpl.np.isfinite(places).all(axis=1)]
        self._spend(len(places))
        size = float(size) / (2 if marker == "." else 1)  # as matplotlib draws this marker
        return [Mark.POINTS, _rows(places), marker, ink, label, size]

    def _text(self, text: Any) -> Iterator[list[object]]:
        words = self._picture.words(text)
        arrow = getattr(text, "arrow_patch", None)
        if arrow is not None and not self._picture.has_ink(arrow):
            arrow = None
        if not words and arrow is None:
            return
        anchor = text.get_transform().transform(text.get_unitless_position())
        box = mpl.text.Text.get_window_extent(text)  # an annotation's own method would include its arrow
        middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) if words else anchor
        at, middle = ([float(value) for value in self._back.transform(place)] for place in (anchor, middle))
        self._spend(1)
        if words:
            yield [Mark.TEXT, words, at, middle, colour(text.get_color())]
        if arrow is not None:
            tip = self._back.transform(text._get_position_xy(None))
            yield from self._arrow(middle, tip, arrow)

    def _arrow(self, start: Any, tip: Any, arrow: Any) -> Iterator[list[object]]:
        """Yield an arrow with its heads (``start``, ``end``, ``both``), or a stroke if it has none."""
        name = type(arrow.get_arrowstyle()).__name__
        ends = [[float(value) for value in place] for place in (start, tip)]
        ink = colour(arrow.get_edgecolor())
        if name == "Curve":
            style = style_name(arrow.get_linestyle())
            yield from self._strokes(mpl.np.array(ends), style, ink, "", arrow.get_linewidth())
            return
        self._spend(2)
        heads = "both" if name.endswith("AB") else "start" if name.endswith("A") else "end"
        yield [Mark.ARROW, *ends, heads, ink]

    def _patch(self, patch: Any) -> Iterator[list[object]]:
        kinds = mpl.patches
        if type(patch) is kinds.Shadow:
            return
        if isinstance(patch, kinds.ConnectionPatch):
            both = ((patch.xy1, patch.coords1, patch.axesA), (patch.xy2, patch.coords2, patch.axesB))
            start, tip = self._back.transform([patch._get_xy(*end) for end in both])
            yield from self._arrow(start, tip, patch)
            return
        if isinstance(patch, kinds.FancyArrowPatch):
            if patch._posA_posB is not None:
                start, tip = self._coordinates(patch._posA_posB, patch.get_transform())
                yield from self._arrow(start, tip, patch)
            return
        if isinstance(patch, kinds.FancyArrow):
            ends = [[patch._x, patch._y], [patch._x + patch._dx, patch._y + patch._dy]]
            start, tip = self._coordinates(ends, patch.get_transform()).tolist()
            self._spend(2)
            yield [Mark.ARROW, start, tip, "end", colour(patch.get_facecolor())]
            return
        face = colour(patch.get_facecolor()) if patch.get_fill() else ""
        edge = colour(patch.get_edgecolor()) if patch.get_linewidth() > 0 else ""
        label, hatch = self._label(patch), str(patch.get_hatch() or "")[:20]
        if not face and hatch:
            face = edge
        in_data = patch.get_data_transform() == self._data
        if isinstance(patch, kinds.Wedge) and in_data and face:
            self._spend(1)
            middle = [number(value) for value in patch.center]
            radii = [number(patch.r), number(patch.r if patch.width is None else patch.width)]
            turn = [number(patch.theta1), number(patch.theta2)]
            yield [Mark.WEDGE, middle, radii, turn, hatch, face, label]
        elif isinstance(patch, kinds.Rectangle) and not patch.get_angle() and face:
            self._spend(1)
            if in_data:
                box = patch.get_bbox().extents
            else:
                box = self._back.transform(patch.get_bbox().transformed(patch.get_data_transform())).ravel()
            x0, y0, x1, y1 = (float(value) for value in box)
            group: Any = self._groups.get(id(patch))
            is_bar = isinstance(group, mpl.container.BarContainer)
            horizontal = group.orientation == "horizontal" if is_bar else None
            yield [Mark.BAR, [x0, x1], [y0, y1], horizontal, hatch, face, label]
        else:
            look = (face, edge, style_name(patch.get_linestyle()), hatch, label)
            width = patch.get_linewidth()
            yield from self._outlined(patch.get_path(), patch.get_transform(), look, width)

    def _outlined(
        self, path: Any, transform: Any, look: tuple[str, ...], width: Any
    ) -> Iterator[list[object]]:
        """Yield the polygons of a path: as areas if they are filled, and as strokes if the edge shows."""
        face, edge, style, hatch, label = look
        for polygon in path.transformed(transform).to_polygons(closed_only=False):
            points = self._back.transform(polygon)
            if len(points) < 2 or not mpl.np.isfinite(points).all():  # noqa: PLR2004 - a line
                continue
            slice_ = _sector(points.tolist()) if face else None
            if slice_ is not None:
                self._spend(1)
                yield [Mark.WEDGE, *slice_, hatch, face, label]
                continue
            if face:
                self._spend(len(points))
                yield [Mark.AREA, _rows(points), hatch, face, label]
            if edge and edge != face:
                yield from self._strokes(points, style, edge, label, width)

    def _collection(self, group: Any) -> Iterator[list[object]]:
        label = self._label(group)
        if isinstance(group, mpl.collections.QuadMesh):
            if not hasattr(self._axes, "_colorbar"):
                raise UnsupportedError("meshes of coloured cells")
            return
        if not isinstance(group, mpl.collections.PathCollection) and mpl.np.any(group.get_offsets()):
            raise UnsupportedError("shapes that are repeated at several places")
        faces = [colour(value) for value in group.get_facecolor()]
        edges = [colour(value) for value in group.get_edgecolor()]
        widths = list(mpl.np.atleast_1d(group.get_linewidth())) or [0.0]
        if isinstance(group, mpl.collections.LineCollection):
            styles = [_dash_name(style) for style in group.get_linestyle()]
            for i, segment in enumerate(group.get_segments()):
                path = self._coordinates(segment, group.get_transform())
                width = widths[i % len(widths)]
                yield from self._strokes(path, _nth(styles, i), _nth(edges, i), label, width)
            return
        if isinstance(group, mpl.collections.PathCollection):
            yield from self._scatter(group, faces or edges, edges, label)
            return
        hatch = str(group.get_hatch() or "")[:20]
        for i, path in enumerate(group.get_paths()):
            look = (_nth(faces, i), _nth(edges, i), "-", hatch, label)
            yield from self._outlined(path, group.get_transform(), look, widths[i % len(widths)])

    def _scatter(self, group: Any, faces: list[str], edges: list[str], label: str) -> Iterator[list[object]]:
        offsets = mpl.np.ma.filled(mpl.np.ma.asarray(group.get_offsets(), float), mpl.np.nan)
        paths = group.get_paths()
        if not paths or not len(offsets):
            return
        places = self._coordinates(offsets, group.get_offset_transform())
        marker = mpl.marker_names.get(_outline(paths[0]), "?")
        sizes = {float(value) for value in group.get_sizes()}
        size = math.sqrt(sizes.pop()) if len(sizes) == 1 else 0.0
        inks = [face or edge for face, edge in zip(faces, edges or faces, strict=False)] or [""]
        if len(set(inks)) == 1 or len(set(inks)) > _COLOURS:
            yield self._points(places, marker, inks[0] if len(set(inks)) == 1 else "", label, size)
            return
        every = [_nth(inks, i) for i in range(len(places))]
        for ink in dict.fromkeys(every):
            chosen = [i for i, other in enumerate(every) if other == ink]
            yield self._points(places[chosen], marker, ink, label, size)


def _nth(values: list[str], i: int) -> str:
    """Return the value for part ``i`` of a collection, which repeats its values; empty if it has none."""
    return values[i % len(values)] if values else ""


def _flat(group: Any) -> Iterator[Any]:
    """Yield the artists of a container, whose entries are artists, tuples of them, or None."""
    for part in group:
        if isinstance(part, tuple | list):
            yield from part
        elif part is not None:
            yield part


def _sector(points: Sequence[Sequence[float]]) -> list[Any] | None:
    """Return a polygon as a slice: its middle, radii and angles as in a mark; None if it is not a slice.

    Its corners are the middle, first or last, and an arc around it in one direction, less than a turn.
    """
    corners = [point for i, point in enumerate(points) if not i or math.dist(point, points[i - 1]) > 0]
    while len(corners) > 1 and math.dist(corners[0], corners[-1]) <= 1e-9 * (1 + math.hypot(*corners[0])):
        corners.pop()
    for middle, arc in ((corners[0], corners[1:]), (corners[-1], corners[:-1])):
        if len(arc) < _FEWEST:
            return None
        radius = math.dist(middle, arc[0])
        if not radius or any(abs(math.dist(middle, place) - radius) > _ROUND * radius for place in arc):
            continue
        angles = [math.degrees(math.atan2(y - middle[1], x - middle[0])) for x, y in arc]
        steps = [math.remainder(b - a, _TURN) for a, b in pairwise(angles)]
        turn = sum(steps)
        if abs(turn) < _TURN and (all(step > 0 for step in steps) or all(step < 0 for step in steps)):
            first = angles[0] if turn > 0 else angles[-1]
            return [list(map(float, middle)), [radius, radius], [first, first + abs(turn)]]
    return None


def _places(mark: list[Any]) -> list[Any]:
    """Return the points of a mark."""
    match mark[0]:
        case Mark.STROKE | Mark.POINTS | Mark.AREA:
            return list(mark[1])
        case Mark.BAR:
            return [list(place) for place in zip(mark[1], mark[2], strict=True)]
        case Mark.ARROW:
            return list(mark[1:3])
        case _:
            return []


def _is_finite(value: Any) -> bool:
    """Whether all numbers of a mark are finite; a mark without a finite place cannot be seen."""
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or value - value == 0


def style_name(style: Any) -> str:
    """Return the short name of a line's style; a custom pattern of dashes counts as dashed."""
    return _STYLES.get(style, style)[:20] if isinstance(style, str) else "--"


def _dash_name(style: Any) -> str:
    """Return the name of a line style that a collection has as an offset and a dash pattern."""
    pattern = style[1]
    if pattern is None:
        return "-"
    if len(pattern) > 2:  # noqa: PLR2004 - dash, gap, dot, gap
        return "-."
    return ":" if pattern[0] <= pattern[1] else "--"
