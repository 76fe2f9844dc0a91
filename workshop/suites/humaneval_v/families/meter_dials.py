"""Meters of round dials with a pointer each: which number they show.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_on_circle
from workshop.suites.humaneval_v.families._meter_rules import meter_rules, right_rule

VERSION = 3
KINDS = ("dial",)
TASK_TYPE = "Computation"
ASPECTS = ("Common Sense", "Dynamic Patterns", "Geometric Objects")
MUTATIONS = ("nearest", "coming", "passed", "clockwise")
#: Readings that the examples alone do not contradict, and what does.
SETTLED = {
    "turned = *: * → *": "the digit 0 is drawn on each dial",
    "mark = *: * → *": "the digits are drawn on each dial",
    "number = *: 36 → *": "the digits are drawn on each dial",
    "number = *: 45 → *": "the digits are drawn on each dial",
}

METERS = 3  #: in the picture
APART = 190.0  #: distance of the middles of two dials, px

TEXT = '''\
def solution(pointers: list[int]) -> int:
    """
    A meter is a row of round dials with a pointer each. Every dial gives one digit of the number that the meter
    shows. Find this number, by the three meters in the picture; longer and shorter meters go on in the same way.

    Parameters:
        pointers (list[int]): Where the pointer of each dial stands, from left to right, in degrees clockwise
            from the top, 0 to 359. A pointer that stands exactly at a digit gives this digit.

    Returns:
        int: The number that the meter shows, a decimal number like any other.
    """
'''

READ = """
def solution(pointers: list[int]) -> int:
    number = 0
    for dial, pointer in enumerate(pointers):
        turned = pointer - $zero
        if dial % 2 == $side:
            turned = $zero - pointer
        number = 10 * number + {digit} % $marks
    return number
"""
REFERENCES = {
    "nearest": READ.replace("{digit}", "round(turned / $step)"),
    "coming": "import math\n\n" + READ.replace("{digit}", "math.ceil(turned / $step)"),
    "passed": READ.replace("{digit}", "turned // $step"),
    "clockwise": """
import math


def solution(pointers: list[int]) -> int:
    number = 0
    for dial, pointer in enumerate(pointers):
        mark = math.ceil((pointer - $zero) / $step)
        if dial % 2 == $side:
            mark = -mark
        number = 10 * number + mark % $marks
    return number
