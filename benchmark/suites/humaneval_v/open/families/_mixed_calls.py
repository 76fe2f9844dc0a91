"""Choose the calls of families that return a bool: both results for every rule, and every fault noticed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.mutants import mutants

#: Maximum share of the calls with the same result, and of those on which two rules agree.
MAX_SAME, MAX_AGREED = 0.6, 0.667
#: What a program with one fault counts, compared with one of a reader who misread something, and one call by
#: which results are the same too often.
WEIGHT, MIXING = 20, 200
EXCHANGES = 6  #: rounds in which calls are exchanged


@dataclass(slots=True)
class _Seen:
    """What a call notices: a bit for each program with one fault, and for each misread one."""

    faults: int = 0
    misreadings: int = 0


def mixed_calls(
    programs: Mapping[str, str],
    candidates: Sequence[Call],
    count: int,
    misread: Mapping[str, Sequence[str]],
) -> list[Call]:
    """Return ``count`` calls that notice as many faults of the programs as possible.

    Args:
        programs: mutation → right program, which returns a bool.
        candidates: different calls to choose from.
        count: number of calls.
        misread: mutation → programs of readers who misread one thing in the picture.

    Raises:
        UnfitError: if the calls of some rule are not mixed, or two rules agree too often.
    """
    right: list[int] = []
    seen = [_Seen() for _ in candidates]
    faults = misreadings = 0
    for name, text in programs.items():
        solve = _solution(compile(text, "reference.py", "exec", dont_inherit=True))
        results = [solve(*call) for call in candidates]
        right.append(sum(result << place for place, result in enumerate(results)))
        for mutant in mutants(text):
            wrong = _solution(compile(mutant.tree, "mutant.py", "exec", dont_inherit=True))
            for one, call, result in zip(seen, candidates, results, strict=True):
                one.faults |= (_result(wrong, call) != result) << faults
            faults += 1
        for other in misread[name]:
            wrong = _solution(compile(other, "misread.py", "exec", dont_inherit=True))
            for one, call, result in zip(seen, candidates, results, strict=True):
                one.misreadings |= (_result(wrong, call) != result) << misreadings
            misreadings += 1
    chosen = _choose(right, seen, count)
    if _one_sided(right, chosen):
        raise UnfitError("too many calls with the same result")
    if _union(seen[place].faults for place in chosen).bit_count() < faults:
        raise UnfitError("no call notices a fault")
    return [candidates[place] for place in chosen]


def _choose(right: Sequence[int], seen: Sequence["_Seen"], count: int) -> list[int]:
    """Choose calls one by one, and then exchange calls as long as that is better."""

    def value(places: Sequence[int]) -> float:
        faults = _union(seen[place].faults for place in places).bit_count()
        misreadings = _union(seen[place].misreadings for place in places).bit_count()
        return WEIGHT * faults + misreadings - MIXING * _one_sided(right, places)

    chosen: list[int] = []
    others = [*range(len(seen))]
    while len(chosen) < count:
        chosen.append(max(others, key=lambda place: value([*chosen, place])))
        others.remove(chosen[-1])
    for _ in range(EXCHANGES):
        before = value(chosen)
        for old in [*chosen]:
            rest = [place for place in chosen if place != old]
            new = max([old, *others], key=lambda place: value([*rest, place]))
            if new != old:
                chosen = [*rest, new]
                others[others.index(new)] = old
        if value(chosen) == before:
            break
    return chosen


def _one_sided(right: Sequence[int], chosen: Sequence[int]) -> float:
    """Return by how many calls the results are the same too often, over all rules and pairs of rules."""
    count, mask = len(chosen), sum(1 << place for place in chosen)
    excess = 0.0
    for row in right:
        good = (row & mask).bit_count()
        excess += max(0.0, max(good, count - good) - MAX_SAME * count)
    for one, other in combinations(right, 2):
        excess += max(0.0, count - ((one ^ other) & mask).bit_count() - MAX_AGREED * count)
    return excess


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _solution(code: Any) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own programs
    solution: Callable[..., Any] = names["solution"]
    return solution


def _result(solution: Callable[..., Any], call: Call) -> object:
    try:
        return solution(*call)
    except Exception as error:  # noqa: BLE001 - any error is noticed
        return type(error)
