"""Compares the scene of an answer with that of the reference, and for an edit with that of the original.

Parts, each from 0 to 1:

- ``content``: share of what the answer drew and the reference has that says the same (heights, texts, series,
  line styles, limits);
- ``position``: share of the same that is at the right place;
- ``completeness``: share of the reference that the answer has at all;
- ``nothing-extra``: how much of the answer belongs to the reference;
- ``kept``, for edits only: share of what the edit does not touch that is unchanged.

For an edit the first three count what the edit adds or changes, and ``nothing-extra`` is lower the more of
what it removes is still there. Colours count for edits only: those of marks that the edit adds or changes,
and of whatever it recolours. An answer passes if all parts are 1, and

    points = 1 + 9 × content × position × completeness × nothing-extra × kept,

at most 9.9 if it does not pass. Weights: an item of :mod:`.items` counts 1, a straight part of a line counts
1, and a curve with more parts 10, or its length in widths of the axes if that is more.
"""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.core.task import FIGURE_TOLERANCE, Operation
from benchmark.judging.scenes.frame import own_frame
from benchmark.judging.scenes.ink import MOST_WORK, TooDense
from benchmark.judging.scenes.items import Item, View, figure_view, view
from benchmark.judging.scenes.tally import Tally
from benchmark.judging.scenes.values import Axes, Scene

