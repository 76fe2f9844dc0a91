"""All rules that a reader may see in worked examples, and the proof that only one of them fits.

A rule is a choice for each of its parts: what a ring does, what a box does, which part counts twice. A space
is every combination of such choices, some hundred thousand, which are tried at once as arrays of numpy.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call, UnfitError

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
    compared: int = 0  #: rules that are tried first to choose an example, at most; 0 for all
    #: Worked examples on drawings of their own, such as a small plan, and their results as numbers.
    drawn: Sequence[tuple[Call, Any]] = ()

    @property
    def size(self) -> int:
        """Number of rules."""
        return math.prod(self.parts.values())

    def rules(self) -> Choices:
        """Return all rules, in arrays that nobody may change."""
        return dict(_all_rules(tuple(self.parts.items())))

    def near(self, rule: Mapping[str, int], most: int) -> Choices:
        """Return the rules that differ from a rule in at most this number of parts."""
        every = self.rules()
        near = np.sum([every[name] != choice for name, choice in rule.items()], axis=0) <= most
        return {name: choice[near] for name, choice in every.items()}

    def given(self, rule: Mapping[str, int], calls: Sequence[Call]) -> list[tuple[Call, Any]]:
        """Return calls with the results that a rule, by the choice of each part, gives them as numbers."""
        alone = one_rule(rule)
        return [(call, self.results(alone, call)[0]) for call in calls]

    def agreeing(
        self, rule: Mapping[str, int], calls: Sequence[Call], among: Choices | None = None
    ) -> Choices:
        """Return the rules, by default of all, that give calls the results which a rule gives them."""
        rules = self.rules() if among is None else among
        for call in calls:
            if count_rules(rules) == self.size or rules.keys() != rule.keys():
                rules = self.fitting(rules, self.given(rule, [call]))
            elif count_rules(rules):  # one rule more takes no time, and a rule alone as much as a thousand
                found = self.results({name: np.append(rules[name], rule[name]) for name in rules}, call)
                rules = _kept(rules, found[:-1] == found[-1])
        return rules

    def proves(
        self,
        shown: Sequence[Call],
        rule: Mapping[str, int],
        asked: Sequence[Call],
        among: Choices | None = None,
    ) -> bool:
        """Whether worked examples prove a rule for the calls of the tests, see :meth:`ambiguity`."""
        drawn = self.fitting(self.rules() if among is None else among, self.drawn)
        fitting = self.agreeing(rule, shown, drawn)
        return 0 < count_rules(fitting) == count_rules(self.agreeing(rule, asked, fitting))

    def fitting(self, rules: Choices, shown: Sequence[tuple[Call, Any]]) -> Choices:
        """Return those of ``rules`` that give the result, as it is or coded, of every worked example."""
        for call, result in shown:
            if not count_rules(rules):
                break
            whole = count_rules(rules) == self.size
            given = self.results, tuple(self.parts.items()), _Asked(repr(call), call)
            found = _of_all_rules(*given) if whole else self.results(rules, call)
            numbers = result if isinstance(result, np.ndarray | np.generic) else self.coded(result)
            rules = _kept(rules, found == np.asarray(numbers))
        return rules

    def ambiguity(
        self,
        shown: Sequence[tuple[Call, Any]],
        asked: Sequence[tuple[Call, Any]],
        among: Choices | None = None,
    ) -> str:
        """Say why worked examples do not prove a rule; empty if they do.

        They prove it if a rule fits all of them, and every rule that fits gives every asked result.

        Args:
            shown: arguments and results of the worked examples, apart from ``drawn``.
            asked: arguments and right results of the calls of the tests.
            among: the rules that are tried; by default all.
        """
        fitting = self.fitting(self.rules() if among is None else among, [*self.drawn, *shown])
        count, right = count_rules(fitting), count_rules(self.fitting(fitting, asked))
        if not count:
            return f"none of {self.size} rules gives the results of all examples"
        if right < count:
            return f"{count - right} of {self.size} rules fit them and are wrong for a call"
        return ""


def _kept(rules: Choices, same: npt.NDArray[np.bool_]) -> Choices:
    """Return the rules all of whose numbers are the same as those that are right."""
    fits = same.reshape(len(same), -1).all(axis=1)
    return {name: choice[fits] for name, choice in rules.items()}


@lru_cache(maxsize=2)  # a family asks for the rules of its largest space again and again
def _all_rules(parts: tuple[tuple[str, int], ...]) -> Choices:
    names, counts = zip(*parts, strict=True)
    places = np.unravel_index(np.arange(math.prod(counts)), counts)
    for choice in places:
        choice.setflags(write=False)
    return dict(zip(names, places, strict=True))


def program_space(parts: Mapping[str, Sequence[Any]], program: Callable[..., Any]) -> RuleSpace:
    """Return the space of the rules of one program, which takes a choice for each part of a rule.

    Rules are tried one after the other, some 100,000 in a second; a family should keep its space in a cache.

    Args:
        parts: part of a rule → its choices, such as numbers or functions.
        program: (choices in the order of the parts, arguments of a call) → the result, or any error. It must
            not change the arguments. Numbers of a result are compared with six decimals.
    """

    def results(rules: Choices, call: Call) -> npt.NDArray[np.int64]:
        chosen = zip(*(map(parts[name].__getitem__, rules[name]) for name in parts), strict=True)
        return np.fromiter(
            (_numbered(program, choices, call) for choices in chosen), np.int64, count_rules(rules)
        )

    return RuleSpace(
        parts=choice_counts(parts),
        results=results,
        coded=_as_number,
        compared=2_000,
    )


def choice_counts(parts: Mapping[str, Sized]) -> dict[str, int]:
    """Return the number of choices of each part, as :class:`RuleSpace` takes them."""
    return {name: len(choices) for name, choices in parts.items()}


def rule_of(parts: Mapping[str, Sequence[Any]], choices: Iterable[Any]) -> dict[str, int]:
    """Return a rule of :func:`program_space` with the choices in the order of the parts, by their numbers."""
    return {name: of.index(choice) for (name, of), choice in zip(parts.items(), choices, strict=True)}


def one_rule(rule: Mapping[str, int]) -> Choices:
    """Return a rule, by the choice of each part, as the only one of some."""
    return {name: np.array([choice]) for name, choice in rule.items()}


def _numbered(program: Callable[..., Any], choices: Sequence[Any], call: Call) -> int:
    try:
        return _as_number(program(choices, *call))
    except Exception:  # noqa: BLE001 - a rule that fails gives none of the results
        return -1


def _as_number(result: Any) -> int:
    """Return a number that two results share if they are the same."""
    return crc32(repr(_rounded(result)).encode())


def _rounded(result: Any) -> Any:
    match result:
        case float():
            return round(result, 6) + 0.0  # -0.0 is 0.0
        case list() | tuple():
            return [_rounded(item) for item in result]
        case dict():
            return {key: _rounded(item) for key, item in sorted(result.items())}
        case _:
            return result


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call, which is another if its text is another."""

    text: str
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
    left = [space.agreeing(rule, chosen, every) for rule in rules]
    while len(chosen) < numbers.stop:
        unproven = [
            (rule, among)
            for rule, among in zip(rules, left, strict=True)
            if _is_open(space, rule, asked, among)
        ]
        if not unproven and len(chosen) in numbers:
            return chosen
        many = max(map(count_rules, left)) > _MANY
        tried = [candidate() for _ in range(_FEW_CANDIDATES if many else _CANDIDATES)]
        tried = [call for call in tried if call not in asked and call not in chosen]
        few = [(rule, _thinned(among, space.compared)) for rule, among in unproven]
        shares = [
            max(
                (
                    count_rules(space.agreeing(rule, [call], among)) / count_rules(among)
                    for rule, among in few
                ),
                default=0,
            )
            for call in tried
        ]
        chosen.append(tried[shares.index(min(shares))])
        left = [space.agreeing(rule, chosen[-1:], among) for rule, among in zip(rules, left, strict=True)]
    raise UnfitError(f"{len(chosen)} examples leave several rules")


def _is_open(space: RuleSpace, rule: Mapping[str, int], asked: Sequence[Call], among: Choices) -> bool:
    """Whether some rules give a call another result than a rule; few of them settle it in most cases."""
    by_size = {count_rules(some): some for some in (_thinned(among, space.compared), among)}
    return any(
        count_rules(space.agreeing(rule, [call], some)) < size
        for size, some in by_size.items()
        for call in asked  # one after the other: the first call mostly settles it
    )


def _thinned(rules: Choices, most: int) -> Choices:
    """Return at most ``most`` of the rules, from all parts of the space; 0 means all of them."""
    step = -(-count_rules(rules) // most) if most else 1
    return {name: choice[::step] for name, choice in rules.items()}


def count_rules(rules: Choices) -> int:
    """Return the number of rules."""
    return len(next(iter(rules.values())))
