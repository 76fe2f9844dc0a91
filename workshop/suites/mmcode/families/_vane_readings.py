"""Readings of the looks of islands: a look may change how a vane turns, and one more thing at the same time.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
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
_FACTORS = np.array([1, -1, 0, 2, 1, 1, 0])  #: of each way to turn, but for turns that are not due


def reading_of(rule: Mapping[str, int]) -> dict[str, int]:
    """Return a rule of a task as one of this space."""
    found = dict(rule)
    for mark in (mark for mark in MARKS if mark in rule):
        effect = EFFECTS[rule[mark]]
        own, more = (effect, "none") if effect in OWN else ("none", effect)
        found[mark] = OWN.index(own) * len(MORE) + MORE.index(more)
    return found


def _results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return under each rule where the ferry ends, -1 if nowhere, and all vanes then."""
    count = count_rules(rules)
    parts = [
        _chunk({name: choice[first : first + _CHUNK] for name, choice in rules.items()}, call)
        for first in range(0, count, _CHUNK)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 1 + len(call[1])), np.int8)


def _chunk(rules: Choices, call: Call) -> npt.NDArray[np.int8]:
    marks, ways, given, start, steps = call
    count = count_rules(rules)
    sizes = np.array(list(map(len, ways)))
    ends = np.array([[*way, *[0] * (5 - len(way))] for way in ways])
    worn = np.array([1 + MARKS.index(mark) if mark else 0 for mark in marks])
    found = np.full((count, 1 + len(ways)), -1, np.int8)
    live, every = np.arange(count), np.arange(count)  # numbers of the rules that go on
    codes = np.stack([np.zeros(count, int), *(rules[mark] for mark in MARKS if mark in rules)])
    turn, early, begin = np.array(TURNS)[rules["turn"]], rules["early"], rules["start"] == 0
    hands, times = np.tile(np.array(given), (count, 1)), np.zeros((count, len(ways)), int)
    at, came, left = np.full(count, start), np.full(count, -1), np.full(count, steps)
    exception = rules.get("exception", np.zeros(count, int))
    for number in range(4 * steps + 8):
        acts = begin if number == 0 else 1
        acts = acts * _ACTS[exception, worn[at], worn[came] if number else -1]
        own, more = np.divmod(codes[worn[at], every] * acts, len(MORE))
        times[every, at] += 1
        odd = times[every, at] % 2 == 1
        due = ((own != OWN.index("first times")) | odd) & ((own != OWN.index("second times")) | ~odd)
        factor = np.where(due, _FACTORS[own], 0) + ((own == OWN.index("on arrival")) & (number == 0))
        aside = (more == MORE.index("ahead")).astype(int) - (more == MORE.index("behind"))
        target = ends[at, (hands[every, at] + turn * factor * early + aside) % sizes[at]]
        hands[every, at] += turn * factor
        pushed = (more == MORE.index("next")) * 1 - (more == MORE.index("next back"))
        hands[every, target] += turn * pushed * _NEXT[exception, worn[target]]
        if number:
            hands[every, came] += turn * (more == MORE.index("before"))
        for place in range(5):
            around = (more == MORE.index("all")) & (place < sizes[at])
            hands[every, ends[at, place]] += turn * around
        left = left - (more != MORE.index("uncounted"))
        came, at = at, target
        hands[every, at] += turn * (codes[worn[at], every] // len(MORE) == OWN.index("on arrival"))
        done = left <= 0
        found[live[done]] = np.column_stack([at[done], hands[done] % sizes])
        if done.all():
            break
        keep = ~done
        live, codes, turn, early, begin = live[keep], codes[:, keep], turn[keep], early[keep], begin[keep]
        hands, times, at, came, left = hands[keep], times[keep], at[keep], came[keep], left[keep]
        exception = exception[keep]
        every = np.arange(len(live))
    return found


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
