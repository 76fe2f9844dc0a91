"""All rules that a reader may see in worked examples, and the proof that only one of them fits.

A rule is a choice for each of its parts: what a ring does, what a box does, which part counts twice. A space
is every combination of such choices, some hundred thousand, which are tried at once as arrays of numpy.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.authoring.family import Call, UnfitError

#: Part of a rule → the choice of each rule, counted from 0; all arrays have the shape (rules,).
Choices = Mapping[str, npt.NDArray[np.int64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSpace:
    """Every combination of choices for the parts of a rule."""

    parts: Mapping[str, int]  #: part of a rule → number of its choices
    #: (choices of some rules, call) → the result of each rule, of shape (rules,) or (rules, ...).
    results: Callable[[Choices, Call], npt.NDArray[np.int64]]
    #: A result of a program, such as a dict or a list of texts, → the numbers that ``results`` has for it.
    coded: Callable[[Any], Any] = np.asarray

    @property
    def size(self) -> int:
        """Number of rules."""
        return math.prod(self.parts.values())

    def rules(self) -> Choices:
        """Return all rules."""
        places = np.unravel_index(np.arange(self.size), tuple(self.parts.values()))
        return dict(zip(self.parts, places, strict=True))

    def fitting(self, rules: Choices, shown: Sequence[tuple[Call, Any]]) -> Choices:
        """Return those of ``rules`` that give the result, as it is or coded, of every worked example."""
        for call, result in shown:
            if not count_rules(rules):
                break
            whole = count_rules(rules) == self.size
            given = self.results, tuple(self.parts.items()), _Asked(written=repr(call), call=call)
            found = _of_all_rules(*given) if whole else self.results(rules, call)
            numbers = result if isinstance(result, np.ndarray | np.generic) else self.coded(result)
            same = (found == np.asarray(numbers)).reshape(len(found), -1).all(axis=1)
            rules = {name: choice[same] for name, choice in rules.items()}
        return rules

    def ambiguity(self, shown: Sequence[tuple[Call, Any]], asked: Sequence[tuple[Call, Any]]) -> str:
        """Say why worked examples do not prove a rule; empty if they do.

        They prove it if a rule fits all of them, and every rule that fits gives every asked result.

        Args:
            shown: arguments and results of the worked examples.
            asked: arguments and right results of the calls of the tests.
        """
        fitting = self.fitting(self.rules(), shown)
        count, right = count_rules(fitting), count_rules(self.fitting(fitting, asked))
        if not count:
            return f"none of {self.size} rules gives the results of all examples"
        if right < count:
            return f"{count - right} of {self.size} rules fit them and are wrong for a call"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A call, which is the same as another one that is written alike: it may hold lists."""

    written: str
    call: Call = field(compare=False)


@lru_cache(maxsize=4)  # the first example is asked of all rules for each level, twice
def _of_all_rules(
    results: Callable[[Choices, Call], npt.NDArray[np.int64]],
    parts: tuple[tuple[str, int], ...],
    asked: _Asked,
) -> npt.NDArray[np.int64]:
    """Return the result of every rule of a space for a call."""
    return results(RuleSpace(parts=dict(parts), results=results).rules(), asked.call)


#: Rules of which more take long to try, and the candidates that are then tried for each example, and else.
_MANY, _FEW_CANDIDATES, _CANDIDATES = 4_000, 24, 120


def telling_examples(
    space: RuleSpace,
    *,
    rules: Sequence[Mapping[str, int]],
    asked: Sequence[Call],
    shown: Sequence[Call],
    candidate: Callable[[], Call],
    numbers: range,
) -> list[Call]:
    """Choose worked examples that prove each of several rules, greedily: those that most rules contradict.

    Args:
        space: the rules that a reader may see.
        rules: the right rules, by the choice of each part.
        asked: the calls of the tests; none of them becomes an example.
        shown: the first examples.
        candidate: draws an example, which may be unfit: one of ``asked``, or shown already.
        numbers: how many examples there may be.

    Raises:
        UnfitError: if no choice was found with at most that many examples.
    """
    chosen, every = list(shown), space.rules()
    right = [{name: np.array([choice]) for name, choice in rule.items()} for rule in rules]

    def agreeing(rule: Choices, among: Choices, about: Sequence[Call]) -> Choices:
        return space.fitting(among, [(call, space.results(rule, call)[0]) for call in about])

    left = [agreeing(rule, every, chosen) for rule in right]
    while len(chosen) < numbers.stop:
        unproven = [
            (rule, among)
            for rule, among in zip(right, left, strict=True)
            if count_rules(agreeing(rule, among, asked)) < count_rules(among)
        ]
        if not unproven and len(chosen) in numbers:
            return chosen
        many = max(map(count_rules, left)) > _MANY
        tried = [candidate() for _ in range(_FEW_CANDIDATES if many else _CANDIDATES)]
        tried = [call for call in tried if call not in asked and call not in chosen]
        shares = [
            max((count_rules(agreeing(*pair, [call])) / count_rules(pair[1]) for pair in unproven), default=0)
            for call in tried
        ]
        chosen.append(tried[shares.index(min(shares))])
        left = [agreeing(rule, among, chosen[-1:]) for rule, among in zip(right, left, strict=True)]
    raise UnfitError(f"{len(chosen)} examples leave several rules")


def count_rules(rules: Choices) -> int:
    """Return the number of rules."""
    return len(next(iter(rules.values())))
