"""Compares the scene of an answer with that of the reference, and for an edit with that of the original.

Parts, each from 0 to 1:

- ``content``: share of what the answer drew and the reference has that says the same (heights, texts, series,
  line styles, limits);
- ``position``: share of the same that is at the right place;
- ``completeness``: share of the reference that the answer has at all;
- ``nothing-extra``: how much of the answer belongs to the reference;
- ``kept``, for edits only: share of what the edit does not touch that is unchanged.

For an edit the first three count what the edit adds or changes, and ``nothing-extra`` is lower the more of
what it removes is still there. Colours count for ``modify`` only, where reference and original differ in
them. An answer passes if all parts are 1, and

    points = 1 + 9 × content × position × completeness × nothing-extra × kept,

at most 9.9 if it does not pass. Weights: an item of :mod:`.items` counts 1, a straight part of a line counts
1, and a curve at most 10.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.core.task import FIGURE_TOLERANCE, Operation
from benchmark.judging.scenes.frame import frame_like
from benchmark.judging.scenes.ink import Ink, Sample
from benchmark.judging.scenes.items import Item, View, empty_view, figure_view, view
from benchmark.judging.scenes.pairing import Pair, pair
from benchmark.judging.scenes.values import Axes, Scene

POINTS = (1.0, 10.0)  #: lowest and highest points
MOST_FAILED = 9.9  #: highest points of an answer that does not pass
_NEARLY = 1e-9
_NOT_ALL = 0.9999  #: highest share that is not 1
_NEIGHBOUR = 0.02  #: axes whose edges differ by at most this share of the figure are in one row or column
_COLOUR = 0.25  #: colours whose red, green and blue differ by at most this can be one colour of two names
_OTHER_COLOUR = 0.02  #: colours that differ by more are different
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


@dataclass(slots=True)
class _Tally:
    """Weights of what was compared so far."""

    wanted: float = 0.0  #: of the reference: all, or what the edit adds and changes
    found: float = 0.0  #: of this, what the answer has
    content: float = 0.0  #: of this, with the right content
    position: float = 0.0  #: of this, at the right place
    untouched: float = 0.0  #: of the reference: what the edit does not touch
    kept: float = 0.0
    removed: float = 0.0  #: of the original: what the edit removes
    stayed: float = 0.0  #: of this, what the answer still has
    matched: float = 0.0  #: of the reference, what the answer has
    extra: float = 0.0  #: of the answer: what neither reference nor original has
    differences: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        if text not in self.differences:
            self.differences.append(text)


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
    """
    tally = _Tally()
    colours = operation == "modify"
    partners = _partners(reference, answer, tolerance)
    befores = _partners(reference, original, tolerance) if original is not None else {}
    for i, axes in enumerate(reference.axes):
        wanted = view(axes, frame_like(axes, axes), reference.legend, tolerance)
        got = _view_like(axes, answer, partners.get(i), tolerance)
        before = None if original is None else _view_like(axes, original, befores.get(i), tolerance)
        _add(tally, wanted, got, before, colours=colours)
        if len(reference.axes) > 1 and i in partners:
            right = _cell(reference, i) == _cell(answer, partners[i])
            _add_cell(tally, right=right, is_edit=original is not None)
    for scene, used in ((answer, partners), (original, befores)):
        for i, axes in enumerate(scene.axes if scene is not None else ()):
            if i not in used.values() and scene is not None:
                spare = view(axes, frame_like(axes, axes), scene.legend, tolerance)
                weight = len(spare.items) + sum(sample.weight for sample in _all_samples(spare))
                if scene is answer:
                    tally.extra += weight
                    tally.say(f"axes that the reference does not have (title {axes.title!r})")
                else:
                    tally.removed += weight
    rest = [figure_view(scene, tolerance) for scene in (reference, answer, original) if scene is not None]
    _add(tally, rest[0], rest[1], rest[2] if original is not None else None, colours=colours)
    return _result(tally, is_edit=original is not None)


def _view_like(axes: Axes, scene: Scene, number: int | None, tolerance: float) -> View:
    if number is None:
        return empty_view(is_equal=axes.equal, tolerance=tolerance)
    other = scene.axes[number]
    return view(other, frame_like(other, axes), scene.legend, tolerance)


def _all_samples(seen: View) -> list[Sample]:
    return seen.lines.samples() + seen.areas.samples()


def _partners(reference: Scene, other: Scene, tolerance: float) -> dict[int, int]:
    """Return for each axes of the reference those of another figure with the most in common."""
    ours, theirs = reference.axes, other.axes
    if len(ours) * len(theirs) <= 1:
        return {0: 0} if ours and theirs else {}
    if max(len(ours), len(theirs)) > _MOST_AXES:
        return dict(enumerate(range(min(len(ours), len(theirs)))))
    scores = []
    for i, axes in enumerate(ours):
        wanted = view(axes, frame_like(axes, axes), reference.legend, tolerance)
        for j in range(len(theirs)):
            tally = _Tally()
            _add(tally, wanted, _view_like(axes, other, j, tolerance), None, colours=False)
            agreed = min(tally.content, tally.position) - tally.extra / 2
            away = math.dist(axes.box, theirs[j].box)
            scores.append((-round(agreed, 6), round(away, 6), i, j))
    found: dict[int, int] = {}
    for _, _, i, j in sorted(scores):
        if i not in found and j not in found.values():
            found[i] = j
    return found


def _add(tally: _Tally, wanted: View, got: View, before: View | None, *, colours: bool) -> None:
    """Compare one pair of axes, and add to the tally."""
    _add_items(tally, wanted, got, before, colours=colours)
    if wanted.is_equal:
        _add_equal(tally, got, before)
    for part in ("lines", "areas"):
        ink = getattr(wanted, part), getattr(got, part), None if before is None else getattr(before, part)
        _add_ink(tally, *ink, wanted.tolerance, colours=colours)


