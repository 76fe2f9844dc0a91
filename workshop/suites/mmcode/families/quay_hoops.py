"""Hoops of wire lie across each other on a quay; which ones rise when a crane lifts one of them?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import telling_examples
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families import _hoops as hoops
from workshop.suites.mmcode.families._hoop_pictures import PANEL, draw, drawn_heaps, heap_words, spots, words

VERSION = 1
TITLE = "Hoops on the Quay"
CATEGORY = "graph"
PICTURES = (("graph", "patterns"), ("graph",))
VARIANTS = ("bare", "gaps", "squares", "discs", "two-marks")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "lines"
LOOK = "panels"

STATEMENT = """
Stiff hoops of wire lie on a quay. Where two of them cross, the upper one is drawn through, and the lower one is interrupted beside
it. Two hoops that cross are *linked* if each of them is the upper one somewhere; otherwise one lies on the other.

A crane lifts a hoop by a hook. Some of the others rise with it, more may rise with these, and so on. Whether a hoop rises depends on
which hoops that have risen it crosses, how it lies to each of them, and on the marks on both, if there are marks. Every place is
the same in this: neither sizes nor angles matter, and nothing depends on whether a hoop hangs on the hook itself.

The first picture shows several small heaps of hoops. In each of them the crane lifts the hoop with the red triangle. The hoops that
rise are red, and all others stay.

![image](1.png)

The second picture shows the quay. The same rules hold there, and every hoop has its letter on it.

![image](2.png)

The crane makes several lifts, one after the other. The hoops that rise in a lift are carried away before the next one. If the hoop
of a lift is not on the quay, or no more, then nothing rises.

Input

The first line has an integer n, the number of lifts (1 <= n <= 15). Each of the next n lines has a letter from A to O, the hoop by which the
crane lifts.

Output

Print a line for each lift: the letters of all hoops that rise, in alphabetical order and without spaces, or - if nothing
rises.
"""

_PROGRAM = """
def solution(text):
    lying = list($letters)
    lines = []
    for first in text.split()[1:]:
        risen = [first] if first in lying else []
        for _ in lying:
            for hoop in lying:
                held = sum(int(pair[2:]) for pair in $carries.split() if pair[0] in risen and pair[1] == hoop)
                if held >= 2 and hoop not in risen:
                    risen.append(hoop)
        lying = [hoop for hoop in lying if hoop not in risen]
        lines.append("".join(sorted(risen)) or "-")
    return "\\n".join(lines)
