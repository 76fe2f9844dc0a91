"""The sea rises and falls around an island with basins, dykes and culverts; how deep is the water at the camps?

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import solvers
from workshop.drawing.canvas import Canvas
from workshop.suites.mmcode.families._islands import (
    Line,
    camp,
    chart,
    free_pairs,
    has_room,
    heights_of,
    island,
    pairs_of,
    terraced_island,
    words,
)

VERSION = 2
TITLE = "Camps in the Flood"
CATEGORY = "map"
PICTURES = (("map",),)
VARIANTS = ("basins", "dykes", "pumps", "culverts", "double-lines")
DIAL = dict(zip(VARIANTS, "12345", strict=True))
COMPARE = "tokens"
LOOK = "paper"
NAMED = ("twin line", "dyke", "culvert", "pump")

STATEMENT = """
The picture is the map of an island in the sea, with nine camps, A to I. Below the map is a key of the signs that maps like this one
can have.

![image](1.png)

- Every closed line is a step of one metre; a twin line, of two lines side by side, is one step of two metres. Who crosses it
towards its inside goes up by this step, but down if it has short strokes on its inside. The sea lies outside of all lines and its
bottom has the height 0. Between the lines the ground is level, so every area has one height.
- On a broad line stands a dyke, which is two metres higher than the higher ground beside it. All other lines are as high as the
higher ground beside them.
- A blue dashed line joins two camps by a culvert. Water passes between their two areas as if they touched each other.
- A red cross at a camp is a pump. It runs whenever the sea cannot flow to its area, and keeps the whole area dry.

In the beginning there is no water in any area. Then the sea takes one level after the other. At each level water flows from area
to area wherever it is higher than what is between them, until nothing flows any more: an area to which the sea can flow has the
same water level as the sea. From all other areas the water flows off as far as it can, to the sea and to running pumps, and the
rest stays.

Input

The first line has an integer n, the number of levels (1 <= n <= 60). The second line has n integers from 0 to 12: the levels of the
sea in metres, one after the other.

Output

Print nine integers, for the camps A to I: how many metres the ground at the camp is below water in the end, or 0 if it is dry.
"""


def _program(level: int) -> str:
    """Write the right program of a level, from 1 to 5."""
    dyke, higher = (", dyke", " + 2 * dyke") if level > 1 else ("", "")
    sinks = "[0]" if level < 3 else "[0, *$pumps]" if level < 5 else "[0, *$pumps5]"
    camps = "" if level < 5 else "10"
    return f"""
def solution(text):
    levels = [int(word) for word in text.split()[1:]]
    heights = [int(word) for word in $heights{1 if level < 5 else 5}.split()]
    areas = range(len(heights))
    crests = [[heights[one] if one == other else float("inf") for other in areas] for one in areas]
    for line in $lines{level}.split(";"):
        one, other{dyke} = map(int, line.split())
        crests[one][other] = crests[other][one] = max(heights[one], heights[other]){higher}
    for between in areas:
        for one in areas:
            for other in areas:
                crest = max(crests[one][between], crests[between][other])
                crests[one][other] = min(crests[one][other], crest)
    water = list(heights)
    for level in levels:
        for area in areas:
            if level > crests[area][0]:
                water[area] = level
            else:
                water[area] = min(water[area], *[crests[area][sink] for sink in {sinks}])
    return " ".join(str(top - low) for top, low in zip(water[1:], heights[1:{camps}]))
