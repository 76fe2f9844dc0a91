"""Rules of the numbers next to rows and columns of windows.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace

#: Part of a line that counts → it, in a line of counted windows (``*``) and others.
SCOPES: Mapping[str, Callable[[str], str]] = {
    "whole": lambda line: line,
    "no group at an end": lambda line: line.strip("*"),
    "from the first to the last": lambda line: line.strip("."),
    "backwards": lambda line: line[::-1],
    "ring": lambda line: line[max(0, line.find(".")) :] + line[: max(0, line.find("."))],
    "no window at an end": lambda line: line[1:-1],
    "first half": lambda line: line[: (len(line) + 1) // 2],
    "second half": lambda line: line[len(line) // 2 :],
}
#: Number → it, from a line and the lengths of its groups of counted windows.
MEASURES: Mapping[str, Callable[[str, list[int]], int]] = {
    "longest": lambda _, groups: max(groups, default=0),
    "groups": lambda _, groups: len(groups),
    "changes": lambda line, _: sum(one != other for one, other in pairwise(line)),
    "windows": lambda _, groups: sum(groups),
    "first": lambda line, _: line.find("*") + 1,
    "last": lambda line, _: line.rfind("*") + 1,
    "at the beginning": lambda line, _: len(line) - len(line.lstrip("*")),
    "at the end": lambda line, _: len(line) - len(line.rstrip("*")),
    "neighbours": lambda _, groups: sum(groups) - len(groups),
    "pairs": lambda _, groups: sum(length // 2 for length in groups),
    "triples": lambda _, groups: sum(max(0, length - 2) for length in groups),
    "shortest": lambda _, groups: min(groups, default=0),
    "second longest": lambda _, groups: sorted([0, 0, *groups])[-2],
    "longest less shortest": lambda _, groups: max(groups, default=0) - min(groups, default=0),
    "groups as long as the longest": lambda _, groups: groups.count(max(groups, default=0)),
    "lengths": lambda _, groups: len(set(groups)),
    "groups of two or more": lambda _, groups: sum(length > 1 for length in groups),
    "windows of those": lambda _, groups: sum(length for length in groups if length > 1),
    "groups of one": lambda _, groups: groups.count(1),
    "first group": lambda _, groups: [*groups, 0][0],
    "last group": lambda _, groups: [0, *groups][-1],
    "place of the longest": lambda line, groups: line.find("*" * max(groups)) + 1 if groups else 0,
    "first to last": lambda line, _: len(line.strip(".")),
    "between first and last": lambda line, _: line.strip(".").count("."),
    "groups of both": lambda line, _: sum(one != other for one, other in pairwise(line)) + bool(line),
    "more than others": lambda line, groups: max(0, 2 * sum(groups) - len(line)),
}
LineRule = tuple[str, ...]  #: the windows that count, and names of a scope and a measure
LINE_RULES: tuple[LineRule, ...] = tuple(product(("lit", "dark"), SCOPES, MEASURES))
OTHERS = str.maketrans("*.", ".*")


@lru_cache(maxsize=200_000)  # a line has few windows, so that the same lines come again
def _number(rule: LineRule, line: str) -> int:
    """Return the number of a line of windows by a rule."""
    windows, scope, measure = rule
    part = SCOPES[scope](line.translate(OTHERS) if windows == "dark" else line)
    return MEASURES[measure](part, [len(group) for group in part.split(".") if group])


@lru_cache(maxsize=4_000)
def _numbers(rule: LineRule, lines: tuple[str, ...]) -> list[int]:
    return [_number(rule, line) for line in lines]


@lru_cache(maxsize=64)
def columns_of(windows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map("".join, zip(*windows, strict=True)))


def are_telling(rule: LineRule, shown: tuple[str, ...], asked: Sequence[tuple[str, ...]]) -> bool:
    """Whether the numbers of shown lines leave one rule for lines of the tests."""
    same = [other for other in LINE_RULES if _numbers(other, shown) == _numbers(rule, shown)]
    return all(_numbers(other, lines) == _numbers(rule, lines) for lines in asked for other in same)


def _house_numbers(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
    """Return the numbers of all rows and then of all columns by each of some rules."""
    rows = tuple(call[0])
    sides = ("rows", rows), ("columns", columns_of(rows))
    tables = [np.array([_numbers(rule, lines) for rule in LINE_RULES])[rules[side]] for side, lines in sides]
    return np.hstack(tables)


#: Every rule of the rows with every rule of the columns.
WINDOW_RULES = RuleSpace(
    parts={"rows": len(LINE_RULES), "columns": len(LINE_RULES)},
    results=_house_numbers,
    coded=np.concatenate,
)
