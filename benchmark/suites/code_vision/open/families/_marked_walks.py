"""Walks through charts with marks: by any meanings of the marks, as a program, and in words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Any

from benchmark.authoring.chart_families.family import MarkedChart as Chart
from benchmark.authoring.family import UnfitError
from benchmark.authoring.rule_space import RuleSpace, telling_examples
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.suites.code_vision.open.families._marked_charts import (
    SIZE,
    Box,
    MarkedChart,
    Spot,
    Way,
    ask_rules,
    draw_chart,
    example_lines,
    mermaid_lines,
)

#: Letter → chart; the first is walked once for each number, boxes with double sides stand for the others.
Charts = tuple[tuple[str, MarkedChart], ...]
Rule = Mapping[str, int]

_WHENS = {
    "first": "the first time",
    "later": "every time but the first",
    "odd": "the first, third, fifth time and so on",
    "even": "the second, fourth, sixth time and so on",
    "t": "if t is even",
    "p": "if n is less than p",
}
#: Mark → its meanings, and each in words; the first is that it does nothing.
MEANINGS: dict[str, dict[str, str]] = {
    "filled": {"": ""}
    | {"not": "yes and no change places"}
    | {value: f"the question is asked about {value} instead of n" for value in ("p", "t", "t + n")},
    "ring": {"": ""}
    | {
        step: f"the step {step} is done"
        for step in ("t + 1", "t - 1", "t + 2", "t - 2", "n + 1", "n - 1", "n + 2")
    }
    | {"t": "t becomes -t", "n": "n becomes -n", "t n": "t and n change places"},
    "bar": {"": ""}
    | {
        f"{what} {when}": f"{_WHENS[when]}, {words}"
        for (what, words), when in product(
            {"no": "the other answer is taken", "end": "the walk through the chart ends"}.items(), _WHENS
        )
    },
    "dashed": {
        "": "",
        "twice": "the step is done twice",
        "swap": "p stands for n",
        "minus": "plus and minus change places",
    }
    | {
        when: f"the step is done only {words}"
        for when, words in _WHENS.items()
        if when not in ("first", "later")
    },
    "thick": {
        "": "",
        "twice": "the next step is done twice",
        "three": "the next step is done three times",
        "skip": "the next step is left out",
        "minus": "in the next step plus and minus change places",
        "plus": "after the next step t grows by 1",
    },
    "left": {"": ""}
    | {
        value: f"the chart begins with {value} as its n"
        for value in ("t", "p", "t + n", "n - t", "n + 2", "-n")
    },
    "right": {
        "": "",
        "keep": "after the chart n is again what it was",
        "total": "after the chart n becomes t",
        "undo": "after the chart t is again what it was",
        "both": "after the chart n becomes the sum of n before and after it",
        "add": "after the chart its n is added to t",
    },
    "turn": {
        "": "",
        "always": "whenever a walk passes",
        "even": "at every second passage",
        "n": "if n is even",
        "t": "if t is even",
        "t n": "if t + n is even",
        "p": "if n is less than p",
    },
    "blue": {
        "": "",
        "all": "when it turns, all others turn too",
        "follow": "it turns when another one turns by a walk that passes that one, and never else",
        "drawn": "at the begin of every walk it is as drawn",
        "walk": "it also turns at the begin of every walk",
        "against": "the way to which its needle does not point is taken",
    },
    "cross": {
        "": "",
        "all": "all switches turn",
        "last": "the switch that was passed last turns",
        "others": "all switches turn but the one that was passed last",
        "drawn": "all switches are again as drawn",
        "all n": "all switches turn if n is even",
        "last n": "the switch that was passed last turns if n is even",
    },
}
MEANINGS |= {
    "wall": MEANINGS["dashed"],
    "gate": MEANINGS["ring"],
    "over": {
        "": "",
        "none": "the blue fence does nothing",
        "skip": "the step is left out",
        "twice": "the step is done twice, or twice as often",
        "minus": "in the step plus and minus change places, or change back",
        "plus": "after the step t grows by 1",
        "n": "after the step n grows by 1",
    },
}
#: What is different where two marks meet, see ``meets``: an exception that only level 5 has.
MEANINGS["meet"] = {
    "": "",
    "twice": "on a way from a filled, dashed or blue box a ring acts twice, as the dashed fence on a thick way",
    "back": "on a way from a filled, dashed or blue box a ring takes what it adds and adds what it takes, as the "
    "dashed fence on a thick way",
}
SIDES = ("enters", "leaves", "enters or leaves")
#: Interplay: whether a condition of a dashed box counts for each time, whether all bars count together, and
#: which passages over a ring count; whether a switch turns before the way is taken;
#: which ways over a dashed fence count; and whether all steps in a blue fence count together.
_RHYTHM = ("always", "odd", "even")
EXTRA = {"each": 2, "shared": 2, "rhythm": len(_RHYTHM), "early": 2, "side": len(SIDES), "common": 2}
_TEXT = 23  #: maximum characters of the numbers and the total of a worked example
_TRIED = 45  #: calls on which a chart is tried
STEPS = ("t + n", "t - n", "t + 3", "t - 2", "n + 2", "n - 1", "t + p")
ASKED = ("n > 3 ?", "n > 6 ?", "n even ?")


def parts(marks: Sequence[str]) -> dict[str, int]:
    """Return the parts of the rules that a family with these marks has."""
    pairs = {"shared": "bar", "rhythm": "ring", "early": "turn", "side": "gate", "common": "wall"}
    extra = {name for name, mark in pairs.items() if mark in marks}
    extra |= {"each"} if {"thick", "over"} & {*marks} and {"dashed", "wall"} & {*marks} else set()
    return {mark: len(MEANINGS[mark]) for mark in marks} | {name: EXTRA[name] for name in sorted(extra)}


def draw_rule(draws: Draws, marks: Sequence[str]) -> dict[str, int]:
    """Draw a rule in which every mark means something, and no bar acts once or all the time."""
    chosen = {}
    for part, count in parts(marks).items():
        names = list(MEANINGS[part]) if part in MEANINGS else [str(number) for number in range(count)]
        fit = [name for name in names if part in EXTRA or (name and not name.endswith(("first", "later")))]
        chosen[part] = names.index(draws.choice(fit))
    if "wall" in marks and meaning(chosen, "wall") in ("odd", "even"):
        twice = "twice" in (meaning(chosen, "thick"), meaning(chosen, "over"))
        chosen["each"] *= not twice  # of two times that are counted, always one would be done
    return chosen


def meaning(rule: Rule, mark: str) -> str:
    """Return the name of what a mark means."""
    return list(MEANINGS[mark])[rule.get(mark, 0)]


def ends_at(letter: str, chart: MarkedChart, number: int) -> int | None:
    """Return the box where a way leads, through circles with another letter; None at the end of a chart."""
    box = chart.boxes[number]
    if box.kind != "at":
        return number
    if box.label == letter:
        return None
    return next(way.end for way in chart.ways if chart.boxes[way.start] == box)


def turning(switches: Mapping[Any, str], passed: Any, blue: str) -> list[Any]:
    """Return the switches that turn when a walk turns the one that it passes.

    Args:
        switches: all of them, with their marks.
        passed: one of them.
        blue: what a blue switch does.
    """
    if blue == "follow" and switches[passed]:
        return []
    with_it = (blue == "all" and switches[passed], blue == "follow")
    return [
        switch for switch, mark in switches.items() if switch == passed or with_it[0] or (with_it[1] and mark)
    ]


def step_marks(rule: Rule, box: Box) -> tuple[str, str]:
    """Return what the outline or blue fence of a box means, and what two fences around it mean."""
    marks = box.mark.split()
    outline = next((meaning(rule, mark) for mark in ("dashed", "wall") if mark in marks), "")
    over = meaning(rule, "over") if {"wall", "gate"} <= {*marks} else ""
    return "" if over == "none" else outline, over


def met_steps(step: str, meet: str) -> list[str]:
    """Return the steps of a ring or fence where it meets another mark; the one step where it does not."""
    if meet == "back":
        return [step.translate({ord("+"): "-", ord("-"): "+"})]
    return [step] * (2 if meet == "twice" else 1)


def passes(chart: MarkedChart, start: int, end: int | None, side: str) -> bool:
    """Whether a way between two boxes passes the dashed fence in a direction that counts."""
    inside, after = ("gate" in ("" if box is None else chart.boxes[box].mark) for box in (start, end))
    return inside != after and (side == SIDES[2] or after == (side == SIDES[0]))


def meets(chart: MarkedChart, way: Way) -> bool:
    """Whether a way has a ring and leaves a box with a mark, or is thick, so that a fence may act otherwise."""
    if way.mark == "ring":
        return bool({"filled", "dashed", "blue"} & {*chart.boxes[way.start].mark.split()})
    return way.mark == "thick"


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
        when = dashed if dashed in _WHENS else ""
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
        if way.mark == "ring" and self.holds(_RHYTHM[self.rule.get("rhythm", 0)], (letter, way)):
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


def needed(charts: Charts) -> list[str]:
    """Return the parts of a rule that can change what charts do."""
    marks = [box.mark for _, chart in charts for box in chart.boxes]
    marks += [way.mark for _, chart in charts for way in chart.ways]
    found = {name for mark in marks for name in mark.split()}
    found |= {"over"} if any({"wall", "gate"} <= {*mark.split()} for mark in marks) else set()
    found |= {"each"} if {"thick", "over"} & found and {"dashed", "wall"} & found else set()
    found |= {"side"} if "gate" in found else set()
    found |= {"common"} if "wall" in found else set()
    met = [way.mark for _, chart in charts for way in chart.ways if meets(chart, way)]
    found |= {"meet"} if "ring" in met or ("thick" in met and "gate" in found) else set()
    found |= {"rhythm"} if "ring" in found else set()
    kinds = {box.kind for _, chart in charts for box in chart.boxes}
    found |= {"turn", "early"} if "switch" in kinds else set()
    return sorted(found | ({"shared"} if marks.count("bar") > 1 else set()))


def space(main: Charts, marks: Sequence[str]) -> RuleSpace:
    """Return all meanings of a family's marks; a call has the numbers, a worked example also its charts."""

    def results(rules: Any, call: Any) -> Any:
        charts, lists = call if len(call) > 1 else (main, None)
        can_change = [part for part in needed(charts) if part in rules]
        if lists is None:
            return ask_rules(rules, can_change, lambda rule: run(main, rule, call[0]))
        return ask_rules(rules, can_change, lambda rule: [run(charts, rule, numbers) for numbers in lists])

    return RuleSpace(parts=parts(marks), results=results)


