"""A gate opens for some numbers: a ball runs through pipes, and a card remembers a digit.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._gate_picture import clear_tangle, gate_picture

VERSION = 2
TITLE = "Museum Gate"
LEVEL = "long"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("always", "rising")
COMPARE = "tokens"
LOOK = "dark"

HIGHEST = 10**17
MOST_DAYS = 4

STATEMENT = """
Tickets of a museum have numbers, written without zeros in front. The gate reads the number of a ticket digit by digit, from left to
right, and opens for some of them. It has a row of five cups, one below the other, with a ball in one of them, and a card with a number.

![image](1.png)

For each digit, the ball first runs through the five pipes of one of the two boards, from the left to the right: it enters the pipe
at the height of its cup, and falls into the cup at the height where the pipe ends. Where pipes cross, each goes straight on. Then
the ball is moved by as many cups as the digit says, always in the same direction; at the end of the row it goes on at the other
end. After that, the digit may be written on the card instead of the number there. Which board the ball runs through, and whether
the card changes, depends only on whether the digit is larger than, equal to or smaller than the number on the card.

The gate opens if the ball ends in the cup with the flag. Below the boards, the picture shows how the gate reads two tickets: the row
and the card in the beginning, which is the same for every ticket, then each digit, and the row and the card after it.

On each day, the museum sells all tickets with numbers from a to b. The director wants to know for how many of them the gate will
open. The numbers are far too large to try one ticket after the other.

Input

The first line has a whole number n, the number of days (1 <= n <= 4). Each of the next n lines has two whole numbers a and b with
a space between them (1 <= a <= b <= 10^17).

Output

For each day, print a line with the number of tickets from a to b for which the gate opens.
"""

REFERENCE = """
def step(state, digit: int):
    cup, card = state
    if digit > card:
        return ($larger[cup] + $turn * digit) % 5, digit
    return ($other[cup] + $turn * digit) % 5, $change


def opened(limit: int) -> int:
    exact = ($start, $card)
    free = {}
    for place, letter in enumerate(str(limit)):
        coming = {}
        for state, count in free.items():
            for digit in range(10):
                after = step(state, digit)
                coming[after] = coming.get(after, 0) + count
        low = 0 if place else 1
        for digit in range(low, int(letter)):
            after = step(exact, digit)
            coming[after] = coming.get(after, 0) + 1
        if place:
            for digit in range(1, 10):
                after = step(($start, $card), digit)
                coming[after] = coming.get(after, 0) + 1
        exact = step(exact, int(letter))
        free = coming
    return sum(count for (cup, _), count in free.items() if cup == $open)


def solution(text: str) -> str:
    numbers = [int(word) for word in text.split()]
    answers = []
    for first, last in zip(numbers[1::2], numbers[2::2]):
        answers.append(opened(last + 1) - opened(first))
    return "\\n".join(map(str, answers))
"""
CHANGE = {"always": "digit", "rising": "card"}
WRONG = {
    "equal-digits-rise": REFERENCE.replace("digit > card", "digit >= card"),
    "other-board": REFERENCE.replace("digit > card", "digit <= card"),
    "first-number-is-left-out": REFERENCE.replace("opened(first)", "opened(first + 1)"),
    "zeros-in-front": REFERENCE.replace("low = 0 if place else 1", "low = 0").replace(
        "if place:", "if False:"
    ),
    "last-digit-first": REFERENCE.replace(
        "def solution",
        """def alone(number: int) -> int:
    state = ($start, $card)
    for letter in str(number)[::-1]:
        state = step(state, int(letter))
    return state[0] == $open


def solution""",
    ).replace(
        "answers.append(opened(last + 1) - opened(first))",
        "answers.append(sum(alone(number) for number in range(first, min(last, first + 3000) + 1)))",
    ),
}

#: How a digit compares with the card, and sets of such signs.
_SIGNS = (-1, 0, 1)
_SETS = tuple(tuple(sign for sign in _SIGNS if bits >> sign + 1 & 1) for bits in range(8))
#: Signs for which the ball runs through the first board, signs for which the card changes, and the direction;
#: a card with an equal digit does not show whether it changes.
_RULES = [rule for rule in product(_SETS, _SETS, (1, -1)) if 0 not in rule[1]]


def _readings(values: dict[str, Any], rule: tuple[Any, ...], digits: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the cup of the ball and the number on the card after each digit."""
    cup, card = values["start"], values["card"]
    for digit in digits:
        sign = (digit > card) - (digit < card)
        cup = (values["boards"][sign not in rule[0]][cup] + rule[2] * digit) % 5
        card = digit if sign in rule[1] else card
        yield cup, card


def _rule(values: dict[str, Any], variant: str) -> tuple[Any, ...]:
    first = (1,) if values["first"] else (-1, 0)
    return first, (-1, 1) if variant == "always" else (1,), values["turn"]


