"""Compares the scene of an answer with that of the reference, and for an edit with that of the original.

Parts, each from 0 to 1:

- ``content``: share of what the answer drew and the reference has that says the same (heights, texts, series,
  line styles, limits);
- ``position``: share of the same that is at the right place;
- ``completeness``: share of the reference that the answer has at all;
- ``nothing-extra``: how much of the answer belongs to the reference;
- ``kept``, for edits only: share of what the edit does not touch that is unchanged.

For an edit the first three count what the edit adds or changes, and ``nothing-extra`` is lower the more of
what it removes is still there. Colours count for edits: of marks that the edit adds, changes or leaves as
they are, and of whatever it recolours; for a new figure if the task names them. Widths of lines and sizes of
markers count for what an edit leaves as it is. An answer passes if all parts are 1. Points are by the paper's
levels, see :data:`LEVELS`. Weights: an item of :mod:`.items` counts 1, a straight part of a line counts 1,
and a curve with more parts 10, or its length in widths of the axes if that is more.
"""

import bisect
import dataclasses
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from benchmark.core.task import FIGURE_TOLERANCE, Operation
from benchmark.judging.scenes import labels
from benchmark.judging.scenes.annotations import at_elements, without_arrows
from benchmark.judging.scenes.frame import own_frame, without_twins
from benchmark.judging.scenes.ink import MOST_WORK, Cover, Ink, InkSample, TooDense, color_distance
from benchmark.judging.scenes.items import Item, View, figure_view, point_text, view
from benchmark.judging.scenes.values import Axes, Scene

#: Levels of the paper: their highest points, the least harm, and the kind of difference.
LEVELS = (
    (9.9, 0.0, "nearly identical: values or places off by up to 1 % of the axis"),
    (8.9, 0.03, "minor: off by up to 5 %, or another unit, colour, style, title, label, limit or tick"),
    (6.9, 0.1, "noticeable: some values off by up to 20 %; a few things missing, wrong or added"),
    (4.9, 0.35, "major: a third of what counts is missing, wrong or added"),
    (2.9, 0.7, "most is missing or wrong, or the edit is not made"),
)
#: Harm of a value or place that is off by up to this share of the axis; anything further off does the harm 1.
_OFF = ((0.01, 0.08), (0.05, 0.3), (0.2, 0.6))
_WRONG_VALUE = 0.65  #: most harm of a wrong value where an edit changes or writes one
_UNIT = 0.08  #: harm of a text with the right numbers
_MINOR = 0.3  #: harm of a colour or style, and of all that can be wrong with the kinds below
_NO_POINTS = 0.95  #: an answer with this much harm or more gets 1 point
_MINOR_KINDS = frozenset(("title", "figure title", "x label", "y label", "x axis", "y axis", "aspect"))
_NEAR_LINE = 5  #: multiple of the tolerance up to which a line does minor harm only
POINTS = (1.0, 10.0)  #: lowest and highest points
_NEARLY = 1e-9
_NOT_ALL = 0.9999  #: highest share that is not 1
_NEIGHBOUR = 0.02  #: axes whose edges differ by at most this share of the figure are in one row or column
_ITEM_WORK = 10  #: work of comparing two items; trying a line is 1
_MOST_AXES = 16  #: maximum pairs of axes that are all tried with each other
_COLOUR = 0.25  #: colours whose red, green and blue differ by at most this may be one colour under two names
_OTHER_COLOUR = 0.02  #: colours that differ by more are different
_SIZE = 1.5  #: widths and sizes up to this factor are the same: outlines are thinner than lines by default
_MOST_TRIED = 300  #: items that are compared with one item of the reference


@dataclass(frozen=True, slots=True)
class _Pair:
    """An item of the reference and the item of another figure that stands for it."""

    reference: Item
    other: Item
    content: bool  #: whether both have the same content
    position: bool  #: whether both are at the same place

    @property
    def exact(self) -> bool:
        """Whether both have the same content and place."""
        return self.content and self.position


