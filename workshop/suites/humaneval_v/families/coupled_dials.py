"""Three dials that change one another's reading, and the number that an old machine prints for them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from operator import eq

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
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

TEXT = '''\
def solution(hands: list[int]) -> int:
    """
    An old machine has three dials, each with one hand, and prints a number on a strip. The picture shows the
    machine with its hands in several positions, and the number below. Find the number for other positions.

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


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    lines = ["def solution(hands: list[int]) -> int:", "    left, middle, right = hands"]
    steps = [f"    {dial} = {WAYS[rule[dial] % 2].format(NAMES[dial])}" for dial in "abc"]
    values = [f"    {dial} = {SCALES[rule[dial] // 2].format(dial)}" for dial in "abc" if rule[dial] // 2]
    if coupling := COUPLINGS[rule["coupling"]]:
        (source, target), half, effect = coupling
        changed = f"-{target} % 8" if effect == "opposite" else f"2 * {target}"
        change = [f"    if {NAMES[source]} in {HALVES[half]}:", f"        {target} = {changed}"]
        (steps if effect == "opposite" else values).extend(change)
    lines += [*steps, *values, f"    number = {FOLDS[rule['fold']]}"]
    if pair := TOGETHER[rule["together"]]:
        lines += [f"    if {' == '.join(pair)}:", "        number = -number"]
    if name := UPRIGHT[rule["upright"]]:
        lines += [f"    if {name} == 0:", "        number *= 2"]
    if rounded := ROUNDED[rule["rounded"]]:
        lines += ["    if number % 2:", f"        {rounded}"]
    return "\n".join([*lines, "    return number"])


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
    return _shown(machine.seed, machine.rules)


@lru_cache(maxsize=8)
def _shown(seed: str, rules: tuple[tuple[tuple[str, int], ...], ...]) -> list[Call]:
    """Return positions that leave one rule of the space for each mutation, in the order of the hands."""
    draws, machine = Draws(seed, "examples"), Machine("", seed, rules)
    asked, later = calls(machine), list[Call]()

    def candidate() -> Call:
        if not later:
            later.extend(_round(draws))
        return later.pop()

    first = [call for call in _round(draws) if call not in asked]
    chosen = telling_examples(
        rule_space(machine),
        rules=[dict(rule) for rule in rules],
        asked=asked,
        shown=first,
        candidate=candidate,
        numbers=range(12, 19),
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
