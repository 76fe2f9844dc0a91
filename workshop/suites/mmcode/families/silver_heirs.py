"""The coins of the dead are divided among their descendants: who has how many in the end.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.mmcode.families._tree_places import tree_places

VERSION = 1
TITLE = "Silver Heirs"
LEVEL = "medium"
CATEGORY = "tree"
PICTURES = (("tree",), ("tree",))
VARIANTS = ("branches", "heads")
COMPARE = "tokens"

MOST = 120  #: maximum number of persons
RICHEST = 200  #: maximum number of coins of a person at first

STATEMENT = """
All people of the valley of Orrin descend from one woman, and each of the others has one parent in the valley. Everybody
owns silver coins, or none. When somebody dies, the coins are divided at once among certain living descendants of the dead
person, and coins are never cut. If the dead person has no living descendant, all the coins go to the town. Nobody is born
any more.

Two pictures show how the coins are divided. Each shows the family of a person before the death on the left and just after it on
the right. Circles are living people with their numbers of coins. Black squares are people who are dead. The white square at
the top is the person who dies now, with the coins that are divided. Lines lead from parents down to their
children, who are drawn from left to right, the eldest first.

![image](1.png)

![image](2.png)

Coins are divided in the same way at every death.

Input

The first line has two whole numbers n and m, the number of people and the number of deaths (1 <= m <= n <= 120). The second line
has n numbers: for the people 1 to n the number of the parent, and 0 for person 1, the first woman. Parents have smaller
numbers than their children, and of two children of one parent the elder one has the smaller number. The third line has n numbers
from 0 to 200, the coins of the people 1 to n. At first all are alive. The fourth line has m different numbers, the people
who die, in the order of their deaths.

Output

Print two lines: first the coins of the people 1 to n after all deaths, 0 for dead people; then the coins of the town.
"""

REFERENCE = """
from collections import defaultdict


