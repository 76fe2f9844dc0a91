"""Weighs what an answer has of the reference, what it lacks, and what it has besides."""

import bisect
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmark.judging.scenes import labels
from benchmark.judging.scenes.ink import MOST_WORK, Cover, Ink, Sample, TooDense, color_distance
from benchmark.judging.scenes.items import Item, View, point_text

_COLOUR = 0.25  #: colours whose red, green and blue differ by at most this can be one colour of two names
_OTHER_COLOUR = 0.02  #: colours that differ by more are different
_MOST_TRIED = 300  #: items that are compared with one item of the reference


@dataclass(frozen=True, slots=True)
class _Pair:
    """An item of the reference and the item of another figure that stands for it."""

    reference: Item
    other: Item
    content: bool  #: whether both say the same
    position: bool  #: whether both are at the same place

    @property
    def exact(self) -> bool:
        """Whether both are the same."""
        return self.content and self.position


def _paired(reference: Sequence[Item], others: Sequence[Item]) -> tuple[list[_Pair], list[Item], list[Item]]:
    """Pair items one to one: first those that are the same, then by their places, then by their content.

    Returns:
        The pairs, what is only in the reference, and what is only in the other figure.
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
    """Return the pairs at the same place: whether the contents differ, distance, number of each; sorted."""
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
    """Whether two items of a kind say the same, wherever they are."""
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
class Tally:
    """Weights of what was compared so far.

    An item counts 1. Of a line, each straight part counts 1, and a curve with many 10, or its length in
    widths of the axes if that is more.
    """

    colours: bool = False  #: whether they count where an edit adds, changes or recolours something
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
    work: int = 0  #: lines of all figures that were tried, up to twice ``MOST_WORK``
    differences: dict[str, None] = field(default_factory=dict)  #: in words, each once and in order

    def add(self, wanted: View, got: View, before: View | None = None) -> None:
        """Compare one pair of axes.

        Args:
            wanted: of the reference.
            got: of the answer.
            before: of the original; None if the figure is not an edit.

        Raises:
            TooDense: if all that was compared so far has taken too much work.
        """
        views = [wanted, got] if before is None else [wanted, got, before]
        inks = [[view.lines for view in views], [view.areas for view in views]]
        done = sum(ink.work for kind in inks for ink in kind)
        self._add_items(wanted.items, got.items, before.items if before is not None else ())
        for kind in inks:
            self._add_ink(wanted, *kind)
        self.work += sum(ink.work for kind in inks for ink in kind) - done
        if self.work > 2 * MOST_WORK:
            raise TooDense

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
        removed = [*gone, *(found.other for found in earlier if not found.exact)]
        for found in pairs:
            self._add_pair(found, untouched.get(id(found.reference)))
        for item in missing:
            self.say(f"missing: {item.name}")
            if id(item) in untouched:
                self.untouched += 1
            else:
                self.wanted += 1
        staying = {id(found.other) for found in _paired(removed, extra)[0] if found.exact}
        self.stayed += len(staying)
        self.removed = max(self.removed, self.stayed)
        for item in extra:
            if id(item) in staying:
                self.say(f"still there: {item.name}")
            else:
                self.extra += 1
                self.say(f"not in the reference: {item.name}")

    def _add_pair(self, found: _Pair, same: Item | None) -> None:
        """Add an item that the answer has; ``same`` is the original's, if the original has it too."""
        item, other = found.reference, found.other
        content = found.content
        self.matched += 1
        if same is not None and not self._recoloured(item.color, same.color):
            self.untouched += 1
            self.kept += found.exact
        else:
            if self.colours and (same is not None or item.kind != "text"):
                content = content and _has_colour(
                    other.color, item.color, same.color if same is not None else ""
                )
            self.wanted += 1
            self.found += 1
            self.content += content
            self.position += found.position
        if not content:
            colour = f" in {other.color}, not {item.color}" if found.content else ""
            self.say(f"{item.name} should be there, not {other.name}{colour}")
        elif not found.position:
            self.say(f"{item.name} is at another place: {other.name}")

    def _add_ink(  # noqa: PLR0912 - three loops over points
        self, view: View, wanted: Ink, got: Ink, before: Ink | None = None
    ) -> None:
        limit = view.tolerance
        told = set()

        def say(problem: str, sample: Sample) -> None:
            """Describe the first place of a line with this problem."""
            if (problem, id(sample.line)) not in told:
                told.add((problem, id(sample.line)))
                self.say(f"{problem}: {sample.line.name} at {point_text(view.frame.point(sample.place))}")

        def at(ink: Ink | None, sample: Sample) -> Cover | None:
            line = sample.line
            return None if ink is None else ink.at(sample.place, line.look, limit, line.color)

        for sample in wanted.samples():
            _, line, weight, _ = sample
            found, earlier = at(got, sample), at(before, sample)
            old = earlier.color if earlier is not None and earlier.same else None
            content = found is not None and found.same
            covered = weight if found is not None else 0.0
            if old is not None and not self._recoloured(line.color, old):
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
            if found is None:
                say("missing", sample)
            elif not content:
                say("in another style, colour or series", sample)
        for sample in before.samples() if before is not None else ():
            place, line, weight, _ = sample
            # Twice the tolerance: a right line may be nearer to the removed one than the reference's, by one.
            if wanted.at(place, line.look, 2 * limit) is None:
                self.removed += weight
                if got.at(place, line.look, limit) is not None:
                    self.stayed += weight
                    say("still there", sample)
        for sample in got.samples():
            _, line, weight, _ = sample
            there, earlier = at(wanted, sample), at(before, sample)
            if there is None and earlier is None:
                self.extra += weight
                say("not in the reference", sample)
            elif there is not None and _is_second(
                sample, there, got, before if self.colours else None, limit
            ):
                if earlier is None or not earlier.same or self._recoloured(line.color, earlier.color):
                    self.extra += weight
                    say("not in the reference, in addition to the right line", sample)
                else:
                    self.removed += weight
                    self.stayed += weight
                    say("still there", sample)

    def _recoloured(self, one: str, other: str) -> bool:
        return self.colours and color_distance(one, other) > _OTHER_COLOUR


def _is_second(sample: Sample, wanted: Cover, got: Ink, before: Ink | None, limit: float) -> bool:
    """Whether a line is a wrong one, is not covered, and the right one was drawn at the same place too.

    Args:
        sample: a point on the line.
        wanted: the reference's line there.
        got: all lines of the answer.
        before: those of the original, if colours count.
        limit: the tolerance.
    """
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
    """Whether a colour can be called the wanted one, and is not rather the one of the original, if any."""
    if not wanted:
        return True
    if not colour:
        return False
    away = color_distance(colour, wanted)
    return away <= _COLOUR and (not before or away < color_distance(colour, before))
