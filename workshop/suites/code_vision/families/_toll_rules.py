"""Tolls of charts: what borders weigh, how lines count, which border turns, and what signs stand for.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._toll_charts import (
    BORDERS,
    LINES,
    SIGNS,
    Chart,
    course,
    walk,
    with_label,
)

WEIGHTS = ("-3", "-2", "-1", "1", "2", "3")
FACTORS = ("x 1", "x 2", "x -1")
TURN, NONE = "turn", "none"
NUMBERS = tuple(f"= {number}" for number in range(1, 10))
CHOICES: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(BORDERS, ("", *WEIGHTS)),
    **dict.fromkeys(LINES, ("", *FACTORS)),
    TURN: ("", NONE, *BORDERS),
    **dict.fromkeys(SIGNS, ("", *NUMBERS)),
}


def value_of(rule: Rule, name: str) -> int:
    """Return the weight of a border, the factor of a line, or the number of a sign; 0 if it has none."""
    return int(rule.get(name, "").rpartition(" ")[2] or 0)


@lru_cache(maxsize=64)
def _values(rule: tuple[tuple[str, str], ...]) -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    """Return the numbers of signs, and the toll of each border and line."""
    values = {name: value_of(dict(rule), name) for name in CHOICES if name != TURN}
    tolls = {(border, line): values[border] * values[line] for border in BORDERS for line in LINES}
    return {sign: values[sign] for sign in SIGNS}, tolls


def needed(chart: Chart) -> set[str]:
    """Return what can change the results of a chart; a border turns where there are lines of two kinds."""
    lines = {chart.first, *(each.line for each in chart.arrows)}
    signs = {word for label in chart.boxes for word in label.split()} & {*SIGNS}
    return {*chart.borders} | lines | signs | ({TURN} if len(lines) > 1 else set())


def run(chart: Chart, rule: Rule, call: Call) -> int | None:
    """Return the total after all walks; None if one does not end."""
    total, turning = 0, rule.get(TURN)
    signs, tolls = _values(tuple(rule.items()))
    boxes = course(chart)
    for number in call[0]:
        turned = 1

        def enter(box: int, line: str) -> int:
            nonlocal total, turned
            border = chart.borders[box]
            total += turned * tolls[border, line]
            if border == turning:
                turned = -turned
            return total

        if not walk(boxes, chart.first, number, signs, enter):
            return None
    return total


def is_strict(chart: Chart, rule: Rule) -> bool:
    """Whether each number in a question matters for some lists."""
    draws, values = Draws("lists"), _values(tuple(rule.items()))[0]
    calls: list[Call] = [(draws.integers(6, 0, 12),) for _ in range(70)]
    right = [run(chart, rule, call) for call in calls]
    for box, label in enumerate(chart.boxes):
        if not label.endswith("?") or "even" in label:
            continue
        *words, size, mark = label.split()
        for other in (-1, 1):
            text = " ".join([*words, str(int(values.get(size, size)) + other), mark])
            changed = with_label(chart, box, text)
            if [run(changed, rule, call) for call in calls] == right:
                return False
    return True
