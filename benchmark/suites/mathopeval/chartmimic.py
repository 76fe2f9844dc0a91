"""Bar, line and pie charts of ChartMimic (arXiv:2406.09961; Apache-2.0), as tasks of ``chartmimic-free``.

A folder is a clone of their repository at :data:`COMMIT`: scripts that draw charts, and for each a script
that draws other data in the same style, which becomes the modification. ChartMimic's instructions to it have
all values, so no task shows them. Deletion and annotation follow from the values that the judge reads.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import BaseModel, ConfigDict

from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from benchmark.core.order import natural_key
from benchmark.core.task import FigureType
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Name, validate_record
from benchmark.files.strict_json import read_records
from benchmark.judging.judge import Judge
from benchmark.judging.scenes.values import Area, Axes, AxesText, Axis, Bar, Points, Scene, Stroke, Wedge
from benchmark.suites.mathopeval.real_figures import (
    LIMITS,
    FigureSource,
    MadeFigure,
    ReadFigures,
    RealEdit,
    RealFigure,
    make_tasks,
    no_tasks,
)

DATASET = "chartmimic-free"
COMMIT = "36d6eff5804e95a65c1624ed283deafe5d9f7a87"
_SCRIPTS = Path("dataset/ori_500")
_EDITS = "dimentions_info_edit.jsonl"  #: as their repository spells it
_FIX = f"clone https://github.com/ChartMimic/ChartMimic and check out {COMMIT[:7]}"
_NAME = re.compile(r"(bar|line|pie)_\d+")
_VALUES = 60  #: maximum values to read in a chart
_WRITTEN = 14  #: maximum values that an annotation writes

_STAYS = "Everything else stays as it is: limits, ticks, names, other texts and the legend."
_CHANGED = (
    "The chart shows other data. Values changed, or texts that name them, or both; the kind of chart stays, "
)
_LOOKS = "but colours, styles of lines or scales of axes changed, too."
#: Put behind a script: its axes, which keep their limits.
_HEAD = """

from matplotlib import pyplot

axes = pyplot.gcf().axes[0]
axes.set(xlim=axes.get_xlim(), ylim=axes.get_ylim())
"""
_NO_BAR = """\
for bar in list(axes.patches):
    box = bar.get_bbox()
    if max(abs(a - b) for a, b in zip([*box.min, *box.max], {place!r})) < {near:.3g}:
        bar.remove()
"""
_NO_SLICE = """\
for part in list(axes.patches):
    if hasattr(part, "theta1") and abs(part.theta1 - {start!r}) + abs(part.r - {radius!r}) < 1e-3:
        part.remove()
"""
_NO_LINE = """\
for line in list(axes.lines):
    if line.get_label() == {label!r}:
        line.remove()
"""
_TEXTS = """\
for text, place in {texts!r}:
    axes.annotate(text, place, {shift!r}, textcoords="offset points", ha={ha!r}, va={va!r})
