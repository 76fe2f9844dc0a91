"""Three dials that change one another's reading, and the number that an old machine prints for them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, permutations, product
from operator import eq

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.other_causes import OtherCause, cause_of, settling_examples
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

VERSION = 1
KINDS = ("dial", "sequence")
TASK_TYPE = "Computation"
ASPECTS = ("Mathematical Operations", "Geometric Objects")
MUTATIONS = ("alone", "with-one", "with-two", "with-three", "with-four")
DIAL = dict(zip(MUTATIONS, "12345", strict=True))
CAPTURED = {"3": "scan", "4": "screen", "5": "folded"}
#: Those before them had other worked examples.
RENUMBERED = {"with-two": 13, "with-three": 14, "with-four": 11, "3": 15, "4": 16, "5": 12}

TEXT = '''\
def solution(hands: list[int]) -> int:
    """
    An old machine has three dials, each with one hand, and prints a number on a strip. The picture shows the
    machine with its hands in several positions, and the number below. Find the number for other positions.

    Each hand has a value, which grows with its way from the top, one way round or the other; the values are
    added or subtracted. Whatever rule changes a way, a value or the number acts by where one hand points, by
    whether two hands point the same way, or by whether the number so far is odd, and by nothing else.

    Parameters:
        hands (list[int]): Where the tips of the hands of the left, middle and right dial are in the picture:
            0 is up, 1 between up and right, 2 right, and so on clockwise to 7, between left and up.

    Returns:
        int: The number on the strip.
    """
'''

#: How far a hand has come from the top, either way round, and the value of so many steps; of each dial.
WAYS = ("{0}", "-{0} % 8")
SCALES = ("{0}", "{0} ** 2", "2 ** {0} - 1")
FOLDS = ("a + b + c", "a + b - c", "a - b + c", "b + c - a")
NAMES = {"a": "left", "b": "middle", "c": "right"}
#: Which dial changes which other one, in which half its hand has to be, and what that does to the other.
HALVES = {"low": (3, 4, 5), "left": (5, 6, 7)}
COUPLINGS = [None, *product(permutations("abc", 2), HALVES, ("opposite", "twice"))]
TOGETHER = [None, ("left", "middle"), ("left", "right"), ("middle", "right")]
UPRIGHT = [None, *NAMES.values()]
ROUNDED = [None, "number += 1", "number -= 1"]
PARTS = {
    **{name: len(WAYS) * len(SCALES) for name in "abc"}, "fold": len(FOLDS), "coupling": len(COUPLINGS),
    "together": len(TOGETHER), "upright": len(UPRIGHT), "rounded": len(ROUNDED),
}  # fmt: skip
CONTEXTS = ("coupling", "together", "upright", "rounded")
LAST = CONTEXTS[1:]
NUMBERS = range(15, 16)  #: numbers of positions that levels 3 to 5 may have


@dataclass(frozen=True)
class Machine:
    """Parameters: the mutation, the seed of the positions, and the rule of each mutation by its parts."""

    mutation: str
    seed: str
    rules: tuple[tuple[tuple[str, int], ...], ...]


def sample(mutation: str, draws: Draws) -> Machine:
    order, rules = draws.shuffled(CONTEXTS), []
    for level in range(len(MUTATIONS)):
        rule = {name: draws.integer(0, PARTS[name] - 1) for name in ("a", "b", "c", "fold")}
        active = {name: draws.integer(1, PARTS[name] - 1) for name in CONTEXTS}
        rules.append(
            tuple({**rule, **{name: active[name] * (name in order[:level]) for name in CONTEXTS}}.items())
        )
    return Machine(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(machine: Machine) -> str:
    return program(dict(machine.rules[MUTATIONS.index(machine.mutation)]))


def program(rule: dict[str, int], other: OtherCause | None = None, order: Sequence[str] = LAST) -> str:
    """Write any rule of the space as a program, or one with another cause or order of its last steps."""
    lines = ["def solution(hands: list[int]) -> int:", "    left, middle, right = hands"]
    steps = [f"    {dial} = {WAYS[rule[dial] % 2].format(NAMES[dial])}" for dial in "abc"]
    values = [f"    {dial} = {SCALES[rule[dial] // 2].format(dial)}" for dial in "abc" if rule[dial] // 2]
    if coupling := COUPLINGS[rule["coupling"]]:
        (source, target), half, effect = coupling
        changed = f"-{target} % 8" if effect == "opposite" else f"2 * {target}"
        cause = cause_of("coupling", f"{NAMES[source]} in {HALVES[half]}", other)
        (steps if effect == "opposite" else values).extend(
            [f"    if {cause}:", f"        {target} = {changed}"]
        )
    lines += [*steps, *values, f"    number = {FOLDS[rule['fold']]}"]
    last: dict[str, list[str]] = {}
    if pair := TOGETHER[rule["together"]]:
        cause = cause_of("together", " == ".join(pair), other)
        last["together"] = [f"    if {cause}:", "        number = -number"]
    if name := UPRIGHT[rule["upright"]]:
        last["upright"] = [f"    if {cause_of('upright', f'{name} == 0', other)}:", "        number *= 2"]
    if rounded := ROUNDED[rule["rounded"]]:
        last["rounded"] = [f"    if {cause_of('rounded', 'number % 2', other)}:", f"        {rounded}"]
    lines += chain.from_iterable(last.get(name, []) for name in order)
    return "\n".join([*lines, "    return number"])


def readings(rule: dict[str, int]) -> Iterator[str]:
    """Yield the program of a rule, and others that a reader may see in its worked examples.

    An added rule acts while a hand is at one place, while two hands point the same way, or only while one of
    these is true, too; or while a hand is in another part of its dial, or two hands compare in another way. Or
    the last three act in another order, or the sign of the number counts, or it is always negative; or one changes
    a value instead of the number, or the other way round.
    """
    yield program(rule)
    yield from _elsewhere(rule)
    names = NAMES.values()
    single = [" == ".join(pair) for pair in combinations(names, 2)]
    single += [f"{name} == {place}" for name, place in product(names, range(8))]
    some = [
        tuple(sorted((first + step) % 8 for step in range(size)))
        for size, first in product(range(2, 8), range(8))
    ]
    parts = [f"{name} in {places}" for name, places in product(names, some)]
    for part in CONTEXTS:
        alone = [*single, *parts, *_comparisons()]
        yield from (program(rule, OtherCause(part, condition, "")) for condition in alone)
        signs = ["number > 0", "number < 0"] if part == "rounded" else []
        yield from (program(rule, OtherCause(part, condition, "and")) for condition in [*single, *signs])
    yield from (program(rule, order=order) for order in permutations(LAST))
    yield program(rule).replace("= -number", "= -abs(number)")


def _elsewhere(rule: dict[str, int]) -> Iterator[str]:
    """Yield programs in which one added rule changes a value instead of the number, or the other way round."""
    pair, name, coupling = TOGETHER[rule["together"]], UPRIGHT[rule["upright"]], COUPLINGS[rule["coupling"]]
    line = f"    number = {FOLDS[rule['fold']]}"
    for part, cause, change in (
        ("together", " == ".join(pair or ()), "-"),
        ("upright", f"{name} == 0", "2 * "),
    ):
        changed = [f"    if {cause}:\n        {dial} = {change}{dial}\n{line}" for dial in "abc"]
        without = program({**rule, part: 0})
        yield from (without.replace(line, lines) for lines in changed if rule[part])
    if coupling:
        cause = f"{NAMES[coupling[0][0]]} in {HALVES[coupling[1]]}"
        without = program({**rule, "coupling": 0})
        for change in ("-", "2 * "):
            yield without.replace(line, f"{line}\n    if {cause}:\n        number = {change}number")


def _comparisons() -> Iterator[str]:
    """Yield comparisons of two hands as Python: of their steps, each counted either way, and of their lines."""
    for first, second in combinations(NAMES.values(), 2):
        for one, sign, other in product(WAYS, ("<", "<=", ">", ">=", "==", "!="), WAYS):
            yield f"{one.format(first)} {sign} {other.format(second)}"
        yield from (f"({first} - {second}) % {lines}" for lines in ("4 == 0", "8 == 4", "4 == 2", "2 == 0"))
        yield from (f"({first} - {second} + 1) % 8 in {near}" for near in ((0, 1), (1, 2), (0, 1, 2)))
        yield from (f"({first} - {second}) % 8 in {half}" for half in ((1, 2, 3), (5, 6, 7)))


Values = npt.NDArray[np.int64]


def _numbers(rules: Choices, call: Call) -> Values:
    """Return the number that each rule prints for some positions."""
    hands = dict(zip("abc", call[0], strict=True))
    steps = {dial: np.where(rules[dial] % 2, -hand % 8, hand) for dial, hand in hands.items()}
    active = [
        coupling and hands[coupling[0][0]] in HALVES[coupling[1]] and coupling for coupling in COUPLINGS
    ]
    values = {}
    for dial in "abc":
        hit = [coupling and coupling[0][1] == dial and coupling[2] for coupling in active]
        opposite = np.array([effect == "opposite" for effect in hit])[rules["coupling"]]
        step = np.where(opposite, -steps[dial] % 8, steps[dial])
        twice = np.array([1 + (effect == "twice") for effect in hit])[rules["coupling"]]
        values[dial] = twice * np.choose(rules[dial] // 2, [step, step**2, 2**step - 1])
    a, b, c = values.values()
    number: Values = np.choose(rules["fold"], [a + b + c, a + b - c, a - b + c, b + c - a])
    at = dict(zip(NAMES.values(), call[0], strict=True))
    number *= np.array([-1 if pair and at[pair[0]] == at[pair[1]] else 1 for pair in TOGETHER])[
        rules["together"]
    ]
    number *= np.array([2 if name and at[name] == 0 else 1 for name in UPRIGHT])[rules["upright"]]
    number += number % 2 * np.array([0, 1, -1])[rules["rounded"]]
    return number


def rule_space(_machine: Machine) -> RuleSpace:
    return RuleSpace(parts=PARTS, results=_numbers)


def _round(draws: Draws) -> list[Call]:
    """Draw eight positions in which every hand is everywhere once, and any two are together."""
    while True:
        hands = [draws.shuffled(range(8)) for _ in NAMES]
        if all(1 <= sum(map(eq, *pair)) <= 3 for pair in combinations(hands, 2)):
            return [(list(position),) for position in zip(*hands, strict=True)]


def calls(machine: Machine) -> list[Call]:
    draws = Draws(machine.seed, "calls")
    made = [*_round(draws), *_round(draws)]
    while any(made.count(call) > 1 for call in made):
        made = [*_round(draws), *_round(draws)]
    return made


def examples(machine: Machine) -> list[Call]:
    level = MUTATIONS.index(machine.mutation)
    return _settled(machine.seed, machine.rules, level) if level > 1 else _shown(machine.seed, machine.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return positions that leave one rule of the space for each mutation, in the order of the hands."""
    draws, machine = Draws(seed, "examples"), Machine("", seed, rules)
    asked = calls(machine)
    first = [call for call in _round(draws) if call not in asked]
    chosen = telling_examples(
        rule_space(machine),
        rules=[dict(rule) for rule in rules],
        asked=asked,
        shown=first,
        candidate=_candidates(draws).__next__,
        numbers=range(12, 19),
    )
    return sorted(chosen)


