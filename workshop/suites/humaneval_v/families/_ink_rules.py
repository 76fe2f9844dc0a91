"""Rules of ``inked_folds`` as programs, and as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules
from workshop.suites.humaneval_v.families._fold_drawings import SIZE, Layer, folding, packets

DEPTHS, SHADES = 8, ("#", "count == 1", "count < 3", "count % 2 == 1")
#: Which side of a layer has to lie up, and what happens at another one; those next to each other differ in it.
FACES = [("", ""), *product(("up", "not up"), ("skip", "count"))]
WAXED = [("", ""), *product(("row == 0", "row == 3", "column == 0", "column == 3"), ("skip", "stop"))]
SPREADS = [
    (0, 0, 0),
    *((across, down, top) for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)) for top in (0, 1)),
]
AGAIN = ("", "skip", "stop", "bleach")  #: what happens at a stain of before
#: The first is drawn. The others are only read: each changes one thing in what a rule of the other parts does.
READINGS = (
    "",
    # When ink spreads: at one drop, where a stain was before or not; of two drops on one field, at one only.
    "spread at 1", "spread at 2", "spread on stain", "spread on clean", "spread on one field", "spread on two fields",
    # From where: the first or last layer that is stained, also from dry layers, and from stains of one shade.
    "spread from stained", "spread from dry", "spread from dark", "spread from pale",
    # Where to: farther, to other sides, to other layers, and to the next field of the unfolded sheet.
    "spread far", "spread both ways", "spread around", "spread to first", "spread to all", "spread on sheet",
    # What it leaves there: another shade, or nothing on wax.
    "spread same", "spread dark", "spread not on wax",
    # What it does to a stain there, always or by drops on one or two fields: it gets pale, clean or dark.
    "spread over", "spread washes", "spread washes on one field", "spread washes on two fields", "spread darkens",
    "spread darkens on one field", "spread darkens on two fields",
    # A stain of before that matters, whether it counts, and whether it gets dark.
    "again on dark", "again on pale", "again on one field", "again on two fields", "again counts", "again darkens",
    # Wax lets ink through that counts; other edges have it too; on one side of the sheet only; at one drop only.
    "wax counts", "wax opposite", "wax next", "wax around", "wax up", "wax not up", "wax at 1", "wax at 2",
    # The wrong side stops ink, or matters at one drop only; layers are dry by turns, whichever side lies up.
    "face stops", "face at 1", "face at 2", "face by turns",
    # What is dark: by the side that lies up or by the drop, by layers instead of stains, by stains of both drops.
    "shade by side or drop", "shade by layer", "shade of both drops",
)  # fmt: skip
PARTS = {
    "reading": len(READINGS), "depth": DEPTHS, "low": 2, "shade": len(SHADES), "face": len(FACES), "wax": len(WAXED),
    "spread": len(SPREADS), "again": len(AGAIN),
}  # fmt: skip


def program(rule: dict[str, int]) -> str:
    """Write a rule that is drawn, not only read, as a program."""
    (face, at_face), (waxed, at_wax) = FACES[rule["face"]], WAXED[rule["wax"]]
    right, lower, top = SPREADS[rule["spread"]]
    order = "[::-1]" * rule["low"]
    does = {"skip": ["continue"], "stop": ["break"], "count": ["count += 1", "continue"]}
    layer = "row, column, up" if face else "row, column"
    lines = [folding(bool(face)), "        count = 0"]
    each = f"packet[line][place]{order}"
    each = f"level, ({layer}) in enumerate({each})" if rule["spread"] else f"{layer} in {each}"
    lines += [f"        for {each}:"]
    lines += [f"            if count == {rule['depth'] + 1}:", "                break"]
    for test, effect in ((face and ("not up" if face == "up" else "up"), at_face), (waxed, at_wax)):
        if test:
            lines += [f"            if {test}:", *(f"                {step}" for step in does[effect])]
    again = AGAIN[rule["again"]]
    if again in ("skip", "stop"):
        lines += ['            if sheet[row][column] != ".":', f"                {does[again][0]}"]
    shade = SHADES[rule["shade"]]
    lines += [
        "            count += 1",
        '            shade = "#"' if shade == "#" else f'            shade = "#" if {shade} else "+"',
    ]
    mark = 'shade if sheet[row][column] == "." else "."' if again == "bleach" else "shade"
    lines += [f"            sheet[row][column] = {mark}"]
    if rule["spread"]:
        lines += ["            if level == 0:"] * top
        pad = "    " * (3 + top)
        step = f"line + {lower}, place + {right}".replace("+ -", "- ").replace(" + 0", "")
        ends = ("beside < len(packet[0])", "beside >= 0") if right else ("below < len(packet)", "below >= 0")
        lines += [f"{pad}below, beside = {step}", f"{pad}if {ends[right + lower < 0]}:"]
        near = f"[{-rule['low']}]" if top else f"{order}[level]"
        lines += [f"{pad}    {layer} = packet[below][beside]{near}"]
        lines += [f'{pad}    if sheet[row][column] == ".":', f'{pad}        sheet[row][column] = "+"']
    return "\n".join([*lines, '    return ["".join(line) for line in sheet]'])


Values = npt.NDArray[Any]  #: of small integers
Truths = npt.NDArray[np.bool_]
#: Where ink of a drop came in a layer, what it stained, with which mark, and which mark was there before.
Soaked = tuple[Truths, Truths, Values, Values]

_SOME = 1 << 15  #: rules that are tried at once, so that their arrays stay in the processor's cache
_EDGES = {
    "row == 0": [place < SIZE for place in range(SIZE**2)],
    "column == 3": [place % SIZE == SIZE - 1 for place in range(SIZE**2)],
    "row == 3": [place >= SIZE**2 - SIZE for place in range(SIZE**2)],
    "column == 0": [place % SIZE == 0 for place in range(SIZE**2)],
}  #: whether each field lies on an edge; clockwise
#: Readings in which ink that runs to a stain makes it clean, pale or dark: always, by drops on one field or on two.
_ONTO_STAINS = (
    ("spread washes", "spread washes on one field", "spread washes on two fields"),
    ("spread over",),
    ("spread darkens", "spread darkens on one field", "spread darkens on two fields"),
)
_TURNS = {"": (0,), "wax opposite": (0, 2), "wax next": (0, 1), "wax around": (0, 1, 2, 3)}


def stains(rules: Choices, call: Call) -> Values:
    """Return the stains by each rule, of shape (rules, 16): 0 clean, 1 pale, 2 dark."""
    starts = range(0, max(1, count_rules(rules)), _SOME)
    return np.concatenate(
        [
            _Sheets({name: choice[start : start + _SOME] for name, choice in rules.items()}, *call).stains()
            for start in starts
        ]
    )


@lru_cache(maxsize=2 * len(READINGS))
def stains_of_reading(reading: int, call: str) -> Values:
    """Return the stains by all rules of one reading; a call is given as its text."""
    return stains(
        {**(rules := _drawn_rules()), "reading": rules["reading"] + reading}, ast.literal_eval(call)
    )


@cache
def _drawn_rules() -> Choices:
    return RuleSpace(parts=PARTS | {"reading": 1}, results=stains).rules()


class _Sheets:
    """The sheet by each of some rules."""

    def __init__(self, rules: Choices, folds: str, drops: list[list[int]]) -> None:
        self._rules = {name: choice.astype(np.int8) for name, choice in rules.items()}
        self._packet, self._drops = packets(folds)[-1], drops
        self._two = drops[0] != drops[1]
        self._high, self._wide, self._deep = len(self._packet), len(self._packet[0]), len(self._packet[0][0])
        count = len(self._rules["depth"])
        self._found = {*np.flatnonzero(np.bincount(rules["reading"], minlength=len(READINGS))).tolist()}
        self._cached = dict[tuple[str, ...], Truths]()
        self._sheet: Values = np.zeros(count * SIZE**2, np.int8)
        self._first = np.arange(count) * SIZE**2
        waxed = np.zeros((count, SIZE**2), bool)
        edges = list(_EDGES)
        for number, (edge, _) in enumerate(WAXED[1:], 1):
            for reading, turns in _TURNS.items():
                among = self._rules["wax"] == number
                among &= self._reads(reading) if reading else ~self._reads(*list(_TURNS)[1:])
                fields = np.any([_EDGES[edges[(edges.index(edge) + turn) % 4]] for turn in turns], axis=0)
                waxed[among] = fields
        self._waxed: Truths = waxed.reshape(-1)
        self._ways = list(self._find_ways())

    def stains(self) -> Values:
        """Return the stains after both drops."""
        shaded = np.zeros(len(self._first), np.int8)
        for number, (line, place) in enumerate(self._drops):
            self._soak(number, line, place, shaded)
        return self._sheet.reshape(-1, SIZE**2)

    def _reads(self, *names: str) -> Truths:
        """Return which rules have one of some readings."""
        if names not in self._cached:
            numbers = [number for number in map(READINGS.index, names) if number in self._found]
            having = [self._rules["reading"] == number for number in numbers]
            self._cached[names] = np.any(having, axis=0) if having else np.zeros(1, bool)
        return self._cached[names]

    def _layer(self, stack: list[Layer], level: int) -> tuple[npt.NDArray[np.int64], Truths]:
        """Return where on the flat sheets a layer lies, and whether its front lies up."""
        (row, column, up), (other_row, other_column, other_up) = stack[level], stack[-1 - level]
        low = self._rules["low"] == 1
        at = np.where(low, SIZE * other_row + other_column, SIZE * row + column) + self._first
        return at, np.where(low, other_up, up)

    def _wrong(self, number: int, up: Truths, level: int) -> Truths:
        """Return where a layer has the wrong side up."""
        face, turned = self._rules["face"], np.full(1, level % 2 == 1)
        front = np.where(self._reads("face by turns"), ~turned, up)
        wrong = (face == 1) | (face == 2)
        wrong = wrong & ~front | (face > 2) & front
        return np.asarray(wrong & ~self._reads("face at 2" if number == 0 else "face at 1"))

    def _wax(self, number: int, up: Truths, at: npt.NDArray[np.int64]) -> Truths:
        """Return where a layer is waxed."""
        bare = self._reads("wax up") & ~up | self._reads("wax not up") & up
        return self._waxed[at] & ~bare & ~self._reads("wax at 2" if number == 0 else "wax at 1")

    def _soak(self, number: int, line: int, place: int, shaded: Values) -> None:
        """Let a drop soak in and spread; ``shaded`` counts the stains of all drops."""
        rules, reads = self._rules, self._reads
        count, open_ = np.zeros(len(self._first), np.int8), np.full(len(self._first), True)
        faces = np.array([effect == "count" for _, effect in FACES])[rules["face"]]
        stops = np.array([effect == "stop" for _, effect in WAXED])[rules["wax"]]
        again = rules["again"]
        skips, bleaches = again == AGAIN.index("skip"), again == AGAIN.index("bleach")
        sources = []
        for level in range(self._deep):
            at, up = self._layer(self._packet[line][place], level)
            open_ &= count <= rules["depth"]
            reached, before = open_.copy(), self._sheet[at]
            wrong = open_ & self._wrong(number, up, level)
            count += wrong & faces & ~reads("face stops")
            open_ &= ~(wrong & reads("face stops"))
            waxed = open_ & ~wrong & self._wax(number, up, at)
            count += waxed & ~stops & reads("wax counts")
            open_ &= ~(waxed & stops)
            met = (
                (before > 0)
                & ~(reads("again on dark") & (before == 1))
                & ~(reads("again on pale") & (before == 2))
            )
            met &= ~reads("again on one field" if self._two else "again on two fields")
            free = open_ & ~wrong & ~waxed
            open_ &= ~(free & met & (again == AGAIN.index("stop")))
            free &= open_
            skipped = free & met & skips
            count += skipped & reads("again counts")
            soaked = free & ~skipped
            counted = soaked & ~(met & bleaches & reads("again counts"))
            count += counted
            shaded += counted
            nth = np.where(
                reads("shade by layer"), level + 1, np.where(reads("shade of both drops"), shaded, count)
            )
            dark = np.choose(rules["shade"], [np.full(1, True), nth == 1, nth < 3, nth % 2 == 1])
            if (other := reads("shade by side or drop")).any():
                by = np.choose(rules["shade"], [up, ~up, np.full(1, number == 0), np.full(1, number == 1)])
                dark = np.where(other, by, dark)
            dark = dark | reads("again darkens") & (before > 0) & (again == 0)
            stain = np.where(met & bleaches, 0, 1 + dark).astype(np.int8)
            self._sheet[at] = np.where(soaked, stain, before)
            sources.append((reached, soaked, stain, before))
        self._spread(number, line, place, sources)

    def _spread(self, number: int, line: int, place: int, layers: list[Soaked]) -> None:
        """Let ink run on from the layers of a drop."""
        rules, reads = self._rules, self._reads
        top = np.array([top == 1 for *_, top in SPREADS])[rules["spread"]]
        acts = (rules["spread"] > 0) & ~reads("spread at 2" if number == 0 else "spread at 1")
        runs_again = number == 1 and not self._two
        acts &= ~reads("spread on two fields" if runs_again else "spread on one field")
        stained = np.array([soaked for _, soaked, *_ in layers])
        if (ends := reads("spread from stained")).any():
            earlier = np.cumsum(stained, axis=0, dtype=np.int8) > 1
            later = np.cumsum(stained[::-1], axis=0, dtype=np.int8)[::-1] > 1
        runs = []
        for level, (reached, soaked, stain, before) in enumerate(layers):
            some = np.where(reads("spread from dry"), reached, soaked)
            some = some & (~top | (level == 0) | ends)
            if ends.any():
                some &= ~(ends & np.where(top, earlier[level], later[level]))
            some &= ~(reads("spread on stain") & (before == 0) | reads("spread on clean") & (before > 0))
            some &= ~(reads("spread from dark") & (stain != 2) | reads("spread from pale") & (stain != 1))
            runs.append(acts & some)
        other = reads("spread to first", "spread to all", "spread on sheet")
        for level, run in enumerate(runs):
            self._run(number, line, place, level, run & ~other, layers[level][2])
        if other.any():
            for level in range(self._deep):
                run = np.any(runs, axis=0)
                run &= reads("spread to all") | reads("spread to first") & (level == 0)
                self._run(number, line, place, level, run, layers[level][2])
            self._run_on_sheet(line, place, runs)

    def _find_ways(self) -> Iterator[tuple[int, int, Truths]]:
        """Yield steps across and down to a field that ink may reach, and by which rules."""
        for right, lower in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            own = np.array([(x, y) == (right, lower) for x, y, _ in SPREADS])[self._rules["spread"]]
            back = np.array([(-x, -y) == (right, lower) for x, y, _ in SPREADS])[self._rules["spread"]]
            own = own | back & self._reads("spread both ways") | self._reads("spread around")
            for far in range(1, SIZE):
                if (way := own if far == 1 else own & self._reads("spread far")).any():
                    yield far * right, far * lower, way

    def _run(self, number: int, line: int, place: int, level: int, run: Truths, shade: Values) -> None:
        """Let ink run from a layer of one field to that of others."""
        reads = self._reads
        for right, lower, way in self._ways:
            below, beside = line + lower, place + right
            if not (0 <= below < self._high and 0 <= beside < self._wide and (wet := run & way).any()):
                continue
            near, up = self._layer(self._packet[below][beside], level)
            there = self._sheet[near]
            free = there == 0
            wet = wet & ~(reads("spread not on wax") & self._wax(number, up, near))
            stain = np.where(reads("spread same"), np.maximum(shade, 1), np.where(reads("spread dark"), 2, 1))
            for mark, (always, *sometimes) in enumerate(_ONTO_STAINS):
                onto = reads(always, *sometimes[self._two : self._two + 1]) & (there > 0)
                stain = np.where(onto, mark, stain)
                free = free | onto
            self._sheet[near] = np.where(wet & free, stain, there)

    def _run_on_sheet(self, line: int, place: int, runs: list[Truths]) -> None:
        """Let ink run to the next field of the unfolded sheet."""
        for level, run in enumerate(runs):
            at, _ = self._layer(self._packet[line][place], level)
            row, column = (at - self._first) // SIZE, at % SIZE
            for right, lower, way in self._ways:
                below, beside = row + lower, column + right
                wet = run & way & self._reads("spread on sheet")
                wet = wet & (below >= 0) & (below < SIZE) & (beside >= 0) & (beside < SIZE)
                near = np.where(wet, at + SIZE * lower + right, at)
                there = self._sheet[near]
                self._sheet[near] = np.where(wet & (there == 0), 1, there)
