"""Rules of ``flooded_hollows`` as programs, and as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import product

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices
from workshop.suites.humaneval_v.families._hollow_maps import AROUND, Ground

#: Height of the lowest colour, and steps between colours; all are even, and levels odd: water never ends at a height.
LOWEST, STEPS = (10, 12, 14, 16), (4, 6, 10)
#: What water loses at each contour, at all, upwards or downwards, and at a broad one, which may stop it.
LOSSES = [(0, "all"), *product((2, 4), ("all", "up", "down"))]
WALLS = (0, 6, 10, "stops")
SQUARES = ("", "depth += 4", "depth *= 2", "depth += 8")
#: Which way water runs through pipes, and what it loses there: at all, and where a pipe lies below or over another.
PIPES = [("", 0, 0, 0), *((way, *lost) for lost in (
    (0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 2, 0), (0, 0, 2), (2, 0, 0), (4, 0, 0), (6, 0, 0), (8, 0, 0),
) for way in ("both", "along", "against"))]  # fmt: skip
#: The first ones are free; of these, each loses a little where a pipe lies below another, or over it.
FREE, LOSING = 4, (5, 6, 8, 9)
PARTS = {
    "lowest": len(LOWEST), **{f"step{number}": len(STEPS) for number in range(4)}, "wall": len(WALLS),
    "loss": len(LOSSES), "square": len(SQUARES), "pipe": FREE, "anywhere": 2,
}  # fmt: skip


def heights_of(rule: dict[str, int]) -> list[int]:
    """Return the height of each colour, from the lowest."""
    return [LOWEST[rule["lowest"]] + sum(STEPS[rule[f"step{n}"]] for n in range(tone)) for tone in range(5)]


def program(rule: dict[str, int], shown: Ground) -> str:
    """Write a rule as a program for a map; water flows only over lower ground, or anywhere."""
    (loss, way), wall, pipe = LOSSES[rule["loss"]], WALLS[rule["wall"]], PIPES[rule["pipe"]][0]
    lines = ["def solution(spring: str, level: int) -> list[int]:", f"    metres = {heights_of(rule)}"]
    lines += [f"    heights = [metres[int(tone)] for tone in '{''.join(map(str, shown.tones))}']"]
    lines += [f"    spots = { {spot: shown.at(spot) for spot in 'ABCDEF'} }"]
    lines += ["    water = [-level for _ in heights]", "    water[spots[spring]] = level"]
    lines += ["    for _ in heights:", f"        for inner, outer in enumerate(map(int, '{AROUND}'), 1):"]
    lines += ["            for start, end in [(inner, outer), (outer, inner)]:"]
    stops = f" and inner not in {shown.walls}" * (wall == "stops")
    flows = "True" if rule["anywhere"] else "water[start] > heights[start]"
    lines += [f"                if {flows}{stops}:"]
    lines += ["                    new = water[start]"]
    at = " " * 20
    if loss:
        tests = {"all": "", "up": "heights[end] > heights[start]", "down": "heights[end] < heights[start]"}
        lines += [f"{at}if {tests[way]}:"] * bool(way != "all")
        lines += [f"{at}{'    ' * (way != 'all')}new -= {loss}"]
    if isinstance(wall, int) and wall:
        lines += [f"{at}if inner in {shown.walls}:", f"{at}    new -= {wall}"]
    lines += [f"{at}water[end] = max(water[end], new)"]
    if pipe and shown.culverts:
        lines += [f"        for start, end, lost in {_losing(rule, shown)}:"]
        lines += ["            if water[start] > heights[start]:"]
        lines += ["                water[end] = max(water[end], water[start] - lost)"]
    elif pipe:
        ways = [shown.pipe] * (pipe != "against") + [shown.pipe[::-1]] * (pipe != "along")
        lines += [f"        for start, end in {ways}:", "            if water[start] > heights[start]:"]
        lines += ["                water[end] = max(water[end], water[start])"]
    lines += ["    depths = []", "    for spot in 'ABCDEF':"]
    lines += ["        depth = max(0, water[spots[spot]] - heights[spots[spot]])"]
    if square := SQUARES[rule["square"]]:
        lines += [
            f"        if spot in {shown.squares}{' and depth' * ('+' in square)}:",
            f"            {square}",
        ]
    return "\n".join([*lines, "        depths.append(depth)", "    return depths"])


def _losing(rule: dict[str, int], shown: Ground) -> list[tuple[int, int, int]]:
    """Return from and to which ground each culvert leads, and what water loses in it."""
    way, fixed, under, over = PIPES[rule["pipe"]]
    found = [(start, end, fixed + under * low + over * top) for start, end, low, top in shown.culverts]
    turned = [(end, start, lost) for start, end, lost in found]
    return found * (way != "against") + turned * (way != "along")


def depths(shown: Ground, rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the depths by each rule, of shape (rules, 6)."""
    steps = [np.array(STEPS, dtype=np.int16)[rules[f"step{number}"]] for number in range(4)]
    lowest = np.array(LOWEST, dtype=np.int16)[rules["lowest"]]
    heights = np.cumsum([lowest, *steps], axis=0, dtype=np.int16)[shown.tones]
    water = np.zeros_like(heights)
    water[shown.at(call[0])] = call[1]
    wall, anywhere = np.array([0, 6, 10, 999], dtype=np.int16)[rules["wall"]], rules["anywhere"] == 1
    losses = {
        way: np.array([loss if kind in ("all", way) else 0 for loss, kind in LOSSES], dtype=np.int16)[
            rules["loss"]
        ]
        for way in ("up", "down")
    }
    inner_outer = [(inner, int(outer)) for inner, outer in enumerate(AROUND, 1)]
    upwards = [(inner, outer, inner) for inner, outer in reversed(inner_outer)]
    downwards = [(outer, inner, inner) for inner, outer in inner_outer]
    pipes = shown.culverts or ((*shown.pipe, 0, 0),)
    runs = [
        np.isin(rules["pipe"], [n for n, pipe in enumerate(PIPES) if pipe[0] in ("both", way)])
        for way in ("along", "against")
    ]
    fixed, below, above = np.array([pipe[1:] for pipe in PIPES], dtype=np.int16)[rules["pipe"]].T
    for last in (*[False] * len(pipes), True):  # before and after the pipes
        before = water.copy()
        for start, end, inner in upwards + downwards:
            lost = losses["up" if shown.tones[end] > shown.tones[start] else "down"]
            new = water[start] - lost - (wall if inner in shown.walls else np.int16(0))
            flows = (water[start] > heights[start]) | anywhere
            water[end] = np.where(flows, np.maximum(water[end], new), water[end])
        for first, second, under, over in () if last else pipes:
            lost = fixed + below * np.int16(under) + above * np.int16(over)
            for (start, end), way in zip(((first, second), (second, first)), runs, strict=True):
                wet = way & (water[start] > heights[start])
                water[end] = np.where(wet, np.maximum(water[end], water[start] - lost), water[end])
        if np.array_equal(before, water):
            break
    found = []
    for spot in "ABCDEF":
        depth = np.maximum(0, water[shown.at(spot)] - heights[shown.at(spot)])
        if spot in shown.squares:
            changed = np.choose(rules["square"], [depth, depth + 4, depth * 2, depth + 8])
            depth = np.where(depth > 0, changed, depth)
        found.append(depth)
    return np.stack(found, axis=1)
