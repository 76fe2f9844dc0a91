"""Rules of ``spore_beds`` as programs, and as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

import numpy as np

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices

SIGNATURE = "def solution(bed: np.ndarray, wind: tuple[int, int]) -> np.ndarray:"
#: Where mushrooms grow from a spore, downwards and to the right of it.
SHAPES = (
    ((-1, 0), (0, 1), (1, 0), (0, -1)), ((-1, -1), (-1, 1), (1, 1), (1, -1)), ((0, -2), (0, -1), (0, 1), (0, 2)),
    ((-2, 0), (-1, 0), (1, 0), (2, 0)), ((-2, 0), (0, 2), (2, 0), (0, -2)), ((0, 1), (1, 0), (1, 1)),
    ((0, -1), (1, 0), (1, -1)), ((0, 1), (-1, 0), (-1, 1)), ((0, -1), (-1, 0), (-1, -1)), ((-1, -1), (1, 1)),
    ((-2, 1), (1, 2), (2, -1), (-1, -2)), ((-2, -1), (-1, 2), (2, 1), (1, -2)), ((-1, 1), (1, -1)),
)  # fmt: skip
#: How far the wind carries what grows from round spores, and from those with corners.
WINDS = ((0, 0), (1, 1), (-1, -1), (1, 0), (0, 1), (1, -1))
EDGES = ("lost", "other side", "stopped")
ALONE = "np.where((first > 0) & (second > 0), 0, first + second)"
#: Where both kinds meet; the last ones only at level 5: one kind wins, or the larger number and none if both are equal.
MEETING = (
    "first + second", "np.maximum(first, second)", ALONE, "np.where(first > 0, first, second)",
    "np.where(second > 0, second, first)", "np.where(first == second, 0, np.maximum(first, second))",
)  # fmt: skip
CROWDS = ("", "[grown > 2] = 0", "[grown > 2] = 1", "[grown == 2] = 0", "[grown > 1] -= 1")
#: Before a crowd loses; the last one, only at level 5, after it.
STONES = ("", "[bed == 3] = 0", "[bed == 3] *= 2", "[bed == 3] *= 2")
PARTS = {
    "round": len(SHAPES), "corners": len(SHAPES), "round own": 2, "corners own": 2, "meeting": 3,
    "wind": len(WINDS), "edge": len(EDGES), "crowd": len(CROWDS), "stone": 3,
}  # fmt: skip
#: At level 5, strands lead from the wind of a drawing to how far it carries, or the other way.
LAST = PARTS | {"meeting": len(MEETING), "stone": len(STONES), "strands": 2}
Carried = tuple[tuple[int, ...], tuple[int, ...]]  #: downwards and to the right, of each wind from -2 to 2


def led(rule: dict[str, int], carried: Carried) -> Carried:
    """Return how far each wind carries, if strands are followed as a rule says."""
    if rule["strands"]:
        down, right = (tuple(row.index(place) - 2 for place in range(-2, 3)) for row in carried)
        return down, right
    return carried


def program(rule: dict[str, int], carried: Carried | None = None) -> str:
    """Write any rule of the space as a program."""
    steps = [[*SHAPES[rule[kind]], *[(0, 0)] * rule[f"{kind} own"]] for kind in ("round", "corners")]
    lines = ["from collections import Counter", "", "import numpy as np", "", "", SIGNATURE]
    lines += ["    rows, columns = bed.shape", "    layers = []"]
    blown = WINDS[rule["wind"]]
    if carried and any(blown):
        lines += [f"    wind = [row[place + 2] for row, place in zip({led(rule, carried)}, wind)]"]
    kinds = [*zip((1, 2), blown, steps, strict=True)] if any(blown) else [*zip((1, 2), steps, strict=True)]
    lines += [f"    for kind, {'blown, ' * any(blown)}steps in {kinds}:"]
    down, right = (f"{way}{f' + blown * wind[{n}]' * any(blown)}" for n, way in enumerate(("down", "right")))
    lines += ["        grown = Counter()", "        for row, column in np.argwhere(bed == kind):"]
    lines += ["            for down, right in steps:"]
    lines += [f"                row_there, column_there = row + {down}, column + {right}"]
    if EDGES[rule["edge"]] == "other side":
        lines += ["                row_there, column_there = row_there % rows, column_there % columns"]
    elif EDGES[rule["edge"]] == "stopped":
        lines += ["                row_there = min(max(row_there, 0), rows - 1)"]
        lines += ["                column_there = min(max(column_there, 0), columns - 1)"]
    lines += ["                grown[row_there, column_there] += 1"]
    lines += ["        layers.append(np.array([[grown[i, j] for j in range(columns)] for i in range(rows)]))"]
    lines += ["    first, second = layers", f"    grown = {MEETING[rule['meeting']]}"]
    stones = [f"    grown{STONES[rule['stone']]}"] * bool(rule["stone"])
    crowds = [f"    grown{CROWDS[rule['crowd']]}"] * bool(rule["crowd"])
    lines += crowds + stones if rule["stone"] == 3 else stones + crowds
    return "\n".join([*lines, "    return grown"])


def _layers(bed: Any, wind: tuple[int, int], kind: int) -> Any:
    """Return what grows from one kind by shape, own field, wind (0, with, against) and edge."""
    rows, columns = bed.shape
    layers = np.zeros((len(SHAPES), 2, 3, len(EDGES), rows, columns), dtype=np.int8)
    places, ends = np.argwhere(bed == kind), np.array([rows, columns])
    for number, shape in enumerate(SHAPES):
        for own, blown in np.ndindex(2, 3):
            steps = np.array([*shape, *[(0, 0)] * own]) + (0, 1, -1)[blown] * np.array(wind)
            there = (places[:, None] + steps).reshape(-1, 2)
            inside = there[((there >= 0) & (there < ends)).all(axis=1)]
            for edge, ended in enumerate((inside, there % ends, np.clip(there, 0, ends - 1))):
                np.add.at(layers[number, own, blown, edge], tuple(ended.T), 1)
    return layers


def grown(rules: Choices, call: Call, carried: Carried | None = None) -> Any:
    """Return the mushrooms by each rule, of shape (rules, rows, columns)."""
    bed = np.array(call[0])
    winds, way = [call[1]], rules.get("strands", 0)
    if carried:
        rows = (led({"strands": strands}, carried) for strands in (0, 1))
        winds = [(down[call[1][0] + 2], right[call[1][1] + 2]) for down, right in rows]
    layers = []
    for kind, name in enumerate(("round", "corners")):
        blown = np.array([by[kind] % 3 for by in WINDS])[rules["wind"]]
        grows = np.array([_layers(bed, wind, kind + 1) for wind in winds])
        layers.append(grows[way, rules[name], rules[f"{name} own"], blown, rules["edge"]])
    (first, second), meeting = layers, rules["meeting"][:, None, None]
    found = np.where(meeting == 1, np.maximum(first, second), first + second)
    for number, wins in ((2, 0), (3, first), (4, second)):
        found = np.where((meeting == number) & (first > 0) & (second > 0), wins, found)
    found = np.where(
        (meeting == 5) & (first != second), np.maximum(first, second), np.where((meeting == 5), 0, found)
    )
    before, after = (
        np.array(factors, dtype=np.int8)[rules["stone"], None, None]
        for factors in ((1, 0, 2, 1), (1, 1, 1, 2))
    )
    found = np.where(bed == 3, found * before, found)
    counts = np.arange(60)
    left = [np.where(counts > 2, number, counts) for number in (0, 1)]
    left += [np.where(counts == 2, 0, counts), np.where(counts > 1, counts - 1, counts)]
    found = np.array([counts, *left], dtype=np.int8)[rules["crowd"][:, None, None], found]
    return np.where(bed == 3, found * after, found)