def _paired(reference: Sequence[Item], others: Sequence[Item]) -> tuple[list[_Pair], list[Item], list[Item]]:
    """Pair items one to one: first those that are the same, then by their places, then by their content.

    Return also what is only in the reference, and what is only in the other figure.
    """
    by_kind: dict[str, tuple[list[Item], list[Item]]] = defaultdict(lambda: ([], []))
    for item in reference:
        by_kind[item.kind][0].append(item)
    for item in others:
        by_kind[item.kind][1].append(item)
    pairs: list[_Pair] = []
    missing: list[Item] = []
    extra: list[Item] = []
    for ours, theirs in by_kind.values():
        free, open_ = set(range(len(theirs))), set(range(len(ours)))
        for differs, _, i, j in _near(ours, theirs):
            if i in open_ and j in free:
                pairs.append(_Pair(ours[i], theirs[j], not differs, True))
                open_.remove(i)
                free.remove(j)
        for i in sorted(open_):
            tried = [j for j in sorted(free)[:_MOST_TRIED] if _same_content(ours[i], theirs[j])]
            if tried:
                j = min(tried, key=lambda j: _distance(ours[i], theirs[j]))
                pairs.append(_Pair(ours[i], theirs[j], True, False))
                open_.remove(i)
                free.remove(j)
        missing += [ours[i] for i in sorted(open_)]
        extra += [theirs[j] for j in sorted(free)]
    return pairs, missing, extra


def _near(ours: Sequence[Item], theirs: Sequence[Item]) -> list[tuple[bool, float, int, int]]:
    """Return pairs of items at one place, sorted: whether their contents differ, distance, both indices."""
    firsts = sorted((place[0] if place else 0.0, j) for j, item in enumerate(theirs) for place in item.places)
    found = []
    for i, item in enumerate(ours):
        reach = item.place_tolerance * (1 + 1e-9)
        tried: set[int] = set()
        for place in item.places:
            first = place[0] if place else 0.0
            start = bisect.bisect_left(firsts, (first - reach, -1))
            end = bisect.bisect_right(firsts, (first + reach, math.inf))
            tried.update(j for _, j in firsts[start : min(end, start + _MOST_TRIED)])
        for j in tried:
            away = _distance(item, theirs[j])
            if away <= 1:
                found.append((not _same_content(item, theirs[j]), away, i, j))
    return sorted(found)


def _same_content(reference: Item, other: Item) -> bool:
    """Whether two items of a kind have the same content, wherever they are."""
    if not reference.look.agrees(other.look) or len(reference.values) != len(other.values):
        return False
    if reference.text is not None and other.text is not None:
        same = labels.same_value if reference.by_value else labels.same_text
        if not same(reference.text, other.text):
            return False
    limit = reference.value_tolerance
    return all(abs(a - b) <= limit for a, b in zip(reference.values, other.values, strict=True))


def _distance(reference: Item, other: Item) -> float:
    """Return how far apart two items of a kind are, as a multiple of the tolerance."""
    nearest = min(
        max((abs(a - b) for a, b in zip(one, two, strict=True)), default=0.0)
        for one in reference.places
        for two in other.places
    )
    return nearest / reference.place_tolerance


