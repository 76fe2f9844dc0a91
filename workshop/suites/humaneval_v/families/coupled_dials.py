"""Three dials that change one another's reading, and the number that an old machine prints for them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import eq

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.joined_choices import settling_examples
from workshop.authoring.rule_space import RuleSpace
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle
from workshop.suites.humaneval_v.families._dial_rules import NAMES, PARTS, RIGHT, SPACE, program

VERSION = 2
FIRST = 9  #: those before it left other readings of when something happens
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
        active = {name: draws.integer(1, RIGHT[name] - 1) for name in CONTEXTS}
        added = {name: active[name] * (name in order[:level]) for name in CONTEXTS}
        rules.append(tuple({**rule, **added, "early": 0}.items()))
    return Machine(mutation, draws.text("ABCDEFGH", 16), tuple(rules))


def reference(machine: Machine) -> str:
    return program(dict(machine.rules[MUTATIONS.index(machine.mutation)]))


def rule_space(_machine: Machine) -> RuleSpace:
    return SPACE


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
    chosen = settling_examples(
        SPACE,
        rules=[dict(rule) for rule in rules],
        asked=asked,
        shown=first,
        candidate=candidate,
        numbers=range(12, 19),
        effects=CONTEXTS,
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
    canvas.polygon(tip, fill="blue", line=2.5)


def describe(machine: Machine, solve: Solve) -> str:
    shown = "; ".join(f"{', '.join(map(str, hands))}: {solve(hands)}" for (hands,) in examples(machine))
    return (
        "The picture shows a machine several times, with three dials and a strip below them. A dial has four ticks and a blue "
        "hand with a broad foot and a tip, and a thin tail on the other side. Each time, the tips are at these places, "
        f"from left to right and clockwise from 0 at the top, and the strip has this number: {shown}."
    )