def _indented(lines: Sequence[str], by: int = 4) -> list[str]:
    return [" " * by + line for line in lines]


def _when(when: str, key: str) -> tuple[list[str], str]:
    """Return the lines that count, and the condition."""
    if when in ("odd", "even"):
        return [f"odd_{key} = not odd_{key}"], f"odd_{key}" if when == "odd" else f"not odd_{key}"
    if when in ("first", "later"):
        lines = [f"again = gone_{key}", f"gone_{key} = True"]
        return lines, "not again" if when == "first" else "again"
    tests = {"t": "t % 2 == 0", "n": "n % 2 == 0", "t n": "(t + n) % 2 == 0", "p": "n < p", "always": ""}
    return [], tests[when]


def _met_lines(step: str, meet: str) -> list[str]:
    """Return the lines of a ring's or fence's step where it meets another mark."""
    return [line for one in met_steps(step, meet) for line in _step_lines(one)]


def _step_lines(step: str) -> list[str]:
    """Return the line of a step."""
    match step.split():
        case ["t", "n"]:
            return ["t, n = n, t"]
        case [name]:
            return [f"{name} = -{name}"]
        case [name, what, operand]:
            return [f"{name} {what}= {operand}"]
        case _:
            return []


class _Writer:
    """Writes the walk through one chart as a program."""

    def __init__(self, letter: str, chart: MarkedChart, rule: Rule) -> None:
        self.letter, self.chart, self.rule = letter, chart, rule
        entering: dict[int, set[bool]] = {}
        for way in chart.ways:
            end = ends_at(letter, chart, way.end)
            if end is not None:
                entering.setdefault(end, set()).add(way.mark == "thick")
        self.thick = {end for end, marks in entering.items() if True in marks}
        self.mixed = {end for end, marks in entering.items() if len(marks) > 1}

    def name(self, number: int | None) -> str:
        return "" if number is None else f"{self.letter}{number}"

    def lines(self) -> list[str]:
        numbers = [number for number, box in enumerate(self.chart.boxes) if box.kind != "at"]
        lines = [*self.go(self.chart.ways[0]), "while here:"]
        for number in numbers:
            test = "else:" if number == numbers[-1] else f"elif here == {self.name(number)!r}:"
            write = {"ask": self.question, "switch": self.switch}.get(
                self.chart.boxes[number].kind, self.step
            )
            body = write(number)
            lines += _indented([test.removeprefix("el") if number == numbers[0] else test, *_indented(body)])
        return lines

    def way(self, number: int, label: str = "") -> Way:
        return next(way for way in self.chart.ways if (way.start, way.label) == (number, label))

    def go(self, way: Way) -> list[str]:
        end = ends_at(self.letter, self.chart, way.end)
        lines = [f"thick = {way.mark == 'thick'}"] if end in self.mixed else []
        meet = meaning(self.rule, "meet") * meets(self.chart, way)
        if passes(self.chart, way.start, end, SIDES[self.rule.get("side", 0)]):
            lines += _met_lines(meaning(self.rule, "gate"), meet)
        if way.mark == "ring":
            done = _met_lines(meaning(self.rule, "ring"), meet)
            if (rhythm := _RHYTHM[self.rule["rhythm"]]) != "always":
                counting, true = _when(rhythm, f"{self.letter}{way.start}{way.label}".lower())
                done = [*counting, f"if {true}:", *_indented(done)]
            lines += done
        if way.mark == "cross":
            which, *even = meaning(self.rule, "cross").split()
            tests = {"last": ["if switch == last:"], "others": ["if switch != last:"]}.get(which, [])
            done = [*tests, *_indented(["turned[switch] = not turned[switch]"], 4 * len(tests))]
            done = ["for switch in turned:", *_indented(done)]
            if which == "last":
                done = ["turned[last] = not turned[last]"]
            elif which == "drawn":
                done = ["turned = dict.fromkeys(turned, False)"]
            lines += ["if n % 2 == 0:", *_indented(done)] if even else done
        return [*lines, f"here = {self.name(end)!r}"]

    def switch(self, number: int) -> list[str]:
        switches = {place: box.mark for place, box in enumerate(self.chart.boxes) if box.kind == "switch"}
        blue, name = meaning(self.rule, "blue"), self.name(number)
        turned = turning(switches, number, blue)
        flips = [f"turned[{self.name(place)!r}] = not turned[{self.name(place)!r}]" for place in turned]
        counting, true = _when(meaning(self.rule, "turn"), name.lower())
        lines = [*counting, *([f"if {true}:", *_indented(flips)] if true else flips)] if flips else []
        test = f"turned[{name!r}]"
        if not self.rule["early"] and lines:
            lines, test = ["other = " + test, *lines], "other"
        if meaning(self.rule, "cross").startswith(("last", "others")) and self.meets_cross(number):
            lines.append(f"last = {name!r}")
        ways = [self.way(number, "off"), self.way(number, "on")]
        first, second = ways[::-1] if switches[number] and blue == "against" else ways
        return [*lines, f"if {test}:", *_indented(self.go(first)), "else:", *_indented(self.go(second))]

    def meets_cross(self, number: int) -> bool:
        """Whether a walk can pass a cross after a switch and before the next one."""
        after = {number}
        for _ in self.chart.boxes:
            ways = [way for way in self.chart.ways if way.start in after]
            ends = [ends_at(self.letter, self.chart, way.end) for way in ways]
            after |= {end for end in ends if end is not None and self.chart.boxes[end].kind != "switch"}
        return any(way.mark == "cross" for way in ways)

    def question(self, number: int) -> list[str]:
        box = self.chart.boxes[number]
        filled = meaning(self.rule, "filled") if "filled" in box.mark else ""
        asked = {"p": "p", "t": "t", "t + n": "(t + n)"}.get(filled, "n")
        test = f"{asked} % 2 == 0" if "even" in box.label else f"{asked} > {box.label.split()[2]}"
        yes, no = self.way(number, "yes"), self.way(number, "no")
        lines = []
        if filled == "not":
            test = f"not {test}"
        if "bar" in (yes.mark, no.mark):
            closed, when = meaning(self.rule, "bar").split()
            lines, bars = [f"answer = {test}"], []
            for label, way in {"yes": yes, "no": no}.items():
                if way.mark == "bar":
                    key = "bar" if self.rule["shared"] else f"{self.letter}{number}{label}".lower()
                    counting, shut = _when(when, key)
                    turned = "break" if closed == "end" else f"answer = {label == 'no'}"
                    bars.append((label, [*counting, f"if {shut}:", f"    {turned}"]))
            if len(bars) > 1 and bars[0][1] == bars[1][1]:
                lines += bars[0][1]
            else:
                tests = ["if answer:" if bars[0][0] == "yes" else "if not answer:", "else:"]
                for true, (_, inside) in zip(tests, bars, strict=False):
                    lines += [true, *_indented(inside)]
            test = "answer"
        return [*lines, f"if {test}:", *_indented(self.go(yes)), "else:", *_indented(self.go(no))]

    def step(self, number: int) -> list[str]:
        box = self.chart.boxes[number]
        dashed, over = step_marks(self.rule, box)
        thick = meaning(self.rule, "thick") if number in self.thick else ""
        done = (
            self.call(box)
            if box.kind == "call"
            else self.change(box, (dashed, over), thick, number in self.mixed)
        )
        factor = {"twice": 2, "three": 3, "skip": 0}.get(thick, 1)
        often = (2 if dashed == "twice" else 1) * (2 if over == "twice" else 1)
        times = str(often * factor)
        if thick == "skip" and number in self.mixed:
            factor, times = 1, str(often)
        if over == "skip":
            times = "0"
        elif factor != 1 and number in self.mixed:
            times = f"{often * factor} if thick else {often}"
        key = "wall" if self.rule.get("common") else self.name(number).lower()
        counting, true = _when(dashed, key) if dashed in _WHENS else ([], "")
        each = bool(self.rule.get("each"))
        if true and each:
            done = [*counting, f"if {true}:", *_indented(done)]
        if times != "1":
            done = [f"for _ in range({times}):", *_indented(done)] if times != "0" else []
        if true and not each:
            done = [*counting, f"if {true}:", *_indented(done)] if done else []
        if done and thick == "skip" and number in self.mixed:
            done = ["if not thick:", *_indented(done)]
        if thick == "plus":
            done += ["t += thick"] if number in self.mixed else ["t += 1"]
        done += {"plus": ["t += 1"], "n": ["n += 1"]}.get(over, [])
        return [*done, *self.go(self.way(number))]

    def change(self, box: Box, marks: tuple[str, str], thick: str, mixed: bool) -> list[str]:
        target, what, operand = box.label.split()
        operand = "p" if "swap" in marks and operand == "n" else operand
        signs = [what, "-" if what == "+" else "+"]
        usual, other = (
            f"{target} {sign}= {operand}" for sign in (signs[::-1] if marks.count("minus") == 1 else signs)
        )
        if thick != "minus":
            return [usual]
        return ["if thick:", f"    {other}", "else:", f"    {usual}"] if mixed else [other]

    def call(self, box: Box) -> list[str]:
        left = meaning(self.rule, "left") if "left" in box.mark else ""
        done = f"chart_{box.label.lower()}({left or 'n'})"
        match meaning(self.rule, "right") if "right" in box.mark else "":
            case "keep":
                return [done]
            case "total":
                return [done, "n = t"]
            case "undo":
                return ["before = t", f"n = {done}", "t = before"]
            case "both":
                return [f"n += {done}"]
            case "add":
                return [f"n = {done}", "t += n"]
            case _:
                return [f"n = {done}"]