@dataclass(slots=True)
class WeightTally:
    """Weights of what was compared so far.

    An item counts 1. Each straight part of a line counts 1; a curve with many parts counts 10, or its length
    in widths of the axes if that is more.
    """

    colours: bool = False  #: whether colours count
    wanted: float = 0.0  #: weight of the reference: all, or what the edit adds and changes
    found: float = 0.0  #: part of ``wanted`` that the answer has
    content: float = 0.0  #: part of ``found`` that has the right content
    position: float = 0.0  #: part of ``found`` that is at the right place
    untouched: float = 0.0  #: weight of the reference that the edit does not touch
    kept: float = 0.0
    removed: float = 0.0  #: weight of the original that the edit removes
    stayed: float = 0.0  #: part of ``removed`` that the answer still has
    matched: float = 0.0  #: weight of the reference that the answer has
    extra: float = 0.0  #: weight of the answer that neither reference nor original has
    due: float = 0.0  #: most harm that can be done to what is wanted and removed
    harmed: float = 0.0
    keeping: float = 0.0  #: most harm that can be done to what is untouched
    unkept: float = 0.0
    added: float = 0.0  #: harm by what is extra
    work: int = 0  #: lines of all figures that were tried, up to twice ``MOST_WORK``
    differences: dict[str, None] = field(default_factory=dict)  #: differences in words, each once, in order

    def add(self, wanted: View, got: View, before: View | None = None) -> None:
        """Compare one pair of axes."""
        views = [wanted, got] if before is None else [wanted, got, before]
        inks = [[view.lines for view in views], [view.areas for view in views]]
        done = sum(ink.work for kind in inks for ink in kind)
        self._add_items(wanted.items, got.items, before.items if before is not None else ())
        for kind in inks:
            self._add_ink(wanted, *kind)
        self.work += sum(ink.work for kind in inks for ink in kind) - done
        if self.work > 2 * MOST_WORK:
            raise TooDense

    def _add_harm(self, harm: float, most: float, *, touched: bool) -> None:
        if touched:
            self.due, self.harmed = self.due + most, self.harmed + min(harm, most)
        else:
            self.keeping, self.unkept = self.keeping + most, self.unkept + min(harm, most)

    def say(self, text: str) -> None:
        """Note a difference in words."""
        self.differences[text] = None

    def _add_items(self, wanted: Sequence[Item], got: Sequence[Item], before: Sequence[Item]) -> None:
        pairs, missing, extra = _paired(wanted, got)
        earlier, _, gone = _paired(wanted, before)
        #: Items of the reference that the original has too.
        untouched = {id(found.reference): found.other for found in earlier if found.exact}
        # An item that only changes has a right or wrong item in the answer, so it does not count as removed.
        self.removed += len(gone)
        self.due += sum(map(_most_harm, gone))
        removed = [*gone, *(found.other for found in earlier if not found.exact)]
        was = {id(found.reference): found.other for found in earlier if not found.exact}
        for found in pairs:
            self._add_pair(found, untouched.get(id(found.reference)), was.get(id(found.reference)))
        for item in missing:
            self.say(f"missing: {item.name}")
            if id(item) in untouched:
                self.untouched += 1
            else:
                self.wanted += 1
            self._add_harm(_most_harm(item), _most_harm(item), touched=id(item) not in untouched)
        staying = {id(found.other) for found in _paired(removed, extra)[0] if found.exact}
        self.harmed += sum(_most_harm(item) for item in extra if id(item) in staying)
        self.stayed += len(staying)
        self.removed = max(self.removed, self.stayed)
        for item in extra:
            if id(item) in staying:
                self.say(f"still there: {item.name}")
            else:
                self.extra += 1
                self.added += _most_harm(item)
                self.say(f"not in the reference: {item.name}")

    def _add_pair(self, found: _Pair, same: Item | None, was: Item | None) -> None:
        """Add an item that the answer has.

        ``same`` is the same item of the original, and ``was`` the item of the original that the edit changes.
        """
        item, other = found.reference, found.other
        content = found.content
        self.matched += 1
        touched = same is None or self._recoloured(item.color, same.color)
        if not touched:
            self.untouched += 1
            content = content and (not self.colours or _has_colour(other.color, item.color, ""))
            content = content and _has_size(other.size, item.size)
            self.kept += content and found.position
        else:
            if self.colours and (same is not None or item.kind != "text"):
                content = content and _has_colour(
                    other.color, item.color, same.color if same is not None else ""
                )
            self.wanted += 1
            self.found += 1
            self.content += content
            self.position += found.position
        harm = _harm(found, content=content)
        old = was or same
        if old is not None and harm and _same_content(old, other) and _distance(old, other) <= 1:
            is_done = was is None and (not touched or self._recoloured(old.color, other.color))
            harm = harm if is_done else 1.0
        elif was is not None:
            harm = min(harm, _WRONG_VALUE)
        self._add_harm(harm, _most_harm(item), touched=touched)
        if not content:
            colour = f" in {other.color}, not {item.color}" if found.content else ""
            if found.content and not _has_size(other.size, item.size):
                colour = f" of size {other.size:g}, not {item.size:g}"
            self.say(f"{item.name} should be there, not {other.name}{colour}")
        elif not found.position:
            self.say(f"{item.name} is at another place: {other.name}")

    def _add_ink(  # noqa: PLR0912, PLR0915 - three loops over points
        self, view: View, wanted: Ink, got: Ink, before: Ink | None = None
    ) -> None:
        limit = view.tolerance
        told = set()

        def say(problem: str, sample: InkSample) -> None:
            """Note the first place of a line that has this problem."""
            if (problem, id(sample.line)) not in told:
                told.add((problem, id(sample.line)))
                self.say(f"{problem}: {sample.line.name} at {point_text(view.frame.point(sample.place))}")

        def at(ink: Ink | None, sample: InkSample) -> Cover | None:
            line = sample.line
            return None if ink is None else ink.at(sample.place, line.look, limit, line.color, line.width)

        for sample in wanted.samples():
            _, line, weight, _ = sample
            found, earlier = at(got, sample), at(before, sample)
            old = earlier.color if earlier is not None and earlier.same else None
            touched = old is None or self._recoloured(line.color, old)
            content = found is not None and found.same
            covered = weight if found is not None else 0.0
            if not touched:
                if self.colours and found is not None:
                    content = content and _has_colour(found.color, line.color, "")
                    content = content and _has_size(found.width, line.width)
                self.untouched += weight
                self.kept += weight if content else 0
            else:
                if self.colours and found is not None:
                    content = content and _has_colour(found.color, line.color, old or "")
                self.wanted += weight
                self.found += covered
                self.position += covered
                self.content += weight if content else 0
            self.matched += covered
            harm = 0.0 if content else _MINOR
            if found is None:
                is_near = got.at(sample.place, line.look, _NEAR_LINE * limit) is not None
                old_is_near = before is not None and before.at(sample.place, line.look, _NEAR_LINE * limit)
                harm = _MINOR if is_near and not old_is_near else 1.0
            elif not content and touched and old and not self._recoloured(found.color, old):
                harm = 1.0  # the edit was not made
            self._add_harm(weight * harm, weight, touched=touched)
            if found is None:
                say("missing", sample)
            elif not content:
                say("in another style, colour, width or series", sample)
        for sample in before.samples() if before is not None else ():
            place, line, weight, _ = sample
            # Twice the tolerance, because a right line may be nearer to the removed line by one tolerance.
            if wanted.at(place, line.look, 2 * limit) is None:
                self.removed += weight
                self.due += weight
                if got.at(place, line.look, limit) is not None:
                    self.stayed += weight
                    self.harmed += weight
                    say("still there", sample)
        for sample in got.samples():
            _, line, weight, _ = sample
            there, earlier = at(wanted, sample), at(before, sample)
            if there is None and earlier is None:
                self.extra += weight
                near = wanted.at(sample.place, line.look, _NEAR_LINE * limit)
                self.added += weight if near is None else 0.0
                say("not in the reference", sample)
            elif there is not None and _is_second(
                sample, there, got, before if self.colours else None, limit
            ):
                if earlier is None or not earlier.same or self._recoloured(line.color, earlier.color):
                    self.extra += weight
                    self.added += weight
                    say("not in the reference, in addition to the right line", sample)
                else:
                    self.removed += weight
                    self.stayed += weight
                    self.harmed += weight
                    say("still there", sample)

    def _recoloured(self, one: str, other: str) -> bool:
        return self.colours and color_distance(one, other) > _OTHER_COLOUR


