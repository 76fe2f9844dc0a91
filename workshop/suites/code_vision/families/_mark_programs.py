"""Walks through charts with marks, written as programs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Sequence

from workshop.suites.code_vision.families._mark_meanings import (
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
    return [line for met in met_steps(step, meet) for line in _step_lines(met)]


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
            if (rhythm := RHYTHM[self.rule["rhythm"]]) != "always":
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
        counting, true = _when(dashed, key) if dashed in WHENS else ([], "")
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
