"""Readings of signs on lines at the sides of steps: what a sign may do, and when; walks branch where they differ.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, prod
from typing import Any, NamedTuple

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._column_charts import Column, Line
from workshop.suites.code_vision.families._settled_rules import Example, Rule, SettledSpace, Tries
from workshop.suites.code_vision.families._settled_signs import LOOKS

_EXTRAS = ("t + 2", "t - 1", "n + 1", "n - 1")
#: What a sign may do before the step, or in place of it: ``skip`` and ``before`` do not take the line.
_EARLY = (
    "instead", *(f"instead {extra}" for extra in _EXTRAS), "early n + 1", "early n - 1", "skip",
    "before n + 1", "before n - 1",
)  # fmt: skip
#: What it may do after the step: ``stay`` does not take the line, ``twice`` does the step again.
_LATE = (
    "go", *(f"{what} {extra}" for what in ("go", "stay") for extra in _EXTRAS), "go twice", "stay twice",
)  # fmt: skip
_ACTS = (*_EARLY, *_LATE)
_COUNTS = ("first", "later", "second", "odd", "even")
_SCOPES = ("own", "kind", "any")  #: passages of a place, of a sign, of all signs
_TESTS = ("n even", "n odd", "t even", "t odd", "t + n even", "t + n odd", "n < p", "n >= p")
_LINES = ("back", "on", "left", "right")  #: where a line leads, and the side of its step
#: When a sign may act: at each passage; at some, counted in the whole run or in each walk; in some walks; by what
#: n, t and p are; or by its line.
WHENS = (
    "", *(f"{of} {within} {count}" for of in _SCOPES for within in ("ever", "walk") for count in _COUNTS),
    *(f"walks {count}" for count in _COUNTS), *_TESTS, *_LINES,
)  # fmt: skip
_WIDE, _EVERY, _TESTED = len(WHENS), (1 << len(WHENS)) - 1, WHENS.index(_TESTS[0])
#: Of what is done before the step, and after it: the bits of each act, and a factor that repeats bits of times.
_PHASES = tuple(
    (
        tuple((_EVERY << _WIDE * place, _ACTS[place]) for place in places),
        sum(1 << _WIDE * place for place in places),
    )
    for places in (range(len(_EARLY)), range(len(_EARLY), len(_ACTS)))
)
_NOTHING = 1 << _WIDE * len(_ACTS)
#: All readings of a sign, a bit for each: what it does times when it does it, or nothing.
OPTIONS = 2 * _NOTHING - 1
#: Number of a passage, from 1 → the bits of the counts that it has; from 3 on, odd and even ones are alike.
_COUNTED = (0, 0b01001, 0b10110, 0b01010, 0b10010)
#: The same as bits of times: for each scope in the whole run and in a walk; and of walks.
*_PASSED, _WALKS = (
    [bits << 1 + place * len(_COUNTS) for bits in _COUNTED] for place in range(2 * len(_SCOPES) + 1)
)
_PASSAGES = tuple(zip(_PASSED[::2], _PASSED[1::2], strict=True))
Readings = Mapping[str, int]  #: sign → bits of what it may still mean
_MOST, _TRIES = 70, 99_999  #: steps of a walk, and walks that are tried for a run
_TRIED = 8  #: drawings from which an example is chosen


def readings_of(rule: Rule) -> Readings:
    """Return the only reading of each sign by a rule of a task."""
    pairs = ((sign, choice.partition(" | ")) for sign, choice in rule.items())
    return {
        sign: 1 << _WIDE * _ACTS.index(act) + WHENS.index(when) if act else _NOTHING
        for sign, (act, _, when) in pairs
    }


def count_readings(readings: Readings) -> int:
    """Return the number of rules with these readings."""
    return prod(bits.bit_count() for bits in readings.values())


def _merged(found: Sequence[Readings]) -> list[Readings]:
    """Return the same readings in fewer groups: those that differ in one sign only become one."""
    for sign in found[0] if len(found) > 1 else ():
        groups: dict[Any, int] = {}
        for readings in found:
            rest = tuple((name, bits) for name, bits in readings.items() if name != sign)
            groups[rest] = groups.get(rest, 0) | readings[sign]
        found = [{**dict(rest), sign: bits} for rest, bits in groups.items()]
        order = sorted(found[0])
        found = [{name: readings[name] for name in order} for readings in found]
    return list(found)


class Step(NamedTuple):
    """What a step such as ``t + n`` adds: a number, and so many times n and p."""

    to_total: bool  #: to t, not to n
    number: int
    ns: int
    ps: int

    def done(self, t: int, n: int, p: int) -> tuple[int, int]:
        """Return t and n after the step."""
        to_total, number, ns, ps = self
        more = number + ns * n + ps * p
        return (t + more, n) if to_total else (t, n + more)


@lru_cache(maxsize=256)
def read_step(text: str) -> Step:
    """Return a step such as ``t + n``."""
    target, sign, operand = text.split()
    factor = 1 if sign == "+" else -1
    number = 0 if operand in ("n", "p") else int(operand)
    return Step(target == "t", factor * number, factor * (operand == "n"), factor * (operand == "p"))


@lru_cache(maxsize=4096)
def is_yes(question: str, n: int) -> bool:
    """Whether the answer to a question about n is yes."""
    return bool(programs.answer(question, {"n": n}))


def _done(act: str) -> tuple[str, tuple[Step | None, ...]]:
    """Return the first word of what a sign may do, and what it adds; None is the step itself."""
    what, _, extra = act.partition(" ")
    if not extra:
        return what, ()
    return what, (None if extra == "twice" else read_step(extra),)


_DONE = {act: _done(act) for act in ("", *_ACTS)}


class _Box(NamedTuple):
    """A box of a chart, prepared for many walks."""

    label: str
    step: Step | None  #: None at a question
    line: Line | None
    bits: int  #: of the times that its line decides
    counts: tuple[int, ...]  #: which counts of passages it adds to: of the place, of its sign, of all signs


class _Course(NamedTuple):
    """The boxes of a chart."""

    boxes: tuple[_Box, ...]
    counts: int  #: how many counts of passages there are


@lru_cache(maxsize=256)
def course_of(chart: Column) -> _Course:
    """Return the boxes of a chart, prepared for many walks."""
    lines, found = {line.start: line for line in chart.lines}, []
    signs = sorted({line.sign for line in chart.lines})
    for box, label in enumerate(chart.boxes):
        line = lines.get(box)
        which = (line.end < box, line.end > box, line.starts[0] < 0, line.starts[0] > 0) if line else ()
        bits = sum(holds << WHENS.index(name) for name, holds in zip(_LINES, which, strict=False))
        counts = (box, len(chart.boxes) + signs.index(line.sign), -1) if line else ()
        found.append(_Box(label, None if label[-1] == "?" else read_step(label), line, 1 | bits, counts))
    return _Course(tuple(found), len(chart.boxes) + len(signs) + 1)


class _State(NamedTuple):
    """What is left of all walks so far."""

    t: int
    p: int
    walks: int
    counts: tuple[int, ...]  #: passages of places, signs and all signs


class _Branch(NamedTuple):
    """Where a walk goes on in several ways: the walk until there, at a passage of a sign."""

    walk: "_Walk"
    step: Step
    line: Line
    phase: int  #: 0 before the step, 1 after it
    now: int  #: bits of the times of the passage
    readings: int  #: of the sign that are tried in this way
    act: str  #: what the sign does by them

    def taken(self) -> "_Walk":
        """Return the walk behind the passage."""
        walk = self.walk.copy()
        walk.readings[self.line.sign] = self.readings
        walk.go_on(self.step, self.line, self.phase, self.now, self.act)
        return walk


class _Walk:
    """A walk; of readings that differ, one is tried, and ``others`` get the further ways.

    ``ever`` counts passages of the whole run, ``within`` those of this walk; ``left`` are steps that it may do.
    """

    __slots__ = ("ever", "here", "left", "n", "others", "p", "readings", "t", "walk", "within")

    def __init__(self, state: _State, readings: Readings, number: int) -> None:
        self.readings, self.here, self.left = dict(readings), 0, _MOST
        self.others: list[_Branch] = []
        self.ever, self.within = [*state.counts], [0] * len(state.counts)
        self.t, self.n, self.p, self.walk = state.t, number, state.p, state.walks + 1

    def copy(self) -> "_Walk":
        """Return the same walk, which goes its own way from here on."""
        copied = _Walk.__new__(_Walk)
        copied.readings, copied.ever, copied.within = {**self.readings}, [*self.ever], [*self.within]
        copied.t, copied.n, copied.p, copied.walk = self.t, self.n, self.p, self.walk
        copied.here, copied.left, copied.others = self.here, self.left, []
        return copied

    def end(self, course: _Course, number: int) -> _State | None:
        """Walk to the end; None if this takes too long."""
        boxes = course.boxes
        while self.here < len(boxes):
            self.left -= 1
            if not self.left:
                return None
            box = boxes[self.here]
            self.here += 1
            if not box.step:
                if box.line and is_yes(box.label, self.n):
                    self.here = box.line.end
            elif not box.line:
                self.t, self.n = box.step.done(self.t, self.n, self.p)
            else:
                now = box.bits | self.counted(box)
                self.go_on(box.step, box.line, 0, now, self.ask(box.step, box.line, 0, now))
        return _State(self.t, number, self.walk, tuple(self.ever))

    def go_on(self, step: Step, line: Line, phase: int, now: int, act: str) -> None:
        """Do what a sign does before its step or after it, and the step."""
        if not act and not phase:
            self.t, self.n = step.done(self.t, self.n, self.p)
            act = self.ask(step, line, 1, now)
        what, extras = _DONE[act]
        for extra in extras:
            self.t, self.n = (extra or step).done(self.t, self.n, self.p)
        if what in ("early", "before"):
            self.t, self.n = step.done(self.t, self.n, self.p)
        if what in ("go", "instead", "early"):
            self.here = line.end

    def counted(self, box: _Box) -> int:
        """Count a passage of a sign; return the bits of its times."""
        bits, ever, within = _WALKS[self.walk if self.walk < 5 else 4 - self.walk % 2], self.ever, self.within
        for key, (of_run, of_walk) in zip(box.counts, _PASSAGES, strict=True):
            count = ever[key] = ever[key] + 1
            bits |= of_run[count if count < 5 else 4 - count % 2]
            count = within[key] = within[key] + 1
            bits |= of_walk[count if count < 5 else 4 - count % 2]
        return bits

    def ask(self, step: Step, line: Line, phase: int, now: int) -> str:
        """Return what a sign does at a passage, before its step or after it."""
        options, (acts, factor) = self.readings[line.sign], _PHASES[phase]
        t, n, less = self.t & 1, self.n & 1, self.n < self.p
        times = now | ((1 << n) | (4 << t) | (16 << (t ^ n)) | (64 << (not less))) << _TESTED
        acting = options & times * factor
        if not acting:
            return ""
        found = [(bits, act) for every, act in acts if (bits := acting & every)]
        if options != acting:
            found.append((options & ~acting, ""))
        if len(found) > 1:
            here = self.copy()
            self.others += [_Branch(here, step, line, phase, now, *other) for other in found[1:]]
        self.readings[line.sign] = found[0][0]
        return found[0][1]


def outcomes(
    chart: Column, readings: Sequence[Readings], numbers: Sequence[int]
) -> Iterator[tuple[int | None, list[Readings]]]:
    """Yield each total that readings give, None if a walk takes too long, with the readings.

    Raises:
        UnfitError: if too many walks are tried.
    """
    course, tries = course_of(chart), Tries(_TRIES, "walks")
    states: dict[_State | None, Sequence[Readings]] = {_State(0, 0, 0, (0,) * course.counts): readings}
    for number in numbers:
        found: dict[_State | None, list[Readings]] = {}
        for state, groups in states.items():
            if state is None:
                found.setdefault(None, []).extend(groups)
                continue
            for group in groups:
                walk, branches = _Walk(state, group, number), list[_Branch]()
                while True:
                    found.setdefault(walk.end(course, number), []).append(walk.readings)
                    branches += walk.others
                    tries.take()
                    if not branches:
                        break
                    walk = branches.pop().taken()
        states = {state: _merged(groups) for state, groups in found.items()}
    for state, groups in states.items():
        yield state.t if state else None, list(groups)


def _total(chart: Column, rule: Readings, numbers: Sequence[int]) -> Any:
    """Return the total that a rule gives."""
    return next(outcomes(chart, [rule], numbers))[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpSpace(SettledSpace):
    """All readings of signs. Worked examples narrow them run by run, so that few are tried together."""

    chart: Column  #: which calls of the tests are about

    def left(
        self, shown: Sequence[tuple[Example, Sequence[int]]], among: Sequence[Readings] | None = None
    ) -> list[Readings]:
        """Return the readings, by default of all, that give all runs of worked examples their totals.

        Raises:
            UnfitError: if too many walks are tried for a run.
        """
        readings = [dict.fromkeys(LOOKS, OPTIONS)] if among is None else among
        runs = [
            (example.chart, numbers, total)
            for example, totals in shown
            for (numbers,), total in zip(example.runs, totals, strict=True)
        ]

        def effort(run: tuple[Column, Sequence[int], int]) -> tuple[float, int]:
            signs = {line.sign for line in run[0].lines}
            most = [max(each[sign].bit_count() for each in readings) for sign in signs]
            return sum(map(log, most)), len(run[1]) * len(run[0].lines)

        while runs and readings:
            chart, numbers, wanted = runs.pop(runs.index(min(runs, key=effort)))
            ends = outcomes(chart, readings, numbers)
            readings = _merged([each for total, groups in ends if total == wanted for each in groups])
        return list(readings)

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],
        candidate: Callable[[int, Sequence[str]], Example],
        count: int,
        draws: Draws,  # noqa: ARG002 - candidates are drawn
    ) -> list[Example]:
        """Choose worked examples, each time the one that leaves fewest readings, until they prove a rule.

        Raises:
            UnfitError: if several are left.
        """
        right, chosen = readings_of(rule), list[Example]()
        readings: list[Readings] = [dict.fromkeys(LOOKS, OPTIONS)]
        for number in range(count):
            loose = [sign for sign in LOOKS if any(each[sign].bit_count() > 1 for each in readings)]
            scored = []
            for _ in range(_TRIED if number else 1):
                example = candidate(number, loose)
                totals = [_total(example.chart, right, numbers) for (numbers,) in example.runs]
                with contextlib.suppress(UnfitError):
                    left = self.left([(example, totals)], readings)
                    scored.append((sum(map(count_readings, left)), left, example))
            if not scored:
                raise UnfitError("too many walks are tried for each worked example")
            _, readings, best = min(scored, key=lambda each: each[0])
            chosen.append(best)
        if problem := self.open_call(readings, [(call, _total(self.chart, right, *call)) for call in asked]):
            raise UnfitError(problem)
        return chosen

    def open_call(self, readings: Sequence[Readings], asked: Sequence[tuple[Call, int]]) -> str:
        """Say that some readings give a call of the tests another result; empty if none does."""
        if not readings:
            return f"none of {self.size} rules gives the results of all examples"
        count = sum(map(count_readings, readings))
        for (numbers,), result in asked:
            if any(total != result for total, _ in outcomes(self.chart, readings, numbers)):
                return f"{count} rules fit them, some of which are wrong for a call"
        return ""


def jump_space(chart: Column) -> JumpSpace:
    """Return all readings of the signs."""
    return JumpSpace(parts=dict.fromkeys(LOOKS, OPTIONS.bit_count()), chart=chart)
