"""What rules of steps make of figures, tried one by one: a second way to the answers of ``panels``."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product

Corners = tuple[tuple[int, int], ...]
Step = Callable[[Corners], Corners]
#: For each sort of step, what it does to a vector from its corner.
FROM_CORNER: Mapping[str, Sequence[Callable[[int, int], tuple[int, int]]]] = {
    "turn": (lambda x, y: (-y, x), lambda x, y: (-x, -y), lambda x, y: (y, -x)),
    "mirror": (
        lambda x, y: (-x, y),
        lambda x, y: (x, -y),
        lambda x, y: (y, x),
        lambda x, y: (-y, -x),
    ),
    "double": (lambda x, y: (2 * x, y), lambda x, y: (x, 2 * y)),
}
ENDS: Sequence[Callable[[Corners], tuple[int, int]]] = (
    min,
    max,
    lambda corners: min(corners, key=lambda corner: corner[1]),
    lambda corners: max(corners, key=lambda corner: corner[1]),
)


def about(corners: Corners, end: int, move: Callable[[int, int], tuple[int, int]]) -> Corners:
    left, low = ENDS[end](corners)
    moved = (move(x - left, y - low) for x, y in corners)
    return tuple((left + x, low + y) for x, y in moved)


def slid(corners: Corners, start: int, end: int) -> Corners:
    (x, y), (to, high) = ENDS[start](corners), ENDS[end](corners)
    return tuple((left + to - x, low + high - y) for left, low in corners)


def steps_of(sorts: Sequence[str]) -> Iterator[tuple[str, Step]]:
    """Yield the sort of each step, and what it makes of a figure."""
    for sort in sorts:
        if sort == "slide":
            for start, end in permutations(range(4), 2):
                yield sort, lambda corners, a=start, b=end: slid(corners, a, b)
        for end, move in product(range(4), FROM_CORNER.get(sort, ())):
            yield sort, lambda corners, a=end, move=move: about(corners, a, move)


def sorts_of(text: str) -> list[list[str]]:
    """Return the sorts of each step that a text allows."""
    if short := re.search(r"share a (turn|slide)", text):
        return [[short[1]]]
    sorts = [sort.lower() for sort in re.findall(r"\b(Turn|Mirror|Slide|Double):", text)]
    (count,) = re.findall(r"rule (?:is|has) (one|two|three) steps?[,.]", text)
    if "first a turn and then a slide" in text:
        return [["turn"], ["slide"]]
    return [sorts] * ("one", "two", "three").index(count) + [sorts]


def as_drawn(corners: Corners) -> Corners:
    """Return a closed figure, whichever corner is named first and whichever way round."""
    turns = (corners[place:] + corners[:place] for place in range(len(corners)))
    return min(way for turn in turns for way in (turn, turn[::-1]))


def results(text: str, pairs: Sequence[tuple[Corners, Corners]], last: Corners) -> set[Corners]:
    """Return all that rules of a text make of the last figure, if they agree with some pairs."""
    before, after = [pair[0] for pair in pairs], [as_drawn(pair[1]) for pair in pairs]
    sets = {tuple(sorted(figure)) for figure in after[:1]}
    sorts = [[*steps_of(allowed)] for allowed in sorts_of(text)]
    found = set()
    for *head, (final, finish) in product(*sorts):
        if [*(sort for sort, _ in head), final].count("double") > 1:
            continue
        path = [*(step for _, step in head), finish]
        if tuple(sorted(applied(path, before[0]))) not in sets:
            continue
        if all(
            as_drawn(applied(path, figure)) == wanted for figure, wanted in zip(before, after, strict=True)
        ):
            found.add(applied(path, last))
    return found


def applied(path: Sequence[Step], corners: Corners) -> Corners:
    for step in path:
        corners = step(corners)
    return corners
