"""Readings of marks: what a mark may do, and when; a walk branches only where readings that are left differ.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Collection, Mapping, Sequence
from math import prod
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import MEANINGS, RHYTHM, SIDES, Rule, meaning

_COUNTS = ("first", "later", "second", "odd", "even")
_TESTS = ("n even", "n odd", "t even", "t odd", "t + n even", "t + n odd", "n < p", "n >= p")
#: When a mark may act: at each passage; at some, counted for its place or for all marks of its kind, in the
#: whole run or in each walk; in some walks; or by what n, t and p are.
WHENS = (
    "",
    *(f"{of} {within} {count}" for of in ("own", "kind") for within in ("ever", "walk") for count in _COUNTS),
    *(f"walks {count}" for count in _COUNTS),
    *_TESTS,
)
_BITS = {when: 1 << place for place, when in enumerate(WHENS)}
_EVERY = (1 << len(WHENS)) - 1
#: What a mark does → the bits of the times when it may do it; an empty text stands for a mark that does nothing.
Options = Mapping[str, int]
Readings = Mapping[str, Options]  #: mark → what it may still mean

_STEPS = [step for step in MEANINGS["ring"] if step]
_FIXED = ("meet", "each")  #: what has no times
#: Mark → what it may do. What is ``late`` is done after the next box.
ACTIONS: Mapping[str, tuple[str, ...]] = {
    mark: tuple(name for name in MEANINGS[mark] if name)
    for mark in ("filled", "thick", "left", "right", "blue", "over", "meet")
} | {
    "ring": (*_STEPS, *(f"late {step}" for step in _STEPS)),
    "bar": ("no", "end", "skip", "late end"),
    "dashed": ("twice", "swap", "minus", "skip"),
    "wall": ("twice", "swap", "minus", "skip"),
    "turn": ("before", "after"),
    "cross": ("all", "last", "others", "drawn"),
    "gate": tuple(f"{side}|{step}" for side in SIDES for step in _STEPS),
    "each": ("each",),
}
NOTHING: Options = {"": 1}
OPTIONS: Mapping[str, Options] = {
    mark: {"": 1} | dict.fromkeys(actions, 1 if mark in _FIXED else _EVERY)
    for mark, actions in ACTIONS.items()
}
_OLD = {"always": "", "n": "n even", "t": "t even", "t n": "t + n even", "p": "n < p"}
_PAIRS = (("first", "later"), ("odd", "even"), ("t even", "t odd"), ("n < p", "n >= p"))
_OTHER = dict(_PAIRS) | {second: first for first, second in _PAIRS}


def count_readings(readings: Readings) -> int:
    """Return the number of rules with these readings."""
    return prod(sum(bits.bit_count() for bits in options.values()) for options in readings.values())


def merged(found: Sequence[Readings]) -> list[Readings]:
    """Return the same readings in fewer groups: those that differ in one mark only become one."""
    for mark in sorted({mark for readings in found for mark in readings}):
        groups: dict[Any, tuple[Readings, dict[str, int]]] = {}
        for readings in found:
            options = readings.get(mark) or OPTIONS[mark]
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
        found[mark] = {name: _BITS[when]}
    return found


#: Number of a passage, from 1 → the bits of the counts that it has; from 3 on, odd and even ones are alike.
_COUNTED = (0, 0b01001, 0b10110, 0b01010, 0b10010)


def _counted(count: int) -> int:
    return _COUNTED[count if count < 5 else 4 - count % 2]


class Oracle:
    """Says what marks do as a walk passes them, by readings of which those that differ are tried one by one."""

    def __init__(self, readings: Readings, path: tuple[int, ...]) -> None:
        """Take the choices of a path, and the first one after its end; ``others`` get the further paths."""
        self.readings, self.path = dict(readings), path
        self.others: list[tuple[int, ...]] = []
        self.made: list[int] = []
        self.counts: dict[Any, list[int]] = {}
        self.walk = self.t = self.n = self.p = 0

    def ask(self, mark: str, place: Any, among: Collection[str] = (), kind: str = "") -> str:
        """Return what a mark does at a passage; ``among`` limits it, and each ``kind`` of passage counts alone."""
        options = self.readings.get(mark) or OPTIONS[mark]
        if len(options) == 1 and 1 in options.values():  # nothing, or at each passage: nothing is counted
            (name,) = options
            return name if not among or name in among else ""
        own, every = self._passages(mark, kind, place), self._passages(mark, kind, None)
        now = 1 | _counted(own[0]) << 1 | _counted(own[2]) << 6 | _counted(every[0]) << 11
        now |= _counted(every[2]) << 16 | _counted(self.walk) << 21
        t, n, less = self.t & 1, self.n & 1, self.n < self.p
        now |= ((1 << n) | (4 << t) | (16 << (t ^ n)) | (64 << (not less))) << 26
        if len(options) == 1:
            ((name, bits),) = options.items()
            if not bits & (bits - 1):  # a rule, which leaves no choice
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

    def _passages(self, mark: str, kind: str, place: Any) -> list[int]:
        """Count a passage; return the passages in the run, the number of the walk, and the passages in it."""
        count = self.counts.setdefault((mark, kind, place), [0, 0, 0])
        if count[1] != self.walk:
            count[1:] = self.walk, 0
        count[0] += 1
        count[2] += 1
        return count
