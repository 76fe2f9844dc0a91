"""A row of cards with signs: what each card counts.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, program_space
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame

VERSION = 3
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


#: What a sign may count by numbers alone: its factor, and what is added.
SUMS = {
    **{f"{factor} times": (factor, 0) for factor in range(-3, 6)},
    **{f"{added:+}": (1, added) for added in (-2, -1, 1, 2)},
    "10 less it": (-1, 10),
}
#: Others: text → what counts, and what if there is no such card.
BESIDE = {
    f"{what} {side}, else {edge}": (what, side, edge)
    for what in ("number", "points", "number more by that")
    for side in ("left", "right")
    for edge in ("nothing", "itself", "the other end", "the other side")
}
OTHERS = (
    *(
        "at the ends",
        "inside",
        "only alone",
        "only in a row",
        "only first of its sign",
        "only last of its sign",
    ),
    *("place", "larger neighbour", "smaller neighbour", "sum of both neighbours", "if larger than the left"),
)
#: Parts of what a reader may see in the rows → their choices.
PARTS: dict[str, Sequence[Any]] = {
    **{NAMES[sign]: (*SUMS, *BESIDE, *OTHERS) for sign in SIGNS},
    "again": ("as before", "nothing", "twice"),  # for the second of two cards of the same sign side by side
}


def card_points(choices: Sequence[str], cards: Sequence[str]) -> list[int]:
    """Return the points of a row by a rule of the space."""
    numbers = [int(card[1]) for card in cards]
    points, late, last = [0] * len(cards), [], len(cards) - 1
    more = {"nothing": 0, "twice": 2}.get(choices[3], 1)
    weights = [more if here[0] == left[0] else 1 for left, here in zip(["-", *cards], cards, strict=False)]
    for place, card in enumerate(cards):
        choice = choices[SIGNS.index(card[0])]
        if choice in SUMS:
            factor, added = SUMS[choice]
            points[place] = (numbers[place] * factor + added) * weights[place]
        elif choice in BESIDE:
            late.append((place, *BESIDE[choice]))
        else:
            points[place] = _other_points(choice, cards, numbers, place) * weights[place]
    for place, what, side, edge in sorted(late, key=lambda card: card[0] if card[2] == "left" else -card[0]):
        counted, step = points if what == "points" else numbers, -1 if side == "left" else 1
        other = place + step
        if not 0 <= other <= last:
            other = {"the other end": other % len(cards), "the other side": place - step}.get(edge, place)
        value = 0 if other == place and edge == "nothing" else (numbers if other == place else counted)[other]
        points[place] = (value + numbers[place] * (what == "number more by that")) * weights[place]
    return points


def _other_points(choice: str, cards: Sequence[str], numbers: Sequence[int], place: int) -> int:
    signs = [card[0] for card in cards]
    number, sign = numbers[place], signs[place]
    beside = [other for other in (place - 1, place + 1) if 0 <= other < len(cards)]
    others = [numbers[other] for other in beside]
    values = {
        "place": place + 1,
        "larger neighbour": max(others, default=0),
        "smaller neighbour": min(others, default=0),
        "sum of both neighbours": sum(others),
    }
    is_in_row = sign in [signs[other] for other in beside]
    counts = {
        "at the ends": len(beside) < 2,
        "inside": len(beside) == 2,
        "only alone": not is_in_row,
        "only in a row": is_in_row,
        "only first of its sign": sign not in signs[:place],
        "only last of its sign": sign not in signs[place + 1 :],
        "if larger than the left": not place or number > numbers[place - 1],
    }
    return values[choice] if choice in values else number * counts[choice]


@lru_cache(maxsize=1)
def card_rules() -> RuleSpace:
    return program_space(PARTS, card_points)


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

    # Each sign is shown twice in a row and next to both others, the odd one at both ends, with another one
    # at the other end.
    shown = (
        row(plain * 2 + odd + strong + odd * 2),
        row(odd + strong * 2 + odd + plain * 2),
        row(strong + plain + odd + odd + strong + plain),
    )
    tested = [(), row(odd), row(strong), row(odd * 4), row(odd + plain)]
    tested += [row(draws.text(SIGNS, draws.integer(5, 9))) for _ in range(7)]
    return Cards(mutation, strong, factor, odd, shown, tuple(dict.fromkeys(tested)))


def calls(cards: Cards) -> list[Call]:
    return [(list(row),) for row in cards.tested]


def examples(cards: Cards) -> list[Call]:
    return [(list(row),) for row in cards.shown]


def rule_space(cards: Cards) -> RuleSpace:
    return card_rules()


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
