"""Calls for tests whose result is a truth value: they notice every mutant, and results are mixed.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import CodeType
from typing import Any

from benchmark.core.draws import Draws
from benchmark.datasets.collection import ENTRY_POINT
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.instance import MAX_SAME_TRUTH, MIN_DIFFERENT
from workshop.authoring.mutants import is_listed, mutants

_ROUNDS = 30  #: choices that are made; each notices the faults that those before it missed
_STEPS = 6000  #: exchanges that are tried in a round
_COST = 3.0  #: the number of faults that may go unnoticed for one result that is better mixed
_HEAT = 1.0  #: how much worse an exchange may make a choice at first
_WISHED = 10  #: a misread program is noticed if one in so many candidates notices it
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class _Fault:
    """A program that is not right, and the results of the right one."""

    change: str
    solution: Callable[..., object]
    right: Sequence[bool]  #: result of each candidate
    is_wished: bool = False  #: whether no candidate needs to notice it

    def is_noticed(self, place: int, call: Call) -> bool:
        try:
            return self.solution(*call) != self.right[place]
        except Exception:  # noqa: BLE001 - any error is noticed
            return True


def balanced_calls(
    draws: Draws,
    programs: Mapping[str, str],
    candidates: Sequence[Call],
    count: int,
    *,
    equivalent: Mapping[str, str],
    misread: Mapping[str, Sequence[str]] | None = None,
) -> list[Call]:
    """Return ``count`` calls that notice all mutants together, with mixed results under every rule.

    The results pass the gate `made`: those of one rule are mixed, and those of two rules differ. A mutant is
    run with all candidates only if the calls that have been chosen until then miss it, so most are cheap.

    Args:
        draws: the choices.
        programs: mutation → right program, whose ``solution`` returns a truth value and has no ``while``.
        candidates: different calls to choose from.
        count: number of calls.
        equivalent: mutants that no call can notice, as ``EQUIVALENT`` lists them.
        misread: mutation → programs of readers who misread one thing. The calls notice each of them that at
            least one candidate in ten notices.

    Raises:
        UnfitError: if the candidates are too few, too alike, or notice too little.
        ValueError: if a program has a ``while``, because its mutants could run forever.
    """
    if len(candidates) < count:
        raise UnfitError("too few candidates for the calls")
    fresh = [_maker(call) for call in candidates]
    rights: list[list[bool]] = []
    faults: list[_Fault] = []
    for name, text in programs.items():
        if any(isinstance(node, ast.While) for node in ast.walk(ast.parse(text))):
            raise ValueError(f"the program of {name} has a while, and its mutants could run forever")
        solve = _solution(compile(text, "reference.py", "exec", dont_inherit=True))
        right = [bool(solve(*make())) for make in fresh]
        rights.append(right)
        faults += _mutants(name, text, right, equivalent)
        for other in (misread or {}).get(name, ()):
            wrong = _solution(compile(other, "misread.py", "exec", dont_inherit=True))
            faults.append(_Fault("", wrong, right, is_wished=True))
    balance = _Balance([_mask(right) for right in rights], count)
    alike: dict[tuple[bool, ...], list[int]] = {}
    for place, results in enumerate(zip(*rights, strict=True)):
        alike.setdefault(results, []).append(place)
    chosen = draws.sample(range(len(candidates)), count)
    noticing: list[int] = []
    for _ in range(_ROUNDS):
        chosen = _exchanged(draws, chosen, [*alike.values()], noticing, balance)
        missed = [f for f in faults if not any(f.is_noticed(place, fresh[place]()) for place in chosen)]
        for fault in missed:
            faults.remove(fault)
            found = _mask([fault.is_noticed(place, make()) for place, make in enumerate(fresh)])
            if not found and not fault.is_wished:
                raise UnfitError(f"no candidate notices `{fault.change}`")
            if not fault.is_wished or found.bit_count() * _WISHED >= len(candidates):
                noticing.append(found)
        if not missed:
            return [fresh[place]() for place in draws.shuffled(chosen)]
    raise UnfitError("no calls notice all mutants and have mixed results")


def _mutants(name: str, text: str, right: Sequence[bool], equivalent: Mapping[str, str]) -> Iterator[_Fault]:
    for mutant in mutants(text):
        if not is_listed(mutant.change, equivalent):
            code = compile(mutant.tree, "mutant.py", "exec", dont_inherit=True)
            yield _Fault(f"{mutant.change} of {name}", _solution(code), right)


@dataclass(frozen=True, slots=True)
class _Balance:
    """How far a choice is from results that are mixed enough."""

    columns: Sequence[int]  #: for each rule the candidates that it accepts, as bits
    count: int

    def lacks(self, chosen: int) -> int:
        """Return by how many calls the results of a rule are too alike, or too similar to another rule's."""
        most, least = math.floor(MAX_SAME_TRUTH * self.count), math.ceil(MIN_DIFFERENT * self.count)
        total = 0
        for column in self.columns:
            accepted = (column & chosen).bit_count()
            total += max(0, max(accepted, self.count - accepted) - most)
        for first, second in combinations(self.columns, 2):
            total += max(0, least - ((first ^ second) & chosen).bit_count())
        return total


def _exchanged(
    draws: Draws,
    chosen: list[int],
    alike: Sequence[Sequence[int]],
    noticing: Sequence[int],
    balance: _Balance,
) -> list[int]:
    """Exchange calls, at first also for worse ones, until all faults are noticed and the results are mixed.

    Args:
        draws: the choices.
        chosen: places of the calls among the candidates.
        alike: places of candidates with the same results under all rules; few may have the lacking ones.
        noticing: for each fault the candidates that notice it, as bits.
        balance: how the results have to be mixed.

    Raises:
        UnfitError: if the exchanges do not lead there.
    """
    bits = sum(1 << place for place in chosen)
    missed = [found for found in noticing if not found & bits]
    current = len(missed) + _COST * balance.lacks(bits)
    for step in range(_STEPS):
        if not current:
            return chosen
        old, new = draws.integer(0, len(chosen) - 1), draws.choice(draws.choice(alike))
        if missed and draws.chance(1, 2):
            found = draws.choice(missed)
            new = draws.choice([place for place in range(found.bit_length()) if found >> place & 1])
        if bits >> new & 1:
            continue
        other = bits ^ (1 << chosen[old]) ^ (1 << new)
        still = [found for found in noticing if not found & other]
        value = len(still) + _COST * balance.lacks(other)
        heat = _HEAT * (1 - step / _STEPS)
        if value <= current or draws.integer(1, _MILLION) < _MILLION * math.exp((current - value) / heat):
            chosen, bits, missed, current = [*chosen[:old], new, *chosen[old + 1 :]], other, still, value
    raise UnfitError("no calls notice all mutants and have mixed results")


def _mask(values: Sequence[bool]) -> int:
    """Return the places of the true values, as bits."""
    return sum(1 << place for place, value in enumerate(values) if value)


def _maker(call: Call) -> Callable[[], Call]:
    """Return a function that makes a call anew, faster than a copy: a program may change its arguments."""
    make: Callable[[], Call] = eval(f"lambda: {call!r}")  # noqa: S307 - plain values of ours
    return make


def _solution(code: CodeType) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own programs
    solution: Callable[..., Any] = names[ENTRY_POINT]
    return solution
