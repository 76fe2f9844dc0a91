"""Spaces of rules too large to be listed: choices that act alike in the examples so far are tried as one.

Two readings of when a value doubles are one reading until an example tells them apart. So the rules that fit
are narrowed example by example, and each example splits only the choices that it tells apart.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules, one_rule

_MOST = 4_000_000  #: rules that are tried together for one call
_CANDIDATES, _COMPARED = 100, 400  #: candidates for an example; rules that are tried to choose one
_SHOWN = 2  #: minimum number of examples that show an effect

Classes = Mapping[str, npt.NDArray[np.int64]]  #: part of a rule → the class of each of its choices


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The rules that fit some worked examples: one of each set whose choices act alike in all of them."""

    classes: Classes
    rules: Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedChoices(RuleSpace):
    """A space of rules whose choices are told apart only where a call does so."""

    #: Call → part of a rule → what each choice does, of shape (choices, anything). Two choices with equal
    #: rows give the call the same result, whatever the other parts are.
    acts: Callable[[Call], Mapping[str, npt.NDArray[np.int64]]]
    #: Part of a rule → number of its usual choices, which come first. A rule has at most one other choice.
    usual: Mapping[str, int] = field(default_factory=dict)
    #: Part of a rule → number of its choices that may act in the tests alone. Those after them only stand for
    #: something that an example shows: nobody would think of them otherwise. They are not counted.
    adding: Mapping[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Number of rules."""
        counts = {**self.parts, **self.adding}
        usual = {part: self.usual.get(part, count) for part, count in counts.items()}
        every = math.prod(usual.values())
        return every + sum(every // usual[part] * (count - usual[part]) for part, count in counts.items())

    def rules(self) -> Choices:
        """Return no arrays, which stand for all rules: they would not fit into memory."""
        return {}

    def narrowed(self, shown: Sequence[tuple[Call, Any]], before: Narrowed | None = None) -> Narrowed:
        """Return the rules that give worked examples their results, of all or of those ``before``.

        Raises:
            UnfitError: if too many rules would be tried together.
        """
        left = before or Narrowed(
            {part: np.zeros(count, np.int64) for part, count in self.parts.items()},
            {part: np.zeros(1, np.int64) for part in self.parts},
        )
        for call, result in shown:
            left = self._split(left, call)
            wanted = result if isinstance(result, np.ndarray | np.generic) else self.coded(result)
            fits = self.results(left.rules, call) == wanted
            left = Narrowed(left.classes, {part: choice[fits] for part, choice in left.rules.items()})
        return left

    def fitting(self, rules: Choices, shown: Sequence[tuple[Call, Any]]) -> Choices:
        """Return those of ``rules`` that fit worked examples; of all, one of each set that acts alike."""
        return RuleSpace.fitting(self, rules, shown) if rules else self.narrowed(shown).rules

    def wrong(self, left: Narrowed, asked: Sequence[tuple[Call, Any]]) -> Choices:
        """Return rules that give some asked call another result, at least one if there is any."""
        found, hidden = [], self._hidden(left)
        rows = {"row": np.arange(count_rules(left.rules))}
        for call, result in asked:
            rules = dict(self._split(Narrowed(left.classes, {**left.rules, **rows}), call).rules)
            row, wrong = rules.pop("row"), self.results(rules, call) != result
            for part, count in self.adding.items():
                wrong &= (rules[part] < count) | ~hidden[part][row]
            found.append({part: choice[wrong] for part, choice in rules.items()})
        return {part: np.concatenate([rules[part] for rules in found]) for part in self.parts}

    def _hidden(self, left: Narrowed) -> dict[str, npt.NDArray[np.bool_]]:
        """Return which rules fit the examples with the first choice of a part, too, which does nothing."""
        weights = dict(zip(self.parts, np.cumprod([1, *self.parts.values()]), strict=False))
        number = np.sum([choice * weights[part] for part, choice in left.rules.items()], axis=0)
        return {part: np.isin(number - left.rules[part] * weights[part], number) for part in self.adding}

    def ambiguity(
        self,
        shown: Sequence[tuple[Call, Any]],
        asked: Sequence[tuple[Call, Any]],
        among: Choices | None = None,
    ) -> str:
        """Say why worked examples do not prove a rule; empty if they do."""
        if among is not None:
            return RuleSpace.ambiguity(self, shown, asked, among)
        left = self.narrowed(shown)
        if not count_rules(left.rules):
            return f"none of {self.size} rules gives the results of all examples"
        wrong = self.wrong(left, asked)
        if count_rules(wrong):
            rule = {part: int(choice[0]) for part, choice in wrong.items()}
            return f"of {self.size} rules, {rule} and others fit them and are wrong for a call"
        return ""

    def _split(self, left: Narrowed, call: Call) -> Narrowed:
        """Return the same rules, in which choices are told apart that act differently in a call."""
        acts, classes, rules = self.acts(call), {}, dict(left.rules)
        for part, before in left.classes.items():
            rows = np.column_stack([before, acts[part]])
            _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
            classes[part] = inverse.reshape(-1)
            old = before[first]  # of each new class; in rising order, as classes come first in each row
            starts, ends = (np.searchsorted(old, before[rules[part]], side) for side in ("left", "right"))
            counts = ends - starts
            if (total := int(counts.sum())) > _MOST:
                raise UnfitError(f"{total} rules are too many to try together")
            within = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
            split = first[np.repeat(starts, counts) + within]
            rules = {name: np.repeat(choice, counts) for name, choice in rules.items()} | {part: split}
            if self.usual:
                unusual = np.sum([rules[name] >= count for name, count in self.usual.items()], axis=0)
                rules = {name: choice[unusual <= 1] for name, choice in rules.items()}
        return Narrowed(classes, rules)


def settling_examples(
    space: JoinedChoices,
    *,
    rules: Sequence[Mapping[str, int]],
    asked: Sequence[Call],
    shown: Sequence[Call],
    candidate: Callable[[], Call],
    numbers: range,
    effects: Sequence[str] = (),
) -> list[Call]:
    """Choose worked examples that prove each of several rules, as ``rule_space.telling_examples`` does.

    Of each part in ``effects``, whose choice 0 does nothing, two or more examples show what a rule's choice
    does.

    Raises:
        UnfitError: if no choice was found with at most that many examples.
    """
    chosen = list(shown)
    left = [space.narrowed(space.given(rule, chosen)) for rule in rules]
    results = [space.given(rule, asked) for rule in rules]
    while len(chosen) < numbers.stop:
        others = [each.rules for each in left]
        if len(chosen) >= numbers.start:
            others = [space.wrong(*pair) for pair in zip(left, results, strict=True)]
            if not any(map(count_rules, others)):
                others = [_seldom(space, rule, effects, chosen) for rule in rules]
            if not any(map(count_rules, others)):
                return chosen
        drawn = (candidate() for _ in range(_CANDIDATES))
        tried = [call for call in drawn if call not in asked and call not in chosen]
        shares = [sum(_shares(space, rules, others, call)) for call in tried]
        chosen.append(tried[shares.index(min(shares))])
        left = [
            space.narrowed(space.given(rule, chosen[-1:]), each)
            for rule, each in zip(rules, left, strict=True)
        ]
    raise UnfitError(f"{len(chosen)} examples leave several rules")


def _seldom(
    space: JoinedChoices, rule: Mapping[str, int], effects: Sequence[str], shown: Sequence[Call]
) -> Choices:
    """Return a rule without each of its effects that fewer than two examples show."""
    without = [{**rule, part: 0} for part in effects if rule[part]]
    given = space.given(rule, shown)
    rare = [
        one
        for one in without
        if sum(count_rules(space.fitting(one_rule(one), [pair])) == 0 for pair in given) < _SHOWN
    ]
    return {part: np.array([one[part] for one in rare], np.int64) for part in rule}


def _shares(
    space: JoinedChoices, rules: Sequence[Mapping[str, int]], others: Sequence[Choices], call: Call
) -> Iterator[float]:
    """Yield which share of the other rules gives a call the result of each right one."""
    for rule, among in zip(rules, others, strict=True):
        if many := count_rules(among):
            step = -(-many // _COMPARED)
            few = {part: choice[::step] for part, choice in among.items()}
            yield count_rules(space.agreeing(rule, [call], few)) / count_rules(few)
