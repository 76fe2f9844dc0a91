"""Numbers stand in nested seals: what each of them is worth.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, differing, solvers, with_changes
from workshop.drawing.canvas import Canvas

VERSION = 1
TITLE = "Wax Seals"
LEVEL = "easy"
CATEGORY = "math"
PICTURES = (("math",), ("math",))
VARIANTS = ("outer-first", "inner-first")
COMPARE = "tokens"

MOST_ENTRIES, MOST_SEALS, HIGHEST = 100, 12, 9999
LETTERS = "BDHR"

STATEMENT = """
The merchant Odalric keeps his numbers secret: he writes a number on paper and presses seals around it. A seal has the shape of
a box (B), a diamond (D), a hexagon (H) or a ring (R). Around a seal he may press another one, of any shape, and so on. Each seal
changes the number that stands in it; the first picture shows how, where n is the number in the seal.

![image](1.png)

If a seal stands in another seal, then the value of the inner seal is the number in the outer one. After each seal, only the last
four digits of its value are kept: 123456 becomes 3456, 70012 becomes 12, and 855 stays 855. A division is rounded down to a
whole number, and upright bars mean that a minus sign of the result is left out.

In his ledger, Odalric writes the letters of the seals and then the number. The second picture shows three entries of the
ledger and, to the right of each, the seals that belong to it with their value.

![image](2.png)

Input

The first line has a whole number e, the number of entries (1 <= e <= 100). Each of the next e lines is an entry: a word of 1 to 12
letters from B, D, H and R, a space, and a whole number from 0 to 9999.

Output

For each entry, print a line with two numbers and a space between them: the value of the outermost seal, and the largest of all
numbers that come up on the way: the number on the paper and the value of each seal, after digits were dropped.
"""

REFERENCE = """
def solution(text: str) -> str:
    lines = []
    for line in text.splitlines()[1:]:
        word, number = line.split()
        value = int(number)
        largest = value
        for letter in $change:
            if letter == $line:
                value = $times * value + $more
            elif letter == $square:
                value = value * value + $extra
            elif letter == $gap:
                value = abs(value - $mark)
            else:
                value = value // $parts
            value %= 10000
            largest = max(largest, value)
        lines.append(f"{value} {largest}")
    return "\\n".join(lines)
