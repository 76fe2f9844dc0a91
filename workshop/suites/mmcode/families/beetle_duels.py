"""Beetles meet in duels by a plan, and each duel changes the force of its winner: who wins the last one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 1
TITLE = "Beetle Duels"
LEVEL = "easy"
CATEGORY = "tree"
PICTURES = (("tree",), ("tree",))
VARIANTS = ("apart", "shared")
COMPARE = "tokens"

MOST = 30  #: maximum number of summers
STRONGEST = 99

STATEMENT = """
Every summer the beetles of a meadow hold a contest. A contest consists of duels between two beetles, and its plan is the same
in every summer. It is shown in the first picture: the beetles are on the left, with their letters, and every sign,
a circle or a square, is a duel. The two lines that come to a sign from the left lead from the two opponents, which are
beetles or winners of earlier duels. The winner follows the line to the right, to its next duel. The loser goes home. The
winner of the duel with the arrow wins the contest.

![image](1.png)

Each beetle comes to the contest with a certain force, a whole number. Who wins a duel depends on its sign and on the two
forces; if the forces are equal, the opponent whose line comes from above wins. After a duel the winner has another force, which depends
on the two forces alone, not on the sign. The second picture shows duels from other meadows: on the left of each sign are both
opponents with their letters and forces, on the right is the winner with its new force.

![image](2.png)

Input

The first line has a whole number n, the number of summers (1 <= n <= 30). Each of the next n lines has the forces of all beetles
of the first picture in this summer, in the order of their letters A, B, C and so on, as whole numbers from 1 to 99.

Output

For each summer, print a line with the letter of the beetle that wins the contest.
"""

REFERENCE = """
def solution(text: str) -> str:
    plan = $plan
    answers = []
    for line in text.strip().split("\\n")[1:]:
        forces = dict(zip(sorted(filter(str.isupper, plan)), map(int, line.split())))
        ready = []
        for word in plan.split():
            if word in forces:
                ready.append((forces[word], word))
                continue
            lower, upper = ready.pop(), ready.pop()
            choose = {$strong: max, $weak: min}[word]
            winner = choose(upper, lower, key=lambda beetle: beetle[0])
            force = $change
            ready.append((force, winner[1]))
        answers.append(ready.pop()[1])
    return "\\n".join(answers)
