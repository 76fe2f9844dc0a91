"""A wheel of letters with a hand: where the hand stops.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point, point_on_circle
from workshop.suites.humaneval_v.families._wheel_rules import right_rule, wheel_rules

VERSION = 3
KINDS = ("dial",)
TASK_TYPE = "Iteration"
ASPECTS = ("Dynamic Patterns", "Geometric Objects")
MUTATIONS = ("to-and-fro", "onward", "from-the-mark", "backward")
TEXT = '''\
def solution(turns: list[int]) -> str:
    """
    A hand stands on a wheel of letters. It is turned several times, and after each turn the letter on which
    it stops is written down. Find the word that is written for a list of turns, by the wheels in the picture.

    Parameters:
        turns (list[int]): The number that belongs to each turn, in order, each from 1 to 20.

    Returns:
        str: The letters that are written down, in order.
    """
'''

REFERENCES = {
    "onward": """
def solution(turns: list[int]) -> str:
    letters = $letters
    place = 0
    word = ""
    for turn in turns:
        place = (place + turn) % len(letters)
        word += letters[place]
    return word
""",
    "to-and-fro": """
def solution(turns: list[int]) -> str:
    letters = $letters
    place = 0
    word = ""
    for number, turn in enumerate(turns):
        if number % 2 == 0:
            place += turn
        else:
            place -= turn
        word += letters[place % len(letters)]
    return word
""",
    "from-the-mark": """
def solution(turns: list[int]) -> str:
    letters = $letters
    word = ""
    for turn in turns:
        word += letters[turn % len(letters)]
    return word
""",
    "backward": """
def solution(turns: list[int]) -> str:
    letters = $letters
    place = 0
    word = ""
    for turn in turns:
        place = (place - turn) % len(letters)
        word += letters[place]
    return word
""",
}


@dataclass(frozen=True)
class Wheel:
    """Parameters: the mutation, the letters clockwise from the mark, the place of the mark, and the turns."""

    mutation: str
    letters: str
    mark: int  #: places clockwise from the top
    tested: tuple[tuple[int, ...], ...]


def sample(mutation: str, draws: Draws) -> Wheel:
    letters = "".join(draws.sample("ABDEGHKLMNOPRSTUVXZ", draws.integer(8, 9)))
    mark = draws.integer(0, len(letters) - 1)
    tested = [(1,), (len(letters),), *(tuple(draws.integers(draws.integer(2, 9), 1, 20)) for _ in range(8))]
    return Wheel(mutation, letters, mark, tuple(dict.fromkeys(tested)))


def calls(wheel: Wheel) -> list[Call]:
    return [(list(turns),) for turns in wheel.tested]


def examples(wheel: Wheel) -> list[Call]:
    return _shown(wheel.letters, wheel.mark, wheel.tested)


@lru_cache(maxsize=4)
def _shown(letters: str, mark: int, tested: tuple[tuple[int, ...], ...]) -> list[Call]:
    """Choose turns that leave one rule of the space for every mutation."""
    draws = Draws(letters, mark, "shown")

    def candidate() -> Call:
        return (draws.sample(range(2, 21), 4),)

    return telling_examples(
        wheel_rules(letters, mark),
        rules=[right_rule(mutation) for mutation in MUTATIONS],
        asked=[(list(turns),) for turns in tested],
        shown=[candidate(), candidate()],
        candidate=candidate,
        numbers=range(3, 4),
    )


def rule_space(wheel: Wheel) -> RuleSpace:
    return wheel_rules(wheel.letters, wheel.mark)


def reference(wheel: Wheel) -> str:
    return fill(REFERENCES[wheel.mutation], letters=wheel.letters)


def picture(wheel: Wheel, solve: Solve) -> Canvas:
    canvas = Canvas(1016, 1010)
    for number, (turns,) in enumerate(examples(wheel)):
        y = 10 + number * 332
        frame(canvas, 10, y, 996, 324, title=f"Turns {', '.join(map(str, turns))}")
        canvas.text(990, y + 26, f"word {solve(turns)}", bold=True, anchor="end")
        stops = [wheel.letters.index(letter) for letter in solve(turns)]
        starts = [0] * 4 if wheel.mutation == "from-the-mark" else [0, *stops[:-1]]
        for column, turn in enumerate(turns):
            signed = -turn if _is_backward(wheel, column) else turn
            _draw(canvas, wheel, (140 + 246 * column, y + 184), starts[column], signed)
            canvas.text(44 + 246 * column, y + 84, turn, bold=True, size=26, fill="blue")
    return canvas


def _is_backward(wheel: Wheel, column: int) -> bool:
    return wheel.mutation == "backward" or (wheel.mutation == "to-and-fro" and column % 2 == 1)


def _draw(canvas: Canvas, wheel: Wheel, centre: Point, start: int, turn: int) -> None:
    step = 360 / len(wheel.letters)
    canvas.circle(*centre, 106, fill="white")
    for place, letter in enumerate(wheel.letters):
        stop = (start + turn) % len(wheel.letters) == place
        where = point_on_circle(*centre, 84, (wheel.mark + place) * step)
        if stop:
            canvas.circle(*where, 19, fill="orange")
        canvas.text(*where, letter, bold=True, size=24)
    mark = wheel.mark * step
    tip = point_on_circle(*centre, 109, mark)
    canvas.polygon([tip, *(point_on_circle(*centre, 130, mark + side) for side in (7, -7))], fill="red")
    first, last = ((wheel.mark + place) * step for place in (start, start + turn))
    canvas.line(centre, point_on_circle(*centre, 62, first), stroke="grey", dashed=True)
    arrows.arrow(canvas, centre, point_on_circle(*centre, 62, last), line=5, head=16)
    canvas.circle(*centre, 8, fill="ink")
    # A spiral, so that a second round does not cover the first one.
    pieces = max(2, round(abs(last - first) / 20))
    spiral = [
        point_on_circle(*centre, 44 - 12 * abs(last - first) / 360 * (1 - piece / pieces), angle)
        for piece in range(pieces + 1)
        for angle in (first + (last - first) * piece / pieces,)
    ]
    arrows.arrow(canvas, *spiral, stroke="blue", line=3, head=13)


def describe(wheel: Wheel, solve: Solve) -> str:
    parts = []
    for (turns,) in examples(wheel):
        word = solve(turns)
        parts.append(f"Turns {', '.join(map(str, turns))}, word {word}:")
        stops = [wheel.letters.index(letter) for letter in word]
        starts = [0] * 4 if wheel.mutation == "from-the-mark" else [0, *stops[:-1]]
        for column, turn in enumerate(turns):
            way = "backward" if _is_backward(wheel, column) else "forward"
            first, last = wheel.letters[starts[column]], word[column]
            parts.append(f"under {turn} the arrow runs from {first} {way} over {turn} letters to {last};")
    return (
        f"The picture shows three rows of four wheels. Every wheel has the letters {' '.join(wheel.letters)} "
        "around its edge, in this order with the hands of a clock, and a red mark outside at the letter "
        f"{wheel.letters[0]}. A dashed line shows where the hand was, a black hand where it stops, a blue "
        "arrow how it went, forward with the hands of a clock or backward against them, and the letter at "
        f"which it stops is orange. {' '.join(parts)}"
    )