"""
CHANGE = {"outer-first": "word[::-1]", "inner-first": "word"}

WRONG = {
    "keeps-all-digits": REFERENCE.replace("value %= 10000", "value = value"),
    "drops-digits-at-the-end": REFERENCE.replace(
        "            value %= 10000\n            largest = max(largest, value)\n", ""
    ).replace(
        "lines.append", "value, largest = value % 10000, max(largest, value % 10000)\n        lines.append"
    ),
    "rounds-up": REFERENCE.replace("value // $parts", "-(-value // $parts)"),
    "paper-does-not-count": REFERENCE.replace("largest = value\n", "largest = 0\n"),
    "each-shape-once": REFERENCE.replace("in $change:", "in dict.fromkeys($change):"),
}


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = dict(
        zip(("line", "square", "gap", "share"), draws.shuffled(LETTERS), strict=True)
    )
    values |= {
        "times": draws.integer(3, 9),
        "more": draws.integer(11, 59),
        "extra": draws.integer(2, 49),
        "mark": draws.integer(21, 79) * 100 + draws.integer(1, 99),
        "parts": draws.integer(3, 7),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    same = agreeing([_ledger([_entry(draws, draws.integer(2, 4), 2000)]) for _ in range(800)], solve)
    mixed = [text.split("\n")[1] for text in same if len(set(text.split()[1])) > 1]
    words = [word for word in _words(draws) if differing([_ledger([f"{word} 25"])], solve)]
    if len(mixed) < 2 or len(words) < 3:
        raise UnfitError("no sample in which the direction does not show, or no examples in which it does")
    shown = [mixed[0], f"{draws.choice(LETTERS)} {draws.integer(100, 999)}", mixed[-1]]
    examples = [f"{word} {draws.integer(10, 99)}" for word in words[:3]]
    if len(set(shown)) < len(shown) or len(differing([_ledger([entry]) for entry in examples], solve)) < 3:
        raise UnfitError("an entry twice, or an example without a direction")
    return {**values, "shown": shown, "examples": examples, "seed": draws.integer(1, 10**9)}


def _words(draws: Draws) -> list[str]:
    """Return words for the examples of the second picture: one of two letters and then words of three."""
    words = ["".join(draws.sample(LETTERS, length)) for length in (2, 2, 2, 3, 3, 3, 3, 3)]
    pair = draws.sample(LETTERS, 2)
    return [words[0], *dict.fromkeys(words[3:]), pair[0] * 2 + pair[1]]


def _entry(draws: Draws, seals: int, most: int) -> str:
    return f"{draws.text(LETTERS, seals)} {draws.integer(0, most)}"


def _ledger(entries: list[str]) -> str:
    return "\n".join([str(len(entries)), *entries]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *entries = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(entries) <= MOST_ENTRIES:
        raise ValueError("another number of entries")
    for entry in entries:
        word, number = entry.split(" ")
        if not 1 <= len(word) <= MOST_SEALS or set(word) - set(LETTERS):
            raise ValueError(f"{word!a} is not a word of seals")
        if not 0 <= int(number) <= HIGHEST or str(int(number)) != number:
            raise ValueError(f"{number!a} is not a number of an entry")


def samples(values: dict[str, Any]) -> list[str]:
    return [_ledger(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("wax_seals", values["seed"], "typical")
    return [
        _ledger([_entry(draws, draws.integer(2, seals), most) for _ in range(count)])
        for count, seals, most in (
            (2, 2, 50),
            (3, 3, 200),
            (4, 4, 999),
            (6, 5, 9999),
            (8, 6, 500),
            (10, 3, 90),
        )
    ]


def edge(values: dict[str, Any]) -> list[str]:
    mark = values["mark"]
    near = (0, 1, values["parts"] - 1, values["parts"], mark - 1, mark, mark + 1, HIGHEST - 1, HIGHEST)
    return [
        _ledger([f"{values['share']}{values['gap']} {HIGHEST}"]),
        *[_ledger([f"{letter} {number}" for number in near]) for letter in LETTERS],
        _ledger([one + other + " 17" for one in LETTERS for other in LETTERS]),
        _ledger([f"{letter * MOST_SEALS} 3" for letter in LETTERS]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("wax_seals", values["seed"], "large")
    return [
        _ledger([_entry(draws, MOST_SEALS, HIGHEST) for _ in range(MOST_ENTRIES)]),
        _ledger([_entry(draws, draws.integer(1, MOST_SEALS), HIGHEST) for _ in range(MOST_ENTRIES - 1)]),
    ]


def _formulas(values: dict[str, Any]) -> dict[str, str]:
    times, minus, divided = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}", "\N{DIVISION SIGN}"
    return {
        values["line"]: f"{values['times']} {times} n + {values['more']}",
        values["square"]: f"n {times} n + {values['extra']}",
        values["gap"]: f"| n {minus} {values['mark']} |",
        values["share"]: f"n {divided} {values['parts']}",
    }


#: Letter of a seal → the radius of the circle around it, if the circle inside it has the radius 1.
_GROWTH = {"B": math.sqrt(2), "D": math.sqrt(2), "H": 2 / math.sqrt(3), "R": 1.0}
_GAP = 9.0  #: px between a seal and what stands in it
_CORNERS = {"B": (4, 45), "D": (4, 0), "H": (6, 0)}  #: letter → number of corners, angle of the first


def _seals(canvas: Canvas, x: float, y: float, word: str, inside: float) -> None:
    """Draw seals around a point, the first letter innermost; ``inside`` is the radius of what stands in them."""
    sizes = []
    for letter in word:
        inside += _GAP
        sizes.append((letter, inside))
        inside *= _GROWTH[letter]
    for place, (letter, radius) in reversed(list(enumerate(sizes))):
        fill: Colour = "paleorange" if (len(sizes) - place) % 2 else "white"
        if letter == "R":
            canvas.circle(x, y, radius, fill=fill, line=4)
            continue
        corners, first = _CORNERS[letter]
        outer = radius * _GROWTH[letter]
        turns = [math.radians(first + 360 * number / corners) for number in range(corners)]
        canvas.polygon(
            [(x + outer * math.cos(turn), y + outer * math.sin(turn)) for turn in turns], fill=fill, line=4
        )


def _from_inside(entry: str, variant: str) -> str:
    """Return the letters of an entry, that of the innermost seal first."""
    word = entry.split(maxsplit=1)[0]
    return word[::-1] if variant == "outer-first" else word


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    rules = Canvas(860, 400)
    for place, (letter, formula) in enumerate(sorted(_formulas(values).items())):
        x, y = 90 + 430.0 * (place % 2), 105 + 190.0 * (place // 2)
        _seals(rules, x, y, letter, 32)
        rules.text(x, y, "n", size=32)
        rules.text(x + 90, y, f"= {formula}", size=30, anchor="start")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)[variant]
    entries = Canvas(820, 750)
    for place, entry in enumerate(values["examples"]):
        y = (100.0, 320.0, 600.0)[place]
        entries.text(40, y, entry, bold=True, anchor="start", size=32)
        _seals(entries, 420, y, _from_inside(entry, variant), 26)
        entries.text(420, y, entry.split()[1], size=30)
        entries.text(640, y, f"= {solve(_ledger([entry])).split()[0]}", anchor="start", size=32)
    return [rules, entries]


_NAMES = {"B": "a box", "D": "a diamond", "H": "a hexagon", "R": "a ring"}


def describe(values: dict[str, Any], variant: str) -> list[str]:
    solve = solvers(with_changes(REFERENCE, CHANGE), values)[variant]
    rules = "; ".join(
        f"{_NAMES[letter]}: = {formula}" for letter, formula in sorted(_formulas(values).items())
    )
    lines = []
    for entry in values["examples"]:
        names = " in ".join(_NAMES[letter] for letter in _from_inside(entry, variant))
        value = solve(_ledger([entry])).split()[0]
        lines.append(f'The entry "{entry}", then the number {entry.split()[1]} in {names}, then = {value}')
    return [
        (
            "Four shapes with the letter n in each of them, and to the right of each shape an equals sign and a formula. "
            f"The shapes with their formulas: {rules}."
        ),
        (
            "Three rows, one below the other. In each row stand an entry, a drawing of a number with shapes nested around it, and a value "
            f"after an equals sign; of the shapes, the innermost is named first. {'. '.join(lines)}."
        ),
    ]
