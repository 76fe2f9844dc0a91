"""Turns what matplotlib has drawn in one pair of axes into plain marks, in data coordinates.

Each mark is a list: its kind, then its fields; ``judging/scenes/decoding.py`` of the host lists them.
"""

import importlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from . import visibility
from .sectors import sector
from .visibility import is_seen

POINTS = 20_000  #: maximum points of all marks of a figure
_TEXT_CHARACTERS = 500  #: maximum characters of one text; the rest is cut
_DENSE_LINE = 1_000  #: a line of more points is simplified to a ninth of a pixel
_COLOURS = 20  #: points of more colours than this have none
_HUGE = 1e200  #: larger numbers are sent as this one
_MARKERS = tuple("o.,v^<>sp*hH+xDd|_PX81234")

_STYLES = {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":"}

_FINITE = ("stroke", "points", "area")  #: marks that are read without the points at no place

_mpl = SimpleNamespace()  #: modules of matplotlib as they were before the answer ran


class UnsupportedError(Exception):
    """The figure has a part that the judge does not compare."""


class TooMuchError(Exception):
    """The figure is larger than the judge allows."""


def prepare() -> None:
    """Load what reading needs, in the zygote."""
    names = "axis cbook collections colors container image legend lines markers offsetbox patches path quiver"
    for name in [*names.split(), "spines", "table", "text", "transforms"]:
        setattr(_mpl, name, importlib.import_module(f"matplotlib.{name}"))
    _mpl.np = importlib.import_module("numpy")
    _mpl.random = importlib.import_module("numpy.random")
    visibility.prepare(_mpl)
    _mpl.marker_names = {}
    for marker in reversed(_MARKERS):
        style = _mpl.markers.MarkerStyle(marker)
        _mpl.marker_names[_outline(style.get_path().transformed(style.get_transform()))] = marker


def _outline(path: Any) -> tuple[float, ...]:
    return tuple(_mpl.np.round(path.vertices, 6).ravel().tolist()[:80])


def number(value: Any) -> float:
    """Return a coordinate as a number."""
    return float(_mpl.np.ravel(value)[0])


def colour(value: Any) -> str:
    """Return a colour as ``#rrggbb``; empty if it is invisible."""
    rgba = _mpl.colors.to_rgba(value)
    return "" if rgba[3] <= visibility.FAINT else _mpl.colors.to_hex(rgba)


def _rows(values: Any) -> list[list[float]]:
    rows: list[list[float]] = _mpl.np.clip(values, -_HUGE, _HUGE).tolist()
    return rows


