"""Readings of the looks of islands: a look may change how a vane turns, and one more thing at the same time.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules, one_rule
from workshop.suites.mmcode.families._vanes import EFFECTS, KINDS, MARKS, TURNS

#: How a vane turns, and what else happens: ``next back`` turns the vane of the next island the other way.
OWN = ("none", "opposite", "still", "double", "first times", "second times", "on arrival")
MORE = ("none", "next", "next back", "before", "all", "ahead", "behind", "uncounted")
#: Exceptions to a rule: a mark changes nothing on an island where the trip began, or that was reached from an island with some look;
#: or the vane of a next island with some look does not turn, or turns the other way. As mark or ``next``, look, and factor of the turn.
PLAIN, BEGIN = "plain", "begin"
EXCEPTIONS = (
    ("", "", 0),
    *((mark, before, 0) for mark, before in product(MARKS, (PLAIN, *MARKS, BEGIN))),
    *(("next", look, factor) for look, factor in product((PLAIN, *MARKS), (0, -1))),
)
_LOOKS = (PLAIN, *MARKS)
#: Exception, look of an island, look of the island before it → whether the mark acts.
_ACTS = np.array(
    [[[(look, before) != one[:2] for before in (*_LOOKS, BEGIN)] for look in _LOOKS] for one in EXCEPTIONS]
)
#: Exception, look of a next island → by how much of a turn its vane turns.
_NEXT = np.array([[one[2] if one[:2] == ("next", look) else 1 for look in _LOOKS] for one in EXCEPTIONS])
_CHUNK = 100_000  #: rules that are tried together, which fit a cache
_ANY = -1  #: the choice of a mark that a trip has not met yet
Numbers = npt.NDArray[Any]


def _turned(own: str, *, odd: bool, begins: bool) -> int:
    """Return how often the vane of an island turns when a ferry leaves it, for an odd or even number of visits."""
    seldom = {"first times": odd, "second times": not odd, "on arrival": begins}
    return {"opposite": -1, "still": 0, "double": 2}.get(own, int(seldom.get(own, True)))


def _by_code(value: Callable[[str, str], int]) -> Numbers:
    """Return a number for each choice of a mark, in the order of a space."""
    return np.array([value(own, more) for own, more in product(OWN, MORE)], np.int16)


#: Whether a trip begins, whether the number of visits is odd, choice of a mark → how often the vane turns.
_TURNED = np.array([
    [[_turned(own, odd=odd, begins=begins) for own in OWN for _ in MORE] for odd in (False, True)]
    for begins in (False, True)
], np.int16)  # fmt: skip
_ASIDE = _by_code(lambda _, more: (more == "ahead") - (more == "behind"))
_COUNTED = _by_code(lambda _, more: more != "uncounted")
_PUSHED = _by_code(lambda _, more: (more == "next") - (more == "next back"))
_BEFORE = _by_code(lambda _, more: more == "before")
_ALL = _by_code(lambda _, more: more == "all")
_ON_ARRIVAL = _by_code(lambda own, _: own == "on arrival")


def reading_of(rule: Mapping[str, int]) -> dict[str, int]:
    """Return a rule of a task as one of this space."""
    found = dict(rule)
    for mark in (mark for mark in MARKS if mark in rule):
        effect = EFFECTS[rule[mark]]
        own, more = (effect, "none") if effect in OWN else ("none", effect)
        found[mark] = OWN.index(own) * len(MORE) + MORE.index(more)
    return found


@dataclass(slots=True)
class _Trips:
    """Trips under some rules, which may differ in the marks that they have met; the last axis is that of the trips."""

    rule: Numbers  #: number of the rule
    turn: Numbers
    early: Numbers
    begin: Numbers  #: whether marks act where the trip begins
    exception: Numbers
    codes: Numbers  #: choice of each mark, after a 0 for islands without one
    hands: Numbers
    times: Numbers  #: how often a ferry has left each island
    at: Numbers
    came: Numbers  #: the island before
    left: Numbers  #: crossings

    def taken(self, places: Numbers) -> "_Trips":
        return _Trips(*(getattr(self, field.name).take(places, axis=-1) for field in fields(self)))


def _begun(rules: Choices, call: Call) -> _Trips:
    _, ways, given, start, steps = call
    count = count_rules(rules)
    none = np.zeros(count, np.int16)
    return _Trips(
        np.arange(count), np.array(TURNS, np.int16)[rules["turn"]], rules["early"].astype(np.int16), rules["start"] == 0,
        rules.get("exception", none), np.stack([none, *(rules[mark] for mark in MARKS if mark in rules)]).astype(np.int16),
        np.tile(np.array(given, np.int16)[:, None], count), np.zeros((len(ways), count), np.int16),
        np.full(count, start), np.full(count, -1), np.full(count, steps, np.int16),
    )  # fmt: skip


def _sailed(rules: Choices, call: Call) -> Iterator[tuple[_Trips, Numbers]]:
    """Yield the trips of some rules that are over after each crossing, with the island at the end and all vanes.

    A rule with ``_ANY`` stands for all choices of a mark, and becomes as many as soon as a trip meets this mark.
    """
    marks, ways, *_, steps = call
    sizes = np.array(list(map(len, ways)), np.int16)
    ends = np.array([[*way, *[0] * (5 - len(way))] for way in ways])
    worn = np.array([1 + MARKS.index(mark) if mark else 0 for mark in marks])
    trips = _begun(rules, call)
    for number in range(4 * steps + 8):
        acts = _ACTS[trips.exception, worn[trips.at], worn[trips.came] if number else -1]
        trips, code = _met(trips, worn[trips.at], acts if number else acts & trips.begin)
        at, hands, every = trips.at, trips.hands, np.arange(len(trips.at))
        trips.times[at, every] += 1
        turned = trips.turn * _TURNED[int(number == 0), trips.times[at, every] % 2, code]
        target = ends[at, (hands[at, every] + turned * trips.early + _ASIDE[code]) % sizes[at]]
        hands[at, every] += turned
        hands[target, every] += trips.turn * _PUSHED[code] * _NEXT[trips.exception, worn[target]]
        some = np.flatnonzero(_BEFORE[code]) if number else every[:0]
        hands[trips.came[some], some] += trips.turn[some]
        some = np.flatnonzero(_ALL[code])
        for place in range(5):
            some = some[sizes[at[some]] > place]
            hands[ends[at[some], place], some] += trips.turn[some]
        trips.left -= _COUNTED[code]
        trips.came, trips.at = at, target
        trips, code = _met(trips, worn[target], np.ones(len(target), bool))
        at, every = trips.at, np.arange(len(trips.at))
        trips.hands[at, every] += trips.turn * _ON_ARRIVAL[code]
        done = trips.left <= 0
        if done.any():
            over = trips.taken(np.flatnonzero(done))
            yield over, np.concatenate([over.at[None], over.hands % sizes[:, None]]).T.astype(np.int8)
            if done.all():
                return
            trips = trips.taken(np.flatnonzero(~done))


def _met(trips: _Trips, worn: Numbers, acts: Numbers) -> tuple[_Trips, Numbers]:
    """Return trips with the choice of the mark on an island, each as many as there are choices if it is not known."""
    code = trips.codes[worn, np.arange(len(worn))] * acts
    if not (code == _ANY).any():
        return trips, code
    counts = np.where(code == _ANY, len(OWN) * len(MORE), 1)
    number = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts, counts)
    places = np.repeat(np.arange(len(worn)), counts)
    trips, is_new = trips.taken(places), (code == _ANY)[places]
    code = np.where(is_new, number, code[places]).astype(np.int16)
    new = np.flatnonzero(is_new)
    trips.codes[worn[places][new], new] = code[new]
    return trips, code


def _results(rules: Choices, call: Call) -> Numbers:
    """Return under each rule where the ferry ends, -1 if nowhere, and all vanes then."""
    count, space = count_rules(rules), readings("".join(mark for mark in MARKS if mark in rules))
    if count == space.size and rules["turn"] is space.rules()["turn"]:
        return _of_all(space, call)
    found = np.full((count, 1 + len(call[1])), -1, np.int8)
    for first in range(0, count, _CHUNK):
        some = {name: choice[first : first + _CHUNK] for name, choice in rules.items()}
        for trips, ends in _sailed(some, call):
            found[first + trips.rule] = ends
    return found


def _of_all(space: RuleSpace, call: Call) -> Numbers:
    """Return the results of all rules: a trip is the same for all choices of marks that it does not meet."""
    marks, shape = [*space.parts][3:], tuple(space.parts.values())
    found = np.full((*shape, 1 + len(call[1])), -1, np.int8)
    for choices in product(*map(range, shape[:3])):
        rules = dict(zip(("turn", "early", "start"), choices, strict=True)) | dict.fromkeys(marks, _ANY)
        for trips, ends in _sailed(one_rule(rules), call):
            for is_met in product((False, True), repeat=len(marks)):
                some = (np.array(is_met) == (trips.codes[1:] != _ANY).T).all(axis=1)
                if some.any():
                    met = zip(is_met, trips.codes[1:, some], strict=True)
                    places = [code if is_one else slice(None) for is_one, code in met]
                    wide = ends[some].reshape(-1, *[1] * is_met.count(False), ends.shape[-1])
                    found[(*choices, *places)] = wide
    return found.reshape(-1, found.shape[-1])


@cache
def readings(marks: str) -> RuleSpace:
    """Return the readings of lakes with some looks."""
    parts = {"turn": len(TURNS), "early": 2, "start": 2, **dict.fromkeys(marks, len(OWN) * len(MORE))}
    return RuleSpace(parts=parts, results=_results, compared=1_000)


def exceptions(rule: Mapping[str, int]) -> RuleSpace:
    """Return the readings of a task's rule: choice 0 has no exception, each other choice has one.

    Exceptions matter where looks meet: one turns the vane of the next island, one changes how its own vane turns. Other rules
    have choice 0 only.
    """
    right, effects = reading_of(rule), {EFFECTS[rule.get(mark, 0)] for mark in MARKS}
    meet = "next" in effects and bool(effects & {*KINDS["turn"]})

    def results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
        same = {part: np.full(count_rules(rules), choice) for part, choice in right.items()}
        return _results({**same, **rules}, call)

    return RuleSpace(parts={"exception": len(EXCEPTIONS) if meet else 1}, results=results)
