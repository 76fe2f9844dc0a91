"""A hand on a dial spells words, letter by letter.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

VERSION = 1
TITLE = "Word Dial"
LEVEL = "easy"
CATEGORY = "others"
PICTURES = (("others",), ("others",))
VARIANTS = ("one-way", "either-way")
COMPARE = "tokens"

STATEMENT = """
An old telegraph has a dial with ten letters and a hand. The first picture shows the dial before each word: the hand points at
the letter at the top.

![image](1.png)

To send a word, the operator moves the hand to its first letter, then to its second letter, and so on to its last one. The hand
moves in steps; one step is from a letter to the one beside it. If the hand points at the next letter already, it does not
move. The second picture shows three moves on dials whose letters are left out. The black dot is where the hand was, the ring
is where it is afterwards, and the number in the middle is the number of steps. The telegraph always moves its hand in this way.

![image](2.png)

The office pays the operator for each step. For every word of a list, find the number of steps that the hand makes to send
this word. Before each word the hand points at the letter at the top again, and putting it there is not paid.

Input

The first line has an integer n, the number of words (1 <= n <= 100). Each of the next n lines has one word of 1 to 40 letters.
All letters are capital letters of the dial.

Output

Print n lines. For each word, in the order of the list, print the number of steps.
"""

REFERENCE = """
def solution(text: str) -> str:
    dial = $dial
    answers = []
    for word in text.split()[1:]:
        place = steps = 0
        for letter in word:
            ahead = (dial.index(letter) - place) % len(dial)
            steps += $change
            place = dial.index(letter)
        answers.append(steps)
    return "\\n".join(map(str, answers))
"""
CHANGE = {"one-way": "ahead", "either-way": "min(ahead, len(dial) - ahead)"}
WRONG = {
    "hand-goes-back-after-each-letter": REFERENCE.replace("            place = dial.index(letter)\n", ""),
    "hand-stays-between-words": REFERENCE.replace(
        "        place = steps = 0\n", "        steps = 0\n"
    ).replace("    answers = []\n", "    answers = []\n    place = 0\n"),
    "first-letter-is-free": REFERENCE.replace(
        "        place = steps = 0\n", "        place = dial.index(word[0])\n        steps = 0\n"
    ),
}

_LETTERS = "ABCDEGHILMNOPRSTU"
_MOVES = ((0, 3), (1, 9), (7, 6))  #: from and to, in the second picture


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"dial": "".join(draws.sample(_LETTERS, 10)), "seed": draws.integer(1, 10**9)}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    words = [draws.text(values["dial"], draws.integer(2, 4)) for _ in range(120)]
    values["shown"] = agreeing(words, {name: _one(function) for name, function in solve.items()})[:3]
    if (
        len(set(values["shown"])) < 3
        or len({solve["one-way"](_list([word])) for word in values["shown"]}) < 3
    ):
        raise UnfitError("too few words need the same steps under both variants")
    return values


def _one(function: Any) -> Any:
    return lambda word: function(_list([word]))


def _list(words: list[str]) -> str:
    return f"{len(words)}\n" + "".join(f"{word}\n" for word in words)


def check_input(values: dict[str, Any], text: str) -> None:
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(lines[0]) <= 100 or len(lines) != int(lines[0]) + 1:
        raise ValueError("another number of words")
    for word in lines[1:]:
        if not 1 <= len(word) <= 40 or not set(word) <= set(values["dial"]):
            raise ValueError(f"{word} is not a word of the dial")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, sizes: list[tuple[int, int]]) -> list[str]:
    draws = Draws("word_dial", values["seed"], name)
    return [
        _list([draws.text(values["dial"], draws.integer(1, most)) for _ in range(count)])
        for count, most in sizes
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [(2, 6), (3, 5), (4, 8), (6, 7), (8, 10), (12, 9)])


def edge(values: dict[str, Any]) -> list[str]:
    dial = values["dial"]
    return [
        _list([dial[0]]),
        _list([dial[-1]]),
        _list([dial[0] * 5, dial[4] * 3, dial[9] + dial[0]]),
        _list([dial[::-1]]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [(95, 40), (100, 40)])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    dial = Canvas(640, 640)
    dial.circle(320, 320, 290, fill="mist", line=4)
    for place, letter in enumerate(values["dial"]):
        x, y = point_on_circle(320, 320, 236, 36 * place)
        dial.circle(x, y, 40, fill="white", line=3)
        dial.text(x, y, letter, size=36, bold=True)
    arrows.arrow(dial, (320, 320), (320, 140), line=8, head=34)
    dial.circle(320, 320, 16, fill="ink")
    moves = Canvas(1020, 380)
    for number, (start, end) in enumerate(_MOVES):
        x, y = 175 + 335 * number, 190
        for place in range(10):
            spot = point_on_circle(x, y, 120, 36 * place)
            if place == end:
                moves.circle(*spot, 15, fill="white", line=5)
            else:
                moves.circle(
                    *spot, 15 if place == start else 7, fill="ink" if place == start else "grey", stroke=None
                )
        ahead = (end - start) % 10
        steps = ahead if variant == "one-way" or ahead <= 5 else ahead - 10
        arrows.arc(moves, (x, y), 152, 36 * start, 36 * (start + steps), line=5, head=22, stroke="blue")
        moves.text(x, y, abs(steps), size=44, bold=True)
    return [dial, moves]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    first = (
        "A round dial with ten letters in circles, all at the same distance from each other. From the top, clockwise, they are "
        f"{', '.join(values['dial'])}. A thick black hand starts in the middle and points at {values['dial'][0]}, at the top."
    )
    parts = []
    for start, end in _MOVES:
        ahead = (end - start) % 10
        steps = ahead if variant == "one-way" or ahead <= 5 else ahead - 10
        way = "clockwise" if steps > 0 else "anticlockwise"
        parts.append(
            f"the black dot is {start} places clockwise from the top, the ring {end} places, a blue arrow outside runs {way} "
            f"from the dot to the ring, and the number is {abs(steps)}"
        )
    second = (
        "Three dials side by side, each with ten places: a large black dot, a ring, and small grey dots for the others, and a "
        f"number in the middle. From left to right: {'; '.join(parts)}."
    )
    return [first, second]