""",
}


@dataclass(frozen=True)
class Meter:
    """Parameters: the mutation, the look of the dials, and the meters."""

    mutation: str
    marks: int  #: number of digits on a dial
    zero: int  #: where the digit 0 is, degrees
    side: int  #: 0 if the first dial is numbered anticlockwise, else 1
    seed: str  #: of the meters in the picture
    tested: tuple[tuple[int, ...], ...]

    @property
    def step(self) -> int:
        """Degrees between two digits."""
        return 360 // self.marks

    def pointers(self, turned: Sequence[int]) -> tuple[int, ...]:
        """Return where pointers stand that are so many degrees after the 0, in the order of the digits."""
        return tuple(
            (self.zero - turn if dial % 2 == self.side else self.zero + turn) % 360
            for dial, turn in enumerate(turned)
        )


def sample(mutation: str, draws: Draws) -> Meter:
    marks = draws.choice((8, 10))
    side = draws.integer(0, 1)
    step = 360 // marks
    zero = step * draws.choice(
        [place for place in range(marks) if 2 * place % marks]
    )  # neither top nor bottom

    before, after = (step - 1) // 2, step // 2 + 1  # not half way, where no digit is nearer
    last = marks - 1
    edges = [(last, before), (1, before), (last - 1, after), (0, after)]
    edges += [(draws.integer(0, last), rest) for rest in (0, 0, 1, step - 1)]
    lists = [draws.shuffled([digit * step + rest for digit, rest in edges]) for _ in range(2)]
    turned = [[lists[dial % 2].pop() for dial in range(4)] for _ in range(4)]
    for dials in (1, 1, 2, 3, 5, 6):
        rests = draws.choices((0, 1, before, after, step - 1), dials)
        turned.append([draws.integer(0, last) * step + rest for rest in rests])
    meter = Meter(mutation, marks, zero, side, draws.text("abcdefgh", 16), ())
    return replace(meter, tested=tuple(dict.fromkeys(meter.pointers(dials) for dials in turned)))


def calls(meter: Meter) -> list[Call]:
    return [(list(pointers),) for pointers in meter.tested]


def examples(meter: Meter) -> list[Call]:
    return _shown(replace(meter, mutation=""))


@lru_cache(maxsize=4)
def _shown(meter: Meter) -> list[Call]:
    """Choose meters that leave one rule of the space for every mutation."""
    draws, step = Draws(meter.seed, "shown"), meter.step

    def candidate(dials: int = 5) -> Call:
        turned = []
        for _ in range(dials):
            gap, near = draws.choice((*range(meter.marks), meter.marks - 1)), draws.integer(10, step // 2 - 5)
            turned.append(gap * step + draws.choice((near, step - near)))
        return (list(meter.pointers(turned)),)

    return telling_examples(
        rule_space(meter),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=calls(meter),
        shown=[candidate(4)],  # with an even and an odd number, turns are counted from the left
        candidate=candidate,
        numbers=range(METERS, METERS + 1),
    )


def rule_space(meter: Meter) -> RuleSpace:
    return meter_rules(meter.zero, meter.side, meter.marks)


def reference(meter: Meter) -> str:
    program = REFERENCES[meter.mutation]
    return fill(program, zero=meter.zero, side=meter.side, step=meter.step, marks=meter.marks)


def picture(meter: Meter, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 20 + 333 * METERS)
    for number, (pointers,) in enumerate(examples(meter)):
        y = 15 + number * 333
        frame(canvas, 15, y, 970, 323, title=f"Meter {number + 1}")
        left = 500 - APART * (len(pointers) - 1) / 2
        for dial, pointer in enumerate(pointers):
            _dial(canvas, meter, (left + APART * dial, y + 146), dial, pointer)
        for dial, digit in enumerate(_digits(solve, pointers)):
            x = left + APART * dial
            canvas.rect(x - 27, y + 259, 54, 52, fill="ink", radius=6)
            canvas.text(x, y + 285, digit, fill="yellow", bold=True, size=34)
    return canvas


def _digits(solve: Solve, pointers: list[int]) -> str:
    return str(solve(pointers)).zfill(len(pointers))


def _dial(canvas: Canvas, meter: Meter, centre: Point, dial: int, pointer: int) -> None:
    canvas.circle(*centre, 92, fill="white", line=4)
    way = -1 if dial % 2 == meter.side else 1
    for digit in range(meter.marks):
        turn = meter.zero + way * digit * meter.step
        canvas.line(point_on_circle(*centre, 79, turn), point_on_circle(*centre, 90, turn), line=3)
        canvas.text(*point_on_circle(*centre, 65, turn), digit, size=22, bold=True)
    arrows.arrow(canvas, centre, point_on_circle(*centre, 53, pointer), stroke="red", line=5, head=20)
    canvas.circle(*centre, 10, fill="red")


def describe(meter: Meter, solve: Solve) -> str:
    ways = ["against the hands of a clock", "with the hands of a clock"]
    rows = []
    for number, (pointers,) in enumerate(examples(meter), 1):
        spots = []
        for dial, pointer in enumerate(pointers):
            way = -1 if dial % 2 == meter.side else 1
            turned = way * (pointer - meter.zero) % 360
            low = turned // meter.step
            nearer = low if 2 * (turned % meter.step) < meter.step else (low + 1) % meter.marks
            spots.append(f"between {low} and {(low + 1) % meter.marks}, nearer to {nearer}")
        digits = ", ".join(_digits(solve, pointers))
        rows.append(f"Meter {number}: the pointers are {'; '.join(spots)}; the windows show {digits}.")
    return (
        f"The picture shows three meters of four or five dials, each dial with the digits from 0 to {meter.marks - 1} evenly "
        f"around its edge, the 0 at {meter.zero} degrees clockwise from the top, a red pointer, and a black window below with one yellow digit. The "
        f"digits of the first, third and fifth dial run {ways[meter.side]}, those of the second and fourth "
        f"{ways[1 - meter.side]}: {' '.join(map(str, range(meter.marks)))}. {' '.join(rows)}"
    )