"""
REFERENCE = {
    name: _PROGRAM.replace("$letters", f"$letters{level}").replace("$carries", f"$carries{level}")
    for name, level in DIAL.items()
}
WRONG = {
    "alone": {name: text.replace("held >= 2", "held >= 99") for name, text in REFERENCE.items()},
    "nothing-is-carried-away": {
        name: text.replace("hoop for hoop in lying if hoop not in risen", "*lying")
        for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {
    "2 → 1": "on this quay every hoop is as heavy as the others",
    "'A* → *~'": "a lift has one of the letters from A to O",
}
LETTERS = "ABCDEFGHIJKLMNO"
#: Of each level: marks, how many a hoop has at most, hoops, height of the quay, small heaps.
_LEVELS = {
    1: ("", 1, 7, 480, 6), 2: ("g", 1, 9, 560, 9), 3: ("gs", 1, 11, 640, 9), 4: ("gsd", 1, 13, 720, 12),
    5: ("gsd", 2, 15, 830, 15),
}  # fmt: skip


def sample(draws: Draws) -> dict[str, Any]:
    heaps = [hoops.lay(draws, 2 + (place > 3) + (place > 12), PANEL, (33, 60), 26) for place in range(24)]
    heaps = [heap for heap in heaps if _has_room(heap)]
    values: dict[str, Any] = {"unique_among": {}, "seed": draws.integer(1, 10**9)}
    for name, level in DIAL.items():
        marks, most, *_ = _LEVELS[int(level)]
        rule = hoops.drawn_rule(draws, marks, most)
        values["unique_among"][name] = hoops.space(marks).size
        values[f"heaps{level}"] = _heaps(draws, int(level), rule, heaps)
        values |= {f"{key}{level}": value for key, value in _quay(draws, int(level), rule).items()}
    return values


def _has_room(heap: hoops.Scene) -> bool:
    """Whether every hoop has room for all signs that it can have."""
    try:
        spots(heap, [["^", "s", "d"]] * len(heap.lines), 13)
    except UnfitError:
        return False
    return True


def _worn(draws: Draws, level: int, count: int, share: int) -> list[str]:
    """Return the marks of some hoops, of which ``share`` of ten have some."""
    marks, most, *_ = _LEVELS[level]
    found = []
    for _ in range(count):
        own = draws.sample(marks, draws.integer(1, most)) if marks and draws.chance(share, 10) else []
        found.append("".join(sorted(own, key=marks.index)))
    return found


def _quay(draws: Draws, level: int, rule: Mapping[str, int]) -> dict[str, Any]:
    """Return a quay on which one lift takes two hoops, with the places of signs and what each hoop carries."""
    marks, _, count, high, _ = _LEVELS[level]
    for place in range(400):
        if place % 40 == 0:
            laid = hoops.lay(draws, count, (1000, high), (66, 130), 33)
        scene = replace(laid, marks=[], over={})
        hoops.dressed(draws, scene, _worn(draws, level, count, 6), 5)
        if not {*marks} <= {*"".join(scene.marks)}:
            continue
        lifts = hoops.lifts_of(scene, rule)
        if any(lifts == hoops.lifts_of(scene, {**rule, mark: 0}) for mark in marks):
            continue
        pair = next((lift for lift in lifts if len(lift) == 2), None)
        if (
            pair is None
            or len({*map(len, lifts)}) < 4
            or not 1.6 < sum(map(len, lifts)) / count < 0.6 * count
        ):
            continue
        names = ["", *draws.shuffled(LETTERS[2:count])]
        letters = [
            "A" if hoop == pair[0] else "B" if hoop == pair[1] else names.pop() for hoop in range(count)
        ]
        try:
            places = spots(
                scene, [[letter, *own] for letter, own in zip(letters, scene.marks, strict=True)], 24
            )
        except UnfitError:
            continue
        carries = [
            f"{letters[one]}{letters[other]}{part}"
            for (one, other), part in hoops.carried_by(scene, rule).items()
            if part
        ]
        return {
            "scene": scene, "places": places, "names": letters, "letters": LETTERS[:count], "carries": " ".join(sorted(carries)),
        }  # fmt: skip
    raise UnfitError("no quay where one lift takes two hoops")


def _heaps(draws: Draws, level: int, rule: Mapping[str, int], heaps: list[hoops.Scene]) -> list[Any]:
    """Return small heaps that leave one rule: the hoops, the places of their signs, and which ones rise."""
    marks, most, _, _, number = _LEVELS[level]
    scenes: dict[str, hoops.Scene] = {}

    def candidate() -> Call:
        heap = draws.choice(heaps)
        scene, count = replace(heap, marks=[], over={}), len(heap.lines)
        hoops.dressed(draws, scene, _worn(draws, level, count, 6), 5)
        call = tuple(scene.marks), tuple(scene.kinds()), draws.integer(0, count - 1)
        scenes[repr(call)] = scene
        return call

    shown = telling_examples(
        hoops.space(marks), rules=[rule], asked=[hoops.asked(marks, most)], shown=[], candidate=candidate,
        numbers=range(number, number + 1),
    )  # fmt: skip
    found = []
    for call, bits in hoops.space(marks).given(rule, sorted(shown, key=lambda call: len("".join(call[0])))):
        scene = scenes[repr(call)]
        signs = [[*own, *("^" if hoop == call[2] else "")] for hoop, own in enumerate(call[0])]
        found.append(
            (scene, spots(scene, signs, 13), [hoop for hoop in range(len(signs)) if int(bits) >> hoop & 1])
        )
    return found


def check_input(_values: dict[str, Any], text: str) -> None:
    count, *lifts = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(lifts) <= 15 or not all(
        len(lift) == 1 and lift in LETTERS for lift in lifts
    ):
        raise ValueError("another number of lifts, or a letter that is not from A to O")


def _list(lifts: Any) -> str:
    return f"{len(lifts)}\n" + "".join(f"{lift}\n" for lift in lifts)


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list("AAB")]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("quay_hoops", values["seed"], "typical")
    return [_list(draws.sample(LETTERS[: 7 + place], 4 + place // 2)) for place in range(8)]


def edge(_values: dict[str, Any]) -> list[str]:
    return [*(_list([letter]) for letter in LETTERS[1:7]), _list("O").rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("quay_hoops", values["seed"], "large")
    return [_list(draws.shuffled(LETTERS)) for _ in range(6)]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    quay = Canvas(1000, _LEVELS[level][3])
    draw(quay, values[f"scene{level}"], values[f"places{level}"])
    return [drawn_heaps(values[f"heaps{level}"]), quay]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    quay = words(values[f"scene{level}"], values[f"names{level}"])
    return [
        heap_words(values[f"heaps{level}"]),
        f"Hoops of wire that lie across each other on a quay, each with a letter: {quay}. No others touch each other.",
    ]