def program(charts: Charts, rule: Rule) -> str:
    """Write the walk through charts by a rule as a program."""
    bodies = {letter: _Writer(letter, chart, rule).lines() for letter, chart in charts}
    found = {
        letter: sorted({*re.findall(r"\b(?:odd|gone)_\w+", "\n".join(body))})
        for letter, body in bodies.items()
    }
    (_, body), *others = bodies.items()
    flags = sorted({flag for names in found.values() for flag in names})
    switches = [
        (f"{letter}{number}", box.mark)
        for letter, chart in charts
        for number, box in enumerate(chart.boxes)
        if box.kind == "switch"
    ]
    always = meaning(rule, "blue") != "drawn"
    begin = [
        f"turned[{name!r}] = {'False' if blue == 'drawn' else f'not turned[{name!r}]'}"
        for blue in [meaning(rule, "blue")]
        for name, mark in switches
        if mark and blue in ("drawn", "walk")
    ]
    uses = any(re.search(r"\bp\b", line) for inner in bodies.values() for line in inner)
    lines = ["t = p = 0" if uses else "t = 0", *([f"{' = '.join(flags)} = False"] if flags else [])]
    lines += (
        [f"turned = {dict.fromkeys((name for name, mark in switches if not mark or always), False)}"]
        if switches
        else []
    )
    for letter, inner in others:
        shared = [f"nonlocal {', '.join(['t', *found[letter]])}"]
        name = f"chart_{letter.lower()}"
        used = any(f"= {name}(" in line for other in bodies.values() for line in other)
        lines += ["", f"def {name}(n):", *_indented([*shared, *inner, *["return n"] * used]), ""]
    lines += [
        "for number in numbers:",
        *_indented(["n = number", *begin, *body, *["p = number"] * uses]),
        "return t",
    ]
    return "\n".join(["def solution(numbers: list[int]) -> int:", *_indented(lines)])


