"""Readings of inked folds, which no program writes: the arrays agree with a plain simulator of one rule."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.rule_space import Choices
from workshop.suites.humaneval_v.families import _ink_rules as ink
from workshop.suites.humaneval_v.families._fold_drawings import SIZE, Layer, packets, random_sheet

Rule = dict[str, int]  #: part → its choice
Field = tuple[int, int]  #: row and column, of the folded packet or of the sheet

EDGES = ("row == 0", "column == 3", "row == 3", "column == 0")  #: clockwise
TURNS = {"wax opposite": (0, 2), "wax next": (0, 1), "wax around": (0, 1, 2, 3)}
EFFECTS = {"over": "+", "washes": ".", "darkens": "#"}  #: mark of a stain to which ink runs
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0))  #: rows down and columns across
WAX = range(1, len(ink.WAXED))
#: Choices of other parts with which a reading acts; its own part, the first word of its name, is not 0.
NEEDED: dict[str, dict[str, Sequence[int]]] = {
    "spread on clean": {"again": [ink.AGAIN.index(""), ink.AGAIN.index("bleach")]},
    "spread on two fields": {"again": [ink.AGAIN.index("skip")]},
    "spread not on wax": {"wax": WAX},
    "again counts": {"again": [ink.AGAIN.index("skip"), ink.AGAIN.index("bleach")]},
    "again darkens": {"again": [ink.AGAIN.index("")]},
    "wax counts": {"wax": [number for number in WAX if ink.WAXED[number][1] == "skip"]},
}


class Source(NamedTuple):  # a layer from which ink may spread
    level: int
    before: str  #: mark of its field before it was reached
    mark: str  #: its mark after that


class InkedSheet:
    """A sheet on which drops fall by one rule; ``_ink_rules`` does the same with arrays of all rules."""

    def __init__(self, rule: Rule, folds: str, drops: list[list[int]]) -> None:
        self.reading = ink.READINGS[rule["reading"]]
        self.most_stains = rule["depth"] + 1
        self.shade, self.again = ink.SHADES[rule["shade"]], ink.AGAIN[rule["again"]]
        self.face, self.at_face = ink.FACES[rule["face"]]
        edge, self.at_wax = ink.WAXED[rule["wax"]]
        turns = TURNS.get(self.reading, (0,)) if edge else ()
        self.waxed_edges = [EDGES[(EDGES.index(edge) + turn) % 4] for turn in turns]
        across, down, top = ink.SPREADS[rule["spread"]]
        self.step, self.only_top = (down, across), top == 1
        packet, order = packets(folds)[-1], -1 if rule["low"] else 1
        places = product(range(len(packet)), range(len(packet[0])))
        self.stacks = {(row, column): packet[row][column][::order] for row, column in places}
        self.marks = dict.fromkeys(product(range(SIZE), repeat=2), ".")
        self.on_one_field, self.stains_of_drops = drops[0] == drops[1], 0
        for number, (row, column) in enumerate(drops):
            self.spread(number, (row, column), self.soak(number, (row, column)))

    def soak(self, number: int, place: Field) -> list[Source]:
        """Let a drop soak in, and return the layers from which it may spread."""
        count, sources = 0, []
        for level, layer in enumerate(self.stacks[place]):
            if count == self.most_stains:
                break
            before = mark = self.marks[layer[:2]]
            effect = self.effect(number, level, layer)
            if effect == "stain":
                bleached = self.again == "bleach" and self.is_stain_of_before(before)
                counted = not (bleached and self.reading == "again counts")
                count, self.stains_of_drops = count + counted, self.stains_of_drops + counted
                darkened = self.reading == "again darkens" and self.again == "" and before != "."
                dark = darkened or self.is_dark(number, level, layer[2], count)
                mark = self.marks[layer[:2]] = "." if bleached else "#" if dark else "+"
            if effect == "stain" or self.reading == "spread from dry":
                sources.append(Source(level, before, mark))
            if effect == "stop":
                break
            count += effect == "count"
        return sources

    def effect(self, number: int, level: int, layer: Layer) -> str:
        """Return whether ink stains a layer, skips it, stops at it, or leaves it clean but counts it."""
        if self.is_wrong_side(number, level, layer[2]):
            return "stop" if self.reading == "face stops" else self.at_face
        if self.is_waxed(number, layer):
            return "count" if self.reading == "wax counts" and self.at_wax == "skip" else self.at_wax
        if self.again in ("skip", "stop") and self.is_stain_of_before(self.marks[layer[:2]]):
            return "count" if self.reading == "again counts" and self.again == "skip" else self.again
        return "stain"

    def is_wrong_side(self, number: int, level: int, up: bool) -> bool:
        if not self.face or self.reading == ("face at 2", "face at 1")[number]:
            return False
        is_front = level % 2 == 0 if self.reading == "face by turns" else up
        return is_front != (self.face == "up")

    def is_waxed(self, number: int, layer: Layer) -> bool:
        row, column, up = layer
        if self.reading in (("wax at 2", "wax at 1")[number], "wax not up" if up else "wax up"):
            return False
        return not {f"row == {row}", f"column == {column}"}.isdisjoint(self.waxed_edges)

    def is_stain_of_before(self, mark: str) -> bool:
        nowhere = self.reading == ("again on two fields" if self.on_one_field else "again on one field")
        return not nowhere and mark in {"again on dark": "#", "again on pale": "+"}.get(self.reading, "#+")

    def is_dark(self, number: int, level: int, up: bool, count: int) -> bool:
        if self.reading == "shade by side or drop":
            return (up, not up, number == 0, number == 1)[ink.SHADES.index(self.shade)]
        counts = {"shade by layer": level + 1, "shade of both drops": self.stains_of_drops}
        nth = counts.get(self.reading, count)
        return (True, nth == 1, nth < 3, nth % 2 == 1)[ink.SHADES.index(self.shade)]

    def spread(self, number: int, place: Field, sources: list[Source]) -> None:
        """Let ink of a drop run on to other fields."""
        runs_again = number == 1 and self.on_one_field
        at_other_drop = self.reading == ("spread at 2", "spread at 1")[number]
        not_here = self.reading == ("spread on two fields" if runs_again else "spread on one field")
        if self.step == (0, 0) or at_other_drop or not_here:
            return
        if self.reading == "spread from stained":
            sources = sources[:1] if self.only_top else sources[-1:]
        elif self.only_top:
            sources = [source for source in sources if source.level == 0]
        for source in filter(self.is_running, sources):
            for layer in self.targets(place, source.level):
                self.wet(number, layer, source.mark)

    def is_running(self, source: Source) -> bool:
        readings = {
            "spread on stain": source.before != ".",
            "spread on clean": source.before == ".",
            "spread from dark": source.mark == "#",
            "spread from pale": source.mark == "+",
        }
        return readings.get(self.reading, True)

    def targets(self, place: Field, level: int) -> Iterator[Layer]:
        """Yield the layers to which ink runs from a level of a place."""
        down, across = self.step
        if self.reading == "spread on sheet":
            row, column, up = self.stacks[place][level]
            if (row + down, column + across) in self.marks:
                yield row + down, column + across, up
            return
        deep = range(len(self.stacks[place]))
        levels = {"spread to first": deep[:1], "spread to all": deep}.get(self.reading, [level])
        ways = {"spread both ways": (self.step, (-down, -across)), "spread around": SIDES}
        steps = range(1, SIZE if self.reading == "spread far" else 2)
        for (down, across), far in product(ways.get(self.reading, (self.step,)), steps):
            near = place[0] + far * down, place[1] + far * across
            yield from (self.stacks[near][level] for level in levels if near in self.stacks)

    def wet(self, number: int, layer: Layer, mark: str) -> None:
        """Let ink run to a layer from one with a mark."""
        field = layer[:2]
        if self.reading == "spread not on wax" and self.is_waxed(number, layer):
            return
        if self.marks[field] == ".":
            dark = self.reading == "spread dark" or (self.reading == "spread same" and mark == "#")
            self.marks[field] = "#" if dark else "+"
            return
        effect, _, when = self.reading.removeprefix("spread ").partition(" ")
        if effect in EFFECTS and when in ("", "on one field" if self.on_one_field else "on two fields"):
            self.marks[field] = EFFECTS[effect]


def random_rules(draws: Draws) -> list[Rule]:
    """Draw rules with each reading and the marks it is about; most have a mark from which ink spreads."""
    rules = []
    for number, reading in enumerate(ink.READINGS * 8):
        rule = {part: draws.integer(0, count - 1) for part, count in ink.PARTS.items()}
        rule |= {"reading": number % len(ink.READINGS), "depth": draws.choice((1, 2, 3, 7))}
        marks = [reading.partition(" ")[0], *["spread"] * draws.chance(4, 5)]
        rule |= {part: draws.integer(1, ink.PARTS[part] - 1) for part in marks if part}
        rules.append(rule | {part: draws.choice(among) for part, among in NEEDED.get(reading, {}).items()})
    return rules


RULES = random_rules(Draws("inked-folds", "rules"))
SHEETS = [random_sheet(Draws("inked-folds", "sheet", number), 1 + number % 3) for number in range(40)]
ARRAYS: Choices = {part: np.array([rule[part] for rule in RULES]) for part in ink.PARTS}


def test_arrays_and_a_simulator_of_one_rule_give_the_same_stains() -> None:
    for sheet in SHEETS:
        for rule, row in zip(RULES, ink.stains(ARRAYS, sheet), strict=True):
            marks = InkedSheet(rule, *sheet).marks.values()
            assert "".join(marks) == "".join(".+#"[code] for code in row), (rule, sheet)


def test_each_reading_changes_a_sheet_of_the_rule_that_is_drawn() -> None:
    drawn, changing = {**ARRAYS, "reading": 0 * ARRAYS["reading"]}, set()
    for sheet in SHEETS:
        changed = np.any(ink.stains(ARRAYS, sheet) != ink.stains(drawn, sheet), axis=1)
        changing |= {ink.READINGS[number] for number in ARRAYS["reading"][changed]}
    assert set(ink.READINGS[1:]) == changing
