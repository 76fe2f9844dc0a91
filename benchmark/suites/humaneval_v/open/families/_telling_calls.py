"""Calls of validating families: mixed, different between rules, and together they notice every small fault.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, TypeVar

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.mutants import mutants
from benchmark.authoring.source import compile_solution

Argument = TypeVar("Argument")

#: Random choices that are tried, and the number of times that each is improved call by call.
_TRIES, _SWEEPS = 4, 6


def telling_calls(
    draws: Draws, programs: Sequence[str], arguments: Sequence[Argument], count: int
) -> tuple[Argument, ...]:
    """Return ``count`` arguments whose results are mixed, differ between programs, and notice all mutants.

    Args:
        draws: random choices.
        programs: right programs, which take one argument and return a truth value.
        arguments: the arguments to choose from.
        count: number of arguments.

    Raises:
        UnfitError: if no choice was found.
    """
    results, noticed = _judged(programs, arguments)
    wanted = reduce(or_, noticed)
    for _ in range(_TRIES):
        chosen = draws.sample(range(len(arguments)), count)
        fault = _fault(chosen, results, noticed, wanted)
        for _sweep in range(_SWEEPS):
            before = fault
            for old in draws.shuffled(range(count)):
                for new in draws.sample(range(len(arguments)), len(arguments) // 2):
                    if new not in chosen:
                        other = [*chosen[:old], new, *chosen[old + 1 :]]
                        if (less := _fault(other, results, noticed, wanted)) < fault:
                            chosen, fault = other, less
            if fault in (0, before):
                break
        if fault == 0:
            return tuple(arguments[place] for place in chosen)
    raise UnfitError("no calls notice all faults of all rules")


def _judged(programs: Sequence[str], arguments: Sequence[Argument]) -> tuple[list[list[bool]], list[int]]:
    """Return the results of each argument, and the mutants that it notices, as bits."""
    results: list[list[bool]] = [[] for _ in arguments]
    noticed = [0] * len(arguments)
    number = 0
    for text in programs:
        solve = compile_solution(text)
        right = [solve(argument) for argument in arguments]
        for place, result in enumerate(right):
            results[place].append(result)
        for mutant in mutants(text):
            names: dict[str, Any] = {}
            exec(compile(mutant.tree, "mutant.py", "exec", dont_inherit=True), names)  # noqa: S102 - ours
            for place, argument in enumerate(arguments):
                if _is_noticed(names["solution"], argument, right[place]):
                    noticed[place] |= 1 << number
            number += 1
    return results, noticed


def _fault(
    chosen: Sequence[int], results: Sequence[Sequence[bool]], noticed: Sequence[int], wanted: int
) -> int:
    """Return 0 for calls that notice all that is wanted and are mixed, and more the farther they are from it."""
    found = reduce(or_, (noticed[place] for place in chosen))
    count = len(chosen)
    columns = [
        sum(results[place][rule] << bit for bit, place in enumerate(chosen))
        for rule in range(len(results[0]))
    ]
    lacking = sum(
        max(0, count - (first ^ second).bit_count() * 3) for first, second in combinations(columns, 2)
    )
    for column in columns:
        trues = column.bit_count()
        lacking += 5 * max(0, max(trues, count - trues) - count * 3 // 5)
    return (wanted & ~found).bit_count() + lacking


def _is_noticed(solution: Callable[[Argument], object], argument: Argument, right: bool) -> bool:
    try:
        return solution(argument) is not right
    except Exception:  # noqa: BLE001 - any error is noticed
        return True
