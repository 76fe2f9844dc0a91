"""Walks through charts with marks by any readings of the marks.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import SIDES, Charts, Rule, met_steps
from workshop.suites.code_vision.families._mark_places import Course
from workshop.suites.code_vision.families._mark_readings import (
    ACTIONS,
    OPTIONS,
    Options,
    Oracle,
    Readings,
    readings_of,
)
from workshop.suites.code_vision.families._marked_boxes import Box, Way

_TRIED, _FEW = 45, 9  #: calls on which a chart is tried, and those on which it is tried first
_OUTLINES = ("twice", "swap", "minus", "three", "plus", "less")
_TIMES = {"twice": 2, "three": 3, "skip": 0}
_GATES = {side: frozenset(name for name in ACTIONS["gate"] if name.startswith(f"{side}|")) for side in SIDES}


class _Walk(Oracle):
    """Walks of a run, one after the other."""

    def __init__(
        self,
        course: Course,
        readings: Readings,
        path: tuple[int, ...] = (),
        every: Mapping[str, Options] = OPTIONS,
    ) -> None:
        super().__init__(readings, path, every, course.facts, course.counters)
        self.course, self.turned = course, dict.fromkeys(course.switches, False)
        self.last: Any = None
        self.begun = 0  #: walks through charts

    def total(self, numbers: Sequence[int]) -> int:
        for number in numbers:
            self.walk += 1
            self.n, self.taken, self.before = number, number, self.t
            for switch in self.course.blue:
                begin = self.ask("blue", switch, ("drawn", "walk"), "begin")
                if begin:
                    self.turned[switch] = begin == "walk" and not self.turned[switch]
            self.follow(self.course.first)
            self.p = number
        return self.t

    def turn(self, switches: Iterable[Any]) -> None:
        for switch in switches:
            self.turned[switch] = not self.turned[switch]

    def switch(self, key: Any) -> str:
        """Turn switches as a walk passes one; return the label of the way that it takes."""
        blue, before = self.course.switches[key], self.turned[key]
        early, _, joined = self.ask("turn", key).partition(" ")
        if early:
            known = ("all", "follow", "never", "last") if blue else ("follow",)
            others = self.ask("blue", key, known, "turn") if self.course.blue else ""
            if others == "follow":
                self.turn([] if blue else [key, *self.course.blue])
            elif others != "never":
                every, before_it = "all" in (others, joined), [self.last] * (self.last not in (None, key))
                self.turn(self.turned if every else [key, *before_it * ("last" in (others, joined))])
        self.last = key
        now = self.turned[key] if early == "before" else before
        return "off" if now != bool(blue and self.ask("blue", key, ("against",), "way")) else "on"

    def cross(self, place: Any) -> None:
        which, switches = self.ask("cross", place), self.course.switches
        sides = {"first": [*switches][:1], "end": [*switches][-1:], "blue": self.course.blue}
        sides |= {"white": [switch for switch, mark in switches.items() if not mark], "all": [*switches]}
        if which in ("drawn", "other"):
            self.turned = dict.fromkeys(self.turned, which == "other")
        elif which == "back":
            self.turned |= dict.fromkeys([self.last] * (self.last is not None), False)
        elif which in ("last", "others"):
            self.turn(switch for switch in switches if (switch == self.last) == (which == "last"))
        elif which:
            self.turn(sides[which])

    def follow(self, letter: str) -> None:
        """Walk through a chart."""
        course = self.course
        chart, ways, ends = course.charts[letter], course.ways[letter], course.ends[letter]
        gated = course.gated[letter]
        outer, self.call_number = self.call_number, self.begun + 1
        self.begun = self.call_number
        here, way, late, barred = 0, ways[0, ""], list[tuple[str, str]](), ""
        while True:
            place, end = (letter, here, way.label), ends[way.end]
            due, late = late, []
            for met in due:
                self.do(*met)
            if way.mark:
                self.mark(way, place, late)
            if gated and (here in gated) != (end in gated):
                self.gate(place, SIDES[end not in gated])
            if end is None:
                break
            box, here = chart.boxes[end], end
            skipped, last, barred = barred == "skip", barred == "late end", ""
            label = ""
            if box.kind == "ask":
                label = "yes" if self.answer(box, (letter, here)) else "no"
                if ways[here, label].mark == "bar":
                    barred = self.ask("bar", (letter, here, label))
            elif box.kind == "switch":
                label = self.switch((letter, here))
            elif not skipped:
                self.step(box, (letter, here), place if way.mark == "thick" else None)
            if last or barred == "end":
                break
            way = ways[here, {"yes": "no", "no": "yes"}[label] if barred == "no" else label]
        for met in late:
            self.do(*met)
        self.call_number = outer

    def mark(self, way: Way, place: Any, late: list[tuple[str, str]]) -> None:
        """Do what the mark of a way says; add what is done after the next box."""
        if way.mark == "ring" and (step := self.ask("ring", place)):
            met = step.removeprefix("late "), self.ask("meet", place)
            if step[:5] == "late ":
                late.append(met)
            else:
                self.do(*met)
        elif way.mark == "cross":
            self.cross(place)

    def gate(self, place: Any, side: str) -> None:
        """Do what the dashed fence says of a way over it."""
        for counted in (side, SIDES[2]):
            if step := self.ask("gate", place, _GATES[counted], counted):
                self.do(step.partition("|")[2], self.ask("meet", place))

    def answer(self, box: Box, key: Any) -> bool:
        means = self.ask("filled", key) if "filled" in box.mark else ""
        asked = self.value(means) if means not in ("", "not") else self.n
        answer = asked % 2 == 0 if "even" in box.label else asked > int(box.label.split()[2])
        return answer != (means == "not")

    def step(self, box: Box, key: Any, way: Any) -> None:
        """Do the step of a box; ``way`` is the thick way to it, or None."""
        marks, on = box.mark.split(), way is not None
        mark = next((mark for mark in ("dashed", "wall") if mark in marks), "")
        over = self.ask("over", key, thick=on) if "wall" in marks and "gate" in marks else ""
        mark = "" if over == "none" else mark
        outline = self.ask(mark, key, _OUTLINES, "box", thick=on) if mark else ""
        thick = self.ask("thick", way) if way else ""
        means = (outline, thick, over)
        times = prod(_TIMES.get(each, 1) for each in means)
        mark = "" if outline or "skip" not in self.readings.get(mark, ACTIONS.get(mark, "")) else mark
        each = mark and times != 1 and self.ask("each", "")
        done = not (mark and not each and self.ask(mark, key, ("skip",), "skip", thick=on))
        for _ in range(times):
            if each:
                done = not self.ask(mark, key, ("skip",), "skip", thick=on)
            if done:
                self.act(box, key, outline, means.count("minus") % 2 == 1)
        self.t += means.count("plus") - means.count("less")
        self.n += means.count("n")

    def act(self, box: Box, key: Any, outline: str, minus: bool) -> None:
        if box.kind == "call":
            self.call(box, key)
            return
        target, what, operand = box.label.split()
        values = {"n": self.p if outline == "swap" else self.n, "p": self.p}
        shift = values[operand] if operand in values else int(operand)
        shift = -shift if (what == "-") != minus else shift
        setattr(self, target, getattr(self, target) + shift)

    def call(self, box: Box, key: Any) -> None:
        n, t = self.n, self.t
        left = self.ask("left", key) if "left" in box.mark else ""
        self.n = self.value(left) if left else n
        self.follow(box.label)
        match self.ask("right", key) if "right" in box.mark else "":
            case "keep":
                self.n = n
            case "total":
                self.n = self.t
            case "undo":
                self.t = t
            case "both":
                self.n += n
            case "difference":
                self.n -= n
            case "add":
                self.t += self.n
            case "take":
                self.t -= self.n
            case _:
                pass

    def value(self, term: str) -> int:
        """Return the value of n, -n, t + n, n - 1 and so on."""
        known = {"n": self.n, "t": self.t, "p": self.p, "-n": -self.n, "taken": self.taken}
        first, *rest = term.split()
        if not rest:
            return known[first]
        size = known[rest[1]] if rest[1] in known else int(rest[1])
        return known[first] + (-size if rest[0] == "-" else size)

    def do(self, means: str, meet: str) -> None:
        for step in met_steps(means, meet):
            match step.split():
                case ["t", "n"]:
                    self.t, self.n = self.n, self.t
                case [name]:
                    setattr(self, name, -getattr(self, name))
                case [name, *_]:
                    setattr(self, name, self.value(step))
                case _:
                    pass


def outcomes(
    course: Course, readings: Readings, numbers: Sequence[int], every: Mapping[str, Options]
) -> Iterator[tuple[int, Readings]]:
    """Yield each total that readings give, with those that give it; some totals come several times.

    Args:
        course: the charts.
        readings: what marks may still mean.
        numbers: a run.
        every: all that a mark may mean, if the readings say nothing of it.
    """
    paths: list[tuple[int, ...]] = [()]
    while paths:
        walk = _Walk(course, readings, paths.pop(), every)
        total = walk.total(numbers)
        paths += walk.others
        yield total, walk.readings


def run(charts: Charts, rule: Rule, numbers: Sequence[int]) -> int:
    """Walk through charts by a rule of a task; return the total."""
    return _Walk(Course(charts), readings_of(rule)).total(numbers)


def is_strict(main: Charts, rule: Rule, marks: Sequence[str], asked: Sequence[Any]) -> bool:
    """Whether each mark changes a third of the results, and each step and number two of them."""
    asked = asked[:_TRIED]
    right_course, means = Course(main), readings_of(rule)
    right = [_Walk(right_course, means).total(numbers) for (numbers,) in asked]

    def changed(course: Course, other: Readings, most: int = _TRIED, tried: int = _TRIED) -> int:
        pairs = zip(asked[:tried], right, strict=False)
        differing = (1 for (numbers,), result in pairs if _Walk(course, other).total(numbers) != result)
        return sum(islice(differing, most))

    if len(set(right)) < len(right) / 3 or max(map(right.count, right)) > len(right) / 4:
        return False
    without = [readings_of({**rule, mark: 0}) for mark in marks]
    if not all(changed(right_course, other, 2, _FEW) == 2 for other in without):
        return False
    if not all(changed(Course(charts), means, 2) == 2 for charts in _near_charts(main)):
        return False
    return all(3 * changed(right_course, other) >= len(right) for other in without)  # slow, and seldom false


def _near_charts(main: Charts) -> Iterator[Charts]:
    """Yield charts with another number, without one step, call or mark, with answers swapped, or with a way to the last box."""
    for place, (letter, chart) in enumerate(main):
        last = max(number for number, box in enumerate(chart.boxes) if box.kind != "at")
        for number, way in enumerate(chart.ways):
            others = [way._replace(mark="")] * bool(way.mark)
            others += [way._replace(end=last)] * (way.start not in (0, last) and way.end < last)
            for other in others:
                ways = (*chart.ways[:number], other, *chart.ways[number + 1 :])
                yield (*main[:place], (letter, chart._replace(ways=ways)), *main[place + 1 :])
        for number, box in enumerate(chart.boxes):
            turned = {"yes": "no", "no": "yes"} if box.kind == "ask" else {}
            turned = {"on": "off", "off": "on"} if box.kind == "switch" else turned
            swapped = [
                way._replace(label=turned.get(way.label, "")) if way.start == number else way
                for way in chart.ways
            ]
            if turned:
                yield (*main[:place], (letter, chart._replace(ways=tuple(swapped))), *main[place + 1 :])
            words = box.label.split()
            near = [Box("do", "t + 0")] * (box.kind in ("do", "call"))
            near += [
                box._replace(mark=mark)  # two fences: each alone, or none
                for mark in {box.mark.partition(" ")[0], box.mark.partition(" ")[2], ""} - {box.mark}
            ]
            if box.kind != "at":
                digits = [word for word in words if word.isdigit()]
                labels = [
                    box.label.replace(word, str(int(word) + step)) for word in digits for step in (-1, 1)
                ]
                near += [box._replace(label=label) for label in labels]
            for changed in near:
                boxes = (*chart.boxes[:number], changed, *chart.boxes[number + 1 :])
                yield (*main[:place], (letter, chart._replace(boxes=boxes)), *main[place + 1 :])
