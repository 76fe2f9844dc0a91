"""What signs make of two numbers that arrive at their sides.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping

#: What a sign makes of the numbers at its left and right → in words. ``old`` is what was there for the number
#: before, 0 at first.
MAKES = {
    "left + right": "the sum of both",
    "left - right": "the left one minus the right one",
    "right - left": "the right one minus the left one",
    "max": "the greater one",
    "min": "the smaller one",
    "right": "the right one",
    "left + left - right": "twice the left one minus the right one",
    "right + right - left": "twice the right one minus the left one",
    "gap": "how far they are apart",
    "left even": "the left one if it is even, else the right one",
    "right even": "the right one if it is even, else the left one",
    "left odd": "the left one if it is odd, else the right one",
    "right odd": "the right one if it is odd, else the left one",
    "left + old right": "the left one plus the right one of the number before",
    "right + old left": "the right one plus the left one of the number before",
    "left - old right": "the left one minus the right one of the number before",
    "right - old left": "the right one minus the left one of the number before",
    "left + old made": "the left one plus what this box made of the number before",
    "right + old made": "the right one plus what this box made of the number before",
    "turn left right": "the left one of the first number, the right one of the second, and so on in turn",
    "turn right left": "the right one of the first number, the left one of the second, and so on in turn",
    "turn + -": "their sum for the first number, the left one minus the right one for the second, and so on in turn",
    "turn - +": "the left one minus the right one for the first number, their sum for the second, and so on in turn",
    "all left right": "the left one and the right one in turn, all boxes with this sign together, the left one first",
    "all right left": "the left one and the right one in turn, all boxes with this sign together, the right one first",
    "first left": "the left one of the first number, and the right one of all others",
    "first right": "the right one of the first number, and the left one of all others",
}


#: Meanings that no task has: one way to the box would be idle, or the two boxes hardly differ.
RIVALS = ("right", "first left", "first right")


SIMPLE = tuple(MAKES)[:9]  #: of levels 1 and 2


def made_of(make: str, left: int, right: int, past: Mapping[str, int], turns: tuple[int, int]) -> int:
    """Return what a sign makes of two numbers; ``turns`` count the numbers before, and all boxes of the sign."""
    match make.split() or ["left"]:
        case ["max" | "min" | "gap" as name]:
            return {"max": max(left, right), "min": min(left, right), "gap": abs(left - right)}[name]
        case ["left" | "right" as which, "even" | "odd" as kind]:
            one, two = (left, right) if which == "left" else (right, left)
            return one if one % 2 == (kind == "odd") else two
        case ["turn" | "all" as scope, first, second]:
            word = (first, second)[turns[scope == "all"] % 2]
            return {"left": left, "right": right, "+": left + right, "-": left - right}[word]
        case ["first", which]:
            return left if (which == "left") == (not turns[0]) else right
        case [which, sign, "old", name]:
            value = past[name] if sign == "+" else -past[name]
            return (left if which == "left" else right) + value
        case words:
            values = {"left": left, "right": right}
            signs = ["+", *words[1::2]]
            return sum(
                values[name] if sign == "+" else -values[name]
                for sign, name in zip(signs, words[::2], strict=True)
            )


def box_lines(make: str, name: str, sign: str, left: str, right: str) -> tuple[list[str], dict[str, str]]:
    """Return the lines of a program for a box with a sign, and the first values of what it remembers."""
    given = {"left": left, "right": right}
    match make.split():
        case ["max" | "min" as word]:
            return [f"{name} = {word}({left}, {right})"], {}
        case ["gap"]:
            return [f"{name} = abs({left} - {right})"], {}
        case ["left" | "right" as which, "even" | "odd" as kind]:
            one, two = (left, right) if which == "left" else (right, left)
            return [f"{name} = {one} if {one} % 2 == {int(kind == 'odd')} else {two}"], {}
        case ["turn" | "all" as scope, first, second]:
            flag = f"turned_{sign if scope == 'all' else name}"
            parts = given | {"+": f"{left} + {right}", "-": f"{left} - {right}"}
            return [f"{name} = {parts[second]} if {flag} else {parts[first]}", f"{flag} = not {flag}"], {
                flag: "False"
            }
        case [which, what, "old", kept]:
            memory = f"old_{name}"
            made = f"{name} = {given[which]} {what} {memory}"
            return [made, f"{memory} = {name if kept == 'made' else given[kept]}"], {memory: "0"}
        case words:
            return [f"{name} = {' '.join(given.get(word, word) for word in words)}"], {}
