"""Charts whose boxes have kinds of borders and whose arrows have kinds of lines, drawn at random.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families._routed_ways import place_ways
from workshop.suites.code_vision.families._settled_signs import Spot
from workshop.suites.code_vision.families._toll_charts import (
    END,
    MOST,
    SIGNS,
    Arrow,
    Chart,
    course,
    with_label,
)

_PORTS, _TRIES, _DRAWN = (
    4,
    600,
    4000,
)  #: ports of a box; charts that are tried, and ways that are drawn for one
_STAND_FOR = {"star": 4, "triangle": 6}  #: numbers of signs by which charts are tried
_TOLLS, _ASKED = 5, 5  #: walks that pay each in another way, and walks that a question changes, at least
_OTHERS = ("n > 0 ?", "n > 99 ?", "n > -99 ?")
_ANY_T = (0, 99)  #: totals by which a question about t is answered in both ways


class Form(NamedTuple):
    """What a chart has, and how much room."""

    boxes: int
    asks: tuple[str, ...]  #: questions
    loops: int
    lane: tuple[float, int]  #: width, px, and number of lanes
    tracks: tuple[float, ...]  #: x of the tracks of a lane from its middle, px
    rows: tuple[float, float]  #: y of the first box, and px from a box to the next one
    dots: bool
    strict: bool = False  #: whether each step matters
    sizes: tuple[int, ...] = (1, 2, 3)  #: by which steps change n
    ahead: int = 4  #: rows to a later box, at most
    reach: int = 1  #: lanes from a box to the track of its way, at most
    #: Times that places and steps are drawn for the same ways; if several, ways lead to boxes not yet entered.
    labelled: int = 1

    def steps(self, *, down: bool) -> tuple[str, ...]:
        """Return the steps that a box may have; ``down`` leaves only those that make n smaller."""
        return tuple(f"n {sign} {size}" for sign in ("-" if down else "-+") for size in self.sizes)


@lru_cache(maxsize=512)
def _effect(label: str, t: int) -> tuple[int, float]:
    """Return what a box adds to n, and above which n its answer is yes, while the total is t."""
    value, sign, size, *_ = *label.split(), "", "", ""
    if sign in ("+", "-"):
        return int(sign + size), 0
    if value == "t":
        yes = t % 2 == 0 if sign == "even" else t > int(size)
        return 0, -math.inf if yes else math.inf  # whatever n is
    return 0, _STAND_FOR.get(size) or int(size or 0)


def _paths(labels: Sequence[str], ways: Sequence[tuple[Any, ...]]) -> list[list[int]]:
    """Return the boxes that each number enters, whatever t is; empty if a walk does not end.

    Args:
        labels: what the boxes do.
        ways: of each, the box where it begins, the next one, and the answer, as the first items of arrows.
    """
    last = len(labels) - 1
    yes, no = ({start: end for start, end, answer, *_ in ways if answer != other} for other in ("no", "yes"))
    asking = {box for box, label in enumerate(labels) if label.startswith("t ")}
    found: list[list[int]] = []
    for t in _ANY_T:
        boxes = [(*_effect(label, t), yes[box], no[box]) for box, label in enumerate(labels[:-1])]
        for number in range(13):
            if t and asking.isdisjoint(found[number]):
                found.append(found[number])  # it does not ask about t
                continue
            n, path = number, [0]
            while (here := path[-1]) != last and len(path) < MOST:
                change, least, above, below = boxes[here]
                path.append(above if n > least else below)
                n += change
            if here != last:
                return []
            found.append(path)
    return found


def _entered(chart: Chart) -> list[list[tuple[str, str]]]:
    """Return the borders that each number enters, with the lines to them, in no order."""
    pays = {(each.start, each.end): (chart.borders[each.end], each.line) for each in chart.arrows}
    return [sorted(map(pays.__getitem__, pairwise(path))) for path in _paths(chart.boxes, chart.arrows)]


def _near(label: str) -> list[str]:
    """Return labels by which it is tried whether one matters."""
    words, about_n = label.split(), label[:1] == "n"  # what t is, is not known yet
    sizes = [(word, int(word)) for word in words if word.isdigit() and about_n]
    sizes += [(word, _STAND_FOR[word]) for word in words if word in SIGNS]
    near = [label.replace(word, str(size + 1)) for word, size in sizes]
    near += [label.replace(word, str(size - 1)) for word, size in sizes if ">" in label]
    near += [label.replace("+", "-")] * ("+" in label)
    near += [_OTHERS[0]] * any(word in SIGNS for word in words)  # as if the sign had no number
    return near + [*_OTHERS[1:]] * label.endswith("?")


def _matters(chart: Chart, box: int) -> bool:
    """Whether what a box does matters to some walks, and what it asks to many."""
    label, right = chart.boxes[box], _entered(chart)
    if not right:
        return False
    for near in _near(label):
        found = _entered(with_label(chart, box, near))
        changed = sum(one != two for one, two in zip(found, right, strict=True)) if found else len(right)
        if changed < (_ASKED if near in _OTHERS else 1):
            return False
    return True


def _settled_steps(draws: Draws, form: Form, chart: Chart, backs: Collection[int]) -> Chart | None:
    """Return a chart whose steps are drawn, and are left out where none matters.

    None if a box does not matter, two do the same, fewer than a third of the walks meet a border or line, or
    most walks pay alike.
    """
    for box, label in enumerate(chart.boxes[:-1]):
        steps = [label] if label.endswith("?") else draws.sample(form.steps(down=box in backs), 3)
        tried = (with_label(chart, box, step) for step in steps)
        chart = next((each for each in tried if _matters(each, box)), with_label(chart, box, ""))
        if not chart.boxes[box] and (label.endswith("?") or box in backs):
            return None
    entered = _entered(chart)
    common = all(
        3 * sum(any(name in pair for pair in path) for path in entered) >= len(entered)
        for name in (*chart.borders, *(each.line for each in chart.arrows))
    )
    many = len({*map(tuple, entered)}) >= _TOLLS
    alike = {(*box[:3], *sorted(box.ways.items())) for box in course(chart)}
    good = entered and common and many and len(alike) == len(chart.boxes)
    return chart if good and all(_matters(chart, box) for box in range(len(chart.boxes))) else None


def _ways(draws: Draws, form: Form) -> tuple[list[tuple[int, int, str]], list[int], set[int]]:
    """Draw the ways between boxes, the boxes that ask, and those that lead back to one that asks.

    Raises:
        UnfitError: if none were found.
    """
    last = form.boxes - 1
    for _ in range(_DRAWN):
        asks = draws.sample(range(last - 1), len(form.asks))
        if form.strict and max(asks) < last - 4:
            continue
        backs: dict[int, int] = {}
        for ask in asks[: form.loops]:
            near = [box for box in range(ask + 1, min(ask + 4, last)) if box not in asks and box not in backs]
            backs |= {draws.choice(near): ask} if near else {}
        ways = _led_on(draws, form, asks, backs)
        ends = [end for start, end, _ in ways] + [start for start, _, _ in ways]
        if ways and max(map(ends.count, ends)) <= _PORTS:
            return ways, asks, {*backs}
    raise UnfitError("no ways between so many boxes")


def _led_on(
    draws: Draws, form: Form, asks: Sequence[int], backs: Mapping[int, int]
) -> list[tuple[int, int, str]]:
    """Draw the ways on from all boxes; empty if a loop is missing, or no way leads to a box.

    Args:
        draws: choices; as many are taken if it ends early.
        form: what the chart has.
        asks: the boxes that ask.
        backs: box that leads back → the one that asks, to which it leads.
    """
    last, ways, entered, begun = form.boxes - 1, [], {0}, {*backs.values()}
    left = last + len(asks) - len(backs)  # choices: two of a box that asks, and none of one that leads back
    for box in range(last):
        if len(backs) < form.loops or not (box in entered or box in begun):  # later boxes do not lead to it
            draws.skip(left)
            return []
        ahead = range(box + 1, min(box + form.ahead, last) + 1)
        if box in asks:
            inside = [end for end in ahead for back in backs if backs[back] == box and end <= back]
            yes = draws.choice(inside or ahead)
            ways += [(box, yes, "yes"), (box, draws.choice([end for end in ahead if end != yes]), "no")]
            left -= 2
        elif box in backs:
            ways.append((box, backs[box], ""))
        else:
            soon = ahead[: form.ahead - 1]
            fresh = [end for end in soon if form.labelled > 1 and end not in entered]
            ways.append((box, draws.choice(fresh or soon), ""))
            left -= 1
        entered |= {end for _, end, _ in ways[-2:]}
    return ways if last in entered else []


def draw_chart(draws: Draws, form: Form, borders: Sequence[str], lines: Sequence[str]) -> Chart:
    """Draw a chart with these borders and lines, in which every walk ends and each arrow can be taken.

    Raises:
        UnfitError: if none was found.
    """
    steps = {down: form.steps(down=down) for down in (False, True)}
    for tried in range(_TRIES * form.labelled):
        if tried % form.labelled == 0:
            ways, asks, backs = _ways(draws, form)
        labels = dict(zip(asks, form.asks, strict=True))  # a box that begins a loop asks one of the first
        boxes = [labels.get(box) or draws.choice(steps[box in backs]) for box in range(form.boxes)]
        boxes[-1] = END
        if len({pair for path in _paths(boxes, ways) for pair in pairwise(path)}) < len(ways):
            draws.skip(form.boxes + len(ways) + 1)  # the kinds of borders and lines
            continue
        kinds = draws.shuffled([borders[place % len(borders)] for place in range(form.boxes)])
        first, *kept = draws.shuffled([lines[place % len(lines)] for place in range(len(ways) + 1)])
        made = [Arrow(*way, line, 0.0, (0, 0)) for way, line in zip(ways, kept, strict=True)]
        chart = Chart(tuple(boxes), tuple(kinds), first, tuple(made), (), form.dots)
        spots = _spots(draws, form)
        down = [(min(way[:2]), max(way[:2]), "") for way in ways]
        try:
            placed = place_ways(draws, spots, form.lane, form.tracks, down, form.reach)
        except UnfitError:
            continue
        found = [
            each._replace(track=way.track, ports=way.ports if each.start < each.end else way.ports[::-1])
            for each, way in zip(made, placed, strict=True)
        ]
        whole = chart._replace(arrows=tuple(found), spots=spots)
        if not form.strict:
            return whole
        if settled := _settled_steps(draws, form, whole, backs):
            return settled
    raise UnfitError("no chart has room for its arrows")


def _spots(draws: Draws, form: Form) -> tuple[Spot, ...]:
    """Draw the middles of the boxes; neighbours are in different lanes if there are many."""
    (wide, count), (top, pitch), lanes = form.lane, form.rows, [draws.integer(0, form.lane[1] - 1)]
    while len(lanes) < form.boxes:
        lanes.append(draws.choice([lane for lane in range(count) if count == 2 or lane != lanes[-1]]))
    return tuple((wide * (lane + 0.5), top + pitch * row) for row, lane in enumerate(lanes))