def _is_second(sample: InkSample, wanted: Cover, got: Ink, before: Ink | None, limit: float) -> bool:
    """Whether a wrong line is visible although the right line was drawn at the same place, too."""
    place, line, _, order = sample
    right = None
    if not wanted.same:
        right = got.at(place, wanted.look, limit, wanted.color)
    elif before is not None and line.color:
        earlier = before.at(place, line.look, limit, wanted.color)
        old = earlier.color if earlier is not None and earlier.same else ""
        if old and color_distance(wanted.color, old) <= _OTHER_COLOUR:
            return False
        if _has_colour(line.color, wanted.color, old):
            return False
        right = got.at(place, line.look, limit, wanted.color)
        if right is not None and not _has_colour(right.color, wanted.color, old):
            return False
    return right is not None and right.same and not right.hides(order)


def _has_colour(colour: str, wanted: str, before: str) -> bool:
    """Whether a colour is close to the wanted one, and closer than to the original's, if there is one."""
    if not wanted:
        return True
    if not colour:
        return False
    away = color_distance(colour, wanted)
    return away <= _COLOUR and (not before or away < color_distance(colour, before))


def _has_size(size: float, wanted: float) -> bool:
    """Whether a width or a size of markers is close to the wanted one; one that is unknown always is."""
    return not size or not wanted or max(size, wanted) <= _SIZE * min(size, wanted)


@dataclass(frozen=True, slots=True)
class SceneComparison:
    """How far a figure agrees with the reference."""

    parts: Mapping[str, float]
    points: float  #: 1 to 10, by the levels
    differences: tuple[str, ...]  #: the differences in plain words

    @property
    def same(self) -> bool:
        """Whether all parts are 1, so that the answer passes."""
        return all(part == 1 for part in self.parts.values())


