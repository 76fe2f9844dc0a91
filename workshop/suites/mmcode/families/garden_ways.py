"""Paths of a garden cross on the level or by bridges; how many moves is it from one pond to another?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import permutations
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._garden_picture import KEY_WORDS, key_picture, picture, words
from workshop.suites.mmcode.families._gardens import Density, crossed, garden_of

VERSION = 3
TITLE = "Garden Ways"
CATEGORY = "map"
PICTURES = (("map", "graph"), ("map",))
VARIANTS = ("bridges", "gates", "passages", "cards", "mirrors")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "panels"
NAMED = ("turnstile", "gate", "black sign", "red ring", "card", "two frames")
CAPTURED = {"4": "scan", "5": "scan"}

STATEMENT = """
The first picture at the end shows the paths of a garden, and its ponds, which are circles with letters. The second one is a key of
the signs that such gardens can have. A visitor walks from pond to pond. One move leads from a pond along
the paths to the next pond, with no other pond between; nobody turns round on a path.

- Where two paths cross on the level, their edges end, so that there is an open place. There the visitor goes straight on or turns
into any of the other paths.
- Where a path leads over another one by a bridge, its edges run on, and the edges of the lower path end beside it. There the
visitor can only go straight on, above and below.
- A path with an orange arrowhead has a turnstile, which can be passed only in the direction in which it points.
- A path with a blue bar has a gate. Gates are open during the first move of a walk, closed during the second, open during the third,
and so on. Only gates on a path that leads under a bridge are closed when all others are open, and open when they are closed.
- Two ponds that have the same black sign beside them are joined by a passage; it takes one move in either direction. Of two same
signs one can be turned by any angle, but a sign and its mirror image are two different signs.
- A grey card with a yellow corner hides a part of the garden, which is drawn again below with the number of the card. If both
have one frame, it is seen from below, through the ground. If both have two frames, it is seen from above, but in a mirror. The
yellow corner is the same corner of the part.
- Ponds with a red ring: whenever a visitor comes to one of them, all turnstiles of the garden are turned, and from then on they can
be passed only in the other direction, until they are turned again. A pond where a walk begins turns nothing.

There are several walks. Each one begins with open gates and with the turnstiles as they are in the picture. Find the smallest
number of moves for each walk.

Input

The first line has an integer n, the number of walks (1 <= n <= 100). Each of the next n lines has the letters of two ponds with a
space between them: where the walk begins and where it ends. They can be the same.

Output

Print n lines: for each walk the smallest number of moves, or -1 if the walk is not possible.

$samples

![image](1.png)

![image](2.png)
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    place = {1: "pond", 2: "pond, odd"}.get(level, "pond, odd, turned")
    begin = {1: "first", 2: "first, 0"}.get(level, "first, 0, 0")
    after = {1: "way[1]", 2: "way[1], not odd"}.get(
        level, f"way[1], not odd, turned ^ (way[1] in $red{level})"
    )
    closed = []
    if level > 1:
        closed = ["                if ('|' if odd else '!') in way:", "                    continue"]
    if level > 2:
        closed += ["                if ('+' if turned else '-') in way:", "                    continue"]
    found = (
        "min([moves[one] for one in moves if one[0] == last], default=-1)"
        if level > 1
        else "moves.get(last, -1)"
    )
    return "\n".join([
        "def solution(text):",
        "    names = text.split()[1:]",
        "    answers = []",
        "    for first, last in zip(names[::2], names[1::2]):",
        f"        begin = {begin}",
        "        moves = {begin: 0}",
        "        waiting = [begin]",
        "        for place in waiting:",
        *([f"            {place} = place"] if level > 1 else []),
        f"            for way in $ways{level}.split():",
        f"                if way[0] != {'pond' if level > 1 else 'place'}:",
        "                    continue",
        *closed,
        f"                after = {after}",
        "                if after not in moves:",
        "                    moves[after] = moves[place] + 1",
        "                    waiting.append(after)",
        f"        answers.append(str({found}))",
        "    return '\\n'.join(answers)",
    ])  # fmt: skip


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "only-forward": {
        name: text.replace("way[0] != ", "way[0] > way[1] or way[0] != ") for name, text in REFERENCE.items()
    },
    "counts-ponds": {name: text.replace("{begin: 0}", "{begin: 1}") for name, text in REFERENCE.items()},
}
EQUIVALENT = {"'*' → '*~'": "a sign after the last way or pond is not read"}
_DENSER = {
    4: Density(crossings=9, bridges=7, paths=8, signs=24, bars=12, red=5, covered=(4, 1)),
    5: Density(crossings=10, bridges=7, paths=8, signs=30, bars=15, red=7, covered=(5, 1)),
}


def _needs(sign: str, back: bool) -> str:
    """Return what passing a part needs: "|" or "!" an open gate, on a lower path at a bridge, "+" turnstiles as drawn, "-" turned ones."""
    return {"": "", "|": "|", "!": "!", ">": "+-"[back], "<": "-+"[back]}[sign]