"""
CHANGE = {"apart": "abs(upper[0] - lower[0])", "shared": "(upper[0] + lower[0]) // 2"}
WRONG = {
    "forces-stay": REFERENCE.replace("$change", "winner[0]"),
    "stronger-one-always-wins": REFERENCE.replace("$weak: min", "$weak: max"),
    "signs-exchanged": REFERENCE.replace("$strong: max, $weak: min", "$strong: min, $weak: max"),
    "half-rounded-up": REFERENCE.replace("$change", "(upper[0] + lower[0] + 1) // 2"),
}

_SIGNS = {"o": "circle", "s": "square"}


def sample(draws: Draws) -> dict[str, Any]:
    count = draws.integer(7, 9)
    strong = draws.choice("os")
    plan = _plan(draws, draws.shuffled("ABCDEFGHI"[:count]))
    if plan.count("o") < 3 or plan.count("s") < 3 or _height(plan) > 5:
        raise UnfitError("the plan is too deep, or has too few signs of a kind")
    values: dict[str, Any] = {
        "plan": " ".join(plan),
        "count": count,
        "strong": strong,
        "weak": "s" if strong == "o" else "o",
        "seed": draws.integer(1, 10**9),
    }
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_summer(values, draws, 30) for _ in range(60)]
    same = [summer for summer in tried if agreeing([f"1\n{summer}\n"], solve)]
    if len(same) < 4:
        raise UnfitError("the variants agree on too few summers")
    values["shown"] = same[:4]
    values["duels"] = _duels(draws)
    return values


def _plan(draws: Draws, letters: list[str]) -> list[str]:
    """Return duels between beetles from the top down: both sides of a duel come before its sign."""
    if len(letters) == 1:
        return letters
    middle = len(letters) // 2
    cut = draws.integer(max(1, middle - 1), min(len(letters) - 1, middle + 2))
    return [*_plan(draws, letters[:cut]), *_plan(draws, letters[cut:]), draws.choice("os")]


def _height(plan: list[str]) -> int:
    """Return the number of duels of a beetle that has most of them."""
    ready: list[int] = []
    for word in plan:
        ready.append(1 + max(ready.pop(), ready.pop()) if word in _SIGNS else 0)
    return ready[0]


def _duels(draws: Draws) -> list[tuple[str, tuple[str, int], tuple[str, int]]]:
    """Return duels for the second picture: the sign and both opponents; the stronger one is above or below."""
    found = []
    for sign in "os":
        for above in draws.shuffled([True, False, draws.chance(1, 2)]):
            one, other = draws.sample("KLNPQRTUVX", 2)
            small = draws.integer(3, 12)
            forces = [small + 2 * draws.integer(3, 12) + 1, small]
            first, second = forces if above else forces[::-1]
            found.append((sign, (one, first), (other, second)))
    return found


def _summer(values: dict[str, Any], draws: Draws, high: int) -> str:
    return " ".join(map(str, draws.integers(values["count"], 1, high)))


def _input(summers: list[str]) -> str:
    return f"{len(summers)}\n" + "".join(f"{summer}\n" for summer in summers)


def check_input(values: dict[str, Any], text: str) -> None:
    head, *lines = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) <= MOST or len(lines) != int(head):
        raise ValueError("another number of summers")
    for line in lines:
        forces = [int(word) for word in line.split(" ")]
        if len(forces) != values["count"] or not all(1 <= force <= STRONGEST for force in forces):
            raise ValueError(f"{line} is not a summer")
        if line != " ".join(map(str, forces)):
            raise ValueError(f"{line} has a force that is not written as usual")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("beetle-typical", values["seed"])
    sizes = ((3, 9), (5, 20), (8, 40), (12, 99), (15, 99), (20, 30))
    return [_input([_summer(values, draws, high) for _ in range(count)]) for count, high in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("beetle-edge", values["seed"])
    count = values["count"]
    low = [" ".join("99" if place == strong else "1" for place in range(count)) for strong in range(count)]
    high = [" ".join("1" if place == weak else "99" for place in range(count)) for weak in range(count)]
    return [
        _input([" ".join(["1"] * count)]),
        _input([" ".join(["99"] * count), " ".join(map(str, range(1, count + 1)))]),
        _input(low),
        _input(high),
        _input([_summer(values, draws, 3) for _ in range(25)]),
        _input([_summer(values, draws, 2) for _ in range(25)]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("beetle-large", values["seed"])
    return [_input([_summer(values, draws, high) for _ in range(MOST)]) for high in (99, 99, 12)]


def _sign(canvas: Canvas, sign: str, place: Point, size: float) -> None:
    x, y = place
    if sign == "o":
        canvas.circle(x, y, size, fill="sky", line=3)
    else:
        canvas.rect(x - size, y - size, 2 * size, 2 * size, fill="yellow", line=3)


def _join(canvas: Canvas, place: Point, *opponents: Point) -> None:
    """Draw the lines from two opponents to a sign."""
    for x, y in opponents:
        canvas.line((x, y), (place[0], y), place, line=3)


def _draw_plan(values: dict[str, Any]) -> Canvas:
    plan = values["plan"].split()
    height = _height(plan)
    canvas = Canvas(230 + 120 * height, 40 + 66 * values["count"])
    ready: list[tuple[Point, int]] = []
    signs: list[tuple[str, Point]] = []
    beetles = 0
    for word in plan:
        if word not in _SIGNS:
            ready.append(((70, 52 + 66.0 * beetles), 0))
            beetles += 1
            canvas.text(42, ready[-1][0][1], word, bold=True, size=28)
            continue
        (low, low_row), (high, high_row) = ready.pop(), ready.pop()
        row = 1 + max(low_row, high_row)
        place = 60 + 120.0 * row, (low[1] + high[1]) / 2
        _join(canvas, place, high, low)
        signs.append((word, place))
        ready.append((place, row))
    x, y = ready[0][0]
    arrows.arrow(canvas, (x, y), (x + 90, y), line=4, head=20)
    for word, place in signs:
        _sign(canvas, word, place, 20)
    return canvas


def _new_force(one: int, other: int, variant: str) -> int:
    return abs(one - other) if variant == "apart" else (one + other) // 2


def _winner(values: dict[str, Any], sign: str, upper: tuple[str, int], lower: tuple[str, int]) -> str:
    return (upper if (upper[1] > lower[1]) == (sign == values["strong"]) else lower)[0]


def _draw_duels(values: dict[str, Any], variant: str) -> Canvas:
    canvas = Canvas(820, 480)
    for number, (sign, upper, lower) in enumerate(values["duels"]):
        left, top = 40 + 400.0 * (number // 3), 50 + 155.0 * (number % 3)
        middle = left + 165, top + 42
        _join(canvas, middle, (left + 92, top), (left + 92, top + 84))
        canvas.line(middle, (left + 232, top + 42), line=3)
        _sign(canvas, sign, middle, 22)
        result = _winner(values, sign, upper, lower), _new_force(upper[1], lower[1], variant)
        for x, y, (letter, force) in ((0, 0, upper), (0, 84, lower), (232, 42, result)):
            canvas.rect(left + x, top + y - 24, 92, 48, fill="white", line=2.5, radius=10)
            canvas.text(left + x + 28, top + y, letter, bold=True, size=26)
            canvas.text(left + x + 64, top + y, force, size=26)
    return canvas


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [_draw_plan(values), _draw_duels(values, variant)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    ready: list[str] = []
    told: list[str] = []
    letters = []
    for word in values["plan"].split():
        if word not in _SIGNS:
            letters.append(word)
            ready.append(word)
            continue
        lower, upper = ready.pop(), ready.pop()
        told.append(
            f"duel {len(told) + 1} is a {_SIGNS[word]}, with lines from {upper} above and {lower} below"
        )
        ready.append(f"duel {len(told)}")
    duels = [
        f"a {_SIGNS[sign]}, {upper[0]} {upper[1]} above and {lower[0]} {lower[1]} below, on the right "
        f"{_winner(values, sign, upper, lower)} {_new_force(upper[1], lower[1], variant)}"
        for sign, upper, lower in values["duels"]
    ]
    return [
        (
            f"A plan like a tree that lies on its side. On the left are letters from the top down: {' '.join(letters)}. Lines lead "
            f"from them to the right, to signs in which two lines meet. The signs have no names in the picture: {'; '.join(told)}. "
            "An arrow leads to the right from the last one. Circles are blue and squares are yellow."
        ),
        (
            "Six duels. In each of them two boxes with a letter and a number stand on the left, one above the other; lines lead from "
            f"them to a sign, and from the sign to one box on the right: {'; '.join(duels)}."
        ),
    ]