_MARK_WORDS = {
    "ring": "a way with a ring",
    "bar": "a barred way",
    "thick": "a thick way",
    "filled": "filled",
    "dashed": "dashed",
    "left": "with a filled left side",
    "right": "with a filled right side",
    "cross": "a way with a cross",
    "blue": "blue",
    "wall": "in the blue fence",
    "gate": "in the dashed fence",
    "over": "in both fences",
}
_WAY_WORDS = {"": "then", "on": "as drawn", "off": "when turned"}


def _chart_words(letter: str, chart: MarkedChart) -> Iterator[str]:
    """Yield sentences that say where each box of a chart leads."""
    for number, box in enumerate(chart.boxes):
        ways = [way for way in chart.ways if way.start == number]
        if not ways or (box.kind == "at" and number):
            continue
        ends = []
        for way in ways:
            end = ends_at(letter, chart, way.end)
            by = f"by {_MARK_WORDS[way.mark]} " if way.mark else ""
            ends.append(
                f"{_WAY_WORDS.get(way.label, way.label)} {by}to {f'{letter}{end}' if end is not None else 'the end'}"
            )
        marks = " and ".join(_MARK_WORDS[mark] for mark in box.mark.split())
        what = (
            f"chart {letter} begins"
            if not number
            else f"{letter}{number}{f' ({marks})' if marks else ''}: {box.label or 'a switch'}"
        )
        yield f"{what}; {', '.join(ends)}."


