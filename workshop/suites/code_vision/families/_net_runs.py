"""Nets of places with tokens and numbered bars that move them: how they run, as programs, words and text.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from typing import NamedTuple

from workshop.authoring.family import Call
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS, Spot

#: Unknown besides signs: what blue bars move more, what double rims hold at most, tokens of a white dot.
BLUE, RIM, WHITE = "blue", "rim", "white"
MARKS = (BLUE, RIM, WHITE)
ADDED = 6  #: places to which tokens are added, at most
LETTERS = "ABCDEFGHIJ"
_NO_LIMIT = 10**9

Ends = tuple[tuple[int, str], ...]  #: places with the labels of the lines to them: signs or digits


class Bar(NamedTuple):
    """A bar, which takes tokens, then puts tokens."""

    takes: Ends
    puts: Ends
    guards: Ends  #: places that must hold fewer tokens
    blue: bool

    @property
    def parts(self) -> tuple[Ends, Ends, Ends]:
        """What it takes, puts and is guarded by."""
        return self.takes, self.puts, self.guards


class Net(NamedTuple):
    """A net; its places are in reading order, its bars in the order of their numbers."""

    boxes: tuple[Bar, ...]
    tokens: tuple[str, ...]  #: dots of each place at first: b is a black one, w a white one
    rims: tuple[int, ...]  #: places with double rims
    spots: tuple[Spot, ...]  #: columns and rows of the places, then of the bars
    dots: str  #: how tokens are drawn: ``dice``, ``scattered``, or empty for digits
    shown: tuple[int, ...] = ()  #: places of a worked example whose tokens are told


class Amounts(NamedTuple):
    """What a bar takes, puts and is guarded by: places with numbers of tokens."""

    takes: list[tuple[int, int]]
    puts: list[tuple[int, int]]
    guards: list[tuple[int, int]]


def needed(net: Net) -> set[str]:
    """Return the unknowns of a net: its signs, and its other marks."""
    labels = {label for bar in net.boxes for part in bar.parts for _, label in part}
    has = {BLUE: any(bar.blue for bar in net.boxes), RIM: net.rims, WHITE: "w" in "".join(net.tokens)}
    return (labels & {*LOOKS}) | {mark for mark in MARKS if has[mark]}


def _bars(net: Net, rule: Rule) -> list[Amounts]:
    def amounts(ends: Ends, more: int) -> list[tuple[int, int]]:
        return [(place, int(rule.get(label, label) or 0) + more) for place, label in ends]

    more = [int(rule.get(BLUE) or 0) if bar.blue else 0 for bar in net.boxes]
    return [
        Amounts(*(amounts(part, far) for part in bar.parts)) for bar, far in zip(net.boxes, more, strict=True)
    ]


def _limits(net: Net, rule: Rule) -> list[int]:
    most = int(rule.get(RIM) or 0) or _NO_LIMIT
    return [most if place in net.rims else _NO_LIMIT for place in range(len(net.tokens))]


def beat(bars: Sequence[Amounts], tokens: list[int], limits: Sequence[int]) -> int:
    """Let one beat pass; return the number of the bar that acts, from 0, or -1 if none can."""
    for number, (takes, puts, guards) in enumerate(bars):
        for place, count in takes:
            if tokens[place] < count:
                break
        else:
            for place, count in guards:
                if tokens[place] >= count:
                    break
            else:
                for place, count in takes:
                    tokens[place] -= count
                for place, count in puts:
                    tokens[place] = min(tokens[place] + count, limits[place])
                return number
    return -1


def start_tokens(net: Net, rule: Rule) -> list[int]:
    """Return the tokens of each place at first."""
    white = int(rule.get(WHITE) or 0)
    return [dots.count("b") + white * dots.count("w") for dots in net.tokens]


def _begin(net: Net, rule: Rule, call: Call) -> tuple[list[Amounts], list[int], list[int], int]:
    """Return bars, limits, the tokens at first, and the number of beats, of a call.

    A call is (beats,) of a worked example or (added tokens, beats).
    """
    *added, beats = call
    tokens, limits = start_tokens(net, rule), _limits(net, rule)
    for place, count in enumerate(added[0] if added else ()):
        tokens[place] = min(tokens[place] + count, limits[place])
    return _bars(net, rule), limits, tokens, beats


def run(net: Net, rule: Rule, call: Call) -> list[int] | list[str]:
    """Return the tokens of each place at the end; of a worked example, those of some places with their letters."""
    bars, limits, tokens, beats = _begin(net, rule, call)
    for _ in range(beats):
        if beat(bars, tokens, limits) < 0:
            break
    return [f"{LETTERS[place]} {tokens[place]}" for place in net.shown] if net.shown else tokens


def acting(net: Net, rule: Rule, call: Call) -> list[int]:
    """Return the bar of each beat; see :func:`beat`."""
    bars, limits, tokens, beats = _begin(net, rule, call)
    return [beat(bars, tokens, limits) for _ in range(beats)]


def untested(net: Net, rule: Rule, calls: Sequence[Call]) -> int:
    """Return how much of a net no call tests: each condition by a place with just enough, and with one too few."""
    seen = set[tuple[int, ...]]()
    for call in calls:
        bars, limits, tokens, beats = _begin(net, rule, call)
        filled = zip(start_tokens(net, rule), call[0], strict=False)
        seen |= {(-1, place) for place, counts in enumerate(filled) if sum(counts) > limits[place]}
        for _ in range(beats):
            before = tokens.copy()
            acts = beat(bars, tokens, limits)
            seen.add((acts,))
            for number in range(acts if acts >= 0 else len(bars)):
                seen |= _failed(number, bars[number], before)
            if acts < 0:
                break
            takes, puts, guards = bars[acts]
            seen |= {(acts, place, 0) for place, count in takes if before[place] == count}
            seen |= {(acts, place, -1) for place, count in guards if before[place] == count - 1}
            seen |= {(acts, place) for place, count in puts if before[place] + count > limits[place]}
    conditions = sum(len(bar.takes) + len(bar.guards) for bar in net.boxes)
    rims = sum(place in net.rims for bar in net.boxes for place, _ in bar.puts)
    rims += sum(place < ADDED for place in net.rims)
    return len(net.boxes) + 1 + 2 * conditions + rims - len(seen)


def _failed(number: int, bar: Amounts, tokens: Sequence[int]) -> set[tuple[int, ...]]:
    """Return the only condition of a bar that fails, if it does so by one token."""
    failed = [(place, tokens[place] - count) for place, count in bar.takes if tokens[place] < count]
    if len(failed) < 2:
        failed += [(place, tokens[place] - count) for place, count in bar.guards if tokens[place] >= count]
    if len(failed) == 1 and failed[0][1] in (-1, 0):
        return {(number, *failed[0])}
    return set()


def program(net: Net, rule: Rule) -> str:
    """Return the program of a net."""
    names = LETTERS.lower()[: len(net.tokens)]
    lines: list[str] = []
    for takes, puts, guards in _bars(net, rule):
        tests = [f"{names[place]} >= {count}" for place, count in takes]
        tests += [f"{names[place]} < {count}" for place, count in guards]
        moves = [f"{names[place]} -= {count}" for place, count in takes]
        for place, count in puts:
            name = names[place]
            full = f"{name} = min({name} + {count}, {rule.get(RIM)})"
            moves.append(full if place in net.rims else f"{name} += {count}")
        lines += [f"{'elif' if lines else 'if'} {' and '.join(tests)}:", *programs.indented(moves)]
    body = [
        f"tokens = {start_tokens(net, rule)}",
        "for place, count in enumerate(added):",
        "    tokens[place] += count",
        f"{', '.join(names)} = tokens",
        *(f"{names[place]} = min({names[place]}, {rule[RIM]})" for place in net.rims if place < ADDED),
        "for _ in range(beats):",
        *programs.indented(lines),
        f"return [{', '.join(names)}]",
    ]
    return "\n".join(["def solution(added: list[int], beats: int) -> list[int]:", *programs.indented(body)])


def _said(ends: Ends) -> str:
    return " and ".join(f"{label} {LETTERS[place]}" for place, label in ends)


def words(net: Net, rule: Rule) -> str:
    """Return what a net does by a rule, in full."""
    bars = []
    for number, bar in enumerate(net.boxes, 1):
        guards = f", guarded by {_said(bar.guards)}" if bar.guards else ""
        blue = f"{number} (blue)" if bar.blue else str(number)
        bars.append(f"{blue}: takes {_said(bar.takes)}, puts {_said(bar.puts)}{guards}")
    found = needed(net)
    means = [f"{sign} is {rule[sign]}" for sign in LOOKS if sign in found]
    if BLUE in found:
        means.append(f"at a blue box each number is {rule[BLUE]} more, also that of a guard")
    if RIM in found:
        rims = ", ".join(LETTERS[place] for place in net.rims)
        means.append(f"{rims} hold at most {rule[RIM]} tokens, and lose others")
    held = ", ".join(f"{LETTERS[place]} {count}" for place, count in enumerate(start_tokens(net, rule)))
    return (
        f"Places hold tokens: {held}. The numbers of a list are added to A, B, C and so on; then some beats follow. At each "
        "beat, the first box that can act does so once. It can if each place has the tokens that it takes, and each that "
        "guards it holds fewer than the number of the guard. It takes its tokens, then puts tokens. The boxes: "
        f"{'; '.join(bars)}. The numbers: {'; '.join(means)}. Return the tokens of all places, in the order of the letters."
    )


def held_text(net: Net, place: int) -> str:
    """Return what a place holds as text, such as ``A: 3 black, 1 white``."""
    white = net.tokens[place].count("w")
    black = len(net.tokens[place]) - white
    return f"{LETTERS[place]}: {f'{black} black, {white} white' if white else black}"


def mermaid(net: Net, name: str) -> list[str]:
    """Return a net as lines of Mermaid text."""
    lines = [f'  {name}{LETTERS[place]}(("{held_text(net, place)}"))' for place in range(len(net.tokens))]
    lines += [f'  {name}{number}["{number}"]' for number in range(1, len(net.boxes) + 1)]
    lines += [f"  %% {name}{LETTERS[place]} has a double rim" for place in net.rims]
    for number, bar in enumerate(net.boxes, 1):
        lines += [f"  %% {name}{number} is blue"] * bar.blue
        for place, label in bar.takes:
            lines.append(f"  {name}{LETTERS[place]} -->|{LOOKS.get(label, label)}| {name}{number}")
        for place, label in bar.guards:
            lines.append(f"  {name}{LETTERS[place]} -.-|{LOOKS.get(label, label)}| {name}{number}")
        for place, label in bar.puts:
            lines.append(f"  {name}{number} -->|{LOOKS.get(label, label)}| {name}{LETTERS[place]}")
    return lines
