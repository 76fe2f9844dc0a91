"""Walks through charts with marks by any meanings of the marks.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import (
    MEANINGS,
    RHYTHM,
    SIDES,
    WHENS,
    Charts,
    Rule,
    ends_at,
    meaning,
    meets,
    met_steps,
    passes,
    step_marks,
    turning,
)
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way

_TRIED = 45  #: calls on which a chart is tried


class _Walk:
    """A walk by a rule of the space."""

    def __init__(self, charts: Charts, rule: Rule) -> None:
        self.charts, self.rule = dict(charts), rule
        self.means = {mark: meaning(rule, mark) for mark in MEANINGS}
        self.ways = {letter: {(way.start, way.label): way for way in chart.ways} for letter, chart in charts}
        self.passed: dict[Any, int] = {}
        self.switches = {
            (letter, number): box.mark
            for letter, chart in charts
            for number, box in enumerate(chart.boxes)
            if box.kind == "switch"
        }
        self.turned = dict.fromkeys(self.switches, False)
        self.last: Any = None
        self.t = self.n = self.p = 0

    def holds(self, when: str, key: Any) -> bool:
        count = self.passed[key] = self.passed.get(key, 0) + 1
        counted = {"first": count == 1, "later": count > 1, "odd": count % 2 == 1, "even": count % 2 == 0}
        even = {"t": self.t, "n": self.n, "t n": self.t + self.n}
        return {
            **counted,
            **{name: value % 2 == 0 for name, value in even.items()},
            "p": self.n < self.p,
            "always": True,
        }[when]

    def turn(self, switches: Iterable[Any]) -> None:
        for switch in switches:
            self.turned[switch] = not self.turned[switch]

    def begin(self) -> None:
        """Turn switches at the begin of a walk."""
        for switch in (switch for switch, mark in self.switches.items() if mark):
            if self.means["blue"] in ("drawn", "walk"):
                self.turned[switch] = self.means["blue"] == "walk" and not self.turned[switch]

    def switch(self, key: Any) -> str:
        """Turn switches as a walk passes one; return the label of the way that it takes."""
        blue, before = self.means["blue"] if self.switches[key] else "", self.turned[key]
        if self.means["turn"] and self.holds(self.means["turn"], key):
            self.turn(turning(self.switches, key, self.means["blue"]))
        self.last = key
        now = self.turned[key] if self.rule["early"] else before
        return "off" if now != (blue == "against") else "on"

    def cross(self, way: Way) -> None:
        if way.mark != "cross" or not self.means["cross"]:
            return
        match self.means["cross"].split():
            case ["drawn"]:
                self.turned = dict.fromkeys(self.switches, False)
            case [which, *even] if not even or self.n % 2 == 0:
                self.turn(
                    switch
                    for switch in self.switches
                    if which == "all" or (switch == self.last) == (which == "last")
                )
            case _:
                pass

    def follow(self, letter: str) -> None:
        chart, ways = self.charts[letter], self.ways[letter]
        here: int | None = ends_at(letter, chart, ways[0, ""].end)
        self.ring(letter, ways[0, ""])
        self.gate(chart, 0, here, ways[0, ""])
        self.cross(ways[0, ""])
        thick = ways[0, ""].mark == "thick"
        while here is not None:
            box = chart.boxes[here]
            if box.kind == "ask":
                label = "yes" if self.answer(box) else "no"
                if ways[here, label].mark == "bar" and self.means["bar"]:
                    closed, when = self.means["bar"].split()
                    if self.holds(when, "bar" if self.rule["shared"] else (letter, here, label)):
                        if closed == "end":
                            return
                        label = "no" if label == "yes" else "yes"
                way = ways[here, label]
            elif box.kind == "switch":
                way = ways[here, self.switch((letter, here))]
            else:
                self.step(box, (letter, here), self.means["thick"] if thick else "")
                way = ways[here, ""]
            self.ring(letter, way)
            self.cross(way)
            end = ends_at(letter, chart, way.end)
            self.gate(chart, here, end, way)
            thick, here = way.mark == "thick", end

    def answer(self, box: Box) -> bool:
        means = self.means["filled"] if "filled" in box.mark else ""
        asked = {"p": self.p, "t": self.t, "t + n": self.t + self.n}.get(means, self.n)
        answer = asked % 2 == 0 if "even" in box.label else asked > int(box.label.split()[2])
        return answer != (means == "not")

    def step(self, box: Box, key: Any, thick: str) -> None:
        dashed, over = step_marks(self.rule, box)
        times = {"twice": 2, "three": 3, "skip": 0}.get(thick, 1) * (2 if dashed == "twice" else 1)
        times *= {"twice": 2, "skip": 0}.get(over, 1)
        when = dashed if dashed in WHENS else ""
        key = "wall" if self.rule.get("common") else key
        each = self.rule.get("each", 0)
        done = not when or bool(each) or self.holds(when, key)
        for _ in range(times):
            if when and each:
                done = self.holds(when, key)
            if done:
                self.act(box, dashed, (dashed, thick, over).count("minus") % 2 == 1)
        self.t += (thick == "plus") + (over == "plus")
        self.n += over == "n"

    def act(self, box: Box, dashed: str, minus: bool) -> None:
        if box.kind == "call":
            self.call(box)
            return
        target, what, operand = box.label.split()
        values = {"n": self.p if dashed == "swap" else self.n, "p": self.p}
        shift = values[operand] if operand in values else int(operand)
        shift = -shift if (what == "-") != minus else shift
        setattr(self, target, getattr(self, target) + shift)

    def call(self, box: Box) -> None:
        n, t = self.n, self.t
        left = self.means["left"] if "left" in box.mark else ""
        right = self.means["right"] if "right" in box.mark else ""
        given = {"t": t, "p": self.p, "t + n": t + n, "n - t": n - t, "n + 2": n + 2, "-n": -n}
        self.n = given.get(left, n)
        self.follow(box.label)
        match right:
            case "keep":
                self.n = n
            case "total":
                self.n = self.t
            case "undo":
                self.t = t
            case "both":
                self.n += n
            case "add":
                self.t += self.n
            case _:
                pass

    def ring(self, letter: str, way: Way) -> None:
        if way.mark == "ring" and self.holds(RHYTHM[self.rule.get("rhythm", 0)], (letter, way)):
            self.do(self.means["ring"], self.means["meet"] * meets(self.charts[letter], way))

    def gate(self, chart: MarkedChart, start: int, end: int | None, way: Way) -> None:
        if passes(chart, start, end, SIDES[self.rule.get("side", 0)]):
            self.do(self.means["gate"], self.means["meet"] * meets(chart, way))

    def do(self, means: str, meet: str) -> None:
        for step in met_steps(means, meet):
            self.do_step(step)

    def do_step(self, step: str) -> None:
        match step.split():
            case ["t", "n"]:
                self.t, self.n = self.n, self.t
            case [name]:
                setattr(self, name, -getattr(self, name))
            case [name, what, size]:
                setattr(self, name, getattr(self, name) + int(what + size))
            case _:
                pass


def run(charts: Charts, rule: Rule, numbers: Sequence[int]) -> int:
    """Walk through charts by a rule of the space; return the total."""
    walk = _Walk(charts, rule)
    for number in numbers:
        walk.n = number
        walk.begin()
        walk.follow(charts[0][0])
        walk.p = number
    return walk.t


def is_strict(main: Charts, rule: Rule, marks: Sequence[str], asked: Sequence[Any]) -> bool:
    """Whether each mark changes a third of the results, and each step and number two of them."""
    asked = asked[:_TRIED]
    right = [run(main, rule, numbers) for (numbers,) in asked]

    def changed(charts: Charts, other: Rule, most: int = _TRIED) -> int:
        pairs = zip(asked, right, strict=True)
        differing = (1 for (numbers,), result in pairs if run(charts, other, numbers) != result)
        return sum(islice(differing, most))

    if len(set(right)) < len(right) / 3 or max(map(right.count, right)) > len(right) / 4:
        return False
    if any(3 * changed(main, {**rule, mark: 0}) < len(right) for mark in marks):
        return False
    return all(changed(charts, rule, 2) == 2 for charts in _near_charts(main))


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
