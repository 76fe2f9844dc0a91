"""Rules of signs that worked examples settle, where a space has more rules than could be tried one by one.

An example tells apart only the rules of its own signs. So the rules are joined: those of the first example's
signs are tried, those that fit are joined with every meaning of the signs that the second one adds, and so on.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules

Rule = Mapping[str, str]  #: sign → its meaning
_TRIED = 14  #: drawings from which an example is chosen
_SOME = 240  #: rules on which they are compared
_MOST = 120_000  #: rules that are joined for one example
SPREAD, _STEP = 4_000, 2_147_483_647  #: rules of a sample, and from one to the next
_COMMON = 80  #: a result is common if at least one in so many rules of a sample gives it


class Example(NamedTuple):
    """A worked example, as a space takes it for a call."""

    chart: Any
    runs: tuple[Call, ...]  #: arguments of each of its results


class Tries:
    """How many readings or walks may still be tried for a run."""

    def __init__(self, most: int, what: str) -> None:
        self.left = most
        self.problem = f"{most} {what} are too many to be tried for a run"

    def take(self, count: int = 1) -> None:
        """Count some that are tried.

        Raises:
            UnfitError: if they are too many.
        """
        self.left -= count
        if self.left < 0:
            raise UnfitError(self.problem)


def untried(rules: Choices, call: Any) -> Any:
    """Stand for the results of rules that are never tried one by one."""
    raise NotImplementedError


def spread_places(size: int) -> npt.NDArray[np.int64]:
    """Return the places of rules from all parts of a space of this size, of shape (``SPREAD``,)."""
    return np.arange(SPREAD) * _STEP % size


def are_common(
    count: Callable[[Example, Sequence[Any]], int], example: Example, results: Sequence[Any], size: int
) -> bool:
    """Whether many rules give each result: one that only the largest numbers give tells all of them.

    Args:
        count: (example, its results) → how many rules of a sample give them.
        example: a worked example.
        results: one of each of its runs.
        size: number of rules in the sample.
    """
    runs = zip(example.runs, results, strict=True)
    return all(_COMMON * count(example._replace(runs=(run,)), [result]) >= size for run, result in runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrowedSpace(RuleSpace):
    """A space with more rules than could be tried one by one: worked examples narrow it."""

    results: Callable[[Choices, Call], Any] = untried

    def left(self, shown: Sequence[tuple[Any, Any]]) -> list[Any]:
        """Return what fits all worked examples; UnfitError if it would take too long."""
        raise NotImplementedError

    def open_call(self, fitting: Sequence[Any], asked: Sequence[tuple[Any, Any]]) -> str:
        """Say that some of what fits is wrong for a call of the tests; empty if nothing is."""
        raise NotImplementedError

    def ambiguity(
        self,
        shown: Sequence[tuple[Any, Any]],
        asked: Sequence[tuple[Any, Any]],
        among: Choices | None = None,  # noqa: ARG002 - of all rules
    ) -> str:
        """Say why worked examples do not prove a rule; empty if they do."""
        return self.open_call(self.known(shown), asked)

    def known(self, shown: Sequence[tuple[Any, Any]]) -> list[Any]:
        """Return what fits all worked examples; a space may have kept it."""
        return self.left(shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledSpace(NarrowedSpace):
    """Such a space that chooses its worked examples."""

    #: Worked examples with their results, as text → what fits them.
    found: dict[str, list[Any]] = field(default_factory=dict)

    def known(self, shown: Sequence[tuple[Any, Any]]) -> list[Any]:
        """Return what fits all worked examples, which is searched once; of chosen examples it is kept."""
        text = repr(list(shown))
        if text not in self.found:
            self.found[text] = self.left(shown)
        return self.found[text]

    def shown(self, rule: Rule, calls: Sequence[Any]) -> list[tuple[Any, Any]]:
        """Return calls with the results that a rule gives them."""
        raise NotImplementedError

    def settles(
        self, _rule: Rule, shown: Sequence[tuple[Any, Any]], asked: Sequence[tuple[Any, Any]]
    ) -> bool:
        """Whether worked examples prove a rule, and are tried quickly."""
        try:
            return not self.ambiguity(shown, asked)
        except UnfitError:
            return False

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],
        candidate: Callable[[int, Sequence[str]], Example],
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose worked examples that do."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedSpace(SettledSpace):
    """The rules of a notation, joined example by example."""

    choices: Mapping[str, Sequence[str]]
    chart: Any  #: of the task, which calls of the tests are about
    needed: Callable[[Any], Collection[str]]  #: chart → signs that can change its results
    run: Callable[[Any, Rule, Call], Any]  #: (chart, rule, arguments) → the result
    #: Chart → sign → meaning → one that does the same for the first number. Not None if a result has one item
    #: per number: most rules fail at the first.
    first: Callable[[Any], Mapping[str, Mapping[str, str]]] | None = None

    def shown(self, rule: Rule, calls: Sequence[Any]) -> list[tuple[Any, Any]]:
        """Return calls with the results that a rule gives them."""
        found = []
        for call in calls:
            chart, runs = (call.chart, call.runs) if isinstance(call, Example) else (self.chart, [call])
            results = [self.run(chart, rule, arguments) for arguments in runs]
            found.append((call, results if isinstance(call, Example) else results[0]))
        return found

    def missing(self, rules: Sequence[Rule], call: Any) -> list[str]:
        """Return the signs of a call about which rules say nothing yet."""
        chart = call.chart if isinstance(call, Example) else self.chart
        return [sign for sign in self.choices if sign in self.needed(chart) and sign not in rules[0]]

    def joined(self, rules: Sequence[Rule], call: Any) -> Iterator[Rule]:
        """Yield the rules with every meaning of the signs that a call adds.

        Raises:
            UnfitError: if there are too many.
        """
        signs = self.missing(rules, call)
        count = math.prod(len(self.choices[sign]) for sign in signs)
        if len(rules) * count > _MOST:
            raise UnfitError(f"{len(rules)} rules with {count} further meanings are too many")
        meanings = list(product(*(self.choices[sign] for sign in signs)))
        for rule in rules:
            for chosen in meanings:
                yield {**rule, **dict(zip(signs, chosen, strict=True))}

    def agrees(self, rule: Rule, call: Any, result: Any) -> bool:
        """Whether a rule gives a call its result."""
        if not isinstance(call, Example):
            return bool(self.run(self.chart, rule, call) == result)
        for arguments, wanted in zip(call.runs, result, strict=True):
            if self.run(call.chart, rule, arguments) != wanted:
                return False
        return True

    def left(self, shown: Sequence[tuple[Any, Any]], rules: Sequence[Rule] = ({},)) -> list[Rule]:
        """Return the rules, by the signs that occur, that give all worked examples their results."""
        for call, result in shown:
            for part in self.steps(call, result):
                rules = self.agreeing_rules(rules, *part)
                if not rules:
                    return []
        return list(rules)

    def agreeing_rules(self, rules: Sequence[Rule], call: Any, result: Any) -> list[Rule]:
        """Return the rules, with every meaning of the signs that a call adds, that give it its result."""
        signs = [sign for sign in self.choices if sign in self.needed(call.chart)]
        is_first = self.first and all(len(numbers) == 1 for (numbers,) in call.runs)
        same = self.first(call.chart) if self.first and is_first else {}
        alike = [(sign, same.get(sign, {})) for sign in signs]
        known: dict[tuple[str, ...], bool] = {}  # by what the signs do to its numbers
        found = []
        for rule in self.joined(rules, call):
            means = tuple([each.get(rule[sign], rule[sign]) for sign, each in alike])
            if means not in known:
                known[means] = self.agrees(rule, call, result)
            if known[means]:
                found.append(rule)
        return found

    def steps(self, call: Any, result: Any) -> Iterator[tuple[Any, Any]]:
        """Yield a call with its result, of a stepwise one first what its first numbers give."""
        for size in (1, 2) if self.first else ():
            runs = tuple((numbers[:size],) for (numbers,) in call.runs)
            yield Example(call.chart, runs), [each[:size] for each in result]
        yield call, result

    def open_call(self, fitting: Sequence[Rule], asked: Sequence[tuple[Any, Any]]) -> str:
        """Say that some of the rules which fit are wrong for a call of the tests; empty if none is."""
        if not fitting:
            return f"none of {self.size} rules gives the results of all examples"
        fitting = list(self.joined(fitting, asked[0][0]))
        wrong = [rule for rule in fitting if not all(self.agrees(rule, *pair) for pair in asked)]
        return f"{len(wrong)} rules fit them and are wrong for a call" if wrong else ""

    def settles(self, rule: Rule, shown: Sequence[tuple[Any, Any]], asked: Sequence[tuple[Any, Any]]) -> bool:
        """Whether worked examples prove a rule; rules that differ in the meaning of one sign are tried first."""
        signs = self.needed(self.chart)
        near = [{**rule, sign: other} for sign in signs for other in self.choices[sign]]
        try:
            return not (self.open_call(self.left(shown, near), asked) or self.ambiguity(shown, asked))
        except UnfitError:  # too many are left
            return False

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],
        candidate: Callable[[int, Sequence[str]], Example],
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose worked examples; see :func:`settling_examples`."""
        return settling_examples(self, rule, asked, candidate, count, draws)


