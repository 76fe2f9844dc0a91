"""Lines from left to right, on which walks change lines by a rule for the signs at crossings."""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from benchmark.core.draws import Draws
from workshop.suites.mathopeval.families.by_eye.rules import Language, Puzzle, Spot, When, fit_puzzle
from workshop.suites.mathopeval.families.by_eye.segments import Point, angle, meeting, slope
from workshop.suites.mathopeval.families.by_eye.tangles import px
from workshop.suites.mathopeval.families.charts.edits import first_fit

#: What a walk does by the number of the deed, and where a crossing has a flag.
DEEDS, FLAG = ("stay", "change"), "if the other line comes from above"
_TOPS = 8  #: draws of which lines lie on top
_WHENS = {
    When.FLAGGED: "only if the other {line} comes from above (or only if from below)",
    When.AGAIN: "each second time that a walk meets this {sort} (from its first or from its second time on)",
    When.MOVED: "only if it changed at the crossing just before (or only if not, as at its first crossing)",
}


class Crossing(NamedTuple):
    """A crossing of a line, as it is met on the way along this line."""

    point: Point
    other: int  #: the line that is met
    sign: int
    is_above: bool  #: whether the other line comes from above: the flag of the spot
    is_over: bool  #: whether the other line lies on top
    angle: float  #: degrees


def crossings_along(
    draws: Draws, lines: Sequence[Sequence[Point]], sign: Callable[[int, bool, bool], int]
) -> list[list[Crossing]]:
    """Return the crossings of each line, from left to right; at each, a random line lies on top.

    Args:
        draws: random choices.
        lines: corners of each line, from left to right.
        sign: returns the sign by the line that is met, whether it comes from above, and whether it is on top.
    """
    found: list[list[Crossing]] = [[] for _ in lines]
    for first, second in ((i, j) for j in range(len(lines)) for i in range(j)):
        for part in pairwise(lines[first]):
            for other in pairwise(lines[second]):
                for point in meeting(part, other):
                    turn = angle(*((px(start), px(end)) for start, end in (part, other)))
                    above, over = slope(other) < slope(part), draws.chance(1, 2)
                    for line, met, to in ((first, second, True), (second, first, False)):
                        is_above, is_over = above == to, over == to
                        found[line].append(
                            Crossing(point, met, sign(met, is_above, is_over), is_above, is_over, turn)
                        )
    return [sorted(row, key=lambda crossing: crossing.point) for row in found]


def line_spots(along: Sequence[Sequence[Crossing]]) -> tuple[list[Spot], list[int]]:
    """Return the crossings of all lines as spots, and the first one of each line."""
    before = [0, *accumulate(map(len, along))]
    places = [{crossing.point: place for place, crossing in enumerate(row)} for row in along]

    def number(line: int, place: int) -> int:
        return before[line] + place if place < len(along[line]) else -1 - line

    spots = [
        Spot(
            crossing.sign,
            crossing.is_above,
            (number(line, place + 1), number(crossing.other, places[crossing.other][crossing.point] + 1)),
        )
        for line, row in enumerate(along)
        for place, crossing in enumerate(row)
    ]
    return spots, [number(line, 0) for line in range(len(along))]


def fit_lines(
    draws: Draws,
    language: Language,
    lines: Sequence[Sequence[Point]],
    sign: Callable[[int, bool, bool], int],
) -> tuple[list[list[Crossing]], Puzzle]:
    """Return crossings of lines, and a puzzle of walks along them.

    Raises:
        UnfitError: if none of some draws of which lines lie on top has a puzzle.
    """

    def attempt() -> tuple[list[list[Crossing]], Puzzle]:
        along = crossings_along(draws, lines, sign)
        return along, fit_puzzle(draws, language, *line_spots(along))

    return first_fit(attempt, _TOPS)


def line_words(puzzle: Puzzle, language: Language, names: Sequence[str], line: str, sorts: str) -> str:
    """Say what rules there are, and where some walks lead.

    Args:
        puzzle: the walks.
        language: the rules.
        names: of the lines.
        line: what a line is called.
        sorts: what signs are called, and which there are, such as ``mark (none or dot)``.
    """
    whens = [_WHENS[when].format(line=line, sort=sorts.partition(" ")[0]) for when in language.whens]
    return (
        f"Walks go right, and where {line}s cross, they stay on their {line} or change to the other one. For"
        f" each {sorts}, a rule says when to change: never, always, {', or '.join(whens)}."
        f" {puzzle.words(names, 'the right end of ')}"
    )


def route(
    lines: Sequence[Sequence[Point]], along: Sequence[Sequence[Crossing]], puzzle: Puzzle
) -> list[Point]:
    """Return the corners of the asked walk, with the crossings where it changes lines."""
    every = [(line, crossing.point) for line, row in enumerate(along) for crossing in row]
    passed = [every[spot] for spot in puzzle.way]
    taken = [*(line for line, _ in passed), puzzle.ends[0]]
    bounds = [(-1.0, 0.0), *(point for _, point in passed), (2.0, 0.0)]
    points: list[Point] = []
    for place, (low, high) in enumerate(pairwise(bounds)):
        points += [corner for corner in lines[taken[place]] if low[0] < corner[0] < high[0]]
        points += [high] * (taken[place : place + 2] != [taken[place]] * 2 and place < len(passed))
    return points


def met_words(names: Sequence[str], along: Sequence[Sequence[Crossing]]) -> str:
    """Return in words which lines each line meets, in order, which of two lies on top, and where from."""
    rows = []
    for name, row in zip(names, along, strict=True):
        met = [
            f"{names[crossing.other]} ({'over' if crossing.is_over else 'under'} it,"
            f" from {'above' if crossing.is_above else 'below'})"
            for crossing in row
        ]
        rows.append(f'From the left, "{name}" meets {", ".join(met) or "no other"}.')
    return " ".join(rows)
