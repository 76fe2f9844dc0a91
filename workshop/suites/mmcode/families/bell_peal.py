"""Bells are rung by a plan that calls itself: how often each bell is struck in a part of a peal.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._bell_ropes import tower_wall

VERSION = 2
TITLE = "The Long Peal"
LEVEL = "medium"
CATEGORY = "pseudocode"
PICTURES = (("pseudocode",),)
VARIANTS = ("fourth-part-even", "fourth-part-odd")
COMPARE = "tokens"
LOOK = "hand-drawn"

MOST_QUESTIONS, HIGHEST, LATEST = 40, 60, 10**15
BELLS = "ABC"

STATEMENT = """
The church of Lindow has three bells, A, B and C. The ringers know peals of every length: PEAL 0, PEAL 1, PEAL 2 and so on. How PEAL
n is rung for a whole number n is painted on the wall of the tower, and the picture shows it.

![image](1.png)

The three bells at the top tell which bell has which bands. Below them, a rope begins at each plate. The dots of the plate tell for
which numbers n the rope is: no dot for 0, one dot for 1, pairs of dots for all other even numbers, and pairs with one dot left over
for all other odd numbers. The rope is followed from its plate to its end; where ropes cross, each goes straight on. At a bell, this
bell is struck once. At stairs, the whole peal whose number is smaller than n by the number of steps is rung, along the rope for that
number, before the ringers go on. For example, stairs with one step on the rope for 5 stand for PEAL 4. Only one
bell is struck at a time, so the strikes of a peal have an order: the first, the second, and so on.

Long peals last for ages, and nobody has heard the end of PEAL 60. The sexton, who worries that the bells wear out, wants to know
how often each bell is struck from one strike to another one.

Input

The first line has a whole number q, the number of questions (1 <= q <= 40). Each of the next q lines has three whole numbers n, a and
b with single spaces between them (0 <= n <= 60, 1 <= a <= b <= 10^15).

Output

For each question, print a line with three numbers and single spaces between them: how often the bells A, B and C are struck from
the a-th to the b-th strike of PEAL n, both included. A peal can be over before the b-th strike, and even before the a-th one;
then only strikes that there are count.
"""

REFERENCE = """
from collections import Counter


def solution(text: str) -> str:
    lines = [$zero.split(), $one.split()]
    bodies = [body.split() for body in ($change)]
    whole = dict(enumerate(map(Counter, lines)))
    whole.update((bell, Counter(bell)) for bell in "ABC")

    def named(n: int, line: str) -> object:
        return line if line.isalpha() else n - int(line)

    def begin(n: int, left: int) -> Counter:
        found = Counter()
        for line in lines[n]:
            part = named(n, line)
            size = sum(whole[part].values())
            if size <= left:
                found += whole[part]
                left -= size
            elif left:
                return found + begin(part, left)
        return found

    answers = []
    for question in text.splitlines()[1:]:
        n, first, last = map(int, question.split())
        while len(lines) <= n:
            number = len(lines)
            lines.append(bodies[number % 2])
            whole[number] = sum((whole[named(number, line)] for line in lines[number]), Counter())
        before, after = begin(n, first - 1), begin(n, last)
        answers.append(" ".join(str(after[bell] - before[bell]) for bell in "ABC"))
    return "\\n".join(answers)