def _ways(garden: dict[str, Any], letters: list[str], level: int) -> str:
    """Return all moves: two letters, and what the move needs."""
    made, signs = [], {part: sign if level > 1 else "" for part, sign in garden["signs"].items()}
    for first, second in garden["paths"]:
        for back in (False, True):
            ends = (second, first) if back else (first, second)
            made.append((*ends, _needs(signs[first, second], back)))
    for cell, top in garden["crossings"].items():
        ponds = crossed(cell)
        for one, other in permutations(range(4), 2):
            if top is None or one // 2 == other // 2:
                start, end = ponds[one], ponds[other]
                needs = _needs(signs[start, 20 + cell], False) + _needs(signs[end, 20 + cell], True)
                needs = needs.replace("|", "!") if top is not None and one // 2 != top else needs
                made.append((start, end, needs))
    for start in garden["passages"] if level > 2 else {}:
        made += [
            (start, end, "")
            for end, sign in garden["passages"].items()
            if end != start and sign == garden["passages"][start]
        ]
    if level < 3:
        made = [(start, end, needs.replace("+", "")) for start, end, needs in made if "-" not in needs]
    return " ".join(
        sorted({letters[start] + letters[end] + "".join(sorted({*needs})) for start, end, needs in made})
    )


def sample(draws: Draws) -> dict[str, Any]:
    letters = draws.shuffled("ABCDEFGHIJKLMNOPQRST")
    values: dict[str, Any] = {"letters": letters, "seed": draws.integer(1, 10**9)}
    for level in range(1, 6):
        values |= _named(garden_of(draws, level, Density()), letters, level)
    solve = solvers(REFERENCE, values)
    shown: dict[str, str] = {}
    for _ in range(300):
        walk = f"{draws.choice(letters)} {draws.choice(letters)}"
        if agreeing([_list([walk])], solve):
            shown.setdefault(solve[VARIANTS[0]](_list([walk])), walk)
    if len(shown) < 2:
        raise UnfitError("too few walks have the same length in all gardens")
    values["shown"] = [*shown.values()][:4]
    return values | _harder(values, 4) | _harder(values, 5)


def _named(garden: dict[str, Any], letters: list[str], level: int) -> dict[str, Any]:
    red = "".join(sorted(letters[pond] for pond in garden["red"]))
    named = {"garden": garden, "letters": letters, "ways": _ways(garden, letters, level), "red": red}
    return {f"{name}{level}": value for name, value in named.items()}


def _harder(values: dict[str, Any], level: int) -> dict[str, Any]:
    """Return a denser garden for level 4 or 5, with other letters, in which the walks shown stay right."""
    draws, letters = Draws("garden_ways", values["seed"], "harder", level), values["letters"]
    program = {VARIANTS[level - 1]: REFERENCE[VARIANTS[level - 1]]}
    (right,) = solvers(program, values).values()
    wanted = {(walk[0], walk[-1]): right(_list([walk])) for walk in values["shown"]}
    for _ in range(8):
        garden = garden_of(draws, level, _DENSER[level])
        (solve,) = solvers(program, values | _named(garden, letters, level)).values()
        known: dict[tuple[str, str], str] = {}
        for _ in range(2000):
            others = draws.shuffled(letters)
            was = dict(zip(others, letters, strict=True))
            for (start, end), length in wanted.items():
                walk = was[start], was[end]
                if walk not in known:
                    known[walk] = solve(_list([" ".join(walk)]))
                if known[walk] != length:
                    break
            else:
                return _named(garden, others, level)
    raise UnfitError("no other garden has walks of the same length")


def _list(walks: list[str]) -> str:
    return f"{len(walks)}\n" + "".join(f"{walk}\n" for walk in walks)


def check_input(values: dict[str, Any], text: str) -> None:
    count, *walks = text.removesuffix("\n").split("\n")
    if not 1 <= int(count) == len(walks) <= 100:
        raise ValueError("another number of walks")
    for walk in walks:
        start, end = walk.split(" ")
        if not {start, end} <= {*values["letters"]}:
            raise ValueError(f"{walk} has a pond that does not exist")


def samples(values: dict[str, Any]) -> list[str]:
    return [_list(values["shown"])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws, letters = Draws("garden_ways", values["seed"], name), values["letters"]
    return [
        _list([f"{draws.choice(letters)} {draws.choice(letters)}" for _ in range(count)]) for count in counts
    ]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [6, 7, 8, 9, 10, 12])


def edge(values: dict[str, Any]) -> list[str]:
    letters = values["letters"]
    still, away = [f"{name} {name}" for name in letters], [f"{letters[0]} {name}" for name in letters]
    back = [f"{name} {letters[7]}" for name in letters]
    return [
        _list(still),
        _list(away),
        _list(back),
        _list([f"{letters[12]} {name}" for name in letters]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [99, 100])


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    return [picture(values, int(DIAL[variant])), key_picture()]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    return [words(values, int(DIAL[variant])), KEY_WORDS]