def _candidates(draws: Draws) -> Iterator[Call]:
    """Yield positions in rounds."""
    while True:
        yield from reversed(_round(draws))


@lru_cache(maxsize=8)
def _settled(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...], level: int) -> list[Call]:
    """Return the positions of the first levels, and more that settle when the rules of another one act."""
    chosen = settling_examples(
        readings(dict(rules[level])),
        asked=calls(Machine("", seed, rules)),
        shown=_shown(seed, rules),
        candidate=_candidates(Draws(seed, "more examples")).__next__,
        numbers=NUMBERS,
    )
    return sorted(chosen)


ACROSS, WIDE, HIGH, DIAL_RADIUS = 3, 328, 176, 42.0  #: panels in a line; their sizes and that of a dial, px


def picture(machine: Machine, solve: Solve) -> Canvas:
    shown = examples(machine)
    canvas = Canvas(1000, 16 + HIGH * -(-len(shown) // ACROSS))
    for place, (hands,) in enumerate(shown):
        row, column = divmod(place, ACROSS)
        x, y = 16 + WIDE * column, 12 + HIGH * row
        canvas.rect(x, y, WIDE - 14, HIGH - 14, fill="paleorange", radius=14)
        for number, hand in enumerate(hands):
            _dial(canvas, x + 56 + 101 * number, y + 56, 45 * hand)
        canvas.rect(x + 107, y + 113, 100, 40, fill="white")
        canvas.text(x + 157, y + 133, solve(hands), size=24, bold=True)
    return canvas


def _dial(canvas: Canvas, x: float, y: float, angle: float) -> None:
    """Draw a dial with four ticks, and a hand with a broad tip and a thin tail."""
    canvas.circle(x, y, DIAL_RADIUS, fill="white")
    for tick in range(4):
        inner, outer = (point_on_circle(x, y, radius, 90 * tick) for radius in (35, DIAL_RADIUS))
        canvas.line(inner, outer, line=2.5)
    canvas.line(point_on_circle(x, y, 14, angle + 180), (x, y), line=3)
    tip = [
        point_on_circle(x, y, 33, angle),
        point_on_circle(x, y, 9, angle + 90),
        point_on_circle(x, y, 9, angle - 90),
    ]
    canvas.polygon(tip, fill="blue", line=2)


def describe(machine: Machine, solve: Solve) -> str:
    shown = "; ".join(f"{', '.join(map(str, hands))}: {solve(hands)}" for (hands,) in examples(machine))
    return (
        "The picture shows a machine several times, with three dials and a strip below them. A dial has four ticks and a blue "
        "hand with a broad foot and a tip, and a thin tail on the other side. Each time, the tips are at these places, "
        f"from left to right and clockwise from 0 at the top, and the strip has this number: {shown}."
    )
