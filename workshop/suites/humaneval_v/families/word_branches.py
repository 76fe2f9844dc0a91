"""Words that change from branch to branch of a tree: which word is at the end of a way.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from benchmark.core.draws import Draws
from benchmark.files import font
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, program_space
from workshop.authoring.source import fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.drawing.items import Point

VERSION = 2
KINDS = ("tree",)
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Spatial Transformations")
MUTATIONS = ("turn", "carry", "ends", "move")

LETTERS = "BCDFGHKLMNPRSTXZ"
WAYS = ("L", "R", "LL", "LR", "RL", "RR")

TEXT = '''\
def solution(word: str, way: str) -> str:
    """
    A word stands at the root of a tree, and each branch changes it, as in the trees of the picture. Find the
    word at which a way from the root ends.

    Parameters:
        word (str): The word at the root, 3 to 9 capital letters.
        way (str): The branches from the root on, "L" for a branch to the left and "R" for one to the right.

    Returns:
        str: The word at the end of the way.
    """
'''

WALK = """
def solution(word: str, way: str) -> str:
    for branch in way:
        if branch == $side:
            word = {one}
        else:
            word = {other}
    return word
"""
#: Mutation → change of one side; the word keeps its length.
CHANGES = {
    "turn": "word[::-1]",
    "carry": "word[-1] + word[:-1]",
    "ends": "word[-1] + word[1:-1] + word[0]",
    "move": "word[1:] + word[0]",
}
#: What the other side may do: a letter comes once more at an end of the word.
COPIES = (
    "word + word[0]", "word[0] + word", "word[-1] + word", "word + word[-1]", "word + word[1]", "word[1] + word",
    "word[-2] + word", "word + word[-2]",
)  # fmt: skip

#: In which order a branch puts the letters of a word, as a reader may see it.
ORDERS: dict[str, Callable[[str], str]] = {
    "same": str,
    "turn": lambda word: word[::-1],
    "carry": lambda word: word[-1] + word[:-1],
    "ends": lambda word: word[-1] + word[1:-1] + word[0],
    "move": lambda word: word[1:] + word[0],
    "first two exchanged": lambda word: word[1] + word[0] + word[2:],
    "last two exchanged": lambda word: word[:-2] + word[-1] + word[-2],
    "halves exchanged": lambda word: word[len(word) // 2 :] + word[: len(word) // 2],
    "inner letters reversed": lambda word: word[0] + word[-2:0:-1] + word[-1],
    "by the alphabet": lambda word: "".join(sorted(word)),
}
#: Which letter comes once more → its place.
LETTER_PLACES: dict[str, Callable[[str], int]] = {
    "none": len,
    "first": lambda _: 0,
    "second": lambda _: 1,
    "middle": lambda word: len(word) // 2,
    "last but one": lambda word: len(word) - 2,
    "last": lambda word: len(word) - 1,
    "first of the alphabet": lambda word: word.index(min(word)),
    "last of the alphabet": lambda word: word.index(max(word)),
}
#: Parts of what a reader may see in the trees → their choices.
PARTS: dict[str, Sequence[Any]] = {
    **{
        f"{part} of {side}": choices
        for side in "LR"
        for part, choices in (
            ("order", tuple(ORDERS)),
            ("letter", tuple(LETTER_PLACES)),
            ("where", ("front", "end", "beside")),
        )
    },
    "sides": ("as drawn", "exchanged at every second branch", "exchanged after R"),
    "again": ("as before", "nothing"),  # what the same branch does once more in a row
}


def word_at(choices: Sequence[Any], word: str, way: str) -> str:
    """Return the word at the end of a way by a rule of the space."""
    sides, again = choices[6:]
    before = ""
    for step, branch in enumerate(way):
        turned = (sides == "exchanged after R" and before == "R") or (
            sides == "exchanged at every second branch" and step % 2 == 1
        )
        if again == "as before" or branch != before:
            order, letter, where = choices[:3] if (branch == "L") != turned else choices[3:6]
            word = ORDERS[order](word)
            at = LETTER_PLACES[letter](word)
            copy = word[at : at + 1]
            word = {"front": copy + word, "end": word + copy}.get(where) or word[:at] + copy + word[at:]
        before = branch
    return word


@lru_cache(maxsize=1)
def tree_rules() -> RuleSpace:
    return program_space(PARTS, word_at)


@dataclass(frozen=True)
class Words:
    """Parameters: the mutation, its side, the change of the other side, the words of the picture, and those of the tests."""

    mutation: str
    copy: str
    side: str
    shown: tuple[str, ...]
    tested: tuple[tuple[str, str], ...]


def sample(mutation: str, draws: Draws) -> Words:
    copy, side = draws.choice(COPIES), draws.choice("LR")
    shown = tuple("".join(draws.sample(LETTERS, length)) for length in (4, 5))
    ways = ["", "L", "R", "LL", "RR", "RLR", "LRL", "RRLL", "LLRR"]
    ways += [draws.text("LR", length) for length in (5, 6, 7)]
    tested = [("".join(draws.sample(LETTERS, draws.integer(3, 9))), way) for way in ways]
    return Words(mutation, copy, side, shown, tuple(tested))


def calls(words: Words) -> list[Call]:
    return list(words.tested)


def examples(words: Words) -> list[Call]:
    return [(word, way) for word in words.shown for way in WAYS]


def rule_space(words: Words) -> RuleSpace:
    return tree_rules()


def reference(words: Words) -> str:
    program = WALK.replace("{one}", CHANGES[words.mutation]).replace("{other}", words.copy)
    return fill(program, side=words.side)


def picture(words: Words, solve: Solve) -> Canvas:
    canvas = Canvas(960, 850)
    for number, word in enumerate(words.shown, 1):
        y = 15 + (number - 1) * 415
        frame(canvas, 15, y, 930, 405, title=f"Tree {number}")
        _tree(canvas, word, solve, y)
    return canvas


def _tree(canvas: Canvas, word: str, solve: Solve, y: float) -> None:
    def at(way: str) -> Point:
        x = 480.0
        for step, branch in enumerate(way):
            x += (-1 if branch == "L" else 1) * (228, 112)[step]
        return x, y + 62 + 138 * len(way)

    for way in WAYS:
        (x, top), (end, bottom) = at(way[:-1]), at(way)
        is_left = way[-1] == "L"
        turn = -1 if is_left else 1
        start = (x + turn * 20, top + 24)
        arrows.arrow(canvas, start, (end, bottom - 26), stroke="blue" if is_left else "red", line=4, head=17)
        middle = (start[0] + end) / 2, (start[1] + bottom - 26) / 2
        canvas.text(
            middle[0] + turn * 22, middle[1] - 14, way[-1], bold=True, fill="blue" if is_left else "red"
        )
    for way in ("", *WAYS):
        (x, top), text = at(way), str(solve(word, way))
        width = font.text_width(text, 28, bold=True) + 30
        canvas.rect(x - width / 2, top - 24, width, 48, fill="white", radius=10)
        canvas.text(x, top, text, size=28, bold=True)


def describe(words: Words, solve: Solve) -> str:
    parts = []
    for number, word in enumerate(words.shown, 1):
        first = [str(solve(word, way)) for way in WAYS]
        parts.append(
            f"Tree {number} has {word} at its root, below it {first[0]} at the left (L) and {first[1]} at the right "
            f"(R); below {first[0]} stand {first[2]} (L) and {first[3]} (R), below {first[1]} stand {first[4]} (L) "
            f"and {first[5]} (R)."
        )
    return (
        "The picture shows two trees of words, each with its root at the top. From each word but the four at the "
        "bottom a blue arrow marked L leads down to the left, and a red arrow marked R down to the right, each to "
        f"another word. {' '.join(parts)}"
    )