def _cell(scene: Scene, number: int) -> tuple[int, int]:
    """Return the column and the row of axes among those of a figure."""

    def rank(edge: int) -> int:
        edges = sorted({axes.box[edge] for axes in scene.axes})
        firsts = [b for a, b in zip([-1.0, *edges], edges, strict=False) if b - a > _NEIGHBOUR]
        return sum(first < scene.axes[number].box[edge] for first in firsts)

    return rank(0), rank(3)


def _add_cell(tally: _Tally, *, right: bool, is_edit: bool) -> None:
    tally.matched += 1
    if is_edit:
        tally.untouched += 1
        tally.kept += right
    else:
        tally.wanted += 1
        tally.found += 1
        tally.content += 1
        tally.position += right
    if not right:
        tally.say("axes are at another place in the figure")


def _add_equal(tally: _Tally, got: View, before: View | None) -> None:
    if before is not None and before.is_equal:
        tally.untouched += 1
        tally.kept += got.is_equal
    else:
        tally.wanted += 1
        tally.found += 1
        tally.position += 1
        tally.content += got.is_equal
    tally.matched += 1
    if not got.is_equal:
        tally.say("units of the x axis and the y axis are not equally long")


def _add_items(tally: _Tally, wanted: View, got: View, before: View | None, *, colours: bool) -> None:
    pairing = pair(wanted.items, got.items)
    untouched: dict[int, Item] = {}  #: items of the reference that the original has too
    removed: list[Item] = []
    if before is not None:
        earlier = pair(wanted.items, before.items)
        untouched = {id(found.reference): found.other for found in earlier.pairs if found.exact}
        # An item that only changes has a right or wrong item in the answer, so it does not count as removed.
        tally.removed += len(earlier.extra)
        removed = [*earlier.extra, *(found.other for found in earlier.pairs if not found.exact)]
    for found in pairing.pairs:
        _add_pair(tally, found, untouched.get(id(found.reference)), colours=colours)
    for item in pairing.missing:
        tally.say(f"missing: {item.name}")
        if id(item) in untouched:
            tally.untouched += 1
        else:
            tally.wanted += 1
    staying = {id(found.other) for found in pair(removed, pairing.extra).pairs if found.exact}
    tally.stayed += len(staying)
    tally.removed = max(tally.removed, tally.stayed)
    for item in pairing.extra:
        if id(item) in staying:
            tally.say(f"still there: {item.name}")
        else:
            tally.extra += 1
            tally.say(f"not in the reference: {item.name}")


def _add_pair(tally: _Tally, found: Pair, same: Item | None, *, colours: bool) -> None:
    """Add an item that the answer has; ``same`` is the original's, if the original has it too."""
    item, other = found.reference, found.other
    content = found.content
    tally.matched += 1
    if same is not None and not (colours and _differ(item.color, same.color)):
        tally.untouched += 1
        tally.kept += found.exact
    else:
        if same is not None:
            content = content and _is_recoloured(other.color, item.color, same.color)
        tally.wanted += 1
        tally.found += 1
        tally.content += content
        tally.position += found.position
    if not content:
        colour = f" in {other.color}, not {item.color}" if found.content else ""
        tally.say(f"{item.name} should be there, not {other.name}{colour}")
    elif not found.position:
        tally.say(f"{item.name} is at another place: {other.name}")


def _add_ink(
    tally: _Tally, wanted: Ink, got: Ink, before: Ink | None, limit: float, *, colours: bool
) -> None:
    for place, line, weight in wanted.samples():
        found = got.at(place, line.look, limit)
        earlier = None if before is None else before.at(place, line.look, limit)
        same = earlier is not None and earlier.same
        content = found is not None and found.same
        recoloured = colours and same and earlier is not None and _differ(line.color, earlier.color)
        if recoloured and content and earlier is not None and found is not None:
            content = _is_recoloured(found.color, line.color, earlier.color)
        tally.matched += weight if found is not None else 0
        if same and not recoloured:
            tally.untouched += weight
            tally.kept += weight if content else 0
        else:
            tally.wanted += weight
            tally.found += weight if found is not None else 0
            tally.position += weight if found is not None else 0
            tally.content += weight if content else 0
        if found is None:
            tally.say(f"missing: {line.name}, or a part of it")
        elif not content:
            tally.say(f"{line.name} has another style, colour or series")
    for place, line, weight in got.samples():
        if wanted.at(place, line.look, limit) is None and (
            before is None or before.at(place, line.look, limit) is None
        ):
            tally.extra += weight
            tally.say(f"not in the reference: {line.name}, or a part of it")
    if before is not None:
        for place, line, weight in before.samples():
            if wanted.at(place, line.look, limit) is None:
                tally.removed += weight
                if got.at(place, line.look, limit) is not None:
                    tally.stayed += weight
                    tally.say(f"still there: {line.name}, or a part of it")


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and _distance(one, other) > _OTHER_COLOUR


def _is_recoloured(colour: str, wanted: str, before: str) -> bool:
    """Whether a colour can be called the wanted one, and is not rather that of the original."""
    if not colour:
        return False
    away = _distance(colour, wanted)
    return away <= _COLOUR and away < _distance(colour, before)


def _distance(one: str, other: str) -> float:
    return max(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) for i in (1, 3, 5)) / 255


def _share(part: float, whole: float) -> float:
    if part >= whole - _NEARLY:
        return 1.0
    return min(round(part / whole, 4), _NOT_ALL) if part > 0 else 0.0


def _result(tally: _Tally, *, is_edit: bool) -> Comparison:
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
