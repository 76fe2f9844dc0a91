"""Calls for tests whose result is a truth value: they notice small faults of every rule, and results are mixed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeVar

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.instance import MAX_SAME_TRUTH, MIN_DIFFERENT
from benchmark.authoring.mutants import is_listed, mutants
from benchmark.authoring.source import compile_solution

Item = TypeVar("Item", bound=Hashable)

_TRIES = 3  #: choices that begin anew
_STEPS = 5000  #: exchanges that are tried in each
_COST = 3.0  #: the number of mutants that may go unnoticed for one result that is better mixed
_HEAT = 1.0  #: how much worse an exchange may make a choice at first
_MILLION = 1_000_000


def balanced_calls(
    draws: Draws,
    programs: Mapping[str, str],
    items: Sequence[Item],
    argument: Callable[[Item], Any],
    count: int,
    equivalent: Mapping[str, str],
) -> list[Item]:
    """Return ``count`` items that notice all mutants together, with mixed results under every rule.

    Args:
        draws: the choices.
        programs: mutation → right program, whose ``solution`` takes one argument and returns a truth value.
        items: the items to choose from.
        argument: item → a new argument of the program.
        count: number of items.
        equivalent: mutants that no item can notice, as ``EQUIVALENT`` lists them.

    Raises:
        UnfitError: if the items are too few, too alike, or notice too little.
    """
    results: dict[Item, list[bool]] = {item: [] for item in items}
    noticed = dict.fromkeys(items, 0)
    changes: list[str] = []
    for name, text in programs.items():
        solve = compile_solution(text)
        for item, known in results.items():
            known.append(solve(argument(item)))
        for mutant in mutants(text):
            if is_listed(mutant.change, equivalent):
                continue
            names: dict[str, Any] = {}
            exec(compile(mutant.tree, "mutant.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
            for item, known in results.items():
                if _is_noticed(names["solution"], argument(item), known[-1]):
                    noticed[item] |= 1 << len(changes)
            changes.append(f"{mutant.change} of {name}")
    seen = _union(noticed, items)
    for number, change in enumerate(changes):
        if not seen >> number & 1:
            raise UnfitError(f"no candidate notices `{change}`")
    if len(noticed) < count:
        raise UnfitError("too few candidates for the calls")
    for _ in range(_TRIES):
        if chosen := _exchanged(draws, _greedy(noticed, count), results, noticed):
            return chosen
    raise UnfitError("no calls notice all mutants and have mixed results")


def _greedy(noticed: Mapping[Item, int], count: int) -> list[Item]:
    """Return the items that notice most, each chosen after what the others before it leave."""
    chosen: list[Item] = []
    found = 0
    while len(chosen) < count:
        left = (item for item in noticed if item not in chosen)
        best = max(left, key=lambda item: (noticed[item] & ~found).bit_count())
        found |= noticed[best]
        chosen.append(best)
    return chosen


def _exchanged(
    draws: Draws,
    chosen: list[Item],
    results: Mapping[Item, Sequence[bool]],
    noticed: Mapping[Item, int],
) -> list[Item]:
    """Exchange items, at first also for worse ones, until all is noticed and the results are mixed.

    Returns:
        The items, or none if the exchanges do not lead there.
    """
    items = list(noticed)
    every = _union(noticed, items)

    def faults(some: Sequence[Item]) -> float:
        unnoticed = (every & ~_union(noticed, some)).bit_count()
        return unnoticed + _COST * _imbalance([results[item] for item in some])

    current = faults(chosen)
    for step in range(_STEPS):
        if not current:
            return chosen
        place, item = draws.integer(0, len(chosen) - 1), draws.choice(items)
        if (missed := every & ~_union(noticed, chosen)) and draws.chance(1, 2):
            item = draws.choice([item for item in items if noticed[item] & missed])
        if item in chosen:
            continue
        other = [*chosen[:place], item, *chosen[place + 1 :]]
        value = faults(other)
        heat = _HEAT * (1 - step / _STEPS)
        if value <= current or draws.integer(1, _MILLION) < _MILLION * math.exp((current - value) / heat):
            chosen, current = other, value
    return []


def _imbalance(rows: Sequence[Sequence[bool]]) -> int:
    """Return by how many calls the results of a rule are too alike, or too similar to those of another rule."""
    count = len(rows)
    columns = [
        sum(1 << place for place, value in enumerate(column) if value) for column in zip(*rows, strict=True)
    ]
    most, least = math.floor(MAX_SAME_TRUTH * count), math.ceil(MIN_DIFFERENT * count)
    total = 0
    for column in columns:
        right = column.bit_count()
        total += max(0, max(right, count - right) - most)
    for first, second in combinations(columns, 2):
        total += max(0, least - (first ^ second).bit_count())
    return total


def _union(noticed: Mapping[Item, int], items: Sequence[Item]) -> int:
    """Return the mutants that some of the items notice, as bits."""
    found = 0
    for item in items:
        found |= noticed[item]
    return found


def _is_noticed(solution: Callable[[Any], object], argument: object, right: object) -> bool:
    try:
        return solution(argument) != right
    except Exception:  # noqa: BLE001 - any error is noticed
        return True
