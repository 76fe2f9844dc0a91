"""Readings of marks: what a mark may do, when and where; a walk branches only where readings that are left differ.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import MEANINGS, RHYTHM, SIDES, Rule, meaning
from workshop.suites.code_vision.families._mark_places import BLOCK, BOX_FACTS, WAY_FACTS

_COUNTS = ("first", "later", "second", "odd", "even")
_TESTS = ("n even", "n odd", "t even", "t odd", "t + n even", "t + n odd", "n < p", "n >= p")
_USUAL_SCOPES = tuple((of, within) for of in ("own", "kind") for within in ("ever", "walk"))
#: Which passages count together: those of a mark, of the marks at one box, of those of a chart, or of its kind;
#: in the whole run, in a walk, or in one walk through a chart that others call.
_SCOPES = (
    *_USUAL_SCOPES,
    ("own", "call"),
    *((of, within) for of in ("box", "chart") for within in ("ever", "walk", "call")),
)
_USUAL_WHENS = (
    "",
    *(f"{of} {within} {count}" for of, within in _USUAL_SCOPES for count in _COUNTS),
    *(f"walks {count}" for count in _COUNTS),
    *_TESTS,
)
#: When a mark may act: at each passage; at some of those that count together; in some walks; or by n, t and p, the
#: number as it was taken, or t at the begin of the walk.
WHENS = (
    *_USUAL_WHENS,
    *(f"{of} {within} {count}" for of, within in _SCOPES[len(_USUAL_SCOPES) :] for count in _COUNTS),
    *("n > 3", "n <= 3", "n > 6", "n <= 6", "n > p", "n <= p", "t > 0", "t <= 0", "p even", "p odd"),
    *(f"{of} {what}" for of in ("taken", "t + taken", "t before") for what in ("even", "odd")),
    *(
        "taken < p",
        "taken >= p",
        "taken <= p",
        "taken > p",
        "taken > 3",
        "taken <= 3",
        "taken > 6",
        "taken <= 6",
    ),
)
_PLACE = {when: place for place, when in enumerate(WHENS)}
_STARTS = tuple((_PLACE[f"{of} {within} first"], of, within) for of, within in _SCOPES)
_OF_BOXES = _STARTS[: len(_USUAL_SCOPES)]
_OF_WAYS = tuple(start for start in _STARTS if not {"chart", "call"} & {*start})
_COUNTING = sum((1 << len(_COUNTS)) - 1 << start for start, *_ in _STARTS)  #: bits of times that are counted
_WALKS, _TESTED, _FURTHER, _BEFORE = (
    _PLACE[when] for when in ("walks first", _TESTS[0], "n > 3", "taken even")
)
#: What a mark does → the bits of the times and places at which it may do it, one block for each
#: place; an empty text stands for a mark that does nothing.
Options = Mapping[str, int]
Readings = Mapping[str, Options]  #: mark → what it may still mean

_STEPS = [step for step in MEANINGS["ring"] if step]
_NEAR_STEPS = [f"{name} {what} {size}" for name in "tn" for what in "+-" for size in (1, 2, 3, 4)]
_ALL_STEPS = list(dict.fromkeys([*_STEPS, *_NEAR_STEPS, "t + n", "t - n", "t + p"]))
_FIXED = ("meet", "each")  #: what has no times
WAY_MARKS = ("ring", "bar", "cross", "thick", "gate", "meet")


def _actions(steps: Sequence[str], more: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return what each mark may do; what is ``late`` is done after the next box."""
    found = {
        mark: tuple(name for name in MEANINGS[mark] if name)
        for mark in ("filled", "thick", "left", "right", "blue", "over", "meet")
    } | {
        "ring": (*steps, *(f"late {step}" for step in _STEPS)),
        "bar": ("no", "end", "skip", "late end"),
        "dashed": ("twice", "swap", "minus", "skip"),
        "wall": ("twice", "swap", "minus", "skip"),
        "turn": ("before", "after"),
        "cross": ("all", "last", "others", "drawn"),
        "gate": tuple(f"{side}|{step}" for side in SIDES for step in steps),
        "each": ("each",),
    }
    return {mark: (*actions, *more.get(mark, ())) for mark, actions in found.items()}


_NEAR = {
    "filled": ("n + 1", "n - 1", "n + 2", "n - 2", "n + p", "n - p", "-n", "taken"),
    "thick": ("n", "less"),
    "left": ("n + 1", "n - 1", "n - 2", "t - n", "n + p", "n - p", "taken"),
    "right": ("difference", "take"),
    "blue": ("never", "last"),
    "over": ("three", "less"),
    "meet": ("three", "none", "twice back"),
    "dashed": ("three", "plus", "less"),
    "wall": ("three", "plus", "less"),
    "turn": tuple(f"{early} {joined}" for early in ("before", "after") for joined in ("last", "all")),
    "cross": ("first", "end", "white", "blue", "other", "back"),
}
#: Mark → what it may do.
ACTIONS: Mapping[str, tuple[str, ...]] = _actions(_ALL_STEPS, _NEAR)
NOTHING: Options = {"": 1}


