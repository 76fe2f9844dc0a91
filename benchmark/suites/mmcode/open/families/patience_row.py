"""A game of patience by a plan: which card is left of a row, and with how many points.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.authoring.family import UnfitError
from benchmark.authoring.problem_families.trial import agreeing, solvers, with_changes
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas

VERSION = 2
TITLE = "Patience"
LEVEL = "easy"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("same-end", "other-end")
COMPARE = "tokens"

MOST_GAMES, MOST_CARDS, HIGHEST = 20, 150, 999

STATEMENT = """
On long winter evenings, Grandmother Wilma plays patience. She lays some cards with numbers on the table, one next to the
other in a row, and then goes on as it says on an old sheet of paper, line by line from the top down. The picture at the end
shows this sheet.

A thick line on the left side joins lines that belong to the line just above them. Lines that belong to a condition are
followed only if it holds. Lines that belong to a repetition are followed again and again while its condition holds, which is
checked before each time. The sign := means that the name on its left gets the value on its right, and the
old value is forgotten. A card that was taken from the row keeps its number and lies on the table next to the row; it
comes back only if the sheet says so; otherwise it is out of the game. A card that is laid at an end of the row becomes
the outermost card there.

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


def _plan(values: dict[str, Any], variant: str) -> list[tuple[int, str]]:
    """Return the lines of the sheet with the number of thick lines at their left."""
    times = "\N{MULTIPLICATION SIGN}"
    taken, far = ("left", "right") if values["step"] == 1 else ("right", "left")
    first, second = (taken, far) if variant == "same-end" else (far, taken)
    return [
        (0, "points := 0"),
        (0, "repeat while there are 2 or more cards in the row:"),
        (1, f"take the card at the {taken} end, a := its number"),
        (1, f"take the card at the {taken} end, b := its number"),
        (1, f"if a + b can be divided by {values['parts']} without remainder:"),
        (2, f"lay the card with the larger number at the {first} end"),
        (2, f"points := points + {values['often']} {times} a"),
        (1, "if it cannot:"),
        (2, f"lay the card with the smaller number at the {second} end"),
        (2, f"points := points + {values['rarely']} {times} b"),
        (0, "the game is over"),
    ]


_TOP, _LINE, _INDENT = 70.0, 56.0, 46.0


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    plan = _plan(values, variant)
    canvas = Canvas(900, int(2 * _TOP + _LINE * (len(plan) - 1)))
    canvas.rect(14, 14, 872, canvas.height - 28, fill="mist", line=4)
    for depth, first, last in ((1, 2, 9), (2, 5, 6), (2, 8, 9)):
        x = 46 + _INDENT * (depth - 1) + 12
        canvas.line((x, _TOP + _LINE * first - 22), (x, _TOP + _LINE * last + 22), stroke="blue", line=8)
    for place, (depth, line) in enumerate(plan):
        canvas.text(46 + _INDENT * depth, _TOP + _LINE * place, line, anchor="start", size=26)
    return [canvas]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    lines = [line for _, line in _plan(values, variant)]
    quoted = [f'"{line}"' for line in lines]
    return [
        (
            f"A sheet with eleven lines of text. The first line is {quoted[0]}, the second {quoted[1]}. A thick blue line on the left "
            f"joins the next eight lines: {quoted[2]}; {quoted[3]}; {quoted[4]}; then, with a second thick line of their own, {quoted[5]} and "
            f"{quoted[6]}; then, without the second line, {quoted[7]}; then, with a second thick line of their own, {quoted[8]} and {quoted[9]}. "
            f"The last line, which has no thick line at its side, is {quoted[10]}."
        )
    ]