def compare(
    reference: Scene,
    answer: Scene,
    original: Scene | None = None,
    operation: Operation = "generate",
    tolerance: float = FIGURE_TOLERANCE,
    *,
    colours: bool = False,
) -> SceneComparison:
    """Compare an answer's figure with the reference.

    Args:
        reference: the right figure.
        answer: the answer's figure.
        original: the figure before the edit; None for ``generate``.
        operation: what the answer was to do.
        tolerance: difference that counts as none, as a share of the axis range.
        colours: whether colours count for ``generate``, too; for edits they always do.

    Raises:
        TooDense: if the figures have so many lines at the same places that this would take too long.
    """
    reference, answer = without_twins(reference), without_twins(answer)
    original = without_twins(original) if original is not None else None
    tally = WeightTally(colours=colours or operation != "generate")
    if operation == "annotate" and original is not None:
        reference, answer = (without_arrows(scene, original) for scene in (reference, answer))
    scenes = [_as_seen(scene) for scene in (reference, answer, original) if scene is not None]
    reference, answer = scenes[:2]
    partners = [_partners(reference, scene, tolerance) for scene in scenes[1:]]
    for i in range(len(reference.axes)):
        numbers = [i, *(found.get(i) for found in partners)]
        views = [_view(reference, i, scene, j, tolerance) for scene, j in zip(scenes, numbers, strict=True)]
        if operation == "annotate" and original is not None:
            views[1] = at_elements(*views)
        tally.add(*views)
    for i in set(range(len(answer.axes))) - set(partners[0].values()):
        other = _view(answer, i, answer, i, tolerance)
        samples = (*other.lines.samples(), *other.areas.samples())
        weight = len(other.items) + sum(sample.weight for sample in samples)
        tally.extra, tally.added = tally.extra + weight, tally.added + weight
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
    if like.equal == "set" and axes.equal:
        also.append(Item(kind="aspect", name="units that are equally long on both axes"))
    if len(reference.axes) > 1:
        cell = tuple(map(float, _cell(scene, j)))
        name = f"axes in row {cell[1]:g} from below and column {cell[0]:g}"
        also.append(Item(kind="axes", name=name, places=(cell,), place_tolerance=0.5))
    return dataclasses.replace(seen, items=(*also, *seen.items))


def _partners(reference: Scene, other: Scene, tolerance: float) -> dict[int, int]:
    """Return for each axes of the reference the most similar axes of another figure.

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
            tally = WeightTally(work=work)
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
    # 0.99996 would be rounded to 1, which means "passed".
    return min(round(part / whole, 4), _NOT_ALL) if part > 0 else 0.0


def _result(tally: WeightTally, *, is_edit: bool) -> SceneComparison:
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
    return SceneComparison(parts, _by_levels(tally, parts), tuple(tally.differences))


def _by_levels(tally: WeightTally, parts: Mapping[str, float]) -> float:
    """Return the points by the levels of the paper: linear between them in the harm, which only grows."""
    if all(part == 1 for part in parts.values()):
        return POINTS[1]
    largest = max(tally.due, (tally.due + tally.keeping) / 4)
    shares = ((tally.harmed, tally.due), (tally.unkept, tally.keeping), (tally.added, largest))
    harm = sum(part / (whole or 1.0) for part, whole in shares)
    edges = [(least, top) for top, least, _ in LEVELS] + [(_NO_POINTS, POINTS[0])]
    for (start, top), (end, bottom) in pairwise(edges):
        if harm < end:
            return round(top - (top - bottom) * (harm - start) / (end - start), 2)
    return POINTS[0]


def _most_harm(item: Item) -> float:
    """Return the harm if an item is missing, added or another one."""
    is_number = item.kind.endswith("tick") and not item.text
    return _MINOR if is_number or item.kind in _MINOR_KINDS else 1.0


def _harm(found: _Pair, *, content: bool) -> float:
    """Return the harm of a difference of an item: by how far it is off, or by what it says."""
    item, other = found.reference, found.other
    if content and found.position:
        return 0.0
    harms = [_MINOR if found.content and not content else 0.0]
    if not found.position:
        harms.append(_harm_of(_distance(item, other) * item.place_tolerance))
    if not found.content and item.text is not None:
        one, two = (labels.label(part.text or "").numbers for part in (item, other))
        most = _WRONG_VALUE if item.kind == "text" else 1.0
        harms.append(_UNIT if one and one == two else most)
    elif not found.content and item.look.agrees(other.look) and len(item.values) == len(other.values):
        off = max(abs(a - b) for a, b in zip(item.values, other.values, strict=True))
        harms.append(_harm_of(off))
    elif not found.content:
        harms.append(_MINOR if item.kind == "point" else 1.0)
    return max(harms)


def _harm_of(off: float) -> float:
    return next((harm for limit, harm in _OFF if off <= limit), 1.0)
