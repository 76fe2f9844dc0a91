"""Walks for the tests of ``tent_walk``: together they notice every small fault of every rule.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workshop.authoring.mutants import mutants
from workshop.authoring.source import compile_solution


def telling_walks(programs: Mapping[str, str], walks: Sequence[str], count: int) -> list[str]:
    """Return ``count`` walks that notice as many mutants of the programs as possible.

    Half of the walks that notice no further mutant are allowed under some rule.

    Args:
        programs: mutation → right program, which takes a list of walks.
        walks: the walks to choose from.
        count: number of walks.
    """
    noticed: dict[str, set[tuple[str, int]]] = {walk: set() for walk in walks}
    allowed = set()
    for name, text in programs.items():
        solve = compile_solution(text)
        right = {walk: solve([walk]) for walk in noticed}
        allowed |= {walk for walk in noticed if right[walk] == [True]}
        for number, mutant in enumerate(mutants(text)):
            names: dict[str, Any] = {}
            exec(compile(mutant.tree, "mutant.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
            for walk, seen in noticed.items():
                if _is_noticed(names["solution"], walk, right[walk]):
                    seen.add((name, number))
    chosen: list[str] = []
    found: set[tuple[str, int]] = set()
    while len(chosen) < count:
        wants_allowed = len(chosen) % 2 == 0
        best = max(noticed, key=lambda walk: (len(noticed[walk] - found), (walk in allowed) == wants_allowed))
        found |= noticed.pop(best)
        chosen.append(best)
    return chosen


def _is_noticed(solution: Callable[[list[str]], object], walk: str, right: object) -> bool:
    try:
        return solution([walk]) != right
    except Exception:  # noqa: BLE001 - any error is noticed
        return True
