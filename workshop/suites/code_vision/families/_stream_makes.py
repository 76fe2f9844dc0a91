"""What signs make of two numbers that arrive at their sides.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

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
_BASES: Mapping[str, Callable[[int, int], int]] = {
    "left": lambda *both: both[0],
    "right": lambda *both: both[1],
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "~": lambda left, right: right - left,
    "max": max,
    "min": min,
    "gap": lambda left, right: abs(left - right),
    "far": lambda left, right: left if abs(left) > abs(right) else right,
    "near": lambda left, right: right if abs(left) > abs(right) else left,
}
_KEPT = ("count", "left", "right", "made", "lefts", "rights")  #: what a scope has
_NONE = (0,) * len(_KEPT)
_SCOPES = {"old": "own", "last": "kind", "any": "any", "above": "above", "below": "below"}
_COUNTS = {"turn": "own", "all": "kind", "every": "any", "down": "above"}


class Past:
    """What a box with a sign knows when it makes a number: the numbers that enter, and what came before.

    ``given`` has what came before at this box (``own``), at all boxes of its sign (``kind``) or of any (``any``),
    at those of its sign above it for the same number (``above``), and at the lowest of them for the number before
    (``below``): how many times, the last left and right number, what was made of them, and the sums of all left
    and right ones. Only what the meanings of a rule use is remembered: ``any`` of all signs, the rest of their own.
    """

    def __init__(self, makes: Iterable[str]) -> None:
        self.number = self.before = self.left = self.right = 0
        self.given: dict[str, Sequence[int]] = {}
        self.scopes: dict[tuple[str, Any], Sequence[int]] = {}
        used = {scope for make in makes for scope in _used(make)}
        self.has_any, self.has_above = "any" in used, "above" in used

    def begin(self, number: int) -> None:
        """Go on with the next number."""
        self.before, self.number = self.number, number
        if self.has_above:
            for scope, sign in [key for key in self.scopes if key[0] == "above"]:
                self.scopes["below", sign] = self.scopes.pop((scope, sign))

    def made(self, make: str, sign: str, box: int, left: int, right: int) -> int:
        """Return what a sign makes of two numbers at a box, and remember it."""
        self.left, self.right = left, right
        used = _used(make)
        if self.has_any and "any" not in used:
            used = (*used, "any")
        if not used:
            return _maker(make)(self)
        keys = [(scope, box if scope == "own" else "" if scope == "any" else sign) for scope in used]
        for key in keys:
            self.given[key[0]] = self.scopes.get(key, _NONE)
        if self.has_above:
            self.given["below"] = self.scopes.get(("below", sign), _NONE)
        made = _maker(make)(self)
        for key in keys:
            count, _, _, _, lefts, rights = self.given[key[0]]
            self.scopes[key] = (count + 1, left, right, made, lefts + left, rights + right)
        return made


@cache
def _used(make: str) -> tuple[str, ...]:
    """Return which scopes a meaning asks for."""
    words = make.replace("-first", "").replace("-second", "").split()
    if words[:1] == ["first"] or (words and words[0] in ("left-growing", "right-growing")):
        return ("own",)
    found = {_SCOPES.get(word, _COUNTS.get(word, "")) for word in words}
    return tuple({"below": "above"}.get(scope, scope) for scope in sorted(found - {""}))


def _count_is(scope: str, count: int) -> Callable[[Past], bool]:
    return lambda past: past.given[scope][0] == count


def _is_turn(scope: str) -> Callable[[Past], bool]:
    return lambda past: past.given[scope][0] % 2 == 0


#: When the first one of two ways to make a number is taken.
_TIMES: Mapping[str, Callable[[Past], bool]] = {
    "left-even": lambda past: past.left % 2 == 0,
    "right-even": lambda past: past.right % 2 == 0,
    "sum-even": lambda past: (past.left + past.right) % 2 == 0,
    "number-even": lambda past: past.number % 2 == 0,
    "left-greater": lambda past: past.left > past.right,
    "left-growing": lambda past: past.left > past.given["own"][1],
    "right-growing": lambda past: past.right > past.given["own"][2],
    "number-growing": lambda past: past.number > past.before,
    **{
        f"{name}{ending}": _is_turn(scope) if not ending else _count_is(scope, int(ending == "-second"))
        for name, scope in _COUNTS.items()
        for ending in ("", "-first", "-second")
    },
}
_PAIRS = (("left", "right"), ("+", "-"), ("-", "~"), ("max", "min"))


@cache
def _maker(make: str) -> Callable[[Past], int]:
    """Return the function of a meaning, which makes a number by what a box knows."""
    match make.split() or ["left"]:
        case [name] if name in _BASES:
            base = _BASES[name]
            return lambda past: base(past.left, past.right)
        case ["left" | "right" as which, "even" | "odd" as kind]:
            other = "right" if which == "left" else "left"
            pair = (which, other) if kind == "even" else (other, which)
            return _maker(f"{which}-even {' '.join(pair)}")
        case ["first", which]:
            return _maker(f"turn-first {which} {'right' if which == 'left' else 'left'}")
        case [when, one, two] if when in _TIMES:
            holds, first, second = _TIMES[when], _BASES[one], _BASES[two]
            return lambda past: (first if holds(past) else second)(past.left, past.right)
        case [which, sign, *kept]:
            return _with_more(which, sign, kept)
        case _:
            raise ValueError(make)


def _with_more(which: str, sign: str, kept: Sequence[str]) -> Callable[[Past], int]:
    """Return the function that adds to a number or takes from it: the other one, or what came before."""
    factor, base = (1 if sign == "+" else -1), _BASES[which]
    match kept:
        case ["entered"]:
            return lambda past: base(past.left, past.right) + factor * past.before
        case [scope, name] if scope in _SCOPES:
            at, place = _SCOPES[scope], _KEPT.index(name)
            return lambda past: base(past.left, past.right) + factor * past.given[at][place]
        case names:
            signs = [sign, *names[1::2]]
            parts = [
                (1 if each == "+" else -1, _BASES[name]) for each, name in zip(signs, names[::2], strict=True)
            ]
            return lambda past: (
                base(past.left, past.right)
                + sum(times * part(past.left, past.right) for times, part in parts)
            )


#: Every meaning that a reader may see.
READINGS = tuple(
    dict.fromkeys(
        [
            "",
            *MAKES,
            *("far", "near", "left + left", "right + right", "left + left + right", "left + right + right"),
            *(f"{when} {one} {two}" for when in _TIMES for pair in _PAIRS for one, two in (pair, pair[::-1])),
            *(
                f"{which} {sign} {scope} {kept}"
                for which in ("left", "right")
                for sign in "+-"
                for scope in _SCOPES
                for kept in _KEPT[1 : 6 if scope in ("old", "last") else 4]
            ),
            *(f"{which} {sign} entered" for which in ("left", "right") for sign in "+-"),
        ]
    )
)


def _first_made(make: str, *, once: bool) -> str:
    """Return the simplest meaning that makes the same of the first number, as nothing came before it.

    Args:
        make: the meaning.
        once: whether a chart has its sign once; else the boxes above are known.
    """
    scopes, turns = {"old"}, {"turn"}
    if once:
        scopes, turns = {"old", "last", "above", "below"}, {"turn", "all", "down"}
    match make.split():
        case ["left" | "right" as which, "+" | "-", "entered"]:
            return which
        case ["left" | "right" as which, "+" | "-", scope, _] if scope in scopes:
            return which
        case ["first", which]:
            return which
        case [turn, one, two] if turn.partition("-")[0] in turns:
            return two if turn.endswith("-second") else one
        case words:
            return " ".join(words) or "left"


#: Whether a chart has a sign once → meaning → one that makes the same of the first number.
FIRST_MADE = {once: {make: _first_made(make, once=once) for make in READINGS} for once in (False, True)}


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
