"""Draws nets: places and bars on a grid by turns, and lines between those that are near.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families._net_runs import Bar, Net, untested
from workshop.suites.code_vision.families._settled_rules import Rule

#: Steps on the grid from a place to a bar: along no line lies a place or bar of another cell.
_STEPS = ((0, 1), (1, 0), (1, 2), (2, 1), (1, -2), (2, -1))
_NEAR = {step for x, y in _STEPS for step in ((x, y), (-x, -y))}
_CHANGES = 600  #: of a net, until all of it is tested
_HOPELESS = 3  #: conditions that may be untested after half of the changes; with more it is given up
_DRAWN = 500  #: nets, until one is linked well
_SOME = 40  #: calls by which it is changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How large a net is, and what it has."""

    grid: tuple[int, int]  #: columns and rows
    places: int
    bars: int
    tokens: int = 5  #: dots in a place at first, at most
    digits: int = 0  #: of ten lines, those with a digit
    guards: int = 0
    blue: int = 0  #: blue bars
    rims: int = 0  #: places with double rims
    white: int = 0  #: of ten dots, those that are white
    dots: str = "dice"  #: as in :class:`.Net`
    jitter: int = 5  #: hundredths of the grid by which each is moved, at most


def _near(net: Net, bar: int) -> list[int]:
    """Return the places to which lines of a bar may go."""
    count = len(net.tokens)
    cells = [(round(x), round(y)) for x, y in (*net.spots[:count], net.spots[count + bar])]
    x, y = cells.pop()
    return [place for place, (px, py) in enumerate(cells) if (px - x, py - y) in _NEAR]