"""
CHANGE = {"fourth-part-even": "$four, $three", "fourth-part-odd": "$three, $four"}

WRONG = {
    "without-the-first-strike": REFERENCE.replace("first - 1", "first"),
    "lines-from-the-bottom-up": REFERENCE.replace("body.split() for body", "body.split()[::-1] for body"),
    "equal-lines-once": REFERENCE.replace(
        "body.split() for body", "list(dict.fromkeys(body.split())) for body"
    ),
    "peals-before-strikes": REFERENCE.replace(
        "body.split() for body", "sorted(body.split(), key=str.isalpha) for body"
    ),
    "gives-up-after-a-while": REFERENCE.replace("begin(n, last)", "begin(n, min(last, 10**6))"),
}

EQUIVALENT = {"'ABC' → 'ABC~'": "there is no fourth bell"}


def sample(draws: Draws) -> dict[str, Any]:
    bells = draws.shuffled(BELLS)
    pairs = [
        (draws.shuffled(["1", "2", "2", bell]), draws.shuffled(["1", "2", other]))
        for bell, other in (draws.sample(BELLS, 2) for _ in range(20))
    ]
    four, three = next(pair for pair in pairs if pair[0][0] != pair[1][0])
    values: dict[str, Any] = {
        "zero": bells[0],
        "one": " ".join([bells[1], bells[2]]),
        "four": " ".join(four),
        "three": " ".join(three),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_question(draws, draws.integer(3, 7), 25) for _ in range(400)]
    same = [question for question in dict.fromkeys(tried) if agreeing([_input([question])], solve)]
    wide = [
        question for question in same if sum(map(int, solve[VARIANTS[0]](_input([question])).split())) > 2
    ]
    if len(wide) < 2:
        raise UnfitError("the variants agree on too few questions")
    values |= {"shown": ["1 1 2", *wide[:2]], "seed": draws.integer(1, 10**9)}
    return {**values, "bands": dict(zip(BELLS, draws.shuffled((0, 1, 2)), strict=True))}


def _question(draws: Draws, n: int, most: int) -> str:
    first, last = sorted(draws.integers(2, 1, most))
    return f"{n} {first} {last}"


def _input(questions: list[str]) -> str:
    return "\n".join([str(len(questions)), *questions]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *questions = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(questions) <= MOST_QUESTIONS:
        raise ValueError("another number of questions")
    for question in questions:
        n, first, last = map(int, question.split(" "))
        if not 0 <= n <= HIGHEST or not 1 <= first <= last <= LATEST or question != f"{n} {first} {last}":
            raise ValueError(f"{question!a} is not a question")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("bell_peal", values["seed"], "typical")
    kinds = (
        (2, 4, 12),
        (3, 6, 30),
        (4, 9, 200),
        (5, 12, 900),
        (6, 16, 10**4),
        (8, 30, 10**7),
        (10, 40, 10**10),
    )
    return [
        _input([_question(draws, draws.integer(n - 2, n), most) for _ in range(count)])
        for count, n, most in kinds
    ]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("bell_peal", values["seed"], "edge")
    return [
        "1\n2 1 2\n",
        _input([f"{n} {first} {first + 1}" for n in range(7) for first in (1, 2, 4)]),
        _input([f"{n} 1 {LATEST}" for n in range(21, 61)]),
        _input([f"{n} {strike} {strike}" for n in (4, 5) for strike in range(1, 16)]),
        _input([f"{n} {LATEST} {LATEST}" for n in (0, 1, 58, 59, 60)]),
        _input([f"{n} {draws.integer(1, 40)} {draws.integer(41, 60)}" for n in range(10)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("bell_peal", values["seed"], "large")
    return [
        _input([_question(draws, HIGHEST, LATEST) for _ in range(MOST_QUESTIONS)]),
        _input([_question(draws, draws.integer(45, HIGHEST), 10**13) for _ in range(MOST_QUESTIONS)]),
    ]


PLATES = {
    "zero": "no dot",
    "one": "one dot",
    "even": "three pairs of dots",
    "odd": "three pairs of dots and one dot",
}


def _ropes(values: dict[str, Any], variant: str) -> dict[str, list[str]]:
    """Return what hangs on the rope of each plate: bells by their letters, stairs by their steps."""
    even, odd = ("four", "three") if variant == "fourth-part-even" else ("three", "four")
    return {
        plate: values[name].split()
        for plate, name in {"zero": "zero", "one": "one", "even": even, "odd": odd}.items()
    }


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    draws = Draws("bell_peal", values["seed"], "wall", variant)
    return [tower_wall(draws, list(_ropes(values, variant).values()), values["bands"])]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    bands = {bell: ("no band", "one band", "two bands")[count] for bell, count in values["bands"].items()}
    words = {"1": "stairs with one step", "2": "stairs with two steps"}
    words |= {bell: f"a bell with {band}" for bell, band in bands.items()}
    told = [
        f"the rope of the plate with {PLATES[plate]} runs to {', then to '.join(words[what] for what in hung)}, and ends"
        for plate, hung in _ropes(values, variant).items()
    ]
    return [
        (
            f"At the top are three bells with letters: {', '.join(f'{bell} with {band}' for bell, band in bands.items())}. Below, four "
            f"plates with dots are at the left, and a rope begins at each of them. Ropes cross: {'; '.join(told)}."
        )
    ]
