"""Rules of ``tracing_strip``: how a strip is folded and which columns are kept, as programs and all at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import Choices
from workshop.authoring.source import compile_solution

#: How the parts lie on one another: mirrored at the fold, shifted, or mirrored from the ends.
PAIRINGS = (("[::-1]", ""), ("", ""), ("", "[::-1]"), ("[::-1]", "[::-1]"))
FIRSTS = (
    "one + other", "other + one", "''.join(sorted(one + other))", "''.join(sorted(other + one, reverse=True))",
    "one + other if 2 * fold > len(strip) else other + one", "other + one if 2 * fold > len(strip) else one + other",
    "one + other if step % 2 else other + one", "other + one if step % 2 else one + other",
)  # fmt: skip
#: How many columns are meant at an end: a number, a share, or a quantity with some more or less.
QUANTITIES = ("len(columns)", "len(strip)", "fold", "(len(strip) - fold)", "min(fold, len(strip) - fold)")
SHARES = ("{} // 2", "{} // 3", "2 * {} // 3", "{} // 4", "3 * {} // 4")
COUNTS = [
    *map(str, range(6)), *(share.format(name) for name in QUANTITIES for share in SHARES),
    *(f"{name} {more}".strip() for name in QUANTITIES for more in ("- 2", "- 1", "", "+ 1", "+ 2")),
]  # fmt: skip
#: Where the kept columns end: before those that are cut off, after so many from the left, or with so many kept.
ENDS = [*product(("off", "at", "kept"), COUNTS)]
PARTS = {
    "pairing": len(PAIRINGS), "way": 2, "first": len(FIRSTS), "start": len(COUNTS), "end": len(ENDS),
}  # fmt: skip
LONGEST = 13  #: letters of a strip


def right_rule(mutation: str, cut: tuple[int, int], *, down: bool) -> dict[str, int]:
    """Return the rule of a mutation, by the choice of its parts; ``down`` says how columns are read."""
    moves_right_part = mutation.startswith("right")
    first = int(moves_right_part == (mutation.endswith("over") == down))  # the letter of the right part
    return {"pairing": 0, "way": int(moves_right_part), "first": first, "start": cut[0], "end": cut[1]}


def folded(rule: dict[str, int], result: str = "columns") -> str:
    """Write a program that folds a strip and returns an expression, all columns unless it is another."""
    left, right = PAIRINGS[rule["pairing"]]
    lines = ["def solution(strip: str, fold: int) -> list[str]:", "    columns = []"]
    lines += [f"    left, right = strip[:fold]{left}, strip[fold:]{right}"]
    lines += ["    for step in range(max(len(left), len(right))):"]
    lines += ["        one, other = left[step : step + 1], right[step : step + 1]"]
    column = FIRSTS[rule["first"]]
    lines += [f"        columns.insert(0, {column})" if rule["way"] else f"        columns.append({column})"]
    return "\n".join([*lines, f"    return {result}"])


def program(rule: dict[str, int]) -> str:
    """Write any rule of the space as a program."""
    start, (kind, count) = COUNTS[rule["start"]], ENDS[rule["end"]]
    first, end = start.strip("0"), f"-{count}" * (count != "0")
    if not (kind == "off" and start.isdecimal() and count.isdecimal()):
        first = f"max(0, {start})"
        end = {"off": f"len(columns) - ({count})", "at": count, "kept": f"{first} + {count}"}[kind]
        end = f"max(0, {end})"
    return folded(rule, f"columns[{first}:{end}]" if first or end else "columns")


def kept(rules: Choices, call: Call) -> Any:
    """Return the columns that are kept by each rule, coded."""
    layouts = np.array([coded(fold(*call)) for fold in _folding()])
    counts = np.array(_counting()(*call))
    shape = len(PAIRINGS), 2, len(FIRSTS)
    layout = np.ravel_multi_index((rules["pairing"], rules["way"], rules["first"]), shape)
    start, (kind, count) = counts[rules["start"]], np.divmod(rules["end"], len(COUNTS))
    start, number = np.maximum(start, 0), counts[count]
    columns = counts[COUNTS.index("len(columns)")]
    end = np.minimum(np.choose(kind, [columns - number, number, start + number]), columns)
    at = start[:, None] + np.arange(LONGEST)
    found = layouts[layout[:, None], np.minimum(at, LONGEST - 1)]
    return np.where(at < end[:, None], found, 0)


def coded(columns: list[str]) -> list[int]:
    """Return columns as numbers, with 0 where none is."""
    numbers = [int.from_bytes(column.encode()) for column in columns]
    return numbers + [0] * (LONGEST - len(numbers))


@lru_cache(maxsize=1)
def _folding() -> list[Solve]:
    """Return a program for each way of folding, which returns all columns."""
    ways = product(range(len(PAIRINGS)), range(2), range(len(FIRSTS)))
    rules = (dict(zip(PARTS, way, strict=False)) for way in ways)
    return [compile_solution(folded(rule)) for rule in rules]


@lru_cache(maxsize=1)
def _counting() -> Solve:
    """Return a program that returns all numbers of columns at an end."""
    rule = dict.fromkeys(PARTS, 0)
    return compile_solution(folded(rule, f"[{', '.join(COUNTS)}]"))