def _labels(draws: Draws, signs: Sequence[str], plan: Plan, count: int) -> list[str]:
    """Draw the labels of lines: digits, and all signs about equally often."""
    digits = [str(draws.integer(1, 4)) for _ in range(count * plan.digits // 10)]
    left = count - len(digits)
    kinds = [sign for _ in range(left) for sign in draws.shuffled(signs)]
    return draws.shuffled([*digits, *kinds[:left]])


def draw_net(draws: Draws, signs: Sequence[str], plan: Plan) -> Net:
    """Draw a net.

    Raises:
        UnfitError: if something in it is not linked well.
    """
    turn = draws.integer(0, 1)
    cells = [(x, y) for y in range(plan.grid[1]) for x in range(plan.grid[0])]
    places, bars = (
        draws.sample([(x, y) for x, y in cells if (x + y) % 2 == odd], count)
        for odd, count in ((turn, plan.places), (1 - turn, plan.bars))
    )
    places.sort(key=cells.index)
    far = plan.jitter
    spots = [
        (x + draws.integer(-far, far) / 100, y + draws.integer(-far, far) / 100) for x, y in (*places, *bars)
    ]
    rims = tuple(sorted(draws.sample(range(plan.places), plan.rims)))
    tokens = tuple(_dots(draws, plan, place in rims) for place in range(plan.places))
    net = Net((), tokens, rims, tuple(spots), plan.dots)
    guarded = draws.sample(range(plan.bars), plan.guards)
    counts = [(draws.integer(1, 2), draws.integer(1, 2), int(bar in guarded)) for bar in range(plan.bars)]
    labels = _labels(draws, signs, plan, sum(map(sum, counts)))
    blue = draws.sample(range(plan.bars), plan.blue)
    for bar, sizes in enumerate(counts):
        takes, puts, guards = (tuple((0, labels.pop()) for _ in range(size)) for size in sizes)
        drawn = Bar(takes, puts, guards, bar in blue)
        net = net._replace(boxes=(*net.boxes, _moved(draws, net, bar, drawn)))
    if not _is_linked(net) or (plan.white and "w" not in "".join(tokens)):
        raise UnfitError("a place is not linked well, or no dot is white")
    return net


def _dots(draws: Draws, plan: Plan, full: bool) -> str:
    """Draw the dots of a place; one that may be full has few."""
    if full:
        return "b" * draws.integer(0, min(plan.tokens, 6))
    return "".join("w" if draws.chance(plan.white, 10) else "b" for _ in range(draws.integer(0, plan.tokens)))


def _moved(draws: Draws, net: Net, number: int, bar: Bar) -> Bar:
    """Return a bar with its lines to other places.

    Raises:
        UnfitError: if too few are near.
    """
    near = _near(net, number)
    if sum(map(len, bar.parts)) > len(near):
        raise UnfitError("a bar has few places near it")
    chosen = draws.shuffled(near)
    takes, puts, guards = (tuple((chosen.pop(), label) for _, label in part) for part in bar.parts)
    return Bar(takes, puts, guards, bar.blue)


def _is_linked(net: Net) -> bool:
    """Whether tokens are put into all places but one at most, and taken from all but one."""
    places = {*range(len(net.tokens))}
    taken, put = ({place for bar in net.boxes for place, _ in bar.parts[part]} for part in (0, 1))
    return (
        taken | put == places
        and len(taken) >= len(places) - 1
        and len(put) >= len(places) - 1
        and {*net.rims} <= put
    )


def _changed(draws: Draws, net: Net, rule: Rule, choices: Mapping[str, Sequence[str]]) -> tuple[Net, Rule]:
    """Change a net or its rule in one place."""
    count, bars = len(net.tokens), list(net.boxes)
    what = draws.integer(0, 4)
    one, two = draws.sample(range(len(bars)), 2)
    if what == 0:
        name = draws.choice(sorted(choices))
        return net, {**rule, name: draws.choice(choices[name])}
    if what == 1:
        place, other = draws.sample([place for place in range(count) if place not in net.rims], 2)
        tokens = list(net.tokens)
        tokens[place], tokens[other] = tokens[other], tokens[place]
        return net._replace(tokens=tuple(tokens)), rule
    if what == 2:
        spots = list(net.spots)
        bars[one], bars[two] = bars[two], bars[one]
        spots[count + one], spots[count + two] = spots[count + two], spots[count + one]
        return net._replace(boxes=tuple(bars), spots=tuple(spots)), rule
    if what == 3:
        first, second = bars[one].takes[0], bars[two].takes[-1]
        takes = (first[0], second[1]), *bars[one].takes[1:]
        bars[one] = bars[one]._replace(takes=takes)
        bars[two] = bars[two]._replace(takes=(*bars[two].takes[:-1], (second[0], first[1])))
    else:
        bars[one] = _moved(draws, net, one, bars[one])
    return net._replace(boxes=tuple(bars)), rule


def linked_net(draws: Draws, signs: Sequence[str], plan: Plan) -> Net:
    """Draw a net; see :func:`draw_net`.

    Raises:
        UnfitError: if none was found.
    """
    for _ in range(_DRAWN):
        with contextlib.suppress(UnfitError):
            return draw_net(draws, signs, plan)
    raise UnfitError("no net is linked well")


def lively_net(
    draws: Draws, net: Net, choices: Mapping[str, Sequence[str]], calls: Sequence[Call]
) -> tuple[Net, Rule]:
    """Change a net until calls test each of its conditions by a rule, which is returned, too.

    Raises:
        UnfitError: if that was not reached.
    """
    rule: Rule = {name: draws.choice(meanings) for name, meanings in choices.items()}
    some = draws.sample(calls, _SOME)
    missing = untested(net, rule, some)
    for number in range(_CHANGES):
        if missing > _HOPELESS and number > _CHANGES // 2:
            break
        other, means = _changed(draws, net, rule, choices)
        if _is_linked(other) and (left := untested(other, means, some)) <= missing:
            net, rule, missing = other, means, left
            if missing <= 1 and not untested(net, rule, calls):
                return net, rule
    raise UnfitError(f"{missing} conditions are not tested")
