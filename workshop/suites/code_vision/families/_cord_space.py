"""All that clips may do, and panels that leave one thing for each kind of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _cord_panels as panels
from workshop.suites.code_vision.families._cord_panels import CHOICES, CLIPS, END, LIMIT, LIMITS, MOST, Panel
from workshop.suites.code_vision.families._settled_rules import (
    SPREAD,
    Example,
    JoinedSpace,
    Rule,
    spread_places,
)

_MOST = 20_000  #: rules that are listed
_TRIED, _DRAWN = 12, 400  #: panels from which an example is chosen, and those that are drawn for one
_JOINT = 3  #: unknowns from which on no example alone settles one
Places = npt.NDArray[np.int64]
Small = npt.NDArray[np.int16]

#: Charge after a clip: of shape (what it does, limit, charge before).
_AFTER = np.array(
    [[[panels.charged(clip, charge, limit) for charge in range(20)] for limit in range(1, 21)] for clip in CLIPS],
    np.int16,
)  # fmt: skip


class _Walk(NamedTuple):
    """Rules by which a walk is at the same box with the same n."""

    rules: Places  #: their places
    here: int
    n: int
    passed: int


@dataclass(frozen=True, kw_only=True)
class CordSpace(JoinedSpace):
    """Everything that the clips of a panel may do, with each limit; examples are small panels."""

    example: Callable[[Draws], Example]  #: draws one without bundles
    lay: Callable[[Draws, Panel], Panel]  #: draws its bundles

    @cached_property
    def every(self) -> dict[str, Small]:
        """What each kind of clip does in each rule, as places in ``CLIPS``; and the limit itself."""
        sizes = list(self.parts.values())
        indices = np.indices(sizes, np.int16).reshape(len(sizes), -1)
        found = dict(zip(self.parts, indices, strict=True))
        found[LIMIT] = (
            found[LIMIT] + int(LIMITS[0])
            if LIMIT in found
            else np.full(len(indices[0]), self.chart.limit, np.int16)
        )
        return found

    def kept(self, rules: Places, example: Example, results: Sequence[int]) -> Places:
        """Return those of some rules, by their places, that give an example its results."""
        for run, result in zip(example.runs, results, strict=True):
            rules = rules[self.totals(rules, example.chart, run[0]) == result]
        return rules

    def totals(self, rules: Places, panel: Panel, numbers: Sequence[int]) -> npt.NDArray[np.int32]:
        """Return the total of some rules; where a walk does not end, the least number there is."""
        does = {name: places[rules] for name, places in self.every.items()}
        c, t = np.zeros(len(rules), np.int16), np.zeros(len(rules), np.int32)
        ended = np.ones(len(rules), bool)
        for number in numbers:
            walks = [_Walk(np.flatnonzero(ended), 0, number, 0)]
            while walks:
                some, here, n, passed = walks.pop()
                if not len(some):
                    continue
                if passed == MOST:
                    ended[some] = False
                    continue
                label, ways = panel.boxes[here], panel.cords[here]
                if not label.endswith("?"):
                    state = {"n": n, "t": 0}
                    panels.does(label, state)
                    t[some] += state["t"]
                    n, parts = state["n"], [(some, ways[0])]
                elif label.startswith("n"):
                    parts = [(some, ways[0 if panels.does(label, {"n": n}) else 1])]
                else:
                    yes = np.array([panels.does(label, {"c": charge}) for charge in range(20)])[c[some]]
                    parts = [(some[yes], ways[0]), (some[~yes], ways[1])]
                for part, cord in parts:
                    for clip in cord.clips:
                        c[part] = _AFTER[does[clip][part], does[LIMIT][part] - 1, c[part]]
                    t[part] += c[part]
                    if cord.end != END:
                        walks.append(_Walk(part, cord.end, n, passed + 1))
        t[~ended] = np.iinfo(np.int32).min
        return t

    def rule_at(self, place: int) -> dict[str, str]:
        """Return a rule."""
        return {
            name: str(self.every[name][place]) if name == LIMIT else CLIPS[self.every[name][place]]
            for name in self.parts
        }

    def left(self, shown: Sequence[tuple[Any, Any]], rules: Sequence[Rule] = ({},)) -> list[Rule]:  # noqa: ARG002 - of all
        """Return the rules that give all worked examples their results; UnfitError if they are too many."""
        left: Places = np.arange(self.size)
        for example, results in shown:
            left = self.kept(left, example, results)
        if len(left) > _MOST:
            raise UnfitError("the rules that fit are too many")
        return [self.rule_at(int(place)) for place in left]

    def settled_alone(self, fitting: Places) -> bool:
        """Whether rules have all the same for a kind of clip or the limit."""
        return any(len(np.unique(self.every[name][fitting])) == 1 for name in self.parts)

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],  # noqa: ARG002 - one point of the space is left, whatever is asked
        candidate: Callable[[int, Sequence[str]], Example],  # noqa: ARG002 - it draws its own
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose small panels that leave one rule, and drop those that are not needed.

        Raises:
            UnfitError: if more than ``count`` would be needed.
        """
        every: Places = np.arange(self.size)
        some = every if self.size < SPREAD else np.unique(spread_places(self.size))
        left, chosen = every, list[tuple[Example, Places]]()
        while len(left) > 1:
            if len(chosen) == count:
                raise UnfitError(f"{count} examples leave {len(left)} rules")
            compared = left[:: 1 + len(left) // SPREAD]
            tried = list[tuple[int, int, Example, list[int]]]()
            for _ in range(_TRIED):
                example, results = self._drawn(draws, rule, some)
                tried.append((len(self.kept(compared, example, results)), len(tried), example, results))
            for _, _, example, results in sorted(tried, key=lambda each: each[:2]):
                fitting = self.kept(every, example, results)
                if len(self.parts) < _JOINT or not self.settled_alone(fitting):
                    break
            else:
                raise UnfitError("every example settles something alone")
            chosen.append((example, fitting))
            left = np.intersect1d(left, fitting, assume_unique=True)
        for each in [*chosen[::-1]]:
            rest, others = every, [other for other in chosen if other is not each]
            for _, fitting in others:
                rest = np.intersect1d(rest, fitting, assume_unique=True)
            if others and len(rest) == 1:
                chosen = others
        return [example._replace(chart=self.lay(draws, example.chart)) for example, _ in chosen]

    def _drawn(self, draws: Draws, rule: Rule, some: Places) -> tuple[Example, list[int]]:
        """Draw an example whose results at least two in three rules do not have."""
        for _ in range(_DRAWN):
            example = self.example(draws)
            found = [panels.run(example.chart, rule, call) for call in example.runs]
            results = [total for total in found if total is not None]
            if len(results) == len(found) and len(self.kept(some, example, results)) < len(some) / 3:
                return example, results
        raise UnfitError("no example tells enough")


def cord_space(
    panel: Panel, example: Callable[[Draws], Example], lay: Callable[[Draws, Panel], Panel]
) -> CordSpace:
    """Return the space of a task's panel, with worked examples as ``example`` draws them and ``lay`` their bundles."""
    names = panels.needed(panel)
    parts = {name: len(CHOICES[name]) - 1 for name in CHOICES if name in names}
    return CordSpace(
        parts=parts, choices=CHOICES, chart=panel, needed=panels.needed, run=panels.run,
        example=example, lay=lay,
    )  # fmt: skip
