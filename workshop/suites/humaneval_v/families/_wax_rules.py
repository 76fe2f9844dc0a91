"""Rules of ``wax_towers`` as programs, and as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices

#: Sides over which wax runs, downwards and to the right: all four, those to the front, and corners, too.
WAYS = (
    ((-1, 0), (0, -1), (0, 1), (1, 0)), ((0, 1), (1, 0)),
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
)  # fmt: skip
#: Minimum thickness of wax, where it leaves by any step, arrives, leaves by a level step, or falls.
LIPS = [
    ("leaves", 1), *product(("leaves",), (2, 3, 4, 5)), *product(("arrives",), (2, 3)),
    *product(("level", "falls"), (3, 4)),
]  # fmt: skip
#: What is left after a level step: thickness lost; 0 stands for the half.
LEVELS = (1, 2, 3, 0)
#: Deepest fall, and whether a deeper one is as this one.
DEEPS = ((1, False), (2, False), (3, False), (4, False), (99, False), (2, True), (3, True))
#: Thickness after a fall: what it begins with, times the fall, and more.
BEGINS = ("0", "here", "here // 2", "(here + 1) // 2", "2 * here", "wax")
FALLS = [
    *product(("0",), (0,), (2, 3, 4, 5, 6, 7)), *product(("0",), (1, 2, 3), (-1, 0, 1, 2)),
    *product(("here",), (-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2)), *product(("here // 2",), (-1, 0, 1), (0, 1)),
    *product(("(here + 1) // 2", "2 * here", "wax"), (-1, 0, 1), (0,)),
]  # fmt: skip
#: Maximum thickness after a fall, or after any step.
CAPS = [("", 999), *product(("falls", "steps"), (7, 8, 9))]
CLIMBS = (0, 1)  #: thickness of wax that runs up by a cube
PARTS = {
    "ways": len(WAYS), "lip": len(LIPS), "level": len(LEVELS), "deep": len(DEEPS), "fall": len(FALLS),
    "cap": len(CAPS), "climb": len(CLIMBS),
}  # fmt: skip
LARGEST = 7 * 7  #: towers of a tray


def right_rule(
    mutation: str, *, lip: int, loss: int, deep: int, cap: int, times: int, fresh: int
) -> dict[str, int]:
    """Return the rule of a mutation, by the choice of its parts.

    Args:
        mutation: what a fall does.
        lip: minimum thickness of wax that runs on.
        loss: thickness lost on each level step.
        deep: deepest fall, cubes.
        cap: maximum thickness after a fall, if the wax gathers.
        times: thickness for each cube of a fall, if its depth decides.
        fresh: thickness after a fall, if the wax is renewed.
    """
    fall = {
        "gathers": ("here", 1, 0), "halves": ("here // 2", 0, 0), "depth": ("0", times, 0),
        "thins": ("here", -1, 0), "renews": ("0", 0, fresh),
    }[mutation]  # fmt: skip
    return {
        "ways": 0, "lip": LIPS.index(("leaves", lip)), "level": LEVELS.index(loss), "deep": DEEPS.index((deep, False)),
        "fall": FALLS.index(fall), "cap": CAPS.index(("falls", cap)) if mutation == "gathers" else 0, "climb": 0,
    }  # fmt: skip


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    (limit, lip), (deep, deeper), (capped, cap) = (
        LIPS[rule["lip"]], DEEPS[rule["deep"]], CAPS[rule["cap"]],
    )  # fmt: skip
    loss, climb = LEVELS[rule["level"]], CLIMBS[rule["climb"]]
    steps = ", ".join(
        f"({_more('row', down)}, {_more('column', right)})" for down, right in WAYS[rule["ways"]]
    )
    lines = ["def solution(towers: list[list[int]], start: list[int], wax: int) -> list[list[int]]:"]
    lines += ["    thick = [[0] * len(row) for row in towers]", "    thick[start[0]][start[1]] = wax"]
    lines += [
        "    wet = [(start[0], start[1])]",
        "    for row, column in wet:",
        "        here = thick[row][column]",
    ]
    if limit == "leaves" and lip > 1:
        lines += [f"        if here < {lip}:", "            continue"]
    lines += [
        f"        for r, c in ({steps}):",
        "            if 0 <= r < len(towers) and 0 <= c < len(towers[r]):",
    ]
    body = ["fall = towers[row][column] - towers[r][c]"]
    lowest = f"{-1 if climb else 0}"
    inside = f"fall < {lowest}" if deeper or deep == 99 else f"fall not in range({lowest}, {deep + 1})"
    body += [f"if {inside.replace('(0, ', '(')}:", "    continue"]
    body += [f"fall = min(fall, {deep})"] * deeper
    if limit in ("level", "falls"):
        body += [f"if here < {lip} and fall {'== 0' if limit == 'level' else '> 0'}:", "    continue"]
    body += ["if fall == -1:", f"    there = {climb}", "elif fall == 0:"] if climb else ["if fall == 0:"]
    body += [f"    there = here - {loss}" if loss else "    there = here // 2", "else:"]
    fallen = _fallen(*FALLS[rule["fall"]])
    body += [f"    there = min({fallen}, {cap})" if capped == "falls" else f"    there = {fallen}"]
    body += [f"there = min(there, {cap})"] * (capped == "steps")
    body += [f"if there < {lip}:", "    continue"] if limit == "arrives" else []
    body += ["if there > thick[r][c]:", "    thick[r][c] = there", "    wet.append((r, c))"]
    return "\n".join([*lines, *(f"                {line}" for line in body), "    return thick"])


def _more(name: str, number: int) -> str:
    return f"{name} {'+' if number > 0 else '-'} {abs(number)}" if number else name


def _fallen(begin: str, times: int, more: int) -> str:
    """Write the thickness after a fall without what changes nothing."""
    count = "fall" if abs(times) == 1 else f"{abs(times)} * fall"
    if begin == "0":
        return _more(count, more) if times else str(more)
    return _more(f"{begin} {'+' if times > 0 else '-'} {count}" if times else begin, more)


_AT_ONCE = 4096  #: rules whose wax is kept near the processor


def poured(rules: Choices, call: Call) -> Any:
    """Return the wax on each top by each rule, of shape (rules, towers); -1 where a tray has no more."""
    found = np.full((len(rules["ways"]), LARGEST), -1, dtype=np.int16)
    for way, steps in enumerate(WAYS):
        places = np.flatnonzero(rules["ways"] == way)
        for first in range(0, len(places), _AT_ONCE):
            some = places[first : first + _AT_ONCE]
            wax = _poured({name: choice[some] for name, choice in rules.items()}, steps, *call)
            found[some, : len(wax)] = wax.T
    return found


def differences(rule: dict[str, int], asked: Sequence[Call]) -> npt.NDArray[np.bool_]:
    """Return whether rules with another choice for one part differ from a rule, of shape (calls, rules)."""
    near = [rule, *({**rule, part: choice} for part, count in PARTS.items() for choice in range(count))]
    rules = {part: np.array([other[part] for other in near]) for part in PARTS}
    results = [poured(rules, call) for call in asked]
    return np.array([(wax[1:] != wax[0]).any(axis=1) for wax in results])


def coded(thick: list[list[int]]) -> list[int]:
    """Return the wax on each top as ``poured`` has it."""
    flat = [value for row in thick for value in row]
    return flat + [-1] * (LARGEST - len(flat))


def _poured(rules: Choices, steps: Any, towers: list[list[int]], start: list[int], wax: int) -> Any:
    """Return the wax on each top by rules with the same ways, of shape (towers, rules)."""

    def of(part: str, choices: list[Any]) -> Any:
        return np.array(choices, dtype=np.int16)[rules[part]]

    leaves, arrives, level, falls = (
        of("lip", [lip if limit == name else 1 for limit, lip in LIPS])
        for name in ("leaves", "arrives", "level", "falls")
    )
    loss, climb = of("level", [*LEVELS]), of("climb", [*CLIMBS])
    deep, deeper = of("deep", [deep for deep, _ in DEEPS]), of("deep", [deeper for _, deeper in DEEPS])
    begin = of("fall", [BEGINS.index(begin) for begin, _, _ in FALLS])
    times, more = of("fall", [times for _, times, _ in FALLS]), of("fall", [more for _, _, more in FALLS])
    every = of("cap", [cap if capped == "steps" else 999 for capped, cap in CAPS])
    cap = np.minimum(every, of("cap", [cap for _, cap in CAPS]))
    heights = {(row, column): height for row, line in enumerate(towers) for column, height in enumerate(line)}
    thick = {place: np.zeros(len(loss), dtype=np.int16) for place in heights}
    thick[start[0], start[1]] += wax
    order, changed = sorted(heights, key=lambda place: -heights[place]), True
    while changed:
        changed = False
        for row, column in order:
            here = thick[row, column]
            begun = np.choose(begin, [0, here, here // 2, (here + 1) // 2, 2 * here, wax])
            for r, c in ((row + down, column + right) for down, right in steps):
                fall = heights[row, column] - heights.get((r, c), 99)
                if fall < -1:
                    continue
                if fall < 0:
                    there, least = np.minimum(climb, every), leaves
                elif fall == 0:
                    there = np.minimum(np.where(loss, here - loss, here // 2), every)
                    least = np.maximum(leaves, level)
                else:
                    depth = np.where(deeper, np.minimum(fall, deep), fall)
                    there = np.minimum(begun + times * depth + more, cap)
                    there = np.where(depth > deep, 0, there)
                    least = np.maximum(leaves, falls)
                there = np.where((here >= least) & (there >= arrives), there, 0)
                if (there > thick[r, c]).any():
                    changed = True
                    np.maximum(there, thick[r, c], out=thick[r, c])
        order.reverse()
    return np.array(list(thick.values()))
