"""All tolls that a reader may see in worked examples, and the choice of examples that leave one.

A total is linear in the weights once all else is chosen. So a space tries every choice of the rest, and for it all
weights at once.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families._settled_rules import (
    SPREAD,
    Example,
    JoinedSpace,
    Rule,
    are_common,
    spread_places,
)
from workshop.suites.code_vision.families._toll_charts import BORDERS, LINES, SIGNS, Chart, course, walk
from workshop.suites.code_vision.families._toll_rules import (
    CHOICES,
    FACTORS,
    NONE,
    NUMBERS,
    TURN,
    WEIGHTS,
    needed,
    run,
)

_MOST = 20_000  #: rules that are listed
#: Drawings from which an example is chosen, and rules on which they are compared.
_TRIED, _COMPARED = 14, 20_000
_DRAWN = 400  #: drawings of which one has such results
_BEGUN = 2  #: examples by which all rules are tried first

Floats = npt.NDArray[np.float32]


class Left(NamedTuple):
    """Rules that are left: of each, its place among outer choices, factors and weights."""

    outer: npt.NDArray[np.int64]
    factors: npt.NDArray[np.int64]
    weights: npt.NDArray[np.int64]

    def among(self, keep: npt.NDArray[Any]) -> "Left":
        """Return some of them."""
        return Left(self.outer[keep], self.factors[keep], self.weights[keep])


@dataclass(frozen=True, kw_only=True)
class TollSpace(JoinedSpace):
    """All tolls of a chart; worked examples narrow them."""

    example: Callable[[Draws], Example]  #: draws one

    def names(self, of: Mapping[str, Any]) -> list[str]:
        """Return the borders, lines or signs of the space."""
        return [name for name in self.parts if name in of]

    @cached_property
    def weights(self) -> Floats:
        """The weights of all borders, each choice a row."""
        return np.array([*product(map(int, WEIGHTS), repeat=len(self.names(BORDERS)))], np.float32)

    @cached_property
    def factors(self) -> Floats:
        """The factors of all lines, each choice a row."""
        every = [int(factor[2:]) for factor in FACTORS]
        return np.array([*product(every, repeat=len(self.names(LINES)))], np.float32)

    @cached_property
    def outer(self) -> list[tuple[str, ...]]:
        """The other choices: which border turns, and the numbers of signs."""
        return [*product((NONE, *self.names(BORDERS)), *(NUMBERS for _ in self.names(SIGNS)))]

    def slopes(self, chart: Chart, numbers: Sequence[int]) -> Floats:
        """Return by how much the weight of each border changes the total, of shape (outer, factors, borders).

        It is not a number where a walk does not end.
        """
        borders, lines, signs = self.names(BORDERS), self.names(LINES), self.names(SIGNS)
        boxes = course(chart)
        paths: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        for chosen in product(NUMBERS, repeat=len(signs)):
            path = paths[chosen] = []
            values = {sign: int(number[2:]) for sign, number in zip(signs, chosen, strict=True)}
            for number in numbers:
                start = len(path)

                def enter(box: int, line: str, path: list[tuple[int, int]] = path) -> int:
                    path.append((borders.index(chart.borders[box]), lines.index(line)))
                    return 0

                if not walk(boxes, chart.first, number, values, enter):
                    path.clear()
                    break
                path[start] = (path[start][0] + len(borders), path[start][1])  # a walk begins here
        counts = np.zeros((len(self.outer), len(borders), len(lines)), np.float32)
        places: dict[tuple[object, ...], int] = {}
        for place, (turns, *ends) in enumerate(self.outer):
            path = paths[tuple(ends)]
            if (same := places.setdefault((turns, *path), place)) != place:
                counts[place] = counts[same]
                continue
            turned, kind = 1, borders.index(turns) if turns in borders else -1
            for entered, line in path:
                border = entered % len(borders)
                turned = 1 if entered >= len(borders) else turned
                counts[place, border, line] += turned
                turned = -turned if border == kind else turned
            if not path:
                counts[place] = np.nan
        found: Floats = np.einsum("obl,fl->ofb", counts, self.factors)
        return found

    def narrow(self, left: Left | None, shown: Sequence[tuple[Example, Sequence[int]]]) -> Left:
        """Return those of some rules, or of all, that give worked examples their results."""
        runs = [
            (self.slopes(example.chart, run[0]), result)
            for example, results in shown
            for run, result in zip(example.runs, results, strict=True)
        ]
        if left is not None:
            return self._kept(left, runs)
        found, (slopes, result), across = [], runs[0], np.ascontiguousarray(self.weights.T)
        # Most outer choices do the same in an example.
        fits: dict[bytes, tuple[npt.NDArray[np.int64], ...]] = {}
        for place, rows in enumerate(slopes):
            if (key := rows.tobytes()) not in fits:
                fits[key] = np.nonzero(rows @ across == result)
            factors, weights = fits[key]
            found.append(self._kept(Left(np.full(len(factors), place), factors, weights), runs[1:]))
        return Left(*(np.concatenate(column) for column in zip(*found, strict=True)))

    def _kept(self, left: Left, runs: Sequence[tuple[Floats, int]]) -> Left:
        for slopes, result in runs:
            totals = (slopes[left.outer, left.factors] * self.weights[left.weights]).sum(axis=1)
            left = left.among(totals == result)
        return left

    def left(self, shown: Sequence[tuple[Any, Any]], rules: Sequence[Rule] = ({},)) -> list[Rule]:  # noqa: ARG002 - of all
        """Return the rules that give all worked examples their results; UnfitError if they are too many."""
        left = self.narrow(None, shown)
        if len(left.outer) > _MOST:
            raise UnfitError("the rules that fit are too many")
        return [self._rule(*places) for places in zip(*left, strict=True)]

    def _rule(self, outer: int, factors: int, weights: int) -> Rule:
        numbers = [f"{number:.0f}" for number in self.weights[weights]]
        times = [f"x {number:.0f}" for number in self.factors[factors]]
        names = [*self.names(BORDERS), *self.names(LINES), TURN, *self.names(SIGNS)]
        return dict(zip(names, [*numbers, *times, *self.outer[outer]], strict=True))

    @cached_property
    def some(self) -> Left:
        """Some rules, from all parts of the space."""
        sizes = len(self.outer), len(self.factors), len(self.weights)
        size = sizes[0] * sizes[1] * sizes[2]
        return Left(*np.unravel_index(spread_places(size), sizes))

    def is_common(self, example: Example, results: Sequence[int]) -> bool:
        """Whether many rules give each result."""
        return are_common(
            lambda one, found: len(self.narrow(self.some, [(one, found)]).outer), example, results, SPREAD
        )

    def is_settled(self, left: Left) -> bool:
        """Whether rules are the same for every input: in all tolls of the chart, the turning border and signs."""
        chart, borders, lines = self.chart, self.names(BORDERS), self.names(LINES)
        pairs = {
            (chart.borders[0], chart.first),
            *((chart.borders[way.end], way.line) for way in chart.arrows),
        }
        ways = [(borders.index(border), lines.index(line)) for border, line in pairs]
        tolls = [
            self.weights[left.weights, border] * self.factors[left.factors, line] for border, line in ways
        ]
        return all((column == column[0]).all() for column in [left.outer, *tolls])

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],  # noqa: ARG002 - rules that are left are the same for every input
        candidate: Callable[[int, Sequence[str]], Example],  # noqa: ARG002 - examples have all borders
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose worked examples, each time the one that leaves fewest rules.

        Those that are not needed are dropped, except the first ones.

        Raises:
            UnfitError: if several rules are left.
        """

        def drawn() -> tuple[Example, list[int]]:
            for _ in range(_DRAWN):
                example = self.example(draws)
                found = [self.run(example.chart, rule, call) for call in example.runs]
                if None not in found and len({*found}) == len(found) and self.is_common(example, found):
                    return example, found
            raise UnfitError("all results tell too much")

        chosen = sorted((drawn() for _ in range(_TRIED)), key=lambda each: -len(needed(each[0].chart)))[
            :_BEGUN
        ]
        first = left = self.narrow(None, chosen)
        while not self.is_settled(left):
            if len(chosen) == count:
                raise UnfitError(f"{count} examples leave several rules")
            some = left.among(np.arange(0, len(left.outer), 1 + len(left.outer) // _COMPARED))
            tried = [drawn() for _ in range(_TRIED)]
            sizes = [len(self.narrow(some, [each]).outer) for each in tried]
            chosen.append(tried[sizes.index(min(sizes))])
            left = self.narrow(left, chosen[-1:])
        for each in chosen[: _BEGUN - 1 : -1]:
            rest = [other for other in chosen if other is not each]
            chosen = rest if self.is_settled(self.narrow(first, rest[_BEGUN:])) else chosen
        return [example for example, _ in chosen]


def toll_space(chart: Chart, example: Callable[[Draws], Example]) -> TollSpace:
    """Return the space of a task's chart, with worked examples as ``example`` draws them."""
    names = {*needed(chart), TURN}
    parts = {name: len(CHOICES[name]) - 1 for name in CHOICES if name in names}
    parts[TURN] = 1 + len({*chart.borders})
    return TollSpace(parts=parts, choices=CHOICES, chart=chart, needed=needed, run=run, example=example)
