"""Walks along lines from left to right: some of the crossings on the way lead over to the other line."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmark.authoring.family import UnfitError
from benchmark.core.draws import Draws
from benchmark.suites.mathopeval.open.families.by_eye.segments import Point, meeting

WRONG = 3  #: wrong ends that a question offers


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A crossing of a line, as it is met on the way along this line."""

    point: Point
    other: int  #: the line that is met
    is_covered: bool = False  #: whether the other line lies on top


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """The crossings that a walk passes, and the lines that it goes along."""

    passed: tuple[Crossing, ...]
    changes: tuple[Crossing, ...]  #: those of ``passed`` where the line is changed
    lines: tuple[int, ...]  #: in order; one more than there are changes

    @property
    def end(self) -> int:
        """The line at the right edge."""
        return self.lines[-1]


#: Decides from the number of a crossing on the way, from 1, and the crossing whether the line is changed.
Rule = Callable[[int, Crossing], bool]


def crossings_along(
    lines: Sequence[Sequence[Point]], over: Callable[[int, int, Point], bool] | None = None
) -> list[list[Crossing]]:
    """Return the crossings of each line, from left to right.

    Args:
        lines: corners of each line, from left to right.
        over: returns whether the second of two lines lies on the first one where they cross.
    """
    found: list[list[Crossing]] = [[] for _ in lines]
    for first, second in ((i, j) for j in range(len(lines)) for i in range(j)):
        for part in pairwise(lines[first]):
            for other in pairwise(lines[second]):
                for point in meeting(part, other):
                    is_over = over is not None and over(first, second, point)
                    found[first].append(Crossing(point=point, other=second, is_covered=is_over))
                    found[second].append(
                        Crossing(point=point, other=first, is_covered=over is not None and not is_over)
                    )
    return [sorted(row, key=lambda crossing: crossing.point) for row in found]


def walk(
    along: Sequence[Sequence[Crossing]], start: int, counts: Callable[[Crossing], bool], rule: Rule
) -> Walk:
    """Return the walk from the left end of a line to the right edge.

    Args:
        along: the crossings of each line.
        start: the first line.
        counts: whether a crossing counts; others are passed straight on.
        rule: decides where the line is changed.
    """
    passed: list[Crossing] = []
    changes: list[Crossing] = []
    lines, place, number = [start], -1.0, 0
    while crossing := next((found for found in along[lines[-1]] if found.point[0] > place), None):
        passed.append(crossing)
        place = crossing.point[0]
        if counts(crossing):
            number += 1
            if rule(number, crossing):
                changes.append(crossing)
                lines.append(crossing.other)
    return Walk(passed=tuple(passed), changes=tuple(changes), lines=tuple(lines))


def misread(
    along: Sequence[Sequence[Crossing]],
    start: int,
    counts: Callable[[Crossing], bool],
    rule: Rule,
    right: Walk,
) -> Iterator[int]:
    """Yield the end of each walk with one mistake: a crossing overlooked, taken wrongly, or counted twice."""
    for missed in right.passed:
        yield from _misread_at(
            along, start, counts, rule, spot=missed.point, takes=missed not in right.changes
        )


def _misread_at(
    along: Sequence[Sequence[Crossing]],
    start: int,
    counts: Callable[[Crossing], bool],
    rule: Rule,
    *,
    spot: Point,
    takes: bool,
) -> Iterator[int]:
    """Yield the ends of walks with a mistake at a crossing; ``takes``: it changes there against the rule."""

    def overlooks(crossing: Crossing) -> bool:
        return crossing.point != spot and counts(crossing)

    def looks(crossing: Crossing) -> bool:
        return crossing.point == spot or counts(crossing)

    def errs(number: int, crossing: Crossing) -> bool:
        return takes if crossing.point == spot else rule(number, crossing)

    def counts_twice(number: int, crossing: Crossing) -> bool:
        return rule(number + (crossing.point[0] >= spot[0]), crossing)

    yield walk(along, start, overlooks, rule).end
    yield walk(along, start, looks, errs).end
    yield walk(along, start, counts, counts_twice).end


def fit_walk(walks: Iterable[Walk], changes: tuple[int, int], passed: int = 0) -> Walk:
    """Return the first walk that changes lines often enough, and does not end on its first line.

    Args:
        walks: walks to choose from.
        changes: minimum and maximum changes.
        passed: minimum crossings.

    Raises:
        UnfitError: if no walk fits.
    """
    for taken in walks:
        if (
            changes[0] <= len(taken.changes) <= changes[1]
            and len(taken.passed) >= passed
            and taken.end != taken.lines[0]
        ):
            return taken
    raise UnfitError("walks change lines too seldom or too often")


def wrong_ends(draws: Draws, ends: Iterable[int], forbidden: Sequence[int]) -> list[int]:
    """Return different ends of walks with mistakes, in random order.

    Raises:
        UnfitError: if there are too few.
    """
    found = sorted(set(ends) - set(forbidden))
    if len(found) < WRONG:
        raise UnfitError("too few walks with one mistake end elsewhere")
    return draws.sample(found, WRONG)


def route(lines: Sequence[Sequence[Point]], taken: Walk) -> list[Point]:
    """Return the corners of a walk, with the crossings where it changes lines."""
    points: list[Point] = []
    bounds = [-1.0, *(crossing.point[0] for crossing in taken.changes), 2.0]
    for line, (low, high) in zip(taken.lines, pairwise(bounds), strict=True):
        points += [corner for corner in lines[line] if low < corner[0] < high]
        points += [crossing.point for crossing in taken.changes if crossing.point[0] == high]
    return points


def met_words(names: Sequence[str], along: Sequence[Sequence[Crossing]], *, covers: bool = False) -> str:
    """Return in words which lines each line meets, in order; ``covers`` says which of them lie on top."""
    rows = []
    for name, row in zip(names, along, strict=True):
        met = [
            names[crossing.other] + (" (on top)" if crossing.is_covered else " (below)") * covers
            for crossing in row
        ]
        rows.append(f'From the left, "{name}" meets {", ".join(met)}.')
    return " ".join(rows)
