"""Charts whose boxes have piles of things, drawn at random.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families._pile_charts import (
    CHOICES,
    KINDS,
    Box,
    Chart,
    Pile,
    meaning_of,
    walk,
    worth_of,
)
from workshop.suites.code_vision.families._routed_ways import place_ways
from workshop.suites.code_vision.families._settled_rules import Example, Rule

LARGEST = 40  #: number that walks, at most
_TRIES, _RULES, _PILES = 400, 60, 10_000  #: ways that are tried, rules for one chart, and drawings of a pile
_EVEN = "n even ?"
_LANE, _TRACKS = 240.0, (-106, -88, 88, 106)  #: width of a lane, and tracks from its middle, px
_TOP, _ROWS = 64.0, 103.0  #: y of the first box, and px from a box to the next one
_PORTS, _FAR = 4, 3  #: ways at a box, and boxes that a way leads on, at most
_MOST = 5  #: things of a kind in a pile
_SHARE = 0.2  #: of all walks, those that enter a box or get an answer, at least
_MISCOUNTED = 0.6  #: share of the calls whose results change if a pile is misread by one thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How large a chart is, and what it has."""

    boxes: int
    asks: int
    kinds: int
    things: tuple[int, int]  #: in a pile, fewest and most
    close: float  #: least distance of two things of a pile; half of their width is 1
    parts: tuple[str, ...] = ()
    even: bool = False  #: whether a question asks if n is even
    lanes: int = 4
    runs: int = 2  #: walks of a worked example; two have an odd and an even number


def draw_pile(draws: Draws, kinds: Sequence[str], plan: Plan) -> Pile:
    """Draw a pile; in a large one, each kind occurs.

    Raises:
        UnfitError: if no pile of these kinds has as many things.
    """
    for _ in range(_PILES):
        counts = {kind: draws.integer(0, _MOST) for kind in kinds}
        if plan.things[0] <= sum(counts.values()) <= plan.things[1] and (
            plan.things[0] <= len(KINDS) or all(counts.values())
        ):
            return tuple(counts.get(kind, 0) for kind in KINDS)
    raise UnfitError("a pile of these kinds does not have as many things")


def _ways(draws: Draws, plan: Plan) -> list[tuple[int, ...]] | None:
    """Draw the ways of each box; None if a box is not reached or has too many."""
    last = plan.boxes - 1
    asks = {0, *draws.sample(range(1, last - 1), plan.asks - 1)}
    found: list[tuple[int, ...]] = []
    for box in range(last):
        ahead = range(box + 1, min(box + 1 + _FAR, last + 1))
        found.append(tuple(draws.sample(ahead, 2)) if box in asks else (draws.choice(ahead[:2]),))
    ends = [end for ways in found for end in ways]
    if {*ends} != {*range(1, plan.boxes)}:
        return None
    counts = [ends.count(box) + len(ways) for box, ways in enumerate(found)]
    return [*found, ()] if max(*counts, ends.count(last)) <= _PORTS else None


def draw_main(draws: Draws, kinds: Sequence[str], plan: Plan) -> Chart:
    """Draw the chart of a task; its questions are not yet those of a rule.

    Raises:
        UnfitError: if its ways have no room.
    """
    for _ in range(_TRIES):
        ways = _ways(draws, plan)
        if not ways:
            continue
        boxes = tuple(
            Box(
                draws.chance(2, 5),
                draw_pile(draws, kinds, plan),
                "n > 0 ?" if len(ends) > 1 else "",
                ends,
                draws.integer(1, 10**6),
            )
            for ends in ways
        )
        lanes = [draws.integer(0, plan.lanes - 1)]
        while len(lanes) < plan.boxes:
            lanes.append(draws.choice([lane for lane in range(plan.lanes) if lane != lanes[-1]]))
        spots = tuple((_LANE * (lane + 0.5), _TOP + _ROWS * row) for row, lane in enumerate(lanes))
        wanted = [
            (box, end, ("yes", "no")[place] if len(ends) > 1 else "")
            for box, ends in enumerate(ways)
            for place, end in enumerate(ends)
        ]
        try:
            lines = place_ways(draws, spots, (_LANE, plan.lanes), _TRACKS, wanted)
        except UnfitError:
            continue
        return Chart(boxes, plan.parts, plan.close, spots, lines)
    raise UnfitError("no chart has room for its ways")


def draw_rule(draws: Draws, kinds: Sequence[str], parts: Sequence[str]) -> dict[str, str]:
    """Draw a rule about these kinds."""
    rule = {kind: draws.choice(CHOICES[kind][1:]) for kind in kinds}
    for part in parts:
        rule[part] = draws.choice([each for each in CHOICES[part] if each and _is_about(each, kinds)])
    return rule


def _is_about(meaning: str, kinds: Sequence[str]) -> bool:
    return {*meaning.split()} & {*KINDS} <= {*kinds}


