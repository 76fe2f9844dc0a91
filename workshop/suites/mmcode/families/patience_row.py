"""A game of patience by a plan: which card is left of a row, and with how many points.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from benchmark.files.palette import Colour
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.arrows import arrow
from workshop.drawing.canvas import Canvas

VERSION = 3
TITLE = "Patience"
LEVEL = "easy"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("same-end", "other-end")
COMPARE = "tokens"

MOST_GAMES, MOST_CARDS, HIGHEST = 20, 150, 999

STATEMENT = """
On long winter evenings, Grandmother Wilma plays patience. She lays some cards with numbers on the table, one next to the
other in a row, and then makes one move after the other until a single card is left. The picture at the end shows the moves.

In each move two cards are taken from the row at the top of the picture: first the blue one, then the red one. Both numbers are laid out as blue
and red dots, row by row, in a tray as wide as those on the left of the picture. Its first line shows what comes next if no row stays partly filled,
its second line what comes next if one does.

The bars stand for both cards, and the higher bar is the card with the larger number. The dark one is laid back at the end of the row
where the arrow shows it, and becomes the outermost card there; the dashed one is out of the game. If both numbers are equal, it does not matter which
card is which. The strips on the right are the points that are added: a blue strip is worth the number of the blue card, and a red one the number
of the red card. The game begins with 0 points.

Wilma has written down how the cards lay in some games, but not how the games ended. Find the card that is left at the end of
each game, and the points.

Input

The first line has a whole number g, the number of games (1 <= g <= 20). Each of the next g lines has a whole number n (1 <= n <= 150), the
number of cards, and then n whole numbers from 1 to 999, the cards of the row from left to right, with single spaces between
them. Several cards can have the same number.

Output

For each game, print a line with two numbers and a space between them: the number of the card that is left, and the points.

$samples

![image](1.png)
"""

REFERENCE = """
from collections import deque


def solution(text: str) -> str:
    answers = []
    for line in text.splitlines()[1:]:
        row = deque([int(word) for word in line.split()[1:]][::$step])
        lay_larger, lay_smaller = $change
        points = 0
        while len(row) > 1:
            a = row.popleft()
            b = row.popleft()
            if (a + b) % $parts == 0:
                lay_larger(max(a, b))
                points += $often * a
            else:
                lay_smaller(min(a, b))
                points += $rarely * b
        answers.append(f"{row.pop()} {points}")
    return "\\n".join(answers)