def problem(charts: Charts, rule: Rule) -> str:
    """Say in words what charts do by a rule."""
    walks = " ".join(sentence for letter, chart in charts for sentence in _chart_words(letter, chart))
    used = needed(charts)
    means = [
        f"{mark}: {MEANINGS[mark][meaning(rule, mark)]}" for mark in MEANINGS if mark in used and mark in rule
    ]
    if "rhythm" in used and rule["rhythm"]:
        means.append(f"a ring acts only {_WHENS[_RHYTHM[rule['rhythm']]]}, which each ring counts alone")
    if "side" in used:
        means.append(
            f"gate acts when a way {SIDES[rule['side']]} the dashed fence, wall on steps in the blue one"
        )
    if "common" in used:
        means.append(f"times count {'for the whole blue fence' if rule['common'] else 'for each step alone'}")
    if "early" in used:
        means.append(f"a switch turns {'before' if rule['early'] else 'after'} the way is taken")
    if "each" in used:
        what = "the blue fence" if "wall" in used else "a dashed box"
        means.append(f"a condition of {what} is looked at {'each time' if rule['each'] else 'once'}")
    if "shared" in used:
        means.append(
            "passages of all barred ways count together" if rule["shared"] else "each barred way counts alone"
        )
    sides = "A box with the letter of a chart is a walk through that chart, with the same t and n. " * (
        len(charts) > 1
    )
    return (
        "A total t is 0 at first. Each number walks through the chart: n is the number, p the number before it, or 0. In a "
        f"box, t + 3 adds 3 to t. {sides}{walks} The marks: {'; '.join(means)}. Return t after the last walk."
    )