class AxesMarks:
    """Reads the marks of one pair of axes.

    Args:
        axes: the axes.
        budget: points that the figure may still have; shared by all its axes.
    """

    def __init__(self, axes: Any, budget: list[int]) -> None:
        self._axes, self._budget = axes, budget
        self._data = axes.transData
        self._back = axes.transData.inverted()
        self._labels: dict[int, str] = {}
        self.outside: list[Any] = []  #: first points of artists that are not clipped and outside of the axes
        self._horizontal: dict[int, bool] = {}
        for group in axes.containers:
            parts = group if isinstance(group, _mpl.container.BarContainer) else _flat(group)
            for part in parts:
                self._labels[id(part)] = str(group.get_label() or "")
                if isinstance(group, _mpl.container.BarContainer):
                    self._horizontal[id(part)] = group.orientation == "horizontal"

    def read(self) -> list[list[object]]:
        """Return all marks, those first that others may cover."""
        axes = self._axes
        frame = {id(part) for part in (*axes.spines.values(), axes.xaxis, axes.yaxis, axes.patch, axes.title,
                                       axes._left_title, axes._right_title)}  # fmt: skip
        marks: list[list[object]] = []
        parts = [
            part
            for part in sorted(axes.get_children(), key=lambda part: part.get_zorder())
            if id(part) not in frame and is_seen(part) and not visibility.is_cut_away(part)
        ]
        backdrop = visibility.Backdrop(axes, parts)
        for part in parts:
            if not backdrop.swallows(part):
                found = [mark for mark in self._of(part) if mark[0] in _FINITE or _is_finite(mark)]
                marks += found
                places = [place for mark in found for place in _places(mark)]
                if places and visibility.is_outside(part, axes, places):
                    self.outside.append(places[0])
        return marks

    def _of(self, part: Any) -> Iterator[list[object]]:
        kinds = _mpl
        if isinstance(part, kinds.lines.Line2D):
            return self._line(part)
        if isinstance(part, kinds.text.Text):
            return self._text(part)
        if isinstance(part, kinds.patches.Patch):
            return self._patch(part)
        if isinstance(part, kinds.quiver.Quiver | kinds.quiver.Barbs):
            raise UnsupportedError("fields of arrows")
        if isinstance(part, kinds.collections.Collection):
            return self._collection(part)
        if isinstance(part, kinds.image._ImageBase):
            raise UnsupportedError("images")
        if isinstance(part, kinds.table.Table):
            raise UnsupportedError("tables")
        if isinstance(part, kinds.offsetbox.OffsetBox | kinds.offsetbox.AnnotationBbox):
            if part.findobj(_is_drawing):
                raise UnsupportedError("pictures in boxes")
            return (mark for text in part.findobj(kinds.text.Text) for mark in self._text(text))
        return iter(())

    def _label(self, part: Any) -> str:
        label = str(part.get_label() or "")
        if label.startswith("_") or not label:
            label = self._labels.get(id(part), "")
        return "" if label.startswith("_") else label[:_TEXT_CHARACTERS]

    def _spend(self, points: int) -> None:
        self._budget[0] -= points
        if self._budget[0] < 0:
            raise TooMuchError(f"more than {POINTS} points")

    def _coordinates(self, vertices: Any, transform: Any) -> Any:
        """Return vertices in data coordinates."""
        values = _mpl.np.asarray(vertices, float).reshape(-1, 2)
        return values if transform == self._data else self._back.transform(transform.transform(values))

    def _line(self, line: Any) -> Iterator[list[object]]:
        x, y = (_mpl.np.asarray(values, float) for values in line.get_data(orig=False))
        if x.size == 0:
            return
        ink, label = colour(line.get_color()), self._label(line)
        marker, face = str(line.get_marker())[:20], line.get_markerfacecolor()
        transform = line.get_transform()
        if marker.strip() not in ("", "None", "none") and line.get_markersize() > 0:
            places = self._coordinates(_mpl.np.column_stack([x, y]), transform)
            if line.get_markevery() is not None:
                places = self._every(line.get_markevery(), places)
            yield self._points(places, marker, colour(line.get_color() if face == "none" else face), label)
        style = style_name(line.get_linestyle())
        if style not in ("None", "none", "", " ") and line.get_linewidth() > 0 and ink:
            step = _mpl.cbook.STEP_LOOKUP_MAP[line.get_drawstyle()]
            path = _mpl.np.column_stack(step(x, y))
            if len(path) > _DENSE_LINE:
                path = self._thinned(path, transform)
            else:
                path = self._coordinates(path, transform)
            yield from self._strokes(path, style, ink, label)

    def _every(self, chosen: Any, places: Any) -> Any:
        """Return those points of a line that have a marker."""
        path = _mpl.path.Path(self._data.transform(places))
        nowhere = _mpl.transforms.IdentityTransform()
        return self._back.transform(_mpl.lines._mark_every_path(chosen, path, nowhere, self._axes).vertices)

    def _thinned(self, path: Any, transform: Any) -> Any:
        rough = _mpl.path.Path(path).cleaned(transform=transform, simplify=True, remove_nans=False)
        places = self._back.transform(rough.vertices)
        starts = _mpl.np.isin(rough.codes, (rough.MOVETO, rough.LINETO))
        places[~starts] = _mpl.np.nan
        gaps = _mpl.np.flatnonzero(rough.codes == rough.MOVETO)[1:]
        return _mpl.np.insert(places, gaps, _mpl.np.nan, axis=0)

    def _strokes(self, path: Any, style: str, ink: str, label: str) -> Iterator[list[object]]:
        """Yield a stroke for each run of points without a gap, if its colour can be seen."""
        if not ink:
            return
        finite = _mpl.np.isfinite(path).all(axis=1)
        for run in _mpl.np.split(path, _mpl.np.flatnonzero(~finite)):
            points = run[_mpl.np.isfinite(run).all(axis=1)]
            if len(points) > 1:
                self._spend(len(points))
                yield ["stroke", _rows(points), style, ink, label]

    def _points(self, places: Any, marker: str, ink: str, label: str) -> list[object]:
        places = places[_mpl.np.isfinite(places).all(axis=1)]
        self._spend(len(places))
        return ["points", _rows(places), marker, ink, label]

    def _text(self, text: Any) -> Iterator[list[object]]:
        words = str(text.get_text()).strip()[:_TEXT_CHARACTERS]
        arrow = getattr(text, "arrow_patch", None)
        if not words and arrow is None:
            return
        anchor = text.get_transform().transform(text.get_unitless_position())
        box = text.get_window_extent()
        middle = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) if words else anchor
        at, middle = ([float(value) for value in self._back.transform(place)] for place in (anchor, middle))
        self._spend(1)
        if words:
            yield ["text", words, at, middle, colour(text.get_color())]
        if arrow is not None and arrow.get_visible():
            tip = self._back.transform(text._get_position_xy(None))
            yield from self._arrow(middle, tip, arrow)

    def _arrow(self, start: Any, tip: Any, arrow: Any) -> Iterator[list[object]]:
        """Yield an arrow with its heads (``start``, ``end``, ``both``), or a stroke if it has none."""
        name = type(arrow.get_arrowstyle()).__name__
        ends = [[float(value) for value in place] for place in (start, tip)]
        ink = colour(arrow.get_edgecolor())
        if name == "Curve":
            yield from self._strokes(_mpl.np.array(ends), style_name(arrow.get_linestyle()), ink, "")
            return
        self._spend(2)
        heads = "both" if name.endswith("AB") else "start" if name.endswith("A") else "end"
        yield ["arrow", *ends, heads, ink]

    def _patch(self, patch: Any) -> Iterator[list[object]]:
        kinds = _mpl.patches
        if type(patch) is kinds.Shadow:
            return
        if isinstance(patch, kinds.FancyArrowPatch):
            if isinstance(patch, kinds.ConnectionPatch):
                both = ((patch.xy1, patch.coords1, patch.axesA), (patch.xy2, patch.coords2, patch.axesB))
                ends = self._back.transform([patch._get_xy(*end) for end in both])
                yield from self._arrow(ends[0], ends[1], patch)
            elif patch._posA_posB is not None:
                ends = self._coordinates(patch._posA_posB, patch.get_transform())
                yield from self._arrow(ends[0], ends[1], patch)
            return
        if isinstance(patch, kinds.FancyArrow):
            ends = [[patch._x, patch._y], [patch._x + patch._dx, patch._y + patch._dy]]
            start, tip = self._coordinates(ends, patch.get_transform()).tolist()
            self._spend(2)
            yield ["arrow", start, tip, "end", colour(patch.get_facecolor())]
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
            yield ["wedge", middle, radii, turn, hatch, face, label]
        elif isinstance(patch, kinds.Rectangle) and not patch.get_angle() and face:
            self._spend(1)
            if in_data:
                box = patch.get_bbox().extents
            else:
                box = self._back.transform(patch.get_bbox().transformed(patch.get_data_transform())).ravel()
            x0, y0, x1, y1 = (float(value) for value in box)
            horizontal = self._horizontal.get(id(patch))
            yield ["bar", [x0, x1], [y0, y1], horizontal, hatch, face, label]
        else:
            style = style_name(patch.get_linestyle())
            look = {"face": face, "edge": edge, "style": style, "hatch": hatch, "label": label}
            yield from self._outlined(patch.get_path(), patch.get_transform(), **look)

    def _outlined(
        self, path: Any, transform: Any, *, face: str, edge: str, style: str, hatch: str, label: str
    ) -> Iterator[list[object]]:
        """Yield the polygons of a path: as areas if they are filled, and as strokes if the edge shows."""
        polygons = path.transformed(transform).to_polygons(closed_only=False)
        for polygon in polygons:
            points = self._back.transform(polygon)
            if len(points) < 2 or not _mpl.np.isfinite(points).all():  # noqa: PLR2004 - a line
                continue
            slice_ = sector(points.tolist()) if face else None
            if slice_ is not None:
                self._spend(1)
                middle, radius, turn = slice_
                yield ["wedge", middle, [radius, radius], turn, hatch, face, label]
                continue
            if face:
                self._spend(len(points))
                yield ["area", _rows(points), hatch, face, label]
            if edge and edge != face:
                yield from self._strokes(points, style, edge, label)

    def _collection(self, group: Any) -> Iterator[list[object]]:
        label = self._label(group)
        if isinstance(group, _mpl.collections.QuadMesh):
            if not hasattr(self._axes, "_colorbar"):
                raise UnsupportedError("meshes of coloured cells")
            return
        if not isinstance(group, _mpl.collections.PathCollection) and _mpl.np.any(group.get_offsets()):
            raise UnsupportedError("shapes that are repeated at several places")
        faces = [colour(value) for value in group.get_facecolor()]
        edges = [colour(value) for value in group.get_edgecolor()]
        if isinstance(group, _mpl.collections.LineCollection):
            styles = group.get_linestyle()
            for i, segment in enumerate(group.get_segments()):
                path = self._coordinates(segment, group.get_transform())
                style = _dash_name(styles[i % len(styles)])
                yield from self._strokes(path, style, edges[i % len(edges)] if edges else "", label)
            return
        if isinstance(group, _mpl.collections.PathCollection):
            yield from self._scatter(group, faces or edges, edges, label)
            return
        hatch = str(group.get_hatch() or "")[:20]
        for i, path in enumerate(group.get_paths()):
            face = faces[i % len(faces)] if faces else ""
            edge = edges[i % len(edges)] if edges else ""
            look = {"face": face, "edge": edge, "style": "-", "hatch": hatch, "label": label}
            yield from self._outlined(path, group.get_transform(), **look)

    def _scatter(self, group: Any, faces: list[str], edges: list[str], label: str) -> Iterator[list[object]]:
        offsets = _mpl.np.ma.filled(_mpl.np.ma.asarray(group.get_offsets(), float), _mpl.np.nan)
        paths = group.get_paths()
        if not paths or not len(offsets):
            return
        places = self._coordinates(offsets, group.get_offset_transform())
        marker = _mpl.marker_names.get(_outline(paths[0]), "?")
        inks = [face or edge for face, edge in zip(faces, edges or faces, strict=False)] or [""]
        if len(set(inks)) == 1 or len(set(inks)) > _COLOURS:
            yield self._points(places, marker, inks[0] if len(set(inks)) == 1 else "", label)
            return
        every = [inks[i % len(inks)] for i in range(len(places))]
        for ink in dict.fromkeys(every):
            chosen = [i for i, one in enumerate(every) if one == ink]
            yield self._points(places[chosen], marker, ink, label)