def sample(draws: Draws) -> dict[str, Any]:
    tangles = [clear_tangle(draws) for _ in range(2)]
    boards = [tuple(loose["orders"][-1].index(cup) for cup in range(5)) for loose in tangles]
    values: dict[str, Any] = {"tangles": tangles, "boards": boards, "first": draws.chance(1, 2)}
    values |= {"larger": boards[not values["first"]], "other": boards[values["first"]]}
    values |= {"turn": draws.choice((1, -1)), "start": draws.integer(0, 4), "card": draws.integer(2, 6)}
    values |= {"open": draws.integer(0, 4), "seed": draws.integer(1, 10**9), "unique_among": len(_RULES)}
    values["read"] = _told(draws, values)
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = []
    for _ in range(120):
        first = draws.integer(1, 400)
        tried.append(f"{first} {first + draws.integer(10, 60)}")
    same = [day for day in tried if agreeing([f"1\n{day}\n"], solve)]
    if len(same) < 3:
        raise UnfitError("the variants agree on too few days")
    values["shown"] = same[:3]
    return values


def _told(draws: Draws, values: dict[str, Any]) -> list[list[int]]:
    """Choose two tickets which only one rule reads as the gate does, for each variant."""
    for _ in range(200):
        tickets = [[draws.integer(1, 9), *draws.integers(4, 0, 9)] for _ in range(2)]
        told = [[list(_readings(values, rule, ticket)) for ticket in tickets] for rule in _RULES]
        right = [told[_RULES.index(_rule(values, variant))] for variant in VARIANTS]
        if all(told.count(readings) == 1 for readings in right):
            return tickets
    raise UnfitError("no two tickets tell the rule")


def _days(days: list[str]) -> str:
    return f"{len(days)}\n" + "".join(f"{day}\n" for day in days)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST_DAYS or len(lines) != int(head):
        raise ValueError("another number of days")
    for line in lines:
        first, last = map(int, line.split(" "))
        if not 1 <= first <= last <= HIGHEST:
            raise ValueError(f"{line} is not a day")


def samples(values: dict[str, Any]) -> list[str]:
    return [_days(values["shown"])]


def _day(draws: Draws, high: int) -> str:
    first, last = sorted(draws.integers(2, 1, high))
    return f"{first} {last}"


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-typical", values["seed"])
    kinds = ((2, 2000), (2, 10**4), (3, 10**6), (3, 10**8), (4, 10**10), (4, 10**13))
    return [_days([_day(draws, high) for _ in range(count)]) for count, high in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-edge", values["seed"])
    start = draws.integer(10**8, 10**9)
    return [
        "1\n1 9\n",
        _days(["1 99", "10 99", "9 100", "100 999"]),
        _days([f"{number} {number}" for number in draws.sample(range(100, 999), 4)]),
        _days(["1 1000", "9999 10001", "99999 1000000", f"{10**9} {10**10}"]),
        _days([f"{start} {start + 40}", f"{start + 7} {start + 400}", f"1 {10**5 - 1}"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("gate-large", values["seed"])
    return [
        _days([f"1 {HIGHEST}", f"{HIGHEST - 10**6} {HIGHEST}", _day(draws, HIGHEST), _day(draws, HIGHEST)]),
        _days([_day(draws, HIGHEST) for _ in range(MOST_DAYS)]),
    ]


def _states(values: dict[str, Any], variant: str) -> list[list[tuple[int, int]]]:
    """Return for each shown ticket the cup and the card in the beginning and after each digit."""
    begin, rule = (values["start"], values["card"]), _rule(values, variant)
    return [[begin, *_readings(values, rule, digits)] for digits in values["read"]]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [gate_picture(values["tangles"], values["read"], _states(values, variant), values["open"])]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    boards = []
    for name, board in zip(("I", "II"), values["boards"], strict=True):
        ends = ", ".join(f"{cup + 1} to {end + 1}" for cup, end in enumerate(board))
        boards.append(f"on board {name}, pipes lead from height {ends}")
    told = []
    for digits, states in zip(values["read"], _states(values, variant), strict=True):
        words = [f"the ball in cup {cup + 1} and {card} on the card" for cup, card in states]
        steps = [
            f"the digit {digit}, then {words_after}"
            for digit, words_after in zip(digits, words[1:], strict=True)
        ]
        told.append(f"{words[0]}; {'; '.join(steps)}")
    return [
        (
            "Two boards with five pipes each, which cross; heights and cups are counted from the top down: "
            f"{'; '.join(boards)}. Below are rows of five cups with a ball, a card below each row, and a flag always at cup "
            f"{values['open'] + 1}. First ticket: {told[0]}. Second ticket: {told[1]}."
        )
    ]
