"""Ink that soaks through the layers of a folded sheet, and the stains on the sheet when it is unfolded.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.humaneval_v.families._fold_drawings import (
    SIZE,
    Layer,
    draw_sheets,
    folding,
    packets,
    random_sheet,
)

VERSION = 1
KINDS = ("folding", "grid")
TASK_TYPE = "Expansion"
ASPECTS = ("Spatial Transformations", "Topological Relations")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
PHOTO = True
EXCLUDED_STYLES = {"dark": "the light edge of a sheet would touch a number"}
FOLDED = "the text and the arrows say how a sheet is folded"
SETTLED = {
    "packet = *": FOLDED, "turned = *": FOLDED,
    "below, beside = *": "the next field is in one direction",
}  # fmt: skip

TEXT = '''\
def solution(folds: str, drops: list[list[int]]) -> list[str]:
    """
    A square sheet with 16 fields is folded, ink drips on it, and it is unfolded again, front side up. Each line
    of the picture shows the folds (arrows; a dashed arrow folds behind), the drops (1, then 2) and the sheet.
    Find the stains of another sheet.

    Parameters:
        folds (str): The side to which a half is folded: L, R, U (up) or D (down); small letters fold it behind.
        drops (list[list[int]]): Row and column on the folded sheet of both drops, from 0 at its top left.

    Returns:
        list[str]: The rows of the unfolded sheet: "#" is a dark stain, "+" a pale one and "." a clean field.
    """
'''

DEPTHS, SHADES = 8, ("#", "count == 1", "count < 3", "count % 2 == 1")
#: Which side of a layer has to lie up, and what happens at another one; those next to each other differ in it.
FACES = [("", ""), *product(("up", "not up"), ("skip", "count"))]
WAXED = [("", ""), *product(("row == 0", "row == 3", "column == 0", "column == 3"), ("skip", "stop"))]
SPREADS = [
    (0, 0, 0),
    *((across, down, top) for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)) for top in (0, 1)),
]
AGAIN = ("", "skip", "stop", "bleach")  #: what happens at a stain of before
PARTS = {
    "depth": DEPTHS, "low": 2, "shade": len(SHADES), "face": len(FACES), "wax": len(WAXED), "spread": len(SPREADS),
    "again": len(AGAIN),
}  # fmt: skip
CONTEXTS = ("face", "wax", "spread", "again")


@dataclass(frozen=True)
class Sheets:
    """Parameters: the mutation, the seed of the sheets, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Sheets:
    order, rules = draws.shuffled(CONTEXTS), []
    for level in range(len(MUTATIONS)):
        rule = {
            "depth": draws.integer(2, 3 - ("face" in order[:level])),
            "low": draws.integer(0, 1),
            "shade": draws.integer(1, 3),
        }
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rules.append(
            tuple({**rule, **{name: active[name] * (name in order[:level]) for name in CONTEXTS}}.items())
        )
    return Sheets(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(sheets: Sheets) -> str:
    return program(dict(sheets.rules[MUTATIONS.index(sheets.mutation)]))


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
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


Values = npt.NDArray[np.int64]


def _stains(rules: Choices, call: Call) -> Values:
    """Return the stains by each rule, of shape (rules, 16): 0 clean, 1 pale, 2 dark."""
    folds, drops = call
    packet: list[list[list[Layer]]] = packets(folds)[-1]
    every, each = np.arange(len(rules["depth"])), len(packet[0][0])
    sheet = np.zeros((len(every), SIZE * SIZE), np.int64)
    low = rules["low"] == 1

    def field(stack: list[Layer], level: int) -> Values:
        (row, column, _), (other_row, other_column, _) = stack[level], stack[-1 - level]
        return np.where(low, SIZE * other_row + other_column, SIZE * row + column)

    for line, place in drops:
        stack = packet[line][place]
        count, open_ = np.zeros(len(every), np.int64), np.full(len(every), True)
        for level in range(each):
            at = field(stack, level)
            up = np.where(low, stack[-1 - level][2], stack[level][2])
            open_ &= count <= rules["depth"]
            before = sheet[every, at]
            never = passed = up & ~up
            wrong = {"": never, "up": ~up, "not up": up}
            row, column = at // SIZE, at % SIZE
            waxed = {"": never, "row == 0": row == 0, "row == 3": row == 3}
            waxed |= {"column == 0": column == 0, "column == 3": column == 3}
            for name, choices, tests in (("face", FACES, wrong), ("wax", WAXED, waxed)):
                for number, (test, effect) in enumerate(choices):
                    hit = open_ & ~passed & (rules[name] == number) & tests[test]
                    if effect:
                        count += hit * (effect == "count")
                        open_ &= ~hit if effect == "stop" else True
                        passed = passed | hit
            again = before > 0
            stops = open_ & ~passed & again & (rules["again"] == AGAIN.index("stop"))
            open_ &= ~stops
            passed = passed | again & (rules["again"] == AGAIN.index("skip"))
            soaked = open_ & ~passed
            count += soaked
            dark = np.choose(rules["shade"], [count > 0, count == 1, count < 3, count % 2 == 1])
            stain = np.where(again & (rules["again"] == AGAIN.index("bleach")), 0, 1 + dark)
            sheet[every, at] = np.where(soaked, stain, before)
            for number, (right, lower, top) in enumerate(SPREADS[1:], 1):
                below, beside = line + lower, place + right
                if 0 <= below < len(packet) and 0 <= beside < len(packet[0]) and not (top and level):
                    near = field(packet[below][beside], level)
                    there = sheet[every, near]
                    wet = soaked & (rules["spread"] == number) & (there == 0)
                    sheet[every, near] = np.where(wet, 1, there)
    return sheet


def rule_space(_sheets: Sheets) -> RuleSpace:
    return RuleSpace(
        parts=PARTS, results=_stains, coded=lambda rows: [".+#".index(mark) for mark in "".join(rows)]
    )


def calls(sheets: Sheets) -> list[Call]:
    draws = Draws(sheets.seed, "calls")
    return [random_sheet(draws, (3, 2, 3, 2, 1)[number % 5]) for number in range(16)]


def examples(sheets: Sheets) -> list[Call]:
    return list(_shown(sheets.seed, sheets.rules))


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return sheets that leave one rule of the space for each mutation."""
    draws, sheets = Draws(seed, "examples"), Sheets("", seed, rules)
    for rule in rules:
        if idle := _idle(dict(rule), calls(sheets)):
            raise UnfitError(f"no call needs the {idle} of a rule")
    return telling_examples(
        rule_space(sheets),
        rules=[dict(rule) for rule in rules],
        asked=calls(sheets),
        shown=[random_sheet(draws, count) for count in (3, 2, 3)],
        candidate=lambda: random_sheet(draws, draws.integer(2, 3)),
        numbers=range(6, 9),
    )


def _idle(rule: dict[str, int], asked: list[Call]) -> str:
    """Return a part of a rule that may be another one, or absent, for all calls; empty if there is none."""
    others = [("depth", rule["depth"] + 1), ("depth", rule["depth"] - 1), ("low", 1 - rule["low"])]
    others += [("shade", shade) for shade in range(len(SHADES)) if shade != rule["shade"]]
    others += [(name, 0) for name in CONTEXTS if rule[name]]
    tried = [rule, *({**rule, name: choice} for name, choice in others)]
    choices = {name: np.array([each[name] for each in tried]) for name in PARTS}
    stains = np.concatenate([_stains(choices, call) for call in asked], axis=1)
    differ = (stains != stains[0]).any(axis=1)
    return next((name for (name, _), differs in zip(others, differ[1:], strict=True) if not differs), "")


def picture(sheets: Sheets, solve: Solve) -> Canvas:
    return draw_sheets([(*call, solve(*call)) for call in examples(sheets)])


def describe(sheets: Sheets, solve: Solve) -> str:
    shown = "; ".join(
        f"{folds}, {drops}, {' '.join(solve(folds, drops))}" for folds, drops in examples(sheets)
    )
    return (
        "Each line of the picture shows a sheet of 16 fields while it is folded, with arrows, then two blue drops on the folded "
        "sheet with the numbers 1 and 2, and the unfolded sheet with dark and pale stains. In words, the letters of the folds "
        'with small ones for dashed arrows, row and column of both drops, and the rows of the sheet, with "#" for dark, "+" for '
        f'pale and "." for clean fields: {shown}.'
    )