def _is_drawing(part: Any) -> bool:
    """Whether a part of a box shows something else than text."""
    boxes = _mpl.offsetbox
    return isinstance(part, _mpl.image._ImageBase | boxes.DrawingArea | boxes.AuxTransformBox)


def _flat(group: Any) -> Iterator[Any]:
    """Yield the artists of a container, whose entries are artists, tuples of them, or None."""
    for part in group:
        if isinstance(part, tuple | list):
            yield from part
        elif part is not None:
            yield part


def _places(mark: list[Any]) -> list[Any]:
    """Return the points of a mark."""
    match mark[0]:
        case "stroke" | "points" | "area":
            return list(mark[1])
        case "bar":
            return [list(place) for place in zip(mark[1], mark[2], strict=True)]
        case "arrow":
            return list(mark[1:3])
        case _:
            return []


def _is_finite(value: Any) -> bool:
    """Whether all numbers of a mark are finite; what is at no place cannot be seen."""
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or value - value == 0


def style_name(style: Any) -> str:
    """Return the short name of a line's style; of its own pattern of dashes, that of dashes."""
    return _STYLES.get(style, style)[:20] if isinstance(style, str) else "--"


def _dash_name(style: Any) -> str:
    """Return the name of a line style that a collection has as an offset and a dash pattern."""
    pattern = style[1]
    if pattern is None:
        return "-"
    if len(pattern) > 2:  # noqa: PLR2004 - dash, gap, dot, gap
        return "-."
    return ":" if pattern[0] <= pattern[1] else "--"