"""


REFERENCE = {name: _program(level) for level, name in enumerate(VARIANTS, 1)}
WRONG = {
    "last-level-alone": {
        name: text.replace("in levels:", "in levels[-1:]:") for name, text in REFERENCE.items()
    },
    "highest-level": {
        name: text.replace("in levels:", "in [max(levels)]:") for name, text in REFERENCE.items()
    },
}
EQUIVALENT = {"0 → *": "an area in which no water stays takes the place of the sea"}
_AREAS = 9  #: with a camp


def sample(draws: Draws) -> dict[str, Any]:
    for _ in range(80):
        lines = island(draws)
        camps = [] if lines is None else [camp(draws, lines, area) for area in range(_AREAS)]
        if lines is not None and None not in camps:
            break
    else:
        raise UnfitError("there is no room for all lines and camps")
    names = draws.shuffled(range(1, _AREAS + 1))  # the letter of each area, as a number from 1
    basins = sorted(draws.sample(range(1, _AREAS), 4))
    dykes, pumps = draws.sample(basins, 2), draws.sample(basins, 2)
    culvert = draws.sample(range(1, _AREAS), 2)
    heights = heights_of(lines, names, basins, [])
    values: dict[str, Any] = {
        "lines": lines, "camps": camps, "names": names, "basins": basins, "dykes": dykes, "pump_areas": pumps,
        "culvert": culvert, "pumps": sorted(names[area] for area in pumps), "seed": draws.integer(1, 10**9),
        "heights1": heights,
    }  # fmt: skip
    for level in range(1, 5):
        culverts = [culvert] if level > 3 else []
        values[f"lines{level}"] = pairs_of(lines, names, dykes, culverts, 3 if level > 1 else 2)
    if lines[culvert[0]]["parent"] == culvert[1] or lines[culvert[1]]["parent"] == culvert[0]:
        raise UnfitError("the culvert joins areas that touch")
    return values | _terraced(values)


def _terraced(values: dict[str, Any]) -> dict[str, Any]:
    """Return the island of level 5, on which each dyke, pump and culvert matters."""
    draws = Draws("flood_camps", values["seed"], "terraces")
    for _ in range(60):
        lines = terraced_island(draws)
        if lines is None:
            continue
        camps = [camp(draws, lines, n) if line["area"] >= 0 else None for n, line in enumerate(lines)]
        if sum(spot is not None for spot in camps) < _AREAS:
            continue
        pairs = free_pairs(lines, camps)
        for _ in range(60 if len(pairs) > 5 else 0):
            found = _furnished(draws, lines, camps, pairs)
            if found and _all_matters(values | found, found["island5"]):
                return found
    raise UnfitError("there is no room for all lines and camps of level 5")


def _furnished(
    draws: Draws,
    lines: list[Line],
    camps: list[tuple[float, float] | None],
    pairs: list[list[int]],
) -> dict[str, Any] | None:
    """Return an island with dykes, pumps, culverts and twin lines; None if no culverts have room."""
    own, terraces = draws.shuffled(range(1, _AREAS + 1)), iter(range(_AREAS + 1, len(lines) + 1))
    names = [own[line["area"]] if line["area"] >= 0 else next(terraces) for line in lines]
    inner, with_camp = range(1, len(lines)), [n for n, spot in enumerate(camps) if spot]
    low = draws.sample([n for n in with_camp if n > 1], 5)
    basins = sorted([*low, draws.choice([n for n in inner if n > 1 and n not in low])])
    dykes = draws.sample(basins, 3)
    # no twin line runs close to another one, nor around a small area
    free = [n for n in with_camp if n not in dykes and lines[n]["radius"] > 60 and has_room(lines, n)]
    doubles = draws.sample(free, min(3, len(free)))
    pumps = draws.sample(low, 2)
    culverts = [pair for pair in pairs if (pair[0] in low) != (pair[1] in low)]
    if len(culverts) < 3 or len(doubles) < 2:
        return None
    culverts = draws.sample(culverts, 3)
    island5 = {
        "lines": lines, "camps": camps, "names": names, "basins": basins, "dykes": dykes, "doubles": doubles,
        "pump_areas": pumps, "culverts": culverts,
    }  # fmt: skip
    return {
        "island5": island5, "heights5": heights_of(lines, names, basins, doubles),
        "pumps5": sorted(names[area] for area in pumps), "lines5": pairs_of(lines, names, dykes, culverts),
    }  # fmt: skip


def _all_matters(values: dict[str, Any], made: dict[str, Any]) -> bool:
    """Whether short inputs show each dyke, pump and culvert, and how high dykes are."""
    (name,), text = [VARIANTS[4]], REFERENCE[VARIANTS[4]]
    others = [(text.replace("2 * dyke", f"{height} * dyke"), values) for height in (1, 3)]
    for place, pump in enumerate(values["pumps5"]):
        for other in (0, pump - 1, pump + 1):
            pumps = [*values["pumps5"][:place], other, *values["pumps5"][place + 1 :]]
            others.append((text, values | {"pumps5": pumps}))
    fewer = [([], made["culverts"]), (made["dykes"], [])]
    for dykes, culverts in fewer:
        others.append((text, values | {"lines5": pairs_of(made["lines"], made["names"], dykes, culverts)}))
    inputs = edge(values)
    (solve,) = solvers({name: text}, values).values()
    right = [solve(given) for given in inputs]
    for program, own in others:
        (solve,) = solvers({name: program}, own).values()
        if all(solve(given) == output for given, output in zip(inputs, right, strict=True)):
            return False
    return True


def _list(levels: list[int]) -> str:
    return f"{len(levels)}\n{' '.join(map(str, levels))}\n"


def check_input(_values: dict[str, Any], text: str) -> None:
    count, levels = text.removesuffix("\n").split("\n")
    numbers = [int(word) for word in levels.split(" ")]
    if not 1 <= int(count) == len(numbers) <= 60 or not all(0 <= number <= 12 for number in numbers):
        raise ValueError("another number of levels, or a level that is not from 0 to 12")


def samples(_values: dict[str, Any]) -> list[str]:
    return [_list([1, 0])]


def _drawn(values: dict[str, Any], name: str, counts: list[int]) -> list[str]:
    draws = Draws("flood_camps", values["seed"], name)
    return [_list([draws.integer(0, 7) for _ in range(count)]) for count in counts]


def typical(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "typical", [2, 3, 4, 5, 6, 8])


def edge(_values: dict[str, Any]) -> list[str]:
    rising = [[level] for level in (1, 2, 3, 4, 5, 6, 12)]
    falling = [[level, 0] for level in (2, 3, 4, 5, 6)]
    return [*map(_list, rising), *map(_list, falling), _list([0] * 7), _list([12, 1]).rstrip("\n")]


def large(values: dict[str, Any]) -> list[str]:
    return _drawn(values, "large", [59, 60])


def _island_of(values: dict[str, Any], level: int) -> dict[str, Any]:
    return values["island5"] if level > 4 else values | {"culverts": [values["culvert"]], "doubles": []}


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    level = int(DIAL[variant])
    return [chart(_island_of(values, level), level)]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    level = int(DIAL[variant])
    return [words(_island_of(values, level), level)]
