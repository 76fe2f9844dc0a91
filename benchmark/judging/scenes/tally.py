"""Weighs what an answer has of the reference, what it lacks, and what it has besides."""

from dataclasses import dataclass, field

from benchmark.judging.scenes.ink import MOST_WORK, Cover, Ink, Sample, TooDense, color_distance
from benchmark.judging.scenes.items import Item, View, point_text
from benchmark.judging.scenes.pairing import Pair, pair

_COLOUR = 0.25  #: colours whose red, green and blue differ by at most this can be one colour of two names
_OTHER_COLOUR = 0.02  #: colours that differ by more are different


@dataclass(slots=True)
class Tally:
    """Weights of what was compared so far.

    An item counts 1. Of a line, each straight part counts 1, and a curve with many 10, or its length in
    widths of the axes if that is more.
    """

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

    def add(self, wanted: View, got: View, before: View | None, *, colours: bool) -> None:
        """Compare one pair of axes.

        Args:
            wanted: of the reference.
            got: of the answer.
            before: of the original; None if the figure is not an edit.
            colours: whether colours count where the edit adds, changes or recolours something.

        Raises:
            TooDense: if all that was compared so far has taken too much work.
        """
        inks = [ink for view in (wanted, got, before) if view is not None for ink in (view.lines, view.areas)]
        done = sum(ink.work for ink in inks)
        _add_items(self, wanted, got, before, colours=colours)
        _add_ink(
            self, wanted, (wanted.lines, got.lines, None if before is None else before.lines), colours=colours
        )
        _add_ink(
            self, wanted, (wanted.areas, got.areas, None if before is None else before.areas), colours=colours
        )
        self.work += sum(ink.work for ink in inks) - done
        if self.work > 2 * MOST_WORK:
            raise TooDense

    def say(self, text: str) -> None:
        """Note a difference in words."""
        self.differences[text] = None


def _add_items(tally: Tally, wanted: View, got: View, before: View | None, *, colours: bool) -> None:
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


def _add_pair(tally: Tally, found: Pair, same: Item | None, *, colours: bool) -> None:
    """Add an item that the answer has; ``same`` is the original's, if the original has it too."""
    item, other = found.reference, found.other
    content = found.content
    tally.matched += 1
    if same is not None and not (colours and _differ(item.color, same.color)):
        tally.untouched += 1
        tally.kept += found.exact
    else:
        if colours and (same is not None or item.kind != "text"):
            content = content and _has_colour(other.color, item.color, same.color if same is not None else "")
        tally.wanted += 1
        tally.found += 1
        tally.content += content
        tally.position += found.position
    if not content:
        colour = f" in {other.color}, not {item.color}" if found.content else ""
        tally.say(f"{item.name} should be there, not {other.name}{colour}")
    elif not found.position:
        tally.say(f"{item.name} is at another place: {other.name}")


def _add_ink(  # noqa: PLR0912 - three loops over points
    tally: Tally, view: View, ink: tuple[Ink, Ink, Ink | None], *, colours: bool
) -> None:
    wanted, got, before = ink
    limit = view.tolerance
    told = set()

    def say(problem: str, sample: Sample) -> None:
        """Describe the first place of a line with this problem."""
        if (problem, id(sample.line)) not in told:
            told.add((problem, id(sample.line)))
            tally.say(f"{problem}: {sample.line.name} at {point_text(view.frame.point(sample.place))}")

    for sample in wanted.samples():
        place, line, weight, _ = sample
        found = got.at(place, line.look, limit, line.color)
        earlier = None if before is None else before.at(place, line.look, limit, line.color)
        content = found is not None and found.same
        if earlier is not None and earlier.same and not (colours and _differ(line.color, earlier.color)):
            tally.untouched += weight
            tally.kept += weight if content else 0
        else:
            if colours and found is not None:
                old = earlier.color if earlier is not None and earlier.same else ""
                content = content and _has_colour(found.color, line.color, old)
            tally.wanted += weight
            tally.found += weight if found is not None else 0
            tally.position += weight if found is not None else 0
            tally.content += weight if content else 0
        tally.matched += weight if found is not None else 0
        if found is None:
            say("missing", sample)
        elif not content:
            say("in another style, colour or series", sample)
    for sample in before.samples() if before is not None else ():
        place, line, weight, _ = sample
        # Twice the tolerance: a right line may be nearer to the removed one than the reference's, by one.
        if wanted.at(place, line.look, 2 * limit) is None:
            tally.removed += weight
            if got.at(place, line.look, limit) is not None:
                tally.stayed += weight
                say("still there", sample)
    for sample in got.samples():
        place, line, weight, _ = sample
        there = wanted.at(place, line.look, limit, line.color)
        earlier = None if before is None else before.at(place, line.look, limit, line.color)
        if there is None and earlier is None:
            tally.extra += weight
            say("not in the reference", sample)
        elif there is not None and _is_second(sample, there, got, before if colours else None, limit):
            if earlier is None or not earlier.same or (colours and _differ(line.color, earlier.color)):
                tally.extra += weight
                say("not in the reference, in addition to the right line", sample)
            else:
                tally.removed += weight
                tally.stayed += weight
                say("still there", sample)


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
        if old and not _differ(wanted.color, old):
            return False
        if _has_colour(line.color, wanted.color, old):
            return False
        right = got.at(place, line.look, limit, wanted.color)
        if right is not None and not _has_colour(right.color, wanted.color, old):
            return False
    return right is not None and right.same and not right.hides(order)


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and color_distance(one, other) > _OTHER_COLOUR


def _has_colour(colour: str, wanted: str, before: str) -> bool:
    """Whether a colour can be called the wanted one, and is not rather the one of the original, if any."""
    if not wanted:
        return True
    if not colour:
        return False
    away = color_distance(colour, wanted)
    return away <= _COLOUR and (not before or away < color_distance(colour, before))