"""
CHANGE = {"same-end": "row.appendleft, row.append", "other-end": "row.append, row.appendleft"}

WRONG = {
    "takes-from-the-other-end": REFERENCE.replace("[::$step]", "[::-$step]"),
    "larger-card-always-stays": REFERENCE.replace("min(a, b)", "max(a, b)"),
    "all-cards-at-one-end": REFERENCE.replace("lay_smaller(", "lay_larger("),
    "points-for-the-card-that-stays": REFERENCE.replace("$often * a", "$often * max(a, b)").replace(
        "$rarely * b", "$rarely * min(a, b)"
    ),
    "first-and-second-card-exchanged": REFERENCE.replace("$often * a", "$often * b").replace(
        "$rarely * b", "$rarely * a"
    ),
    "stops-with-two-cards": REFERENCE.replace("len(row) > 1", "len(row) > 2"),
}


def sample(draws: Draws) -> dict[str, Any]:
    often, rarely = draws.sample(range(2, 13), 2)
    values: dict[str, Any] = {
        "step": draws.choice((1, -1)),
        "parts": draws.integer(2, 7),
        "often": often,
        "rarely": rarely,
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_game(draws, draws.integer(4, 5), 20) for _ in range(300)]
    same = [game for game in tried if agreeing([_games([game])], solve)]
    if len(same) < 2:
        raise UnfitError("the variants agree on too few games")
    return {**values, "shown": [_game(draws, 2, 20), *same[:2]]}


def _game(draws: Draws, cards: int, most: int) -> str:
    return " ".join(map(str, [cards, *draws.integers(cards, 1, most)]))


def _games(games: list[str]) -> str:
    return "\n".join([str(len(games)), *games]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *games = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(games) <= MOST_GAMES:
        raise ValueError("another number of games")
    for game in games:
        count, *cards = map(int, game.split(" "))
        if not 1 <= count == len(cards) <= MOST_CARDS or game != " ".join(map(str, [count, *cards])):
            raise ValueError("another number of cards")
        if not all(1 <= card <= HIGHEST for card in cards):
            raise ValueError("a card with a number out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return [_games(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("patience_row", values["seed"], "typical")
    kinds = ((1, 5, 20), (2, 6, 20), (3, 8, 30), (4, 10, 50), (5, 12, 99), (6, 20, 200))
    return [_games([_game(draws, cards, most) for _ in range(count)]) for count, cards, most in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("patience_row", values["seed"], "edge")
    parts = values["parts"]
    equal = [f"{count} " + " ".join(["17"] * count) for count in range(1, 9)]
    rising = [str(card) for card in range(1, 41)]
    orders = (rising, rising[::-1], rising[1:])
    return [
        f"1\n1 {HIGHEST}\n",
        _games([_game(draws, 2, 9) for _ in range(MOST_GAMES)]),
        _games([_game(draws, 3, 9) for _ in range(MOST_GAMES)]),
        _games([*equal, f"4 {parts} {2 * parts} {parts} {3 * parts}", f"4 1 {parts - 1} 1 {2 * parts - 1}"]),
        _games([" ".join([str(len(order)), *order]) for order in orders]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("patience_row", values["seed"], "large")
    return [
        _games([_game(draws, MOST_CARDS, HIGHEST) for _ in range(MOST_GAMES)]),
        _games([_game(draws, draws.integer(50, MOST_CARDS), HIGHEST) for _ in range(MOST_GAMES)]),
    ]


_DOT = 34.0  #: px from dot to dot


def _lines(values: dict[str, Any], variant: str) -> list[tuple[int, bool, bool, Colour, int]]:
    """Return for each line its dots, whether the larger card comes back, whether at the left, and its strips."""
    same, taken_left = variant == "same-end", values["step"] == 1
    full = 3 * values["parts"]
    return [
        (full, True, same == taken_left, "blue", values["often"]),
        (full - 1, False, same != taken_left, "red", values["rarely"]),
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    canvas = Canvas(1010, 530)
    order: list[Colour] = ["blue", "red", "white", "white", "white", "white"]
    for card, fill in enumerate(order[:: values["step"]]):
        canvas.rect(220 + 96.0 * card, 20, 80, 104, fill=fill, line=4, radius=8)
    for line, (dots, larger, at_left, colour, strips) in enumerate(_lines(values, variant)):
        y = 180 + 200.0 * line
        canvas.rect(24, y, _DOT * values["parts"] + 12, _DOT * 3 + 12, fill="mist", line=3)
        for dot in range(dots):
            row, column = divmod(dot, values["parts"])
            shade: Colour = "blue" if dot < values["parts"] - 1 else "red"
            canvas.circle(30 + _DOT * (column + 0.5), y + 6 + _DOT * (row + 0.5), 12, fill=shade)
        arrow(canvas, (292, y + 57), (336, y + 57), line=5, head=18)
        for bar, high in enumerate((110.0, 50.0)):
            kept = larger == (bar == 0)
            dark: Colour | None = "grey" if kept else None
            canvas.rect(356 + 46.0 * bar, y + 114 - high, 38, high, fill=dark, dashed=not kept)
        for card in range(4):
            canvas.rect(556 + 44.0 * card, y + 30, 36, 54, fill="white", line=3)
        canvas.rect(462 if at_left else 782, y + 30, 36, 54, fill="grey", line=3)
        tail, tip = (506, 548) if at_left else (774, 732)
        arrow(canvas, (tail, y + 57), (tip, y + 57), line=5, head=18)
        for strip in range(strips):
            canvas.rect(856 + 70.0 * (strip // 6), y + 19.0 * (strip % 6), 58, 13, fill=colour)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    told = []
    for dots, larger, at_left, colour, strips in _lines(values, variant):
        told.append(
            f"a tray with three rows of {values['parts']} dots{'' if dots % values['parts'] == 0 else ', of which one is missing in the last row'}; "
            f"two bars, of which the {'higher' if larger else 'lower'} one is dark and the other one dashed; a row of white cards and a dark card that an arrow leads "
            f"to its {'left' if at_left else 'right'} end; and {strips} {colour} strips"
        )
    end = "left" if values["step"] == 1 else "right"
    return [
        (
            f"At the top is a row of six cards. The outermost card at the {end} end is blue, its neighbour is red, and the others are white. Below it are two lines. "
            f"The first line has, from left to right, {told[0]}. The second line has {told[1]}."
        )
    ]