POINTS = (1.0, 10.0)  #: lowest and highest points
MOST_FAILED = 9.9  #: highest points of an answer that does not pass
_NEARLY = 1e-9
_NOT_ALL = 0.9999  #: highest share that is not 1
_NEIGHBOUR = 0.02  #: axes whose edges differ by at most this share of the figure are in one row or column
_ITEM_WORK = 10  #: of comparing two items, compared with trying a line
_MOST_AXES = 16  #: pairs of axes that are all tried with each other


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far a figure agrees with the reference."""

    parts: Mapping[str, float]
    points: float  #: 1 to 10
    differences: tuple[str, ...]  #: in plain words

    @property
    def same(self) -> bool:
        """Whether all parts are 1."""
        return all(part == 1 for part in self.parts.values())


def compare(
    reference: Scene,
    answer: Scene,
    original: Scene | None = None,
    operation: Operation = "generate",
    tolerance: float = FIGURE_TOLERANCE,
) -> Comparison:
    """Compare an answer's figure with the reference.

    Args:
        reference: the right figure.
        answer: the answer's figure.
        original: the figure before the edit; None for ``generate``.
        operation: what the answer was to do.
        tolerance: difference that counts as none, as a share of the axis range.

    Raises:
        TooDense: if the figures have so many lines at the same places that this would take too long.
    """
    tally = Tally(colours=operation != "generate")
    scenes = [_as_seen(scene) for scene in (reference, answer, original) if scene is not None]
    reference, answer = scenes[:2]
    partners = [_partners(reference, scene, tolerance) for scene in scenes[1:]]
    for i in range(len(reference.axes)):
        numbers = [i, *(found.get(i) for found in partners)]
        views = (_view(reference, i, scene, j, tolerance) for scene, j in zip(scenes, numbers, strict=True))
        tally.add(*views)
    for i in set(range(len(answer.axes))) - set(partners[0].values()):
        other = _view(answer, i, answer, i, tolerance)
        samples = (*other.lines.samples(), *other.areas.samples())
        tally.extra += len(other.items) + sum(sample.weight for sample in samples)
        tally.say(f"not in the reference: axes with the title {answer.axes[i].title!r}")
    tally.add(*(figure_view(scene, tolerance) for scene in scenes))
    return _result(tally, is_edit=original is not None)


def _as_seen(scene: Scene) -> Scene:
    """Leave out axes that show nothing. Give a single pair the title and legends of its figure."""
    seen = tuple(axes for axes in scene.axes if _shows_anything(axes))
    if len(seen) != 1:
        return dataclasses.replace(scene, axes=seen)
    (axes,) = seen
    title = axes.title or scene.title
    axes = dataclasses.replace(axes, title=title, legend=(*axes.legend, *scene.legend))
    return dataclasses.replace(
        scene, axes=(axes,), title=scene.title if title != scene.title else "", legend=()
    )


def _shows_anything(axes: Axes) -> bool:
    texts = (axes.title, axes.x.label, axes.y.label, *axes.x.ticks, *axes.y.ticks)
    return any(texts) or bool(axes.legend or axes.marks)


def _view(reference: Scene, i: int, scene: Scene, j: int | None, tolerance: float) -> View:
    """Return the view of axes ``j`` of a figure in the frame of axes ``i`` of the reference."""
    like = reference.axes[i]
    if j is None:
        return View(own_frame(like), tolerance)
    axes = scene.axes[j]
    seen = view(axes, like, scene.legend, tolerance)
    also = []
    if like.equal and axes.equal:
        also.append(Item(kind="aspect", name="units that are equally long on both axes"))
    if len(reference.axes) > 1:
        cell = tuple(map(float, _cell(scene, j)))
        name = f"axes in row {cell[1]:g} from below and column {cell[0]:g}"
        also.append(Item(kind="axes", name=name, places=(cell,), place_tolerance=0.5))
    return dataclasses.replace(seen, items=(*also, *seen.items))


def _partners(reference: Scene, other: Scene, tolerance: float) -> dict[int, int]:
    """Return for each axes of the reference those of another figure with the most in common.

    Axes whose comparison is too much work, and very many axes, are taken in their order.
    """
    ours, theirs = reference.axes, other.axes
    if len(ours) * len(theirs) <= 1:
        return {0: 0} if ours and theirs else {}
    in_order = dict(enumerate(range(min(len(ours), len(theirs)))))
    if max(len(ours), len(theirs)) > _MOST_AXES:
        return in_order
    scores, work = [], MOST_WORK  # half of the work is for the comparison that counts
    for i, axes in enumerate(ours):
        wanted = _view(reference, i, reference, i, tolerance)
        for j in range(len(theirs)):
            tally = Tally(work=work)
            got = _view(reference, i, other, j, tolerance)
            try:
                tally.add(wanted, got)
            except TooDense:
                return in_order
            work = tally.work + _ITEM_WORK * len(got.items) * (1 + min(len(wanted.items), len(got.items)))
            agreed = min(tally.content, tally.position) - tally.extra / 2
            away = math.dist(axes.box, theirs[j].box)
            scores.append((-round(agreed, 6), round(away, 6), i, j))
    found: dict[int, int] = {}
    for _, _, i, j in sorted(scores):
        if i not in found and j not in found.values():
            found[i] = j
    return found


def _cell(scene: Scene, number: int) -> tuple[int, int]:
    """Return the column and the row of axes among those of a figure."""

    def rank(edge: int) -> int:
        edges = sorted({axes.box[edge] for axes in scene.axes})
        firsts = [b for a, b in zip([-1.0, *edges], edges, strict=False) if b - a > _NEIGHBOUR]
        return sum(first < scene.axes[number].box[edge] for first in firsts)

    return rank(0), rank(3)


def _share(part: float, whole: float) -> float:
    if part >= whole - _NEARLY:
        return 1.0
    return min(round(part / whole, 4), _NOT_ALL) if part > 0 else 0.0


def _result(tally: Tally, *, is_edit: bool) -> Comparison:
    extra = _share(tally.matched, tally.matched + tally.extra)
    gone = _share(tally.removed - tally.stayed, tally.removed)
    parts = {
        "content": _share(tally.content, tally.found),
        "position": _share(tally.position, tally.found),
        "completeness": _share(tally.found, tally.wanted),
        "nothing-extra": round(extra * gone, 4),
    }
    if is_edit:
        parts["kept"] = _share(tally.kept, tally.untouched)
    return Comparison(parts, points(parts), tuple(tally.differences))


def points(parts: Mapping[str, float]) -> float:
    """Return the points from 1 to 10 for the parts of a comparison."""
    lowest, highest = POINTS
    value = lowest + (highest - lowest) * math.prod(parts.values())
    if all(part == 1 for part in parts.values()):
        return highest
    return min(round(value, 2), MOST_FAILED)