def choices_of(kinds: Sequence[str], parts: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the unknowns of a chart with their meanings."""
    return {
        name: [each for each in every if each and _is_about(each, kinds)]
        for name, every in CHOICES.items()
        if name in kinds or name in parts
    }


def _asked(draws: Draws, chart: Chart, rule: Rule, *, even: bool) -> Chart:
    """Return a chart whose questions split its walks, one of them by whether n is even if ``even``.

    Raises:
        UnfitError: if a question cannot, or too few walks enter a box.
    """
    every = range(LARGEST + 1)
    asks = [box for box, each in enumerate(chart.boxes) if each.ask]
    about_even = draws.choice(asks[1:]) if even else -1
    for box in range(len(chart.boxes)):
        walks = [[(0, number), *walk(chart, rule, number)] for number in every]
        steps = [(n, after) for each in walks for (_, n), (at, after) in pairwise(each) if at == box]
        seen = sorted(after for _, after in steps)
        if len(seen) < _SHARE * len(every):
            raise UnfitError("few walks enter a box")
        if "odd" in chart.parts and len({n % 2 for n, _ in steps}) == 1:
            raise UnfitError("n is always odd or always even in a box")
        if box not in asks:
            continue
        if box == about_even:
            ask, yes = _EVEN, sum(n % 2 == 0 for n in seen)
        else:
            fitting = [n for n in {*seen} if n + 1 in seen and n > 0]
            fitting = [n for n in fitting if _SHARE < sum(each > n for each in seen) / len(seen) < 1 - _SHARE]
            if not fitting:
                raise UnfitError("no question splits the walks")
            size = draws.choice(sorted(fitting))
            ask, yes = f"n > {size} ?", sum(n > size for n in seen)
        if not _SHARE * len(seen) <= yes <= (1 - _SHARE) * len(seen):
            raise UnfitError("a question does not split the walks")
        changed = chart.boxes[box]._replace(ask=ask)
        chart = chart._replace(boxes=(*chart.boxes[:box], changed, *chart.boxes[box + 1 :]))
    return chart


def miscounted(chart: Chart) -> list[Chart]:
    """Return charts of which each has one thing more or less in a pile, or one of another kind."""
    kinds = [kind for kind in range(len(KINDS)) if any(box.pile[kind] for box in chart.boxes)]
    found = []
    for number, box in enumerate(chart.boxes):
        changes = [{kind: step} for kind in kinds for step in (-1, 1)]
        changes += [{one: -1, two: 1} for one in kinds for two in kinds if one != two]
        for change in changes:
            pile = tuple(count + change.get(kind, 0) for kind, count in enumerate(box.pile))
            if min(pile) >= 0:
                boxes = (*chart.boxes[:number], box._replace(pile=pile), *chart.boxes[number + 1 :])
                found.append(chart._replace(boxes=boxes))
    return found


def _has_idle_pairs(chart: Chart, rule: Rule) -> bool:
    """Whether the next boxes could count pairs with things of the box before a box as well as with its own."""
    if "pairs" not in chart.parts:
        return False
    held = [worth_of(box, meaning_of(chart, rule)).held for box in chart.boxes]
    before = [
        {held[at] for at, each in enumerate(chart.boxes) if box in each.ways} for box in range(len(held))
    ]
    return any(before[box] == {held[box]} for box in range(1, len(held) - 1))


def _ends(chart: Chart, rule: Rule) -> list[int]:
    """Return n at the end of the walk of each number."""
    return [walk(chart, rule, number)[-1][1] for number in range(LARGEST + 1)]


def ruled_chart(
    draws: Draws, chart: Chart, kinds: Sequence[str], plan: Plan, calls: Sequence[Call]
) -> tuple[Chart, Rule]:
    """Return a chart with questions that fit a rule, and the rule: misread piles change most results.

    Raises:
        UnfitError: if none was found.
    """
    reason = ""
    for _ in range(_RULES):
        rule = draw_rule(draws, kinds, plan.parts)
        try:
            asked = _asked(draws, chart, rule, even=plan.even)
        except UnfitError as unfit:
            reason = str(unfit)
            continue
        if _has_idle_pairs(asked, rule):
            reason = "what is before a box is the same as before that"
            continue
        right = _ends(asked, rule)
        sums = [sum(right[number] for number in call[0]) for call in calls]
        shares = [
            sum(
                sum(ends[number] for number in call[0]) != result
                for call, result in zip(calls, sums, strict=True)
            )
            for ends in (_ends(other, rule) for other in miscounted(asked))
        ]
        if min(shares) >= _MISCOUNTED * len(calls):
            return asked, rule
        reason = "a misread pile changes too little"
    raise UnfitError(reason)


def draw_example(draws: Draws, kinds: Sequence[str], plan: Plan, *, asks: bool) -> Example:
    """Draw a worked example: up to three boxes in a row; if the first asks, a way leaves out the second."""
    size = 3 if asks else draws.integer(1, 3)
    boxes = []
    for box in range(size):
        ways: tuple[int, ...] = (box + 1,) if box < size - 1 else ()
        ask = f"n > {draws.integer(8, 40)} ?" if asks and not box else ""
        if ask:
            ways = (1, 2) if draws.chance(1, 2) else (2, 1)
        pile = draw_pile(draws, kinds, plan)
        boxes.append(Box(draws.chance(2, 5), pile, ask, ways, draws.integer(1, 10**6)))
    chart = Chart(tuple(boxes), plan.parts, plan.close, (), ())
    first = draws.integer(0, LARGEST)
    numbers = [first, draws.choice(range(1 - first % 2, LARGEST, 2))][: plan.runs]
    return Example(chart, tuple(([number],) for number in numbers))