def joined_space(
    choices: Mapping[str, Sequence[str]],
    chart: Any,
    needed: Callable[[Any], Collection[str]],
    run: Callable[[Any, Rule, Call], Any],
    **options: Any,
) -> JoinedSpace:
    """Return the space of a task's chart; see :class:`JoinedSpace`, also for its options."""

    def results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
        chosen = (
            {sign: choices[sign][places[number]] for sign, places in rules.items()}
            for number in range(count_rules(rules))
        )
        return np.array([run(chart, rule, call) for rule in chosen])

    counts = {sign: len(meanings) for sign, meanings in choices.items()}
    return JoinedSpace(
        parts=counts,
        results=results,
        choices=choices,
        chart=chart,
        needed=needed,
        run=run,
        **options,
    )


def settling_examples(
    space: JoinedSpace,
    rule: Rule,
    asked: Sequence[Call],
    candidate: Callable[[int, Sequence[str]], Example],
    count: int,
    draws: Draws,
) -> list[Example]:
    """Choose worked examples, greedily those that most rules contradict, until one rule is left.

    Args:
        space: the rules that a reader may see.
        rule: the right one.
        asked: calls of the tests, for which the rules that are left give the right results.
        candidate: (number of the example, signs that are not settled) → a drawn example.
        count: number of examples.
        draws: choices of the rules on which drawings are compared.

    Raises:
        UnfitError: if several rules are left.
    """
    rules: list[Rule] = [{}]
    chosen: list[Example] = []
    for number in range(count):
        unsettled = [sign for sign in space.choices if len({each.get(sign) for each in rules}) > 1]
        tried = [candidate(number, unsettled) for _ in range(_TRIED)]
        scores = []
        for call in tried:
            (_, result), signs = space.shown(rule, [call])[0], space.missing(rules, call)
            some: Sequence[Rule] = [
                {**draws.choice(rules), **{sign: draws.choice(space.choices[sign]) for sign in signs}}
                for _ in range(_SOME)
            ]
            some = rules if not signs and len(rules) < _SOME else some
            fitting = len(space.left([(call, result)], some)) / len(some)
            scores.append((call in chosen, fitting, -len(space.needed(call.chart))))
        best = tried[scores.index(min(scores))]
        chosen.append(best)
        rules = space.left(space.shown(rule, [best]), rules)
    if problem := space.open_call(rules, space.shown(rule, asked)):
        raise UnfitError(f"{count} examples leave several rules: {problem}")
    space.found[repr(space.shown(rule, chosen))] = rules
    return chosen
