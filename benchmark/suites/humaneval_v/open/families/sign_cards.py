"""A row of cards with signs: what each card counts.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 2
KINDS = ("cards",)
TASK_TYPE = "Computation"
ASPECTS = ("Mathematical Operations", "Topological Relations")
MUTATIONS = ("copies", "takes-next", "lonely", "costs")

SIGNS = "cts"
NAMES = {"c": "circle", "t": "triangle", "s": "square"}

TEXT = '''\
def solution(cards: list[str]) -> list[int]:
    """
    Cards lie in a row, each with a sign and a number. Find how many points each card brings, by the rows of
    cards in the picture, where the points are written below the cards.

    Parameters:
        cards (list[str]): The cards from left to right, such as "c7" or "s2": first the sign, "c" for circle,
            "t" for triangle or "s" for square, then the number from 1 to 9.

    Returns:
        list[int]: The points of each card, from left to right.
    """
'''

POINTS = """
def solution(cards: list[str]) -> list[int]:
    points = []
    for place, card in enumerate(cards):
        number = int(card[1])
        if card[0] == $strong:
            points.append(number * $factor)
        elif card[0] == $odd:
            {odd}
        else:
            points.append(number)
    return points
"""
ODD = {
    "copies": "points.append(points[-1] if points else 0)",
    "takes-next": "points.append(int(cards[place + 1][1]) if place + 1 < len(cards) else 0)",
    "costs": "points.append(-number)",
    "lonely": "points.append(number if place in (0, len(cards) - 1) else 0)",
}


@dataclass(frozen=True)
class Cards:
    """Parameters: the mutation, the strong sign with its factor, the odd sign, and the rows of cards."""

    mutation: str
    strong: str
    factor: int
    odd: str
    shown: tuple[tuple[str, ...], ...]
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Cards:
    strong, odd, plain = draws.shuffled(SIGNS)
    factor = draws.integer(2, 4)

    def row(signs: str) -> tuple[str, ...]:
        numbers = draws.sample(range(1, 10), len(signs))
        return tuple(f"{sign}{number}" for sign, number in zip(signs, numbers, strict=True))

    # The odd sign is shown at both ends, twice in a row, and next to both other signs.
    shown = (
        row(plain + odd + strong + plain + odd + odd),
        row(odd + strong + odd + plain + strong + odd),
        row(strong + plain + odd + odd + strong + plain),
    )
    tested = [(), row(odd), row(strong), row(odd * 4), row(odd + plain)]
    tested += [row(draws.text(SIGNS, draws.integer(5, 9))) for _ in range(7)]
    return Cards(mutation, strong, factor, odd, shown, tuple(dict.fromkeys(tested)))


def calls(cards: Cards) -> list[Call]:
    return [(list(row),) for row in cards.tested]


def examples(cards: Cards) -> list[Call]:
    return [(list(row),) for row in cards.shown]


def reference(cards: Cards) -> str:
    program = POINTS.replace("{odd}", ODD[cards.mutation])
    return fill(program, strong=cards.strong, factor=cards.factor, odd=cards.odd)


def picture(cards: Cards, solve: Solve) -> Canvas:
    canvas = Canvas(880, 900)
    for number, (row,) in enumerate(examples(cards)):
        y = 15 + number * 292
        frame(canvas, 15, y, 850, 284, title=f"Row {number + 1}")
        for place, (card, points) in enumerate(zip(row, solve(row), strict=True)):
            x = 150 + place * 118
            _card(canvas, card, x, y + 52)
            canvas.text(x + 48, y + 246, points, bold=True, size=28, fill="blue")
        canvas.text(36, y + 120, "cards", anchor="start")
        canvas.text(36, y + 246, "points", anchor="start")
    return canvas


def _card(canvas: Canvas, card: str, x: float, y: float) -> None:
    canvas.rect(x, y, 96, 158, fill="white", radius=10)
    middle, top = x + 48, y + 48
    if card[0] == "c":
        canvas.circle(middle, top, 28, fill="orange")
    elif card[0] == "s":
        canvas.rect(middle - 26, top - 26, 52, 52, fill="sky")
    else:
        canvas.polygon([(middle, top - 29), (middle + 32, top + 26), (middle - 32, top + 26)], fill="yellow")
    canvas.text(middle, y + 118, card[1], size=44, bold=True)


def describe(cards: Cards, solve: Solve) -> str:
    parts = []
    for number, (row,) in enumerate(examples(cards), 1):
        each = ", ".join(
            f"{NAMES[card[0]]} {card[1]} with {points}" for card, points in zip(row, solve(row), strict=True)
        )
        parts.append(f"Row {number}: {each}.")
    return (
        "The picture shows three rows of six cards. Every card has a sign at its top, an orange circle, a yellow "
        "triangle or a sky blue square, and below the sign a number from 1 to 9. Under each card its points are "
        f"written in blue. The cards from left to right, with their points: {' '.join(parts)}"
    )