def mermaid(main: Charts, shown: Sequence[tuple[Charts, Any]], results: Sequence[Sequence[int]]) -> str:
    """Return charts and worked examples as Mermaid text."""
    lines = ["flowchart TD"]
    for letter, chart in main:
        lines += mermaid_lines(chart, letter.lower())
    for number, ((charts, lists), totals) in enumerate(zip(shown, results, strict=True), 1):
        runs = [(", ".join(map(str, numbers)), total) for numbers, total in zip(lists, totals, strict=True)]
        for letter, chart in charts:
            lines += example_lines(chart, f"{number}{letter.lower()}", runs if chart is charts[0][1] else ())
    return "\n".join(lines) + "\n"


def sample(draws: Draws) -> dict[str, Any]:
    return {"seed": draws.text("ABCDEFGH", 16)}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    draws = Draws(values["seed"], "calls")
    return [(draws.integers(draws.integer(4, 8), 0, 12),) for _ in range(90)]


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    shown = [[], [0], [1], [4], [12], [7, 7], [3, 4], [12, 0, 12], [6] * 8, [9] * 8, [12] * 8, [5, 0] * 4]
    return [(numbers,) for numbers in [*shown, list(range(8)), list(range(12, 4, -1))]]


DIAL = {"one-mark": "1", "two-marks": "2", "three-marks": "3", "four-marks": "4", "five-marks": "5"}
_OTHER = "-other"  #: ending of variants whose marks come in the reverse order
DIAL_TWICE = DIAL | {variant + _OTHER: level for variant, level in DIAL.items()}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a family draws its charts, and the small charts that prove what its marks mean."""

    order: Sequence[str]  #: all marks of the family, of which a chart has as many as its level says
    main: Callable[[Draws, list[str]], Charts]  #: draws the charts of the task with some marks
    small: Callable[[Draws, list[str]], Charts]  #: draws the charts of a worked example
    sheets: Callable[[Charts, Draws], list[Canvas]]  #: draws the pictures of the task's charts
    spots: Sequence[Sequence[Spot]]  #: places of the boxes of a worked example's charts, px
    high: float  #: height of a worked example, px
    shown: int  #: number of worked examples
    wide: float = 470.0  #: width of a worked example, px
    #: Each is a try, with draws of its own, if all before it make no good task.
    endings: Sequence[str] = ("",)
    #: Whether a worked example shows at least three marks, so that none of them can be read alone.
    joint: bool = False
    meet: bool = False  #: whether there is an exception where marks meet


def marked_by(usual: Plan, plans: Mapping[int, Plan] | None = None) -> Callable[[dict[str, Any], str], Chart]:
    """Return the function ``marked`` of a family.

    Args:
        usual: the plan of most levels.
        plans: level → its plan, for those with another one.
    """

    @lru_cache(maxsize=32)
    def made(seed: str, variant: str) -> Chart:
        level = int(DIAL_TWICE[variant])
        plan = (plans or {}).get(level, usual)
        for ending in plan.endings[:-1]:
            with contextlib.suppress(UnfitError):
                return _made_chart(plan, seed, f"{variant}{ending}", level)
        return _made_chart(plan, seed, f"{variant}{plan.endings[-1]}", level)

    def marked(values: dict[str, Any], variant: str) -> Chart:
        return made(values["seed"], variant)

    return marked


def _shown(given: Sequence[int], total: int) -> str:
    return f"{', '.join(map(str, given))} → {total}"


def _made_chart(plan: Plan, seed: str, name: str, level: int) -> Chart:
    """Return the chart of a level; ``name`` decides its draws.

    Raises:
        UnfitError: if the choices make no good task.
    """
    draws, marks = Draws(seed, name), Draws(seed, "order").shuffled(plan.order)
    marks = marks[::-1] if _OTHER in name else marks
    leading = [mark for mark in ("turn", "wall", "gate", "over") if mark in marks]  # others need these
    marks = [*leading, *(mark for mark in marks if mark not in leading)][:level]
    asked = typical({"seed": seed})
    exception = ["meet"] * plan.meet
    order, fewest = [*plan.order, *exception], 3 if plan.joint else 2
    for _ in range(2000 if plan.meet else 600):
        rule, charts = draw_rule(draws, order), plan.main(draws, [*marks, *exception])
        if is_strict(charts, rule, [*exception, *marks], asked):
            break
    else:
        raise UnfitError("no chart needs every mark")
    pages, meanings = plan.sheets(charts, draws), space(charts, order)

    def candidate(*first: str) -> Any:
        chosen = first or draws.sample(marks, draws.integer(min(fewest, level), min(fewest + 1, level)))
        lists = tuple(tuple(draws.integers(draws.integer(3, 5), 0, 12)) for _ in range(2))
        drawn = plan.small(draws, [*chosen])
        if any(len(_shown(given, run(drawn, rule, given))) > _TEXT for given in lists):
            return candidate(*first)
        return drawn, lists

    if plan.joint:
        first = [candidate(*marks[:3]), candidate(*marks[-3:])]
    else:
        first = [candidate(mark, marks[place - 1]) for place, mark in enumerate(marks) if place % 2]
    numbers = range(plan.shown, plan.shown + 1)
    chosen = telling_examples(
        meanings, rules=[rule], asked=asked, shown=first, candidate=candidate, numbers=numbers
    )
    results = [[run(small_charts, rule, numbers) for numbers in lists] for small_charts, lists in chosen]
    wide, high = plan.wide, plan.high
    canvas = Canvas(round(2 * wide), round(high * plan.shown / 2))
    for number, ((drawn, lists), totals) in enumerate(zip(chosen, results, strict=True)):
        left, top = wide * (number % 2), high * (number // 2)
        for (_, chart), places in zip(drawn, plan.spots, strict=True):
            draw_chart(canvas, chart, [(left + x, top + y) for x, y in places])
        for place, (given, total) in enumerate(zip(lists, totals, strict=True)):
            canvas.text(
                left + 20 + 226 * place, top + high - 18, _shown(given, total), size=SIZE, anchor="start"
            )
    return Chart(
        reference=program(charts, rule),
        problem=problem(charts, rule),
        mermaid=mermaid(charts, chosen, results),
        pages=(*pages, canvas),
        space=meanings,
        shown=tuple(zip(chosen, results, strict=True)),
    )