"""


class _Edit(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    idx: Name
    code: str


class ChartScripts(NamedTuple):
    """A chart, and the script of other data in its style."""

    name: str  #: as ChartMimic's, such as ``bar_1``
    code: str
    changed: str


def read_charts(source: Path | None) -> ReadFigures:
    """Return the bar, line and pie charts of a folder.

    Raises:
        BadInput: if the folder is not a clone, or a line is not valid: it names file, field and fix.
    """
    if source is None:
        raise BadInput("--from", "", "is required", f"{_FIX}, and name that folder")
    path = next((path for path in (source / _EDITS, source / "legacy" / _EDITS) if path.is_file()), None)
    if path is None or not (source / _SCRIPTS).is_dir():
        problem = f"has no {_SCRIPTS}" if path else f"has no {_EDITS}"
        raise BadInput(source, "", problem, _FIX)
    lines = ((f"line {number}", record) for number, record in read_records(path))
    edits = {
        edit.idx: edit.code for edit in (validate_record(_Edit, each, path, line) for line, each in lines)
    }
    read = ReadFigures()
    for script in sorted((source / _SCRIPTS).glob("*.py"), key=lambda path: natural_key(path.stem)):
        if not _NAME.fullmatch(script.stem):
            read.left_out[script.stem] = "is not a bar, line or pie chart"
            continue
        code = read_bytes(script, MIB).decode("utf-8", "replace")
        read.figures.append(ChartScripts(script.stem, code, edits.get(script.stem, "")))
    return read


def make_chart(judge: Judge, chart: ChartScripts) -> MadeFigure:
    """Return the tasks of a chart; its scripts run in the sandbox only.

    Raises:
        SandboxFailure: if the sandbox fails.
    """
    name, kind = f"chartmimic-{chart.name.replace('_', '-')}", chart.name.partition("_")[0]
    scene = judge.scene(chart.code, LIMITS)
    if not isinstance(scene, Scene):
        return no_tasks(name, f"the script draws no figure that is compared: {scene.detail or scene.status}")
    if fault := _unread(scene):
        return no_tasks(name, fault)
    edits, left_out = list[RealEdit](), dict[str, str]()
    deletion: RealEdit | str = "has more than one pair of axes"
    annotation = deletion
    if len(scene.axes) == 1:
        deletion, annotation = (make(chart, kind, scene.axes[0]) for make in (_deletion, _annotation))
    for operation, edit in (
        ("delete", deletion),
        ("modify", _change(judge, chart, scene)),
        ("annotate", annotation),
    ):
        if isinstance(edit, str):
            left_out[operation] = edit
        else:
            edits.append(edit)
    return make_tasks(
        judge,
        RealFigure(
            dataset=DATASET,
            id=name,
            type=cast("FigureType", kind),
            code=chart.code,
            scene=scene,
            edits=tuple(edits),
            left_out=left_out,
        ),
    )


def _unread(scene: Scene) -> str:
    """Return why a reader cannot read all values of a chart; empty if it can be done."""
    marks = [mark for axes in scene.axes for mark in axes.marks]
    strokes = sum(len(mark.points) for mark in marks if isinstance(mark, Stroke | Area))
    places = sum(len(mark.places) for mark in marks if isinstance(mark, Points))
    if max(strokes, places) + sum(isinstance(mark, Bar | Wedge) for mark in marks) > _VALUES:
        return f"has more than {_VALUES} values to read"
    return "has values on an axis without numbers" if any(map(_lacks_numbers, scene.axes)) else ""


def _lacks_numbers(axes: Axes) -> bool:
    """Whether bars or lines have neither numbers along the axis of their values nor texts."""
    marks = [mark for mark in axes.marks if isinstance(mark, Bar | Stroke)]
    if not marks or any(isinstance(mark, AxesText) for mark in axes.marks):
        return False
    flat = isinstance(marks[0], Bar) and marks[0].horizontal
    ticks = (axes.x if flat else axes.y).ticks
    return sum(not text or any(map(str.isdigit, text)) for _, text in ticks) < 2  # noqa: PLR2004


def _change(judge: Judge, chart: ChartScripts, original: Scene) -> RealEdit | str:
    if not chart.changed:
        return "has no script with other data"
    scene = judge.scene(chart.changed, LIMITS)
    if not isinstance(scene, Scene):
        return f"draws no figure that is compared: {scene.detail or scene.status}"
    if fault := _unread(scene):
        return fault
    old, new = _looks(original), _looks(scene)
    looks = "and so do the looks of its parts." if old <= new or new <= old else _LOOKS
    return RealEdit(operation="modify", code=chart.changed, hint=_CHANGED + looks, guess=0.0, scene=scene)


def _looks(scene: Scene) -> set[tuple[str, ...]]:
    """Return the looks of all marks of a scene, and the scales of its axes."""
    found: set[tuple[str, ...]] = {(axes.x.scale, axes.y.scale) for axes in scene.axes}
    for mark in (mark for axes in scene.axes for mark in axes.marks):
        match mark:
            case Stroke(style=how) | Points(marker=how) | Bar(hatch=how) | Area(hatch=how) | Wedge(hatch=how):
                found.add((type(mark).__name__, mark.color, how))
            case _:
                pass
    return found


def _deletion(chart: ChartScripts, kind: str, axes: Axes) -> RealEdit | str:
    """Delete a bar, a slice, or a line that the legend names."""
    draws = Draws("chartmimic", chart.name)
    marks = [mark for mark in axes.marks if isinstance(mark, Wedge if kind == "pie" else Bar)]
    labels = sorted({mark.label for mark in axes.marks if isinstance(mark, Stroke | Points) and mark.label})
    count = len(labels) if kind == "line" else len(marks)
    if count < 3:  # noqa: PLR2004 - two in three guesses must fail
        return "has fewer than three parts that could be deleted"
    if kind == "line":
        what, edit = "One line was deleted, with its markers.", _NO_LINE.format(label=draws.choice(labels))
    else:
        match draws.choice(marks):
            case Wedge() as part:
                what = "One slice was deleted; the others stay where they are."
                edit = _NO_SLICE.format(start=part.turn[0], radius=part.radii[0])
            case Bar() as bar:
                place = (bar.x[0], bar.y[0], bar.x[1], bar.y[1])
                near = 1e-6 * max(*map(abs, place), 1e-3)
                what, edit = "One bar was deleted.", _NO_BAR.format(place=place, near=near)
            case _:  # pragma: no cover - of these two only
                raise AssertionError
    code = f"{chart.code}{_HEAD}{edit}"
    return RealEdit(operation="delete", code=code, hint=f"{what} {_STAYS}", guess=1 / count)


def _annotation(chart: ChartScripts, kind: str, axes: Axes) -> RealEdit | str:
    """Write the values of bars at their ends, or of lines at their last points."""
    if any(isinstance(mark, AxesText) for mark in axes.marks):
        return "already has texts at its parts"
    bars = [mark for mark in axes.marks if isinstance(mark, Bar)]
    if kind == "bar" and bars:
        return _bar_values(chart, axes, bars)
    lines = [mark for mark in axes.marks if isinstance(mark, Stroke) and mark.label]
    upright = any(line.points[0].x == line.points[-1].x for line in lines)
    if kind != "line" or upright or not _are_names([line.label for line in lines], axes):
        return "has no values with names of their own"
    named = [(line.label, _number(line.points[-1].y), tuple(line.points[-1])) for line in lines]
    what = "Write the value of the last point of each line at this point"
    return _written(chart, what, named, (0, 5), ("center", "bottom"))


def _bar_values(chart: ChartScripts, axes: Axes, bars: Sequence[Bar]) -> RealEdit | str:
    flat = bool(bars[0].horizontal)
    labels = sorted({bar.label for bar in bars})
    several = len(labels) > 1
    named = []
    for bar in bars:
        (first, last), (low, high) = (bar.y, bar.x) if flat else (bar.x, bar.y)
        if low != 0:
            return "has bars that do not begin at 0"
        middle = (first + last) / 2
        name = ", ".join(
            filter(None, (_tick(axes.y if flat else axes.x, middle), bar.label if several else ""))
        )
        named.append((name, _number(high), (high, middle) if flat else (middle, high)))
    if not _are_names([name for name, *_ in named]) or (several and not _are_names(labels, axes)):
        return "has no values with names of their own"
    how = ((4, 0), ("left", "center")) if flat else ((0, 3), ("center", "bottom"))
    return _written(chart, "Write the value of each bar at its end", named, *how)


def _are_names(names: Sequence[str], axes: Axes | None = None) -> bool:
    """Whether 2 to 14 names differ, and are in the legend of the axes if these are given."""
    legend = {entry.text for entry in axes.legend} if axes else set(names)
    return 1 < len(names) <= _WRITTEN and len(set(names)) == len(names) and set(names) <= legend


def _written(
    chart: ChartScripts,
    what: str,
    named: Sequence[tuple[str, str, tuple[float, ...]]],
    shift: tuple[int, int],
    align: tuple[str, str],
) -> RealEdit:
    texts = [(text, place) for _, text, place in named]
    listed = ", ".join(f'{name}: "{text}"' for name, text, _ in named)
    edit = _TEXTS.format(texts=texts, shift=shift, ha=align[0], va=align[1])
    return RealEdit(
        operation="annotate",
        code=f"{chart.code}{_HEAD}{edit}",
        hint=f"{what}, only the text: {listed}.",
        guess=1.0,
        texts=tuple(text for text, _ in texts),
    )


def _tick(axis: Axis, place: float) -> str:
    """Return the text of the tick that is nearest to a place."""
    where, text = min(axis.ticks, key=lambda tick: abs(tick[0] - place), default=(0.0, ""))
    return text or _number(where)


def _number(value: float) -> str:
    return f"{value:.4g}"


SOURCE = FigureSource(dataset=DATASET, read=read_charts, make=make_chart)