def _bits(whens: Collection[str], wheres: Collection[int]) -> int:
    return sum(1 << where * BLOCK + _PLACE[when] for where in wheres for when in whens)


def _options(mark: str, whens: Collection[str], wheres: Collection[int]) -> Options:
    bits = 1 if mark == "each" else _bits([""] if mark in _FIXED else whens, wheres)
    return {"": 1} | dict.fromkeys(ACTIONS[mark], bits)


def _whens(mark: str, *, sheets: bool = True) -> list[str]:
    """Return when a mark may act; ``sheets``: whether charts call others."""
    left_out = {*["chart", "call"] * (not sheets)} if mark in WAY_MARKS else {"box", "chart", "call"}
    return [when for when in WHENS if not left_out & {*when.split()}]


def _wheres(mark: str) -> list[int]:
    facts = WAY_FACTS if mark in WAY_MARKS else BOX_FACTS
    # no small chart has both thick ways from a step and from a question
    left_out = ("from a question or switch",) if mark == "thick" else ()
    numbers = [number for number, fact in enumerate(facts) if fact not in left_out]
    return [0, *(1 + 2 * number + no for number in numbers for no in (0, 1))]


#: All that a mark may mean.
OPTIONS: Mapping[str, Options] = {mark: _options(mark, _whens(mark), _wheres(mark)) for mark in ACTIONS}
_MEETS = 1 + 2 * list(WAY_FACTS).index("meets")
#: What comes to mind first: examples are chosen by it, then by all.
USUAL: Mapping[str, Options] = {
    mark: {
        name: bits
        for name, bits in _options(mark, _USUAL_WHENS, [_MEETS if mark == "meet" else 0]).items()
        if not name or name in usual
    }
    for mark, usual in _actions(_STEPS, {}).items()
}
_OLD = {"always": "", "n": "n even", "t": "t even", "t n": "t + n even", "p": "n < p"}
_PAIRS = (("first", "later"), ("odd", "even"), ("t even", "t odd"), ("n < p", "n >= p"))
_OTHER = dict(_PAIRS) | {second: first for first, second in _PAIRS}


def count_meanings(mark: str, *, sheets: bool) -> int:
    """Return the number of readings of a mark of which no two are the same for each chart.

    Args:
        mark: the mark.
        sheets: whether charts call others.
    """
    options = _options(mark, _whens(mark, sheets=sheets), _wheres(mark))
    return sum(bits.bit_count() for bits in options.values())


def count_readings(readings: Readings) -> int:
    """Return the number of rules with these readings."""
    return prod(sum(bits.bit_count() for bits in options.values()) for options in readings.values())


def merged(found: Sequence[Readings], every: Mapping[str, Options]) -> list[Readings]:
    """Return the same readings in fewer groups: those that differ in one mark only become one.

    Args:
        found: the readings.
        every: all that a mark may mean, if they say nothing of it.
    """
    for mark in sorted({mark for readings in found for mark in readings}):
        groups: dict[Any, tuple[Readings, dict[str, int]]] = {}
        for readings in found:
            options = readings.get(mark) or every[mark]
            rest = tuple(
                sorted((name, tuple(sorted(each.items()))) for name, each in readings.items() if name != mark)
            )
            known = groups.setdefault(rest, (readings, {}))[1]
            for name, bits in options.items():
                known[name] = known.get(name, 0) | bits
        found = [{**readings, mark: options} for readings, options in groups.values()]
    return list(found)


def readings_of(rule: Rule) -> Readings:
    """Return the only reading of each mark by a rule of a task."""
    found = dict.fromkeys(ACTIONS, NOTHING)
    for mark in (mark for mark in ACTIONS if rule.get(mark)):
        name, when = "each" if mark == "each" else meaning(rule, mark), ""
        counted = "kind ever" if rule.get({"bar": "shared", "wall": "common"}.get(mark, "")) else "own ever"
        if mark == "ring":
            when = RHYTHM[rule["rhythm"]]
        elif mark in ("bar", "cross"):
            name, _, when = name.partition(" ")
        elif mark == "gate":
            name = f"{SIDES[rule['side']]}|{name}"
        elif mark == "turn":
            name, when = "before" if rule["early"] else "after", name
        elif mark in ("dashed", "wall") and name not in ACTIONS[mark]:
            name, when = "skip", _OTHER[_OLD.get(name, name)]
        when = f"{counted} {when}" if when in _COUNTS else _OLD.get(when, when)
        found[mark] = {name: _bits([when], [_MEETS if mark == "meet" else 0])}
    return found


#: Number of a passage, from 1 → the bits of the counts that it has; from 3 on, odd and even ones are alike.
_COUNTED = (0, 0b01001, 0b10110, 0b01010, 0b10010)


def _counted(count: int) -> int:
    return _COUNTED[count if count < 5 else 4 - count % 2]


