"""All rules by which piles may be worth something, and worked examples that leave one.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families._pile_charts import (
    KINDS,
    Box,
    Chart,
    has_most,
    needed,
    run,
)
from workshop.suites.code_vision.families._settled_programs import answer
from workshop.suites.code_vision.families._settled_rules import (
    SPREAD,
    Example,
    JoinedSpace,
    Rule,
    are_common,
    spread_places,
)

_LISTED = 20_000  #: rules that are listed, at most
_TRIED, _DRAWN = 14, 300  #: drawings from which an example is chosen, and drawings until one is loose
_COMPARED = 20_000  #: rules on which drawings are compared
_LOOSE = 3  #: unknowns from which on no example alone settles one

Ints = npt.NDArray[np.int32]


class Rules(NamedTuple):
    """Rules as columns: the number of each in the space, and what it means; see ``Meaning``."""

    number: Ints
    worths: Ints  #: of shape (kinds, rules)
    odd: tuple[Ints, Ints]
    most: tuple[Ints, Ints]
    pairs: tuple[Ints, Ints, Ints]

    def among(self, keep: npt.NDArray[Any]) -> "Rules":
        """Return some of them."""
        odd, most, pairs = (tuple(column[keep] for column in part) for part in self[2:])
        return Rules(self.number[keep], self.worths[:, keep], odd, most, pairs)


def entered(rules: Rules, box: Box, before: Box | None, n: Ints) -> Ints:
    """Return n after a box that a walk enters, for each rule."""
    pile = np.array(box.pile, np.int32)
    worth: Ints = sum(count * rules.worths[kind] for kind, count in enumerate(box.pile) if count)
    kind, more = rules.odd
    if more.any():
        each = np.take_along_axis(rules.worths, kind[None], 0)[0]
        worth = worth + (n & 1) * more * pile[kind] * each
    kind, extra = rules.most
    for place in range(len(KINDS)):
        if has_most(box.pile, place):
            worth = worth + extra * (kind == place)
    if before:
        one, two, joined = rules.pairs
        worth = worth + joined * pile[one] * np.array(before.pile, np.int32)[two]
    return n - worth if box.takes else n + worth


def totals(rules: Rules, chart: Chart, number: int) -> Ints:
    """Return n at the end of a walk, for each rule."""
    size = len(rules.number)
    found, every = np.zeros(size, np.int32), np.arange(size, dtype=np.int32)
    open_walks: list[tuple[int, Box | None, Rules, Ints, Ints]] = [
        (0, None, rules, every, np.full(size, number, np.int32))
    ]
    while open_walks:
        here, before, some, places, n = open_walks.pop()
        box = chart.boxes[here]
        n = entered(some, box, before, n)
        if not box.ways:
            found[places] = n
        elif not box.ask:
            open_walks.append((box.ways[0], box, some, places, n))
        else:
            yes = answer(box.ask, {"n": n})
            for way, keep in zip(box.ways, (yes, ~yes), strict=True):
                if keep.any():
                    open_walks.append((way, box, some.among(keep), places[keep], n[keep]))
    return found


@dataclass(frozen=True, kw_only=True)
class PileSpace(JoinedSpace):
    """All rules of a chart; worked examples narrow them."""

    example: Callable[..., Example]  #: draws one; ``asks`` says whether a box asks

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of meanings of each unknown."""
        return tuple(map(len, self.choices.values()))

    def numbered(self, numbers: npt.NDArray[np.int64]) -> Rules:
        """Return rules by their numbers in the space."""
        places = dict(zip(self.choices, np.unravel_index(numbers, self.sizes), strict=True))

        def column(name: str, of: Callable[[list[str]], int]) -> Ints:
            if name not in self.choices:
                return np.zeros(len(numbers), np.int32)
            return np.array([of(text.split()) for text in self.choices[name]], np.int32)[places[name]]

        def kind(place: int) -> Callable[[list[str]], int]:
            return lambda said: KINDS.index(said[place])

        return Rules(
            numbers.astype(np.int32),
            np.array([column(kind, lambda said: int(said[0])) for kind in KINDS]),
            (column("odd", kind(0)), column("odd", lambda said: int(said[2]) - 1)),
            (column("most", kind(0)), column("most", lambda said: int(said[1]))),
            (column("pairs", kind(0)), column("pairs", kind(1)), column("pairs", lambda said: int(said[2]))),
        )

    @cached_property
    def every(self) -> Rules:
        """All rules of the space."""
        return self.numbered(np.arange(self.size))

    @cached_property
    def some(self) -> Rules:
        """Some rules, from all parts of the space."""
        if self.size <= SPREAD:
            return self.every
        return self.numbered(spread_places(self.size))

    def narrow(self, rules: Rules, shown: Sequence[tuple[Example, Sequence[int]]]) -> Rules:
        """Return those of some rules that give worked examples their results."""
        for example, results in shown:
            for (numbers,), result in zip(example.runs, results, strict=True):
                rules = rules.among(totals(rules, example.chart, numbers[0]) == result)
        return rules

    def named(self, number: int) -> Rule:
        """Return a rule by its number in the space."""
        places = np.unravel_index(number, self.sizes)
        return {
            name: self.choices[name][int(place)] for name, place in zip(self.choices, places, strict=True)
        }

    def left(self, shown: Sequence[tuple[Any, Any]], rules: Sequence[Rule] = ({},)) -> list[Rule]:  # noqa: ARG002 - of all
        """Return the rules that give all worked examples their results; UnfitError if they are too many."""
        left = self.narrow(self.every, shown)
        if len(left.number) > _LISTED:
            raise UnfitError("the rules that fit are too many")
        return [self.named(int(number)) for number in left.number]

    def is_common(self, example: Example, results: Sequence[int]) -> bool:
        """Whether many rules give each result."""
        return are_common(
            lambda one, found: len(self.narrow(self.some, [(one, found)]).number),
            example,
            results,
            len(self.some.number),
        )

    def is_loose(self, example: Example, results: Sequence[int]) -> bool:
        """Whether an example alone settles no unknown."""
        left = self.narrow(self.some, [(example, results)]).number
        places = np.unravel_index(left, self.sizes)
        return len(left) > 1 and all((column != column[0]).any() for column in places)

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],  # noqa: ARG002 - one rule is left, whatever is asked
        candidate: Callable[[int, Sequence[str]], Example],  # noqa: ARG002 - it draws its own
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose worked examples, each time one that leaves rather few rules, and drop those not needed.

        Raises:
            UnfitError: if several rules are left, or a mark of the chart is not in an example.
        """

        def drawn(*, asks: bool) -> tuple[Example, list[int]]:
            for _ in range(_DRAWN):
                example = self.example(draws, asks=asks)
                found = [self.run(example.chart, rule, call) for call in example.runs]
                loose = self.is_common(example, found) and self.is_loose(example, found)
                if len(self.choices) < _LOOSE or loose:
                    return example, found
            raise UnfitError("each example tells too much")

        chosen, left = list[tuple[Example, list[int]]](), self.every
        while len(left.number) > 1:
            if len(chosen) == count:
                raise UnfitError(f"{count} examples leave several rules")
            asks = len(chosen) % 2 == 0 or len(self.choices) == 1
            some = left.among(np.arange(0, len(left.number), 1 + len(left.number) // _COMPARED))
            tried = [drawn(asks=asks) for _ in range(_TRIED)]
            sizes = [len(self.narrow(some, [each]).number) for each in tried]
            chosen.append(tried[sizes.index(sorted(sizes)[_TRIED // 4])])
            left = self.narrow(left, chosen[-1:])
        for each in chosen[:0:-1]:
            rest = [other for other in chosen if other is not each]
            if _marks(rest) == _marks(chosen) and len(self.narrow(self.every, rest).number) == 1:
                chosen = rest
        if not _marks([(Example(self.chart, ()), [])]) <= _marks(chosen):
            raise UnfitError("a mark of the chart is not in an example")
        return [example for example, _ in chosen]


def _marks(shown: Sequence[tuple[Example, Sequence[int]]]) -> set[str]:
    """Return the marks of charts: signs, questions and kinds of things."""
    boxes = [box for example, _ in shown for box in example.chart.boxes]
    found = {"takes" if box.takes else "adds" for box in boxes} | {"asks" for box in boxes if box.ask}
    return found | {kind for example, _ in shown for kind in needed(example.chart)}


def pile_space(
    chart: Chart, choices: Mapping[str, Sequence[str]], example: Callable[..., Example]
) -> PileSpace:
    """Return the space of a task's chart, with worked examples as ``example`` draws them."""
    parts = {name: len(meanings) for name, meanings in choices.items()}
    return PileSpace(parts=parts, choices=choices, chart=chart, needed=needed, run=run, example=example)