def solution(text: str) -> str:
    above, coins, deaths = [[int(word) for word in line.split()] for line in text.split("\\n")[1:4]]
    everything = sum(coins)
    below = defaultdict(list)
    for person, parent in enumerate(above, 1):
        below[parent].append(person)
    dead = set()

    def heads(person: int) -> list[int]:
        if person in dead:
            return [head for child in below[person] for head in heads(child)]
        return [person]

    def give(person: int, amount: int) -> None:
        if person in dead:
            parts = $change
            for place, part in enumerate(parts[::$step]):
                give(part, amount // len(parts) + (place < amount % len(parts)))
        else:
            coins[person - 1] += amount

    for person in deaths:
        dead.add(person)
        left = coins[person - 1]
        coins[person - 1] = 0
        give(person, left)
    return f"{' '.join(map(str, coins))}\\n{everything - sum(coins)}"
"""
CHANGE = {"branches": "[child for child in below[person] if heads(child)]", "heads": "heads(person)"}
WRONG = {
    "only-living-children": REFERENCE.replace(
        "$change", "[child for child in below[person] if child not in dead]"
    ),
    "shares-for-dead-branches": REFERENCE.replace("$change", "below[person]"),
    "heirs-by-their-numbers": REFERENCE.replace("$change", "sorted(heads(person))"),
    "odd-coins-from-the-other-end": REFERENCE.replace("parts[::$step]", "parts[::-$step]"),
    "odd-coins-to-one-heir": REFERENCE.replace(
        "(place < amount % len(parts))", "(place == 0) * (amount % len(parts))"
    ),
}

#: Children of the persons in the pictures: A person is "living" or "dead" with a list of children.
Person = tuple[bool, list[Any]]


def sample(draws: Draws) -> dict[str, Any]:
    values: dict[str, Any] = {"step": draws.choice((1, -1)), "seed": draws.integer(1, 10**9)}
    leaf: Person = (True, [])
    for _ in range(100):
        near = draws.shuffled([(True, [leaf] * draws.integer(1, 2)), leaf, leaf, (True, [leaf])])
        values["near"] = _example(draws, near, [coins for coins in range(18, 60) if coins % 4 in (2, 3)])
        if _is_clear(values["near"], values["step"]):
            break
    else:
        raise UnfitError("the coins left over could follow another rule")
    # Odd coins at all three levels of branches, and with six heads.
    odd = [coins for coins in range(25, 95) if coins % 3 == 2 and coins % 6 in (2, 5)]
    odd = [coins for coins in odd if coins // 3 % 3 and (coins // 3 + 1) % 3 and coins // 9 % 2]
    for _ in range(100):
        deep = (False, draws.shuffled([leaf, (False, [leaf, leaf]), (True, [leaf])]))
        values["far"] = _example(draws, draws.shuffled([(True, [leaf]), deep, (False, []), leaf]), odd)
        if _is_from_left_to_right(values):
            break
    else:
        raise UnfitError("the heirs could be counted generation by generation")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown = []
    for number in range(300):
        text = _random_input(draws, 7 + number % 3, 3, 3, 20)
        outputs = solve["heads"](text).split()
        if agreeing([text], solve) and outputs.count("0") == 4 and outputs[-1] == "0":
            shown.append(text)
    if len(shown) < 2:
        raise UnfitError("the variants agree on too few families")
    return {**values, "shown": shown[:2]}


def _example(draws: Draws, children: list[Person], amounts: list[int]) -> dict[str, Any]:
    """Return the family of a picture as an input of this problem, in which the last death is the one shown."""
    above, dead = [0], []
    row = [(1, children)]
    while row:
        below = []
        for parent, family in row:
            for lives, others in family:
                above.append(parent)
                below.append((len(above), others))
                if not lives:
                    dead.append(len(above))
        row = below
    coins = [0 if person in dead else draws.integer(1, 9) for person in range(1, len(above) + 1)]
    coins[0] = draws.choice(amounts)
    return {"above": above, "dead": dead, "coins": coins}


def _is_clear(example: dict[str, Any], step: int) -> bool:
    """Whether the four children with a coin more are not just the richest, the poorest, or those with children."""
    coins = example["coins"][1:5]
    more = example["coins"][0] % 4
    lucky = sorted(coins[::step][:more])
    parents = sum(child in example["above"] for child in range(2, 6)[::step][:more])
    return lucky not in (sorted(coins)[:more], sorted(coins)[-more:]) and 0 < parents < more


def _is_from_left_to_right(values: dict[str, Any]) -> bool:
    """Whether the heads with a coin more are not those that come first or last, generation by generation."""
    before, after = values["far"]["coins"], _after(values, values["far"], "heads")
    gains = {person: new - old for person, (old, new) in enumerate(zip(before, after, strict=True), 1)}
    # The persons of an example have their numbers generation by generation.
    heirs = [person for person, gain in gains.items() if gain > 0]
    lucky = [person for person in heirs if gains[person] == max(gains.values())]
    return lucky not in (heirs[: len(lucky)], heirs[-len(lucky) :])


def _input(above: list[int], coins: list[int], deaths: list[int]) -> str:
    rows = ([len(above), len(deaths)], above, coins, deaths)
    return "\n".join(" ".join(map(str, row)) for row in rows) + "\n"


def _random_input(draws: Draws, count: int, reach: int, deaths: int, most: int, early: int = 2) -> str:
    """Return a family in which each person descends from one of the last ``reach`` persons, and parents often die early."""
    above = [0, *(draws.integer(max(1, person - reach), person - 1) for person in range(2, count + 1))]
    order: list[int] = []
    while len(order) < deaths:
        left = [person for person in range(1, count + 1) if person not in order]
        order.append(left[min(draws.integer(0, len(left) - 1) for _ in range(early))])
    return _input(above, draws.integers(count, 0, most), order)


def check_input(values: dict[str, Any], text: str) -> None:
    rows = [[int(word) for word in line.split(" ")] for line in text.removesuffix("\n").split("\n")]
    if [len(row) for row in rows[1:]] != [rows[0][0], rows[0][0], rows[0][-1]] or len(rows[0]) != 2:
        raise ValueError("another number of people or deaths")
    (count, deaths), above, coins, order = rows
    if not 1 <= deaths <= count <= MOST:
        raise ValueError("too many people or deaths")
    if above[0] != 0 or not all(1 <= parent < person for person, parent in enumerate(above[1:], 2)):
        raise ValueError("a person has no parent with a smaller number")
    if not all(0 <= owned <= RICHEST for owned in coins):
        raise ValueError("a number of coins is out of range")
    if len(set(order)) != deaths or not set(order) <= set(range(1, count + 1)):
        raise ValueError("not everybody who dies is a different person")
    if text.removesuffix("\n") != _input(above, coins, order).removesuffix("\n"):
        raise ValueError("a number is not written as usual")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("silver_heirs", values["seed"], "typical")
    sizes = ((8, 3, 4), (10, 4, 5), (14, 5, 8), (20, 8, 10), (30, 10, 20), (50, 12, 30), (12, 2, 7))
    return [_random_input(draws, *size, RICHEST) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("silver_heirs", values["seed"], "edge")
    star = [0, *[1] * 20]
    return [
        _input([0], [RICHEST], [1]),
        _input([0, 1], [7, 0], [2]),
        _input(star, [99, *draws.integers(20, 0, 9)], [3, 7, 1]),
        _input(list(range(30)), draws.integers(30, 0, RICHEST), draws.shuffled(range(1, 30))),
        _input([0, 1, 1, 2, 2, 3, 3, 3, 5, 5], [100, *draws.integers(9, 0, 5)], [5, 2, 3, 1]),
        _random_input(draws, 15, 4, 15, 50),
        _random_input(draws, 25, 6, 12, 60, 3).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("silver_heirs", values["seed"], "large")
    sizes = ((MOST, 5, 60), (MOST, 30, 70), (MOST, MOST, 90))
    return [_random_input(draws, *size, RICHEST, early) for early, size in enumerate(sizes, 2)]


def _after(values: dict[str, Any], example: dict[str, Any], variant: str) -> list[int]:
    """Return the coins of everybody after the death in a picture."""
    # The dead of the picture have no coins, so that their deaths before give nothing to anybody.
    text = _input(example["above"], example["coins"], [*example["dead"], 1])
    first = solvers(with_changes(REFERENCE, CHANGE), values)[variant](text).split("\n")[0]
    return [int(word) for word in first.split()]


def _draw(
    canvas: Canvas, example: dict[str, Any], coins: list[int], left: float, top: float, *, gone: bool
) -> None:
    places = {
        person: (left + x, top + y)
        for person, (x, y) in tree_places(example["above"], 0, 0, 64.0, 88.0).items()
    }
    for person, parent in enumerate(example["above"], 1):
        if parent:
            (upper_x, upper_y), (x, y) = places[parent], places[person]
            middle = (upper_y + y) / 2
            canvas.line((upper_x, upper_y), (upper_x, middle), (x, middle), (x, y), line=3)
    for person, (x, y) in places.items():
        if person in example["dead"] or (gone and person == 1):
            canvas.rect(x - 21, y - 21, 42, 42, fill="ink", line=3)
            continue
        if person == 1:
            canvas.rect(x - 25, y - 25, 50, 50, fill="white", line=4)
        else:
            canvas.circle(x, y, 25, fill="paleorange", line=3)
        canvas.text(x, y, coins[person - 1], bold=True, size=24)


def _draw_example(values: dict[str, Any], example: dict[str, Any], variant: str) -> Canvas:
    places = tree_places(example["above"], 0, 0, 64.0, 88.0).values()
    width, height = (max(place[axis] for place in places) for axis in (0, 1))
    side = width + 100
    canvas = Canvas(round(2 * side + 36), round(max(330, height + 150)))
    for number, title in enumerate(("before", "after")):
        x = 12 + number * (side + 12)
        frame(canvas, x, 12, side, canvas.height - 24, title=title)
        coins = _after(values, example, variant) if number else example["coins"]
        _draw(canvas, example, coins, x + 50, 90, gone=bool(number))
    return canvas


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [_draw_example(values, values[name], variant) for name in ("near", "far")]


def _described(values: dict[str, Any], example: dict[str, Any], variant: str) -> str:
    after = _after(values, example, variant)
    people = []
    for person, parent in enumerate(example["above"], 1):
        if not parent:
            people.append(
                f"1 at the top, a white square with {example['coins'][0]} before and a black square after"
            )
            continue
        sign = f"a circle with {example['coins'][person - 1]} before and {after[person - 1]} after"
        people.append(f"{person} below {parent}, {'a black square' if person in example['dead'] else sign}")
    return (
        'Two frames named "before" and "after" show the same tree, which grows downwards. People have only their coins in the '
        "picture; the numbers of people here only tell them apart, and those below one person grow from left to right: "
        f"{'; '.join(people)}."
    )


def describe(values: dict[str, Any], variant: str) -> list[str]:
    return [_described(values, values[name], variant) for name in ("near", "far")]