#: First bit of what a counter says, what it counts in, and its number, for each counter of a passage.
Counters = list[tuple[int, str, int]]


@lru_cache(maxsize=1 << 16)
def _valued(t: int, positive: bool, n: int, p: int, taken: int, before: int) -> int:
    """Return the bits of the times that values decide; ``t`` and ``before`` are 1 if the total is odd, and was."""
    now = ((1 << (n & 1)) | (4 << t) | (16 << (t ^ n & 1)) | (64 << (n >= p))) << _TESTED
    now |= ((1 << (n <= 3)) | (4 << (n <= 6)) | (16 << (n <= p)) | (64 << (not positive))) << _FURTHER
    now |= (256 << (p & 1)) << _FURTHER | ((1 << (taken & 1)) | (4 << (t ^ taken & 1))) << _BEFORE
    now |= ((16 << before) | (64 << (taken >= p)) | (256 << (taken > p))) << _BEFORE
    return 1 | now | ((1024 << (taken <= 3)) | (4096 << (taken <= 6))) << _BEFORE


class Oracle:
    """Says what marks do as a walk passes them, by readings of which those that differ are tried one by one."""

    def __init__(
        self,
        readings: Readings,
        path: tuple[int, ...],
        every: Mapping[str, Options],
        facts: Mapping[Any, int],
        counters: dict[Any, Counters],
    ) -> None:
        """Take the choices of a path, and the first one after its end; ``others`` get the further paths."""
        self.readings, self.path, self.every, self.facts = dict(readings), path, every, facts
        self.counters = counters
        self.others: list[tuple[int, ...]] = []
        self.made: list[int] = []
        self.counts: dict[int, int] = {}
        self.sheets = len({place[0] for place in facts}) > 1  #: whether charts call others
        self.walk = self.call_number = self.t = self.n = self.p = 0
        self.taken = self.before = 0  #: the number of the walk, and t at its begin

    def ask(
        self, mark: str, place: Any, among: Collection[str] = (), kind: str = "", *, thick: bool = False
    ) -> str:
        """Return what a mark does at a passage.

        Args:
            mark: the mark.
            place: letter and number of a box, and the label of a way from it.
            among: limits what it may do.
            kind: of passages that count alone.
            thick: whether a walk came to the box on a thick way.
        """
        options = self.readings.get(mark) or self.every[mark]
        if len(options) == 1 and 1 in options.values():  # nothing, or at each passage: nothing is counted
            (name,) = options
            return name if not among or name in among else ""
        now = self.facts.get((*place, "thick") if thick else place, 1)
        only = -1
        if len(options) == 1:
            ((name, bits),) = options.items()
            if not bits & (bits - 1):  # a rule, which leaves no choice
                only = (bits.bit_length() - 1) % BLOCK
        if mark not in _FIXED:
            now *= self._times((mark, kind), place, only)
        if only >= 0:
            return name if bits & now and (not among or name in among) else ""
        acting = {
            name: both
            for name, bits in options.items()
            if name and (not among or name in among) and (both := bits & now)
        }
        if not acting:
            return ""
        resting = {name: rest for name, bits in options.items() if (rest := bits & ~acting.get(name, 0))}
        chosen = [*acting, ""] if resting else [*acting]
        taken = 0
        if len(chosen) > 1:
            made = len(self.made)
            if made < len(self.path):
                taken = self.path[made]
            else:
                self.others += [(*self.made, other) for other in range(1, len(chosen))]
            self.made.append(taken)
        name = chosen[taken]
        self.readings[mark] = {name: acting[name]} if name else resting
        return name

    def _times(self, kind: tuple[str, str], place: tuple[Any, ...], only: int) -> int:
        """Count a passage; return the bits of the times that it is, or whether it is the only one asked for."""
        bits = _valued(self.t & 1, self.t > 0, self.n, self.p, self.taken, self.before & 1)
        bits |= _counted(self.walk) << _WALKS
        if only >= 0 and not _COUNTING >> only & 1:
            return bits
        counters = self.counters.get((kind, place)) or self._counters(kind, place)
        counts, now = self.counts, {"ever": 0, "walk": self.walk << 16, "call": self.call_number << 16}
        for start, within, number in counters:
            if only < 0 or start <= only < start + len(_COUNTS):
                counts[now[within] + number] = count = counts.get(now[within] + number, 0) + 1
                bits |= _counted(count) << start
        return bits

    def _counters(self, kind: tuple[str, str], place: tuple[Any, ...]) -> Counters:
        """Return the counters of a passage, some of which it shares with others."""
        places, known = {"own": place, "box": place[:2], "chart": place[:1], "kind": ()}, self.counters
        scopes = _OF_BOXES if kind[0] not in WAY_MARKS else _STARTS if self.sheets else _OF_WAYS
        found = []
        for start, of, within in scopes:
            counter = (kind, of, within, places[of])
            found.append((start, within, known.setdefault(counter, [(0, "", len(known))])[0][2]))
        known[kind, place] = found
        return found
