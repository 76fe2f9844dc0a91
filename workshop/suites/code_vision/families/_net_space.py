"""The numbers that the signs of a net may stand for, and small nets that leave only one of them for each.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families import _net_charts as charts
from workshop.suites.code_vision.families import _net_runs as nets
from workshop.suites.code_vision.families._net_draws import Plan, draw_net
from workshop.suites.code_vision.families._settled_rules import Example, JoinedSpace, Rule, joined_space

_DRAWN = 4_000  #: nets, until some of them are lively
_TRIED = 12  #: small nets from which the next one is chosen
_SHOWN = {1: 4, 2: 3, 3: 2}  #: unknowns → places of a worked example whose tokens are told, if not one
_JOINT = 3  #: unknowns from which on no example alone settles one
Fitting = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSpace(JoinedSpace):
    """All numbers of the unknowns of a net; its worked examples are small nets."""

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],  # noqa: ARG002 - one point of the space is left, whatever is asked
        candidate: Callable[[int, Sequence[str]], Example],  # noqa: ARG002 - it draws its own
        count: int,
        draws: Draws,
    ) -> list[Example]:
        """Choose small nets that leave one number for each unknown, and drop those that are not needed.

        Raises:
            UnfitError: if more than ``count`` would be needed.
        """
        guarded = any(bar.guards for bar in self.chart.boxes)
        every = np.indices([len(choices) for choices in self.choices.values()]).reshape(len(self.choices), -1)
        left, chosen, fits = np.ones(every.shape[1], bool), list[Example](), list[Fitting]()
        while left.sum() > 1:
            if len(chosen) == count:
                raise UnfitError(f"{count} examples leave {left.sum()} rules")
            best = None
            for example, fitting in self._candidates(rule, every, draws):
                if best is None or (left & fitting).sum() < (left & best[1]).sum():
                    best = example, fitting
            if best is None:
                raise UnfitError("no small net is lively")
            chosen.append(best[0])
            fits.append(best[1])
            left &= best[1]
        for number in reversed(range(len(chosen))):
            others = [fitting for place, fitting in enumerate(fits) if place != number]
            marked = any(_has_guard(example) for example in chosen if example is not chosen[number])
            if others and np.logical_and.reduce(others).sum() == 1 and (marked or not guarded):
                del chosen[number], fits[number]
        if guarded and not any(map(_has_guard, chosen)):
            raise UnfitError("no example has a dashed line")
        return chosen

    def _candidates(
        self, rule: Rule, every: npt.NDArray[np.int64], draws: Draws
    ) -> Sequence[tuple[Example, Fitting]]:
        found: list[tuple[Example, Fitting]] = []
        for _ in range(_DRAWN):
            if len(found) == _TRIED:
                break
            with contextlib.suppress(UnfitError):
                example = small_net(draws, [*self.choices], rule, self.chart.dots)
                fitting = self._fitting(example, rule)
                if fitting is not None:
                    names = [[*self.choices].index(name) for name in self._names(example)]
                    found.append((example, fitting[tuple(every[name] for name in names)]))
        return found

    def _names(self, example: Example) -> list[str]:
        return [name for name in self.choices if name in nets.needed(example.chart)]

    def _fitting(self, example: Example, rule: Rule) -> Fitting | None:
        """Return which numbers of an example's unknowns give its result; None if one does not matter or is settled."""
        names = self._names(example)
        (call,) = example.runs
        result = nets.run(example.chart, rule, call)
        choices = [self.choices[name] for name in names]
        found = [
            nets.run(example.chart, dict(zip(names, chosen, strict=True)), call) == result
            for chosen in product(*choices)
        ]
        fitting = np.array(found).reshape([len(each) for each in choices])
        for axis in range(len(names)):
            others = tuple(other for other in range(len(names)) if other != axis)
            alone = len(self.choices) >= _JOINT and fitting.any(axis=others).sum() == 1
            if alone or (fitting.all(axis=axis) == fitting.any(axis=axis)).all():
                return None
        return fitting


def _has_guard(example: Example) -> bool:
    return any(bar.guards for bar in example.chart.boxes)


def small_net(draws: Draws, unknowns: Sequence[str], rule: Rule, dots: str) -> Example:
    """Draw a small net with some of the unknowns, and a number of beats.

    Raises:
        UnfitError: if it has no room, or little happens in it.
    """
    marks = draws.shuffled([mark for mark in nets.MARKS if mark in unknowns])[: draws.integer(1, 2)]
    signs = [name for name in unknowns if name not in nets.MARKS]
    count = min(len(signs), draws.integer(2, 3)) if len(unknowns) >= _JOINT else len(signs)
    plan = Plan(
        grid=(4, 2),
        places=draws.integer(3, 4),
        tokens=8 if dots == "scattered" else 9,
        bars=draws.integer(2, 3) if len(unknowns) < _JOINT else 3,
        digits=max(0, 7 - 2 * len(unknowns)),
        guards=int(len(unknowns) >= _JOINT and draws.chance(1, 2)),
        blue=draws.integer(1, 2) * (nets.BLUE in marks),
        rims=draws.integer(1, 2) * (nets.RIM in marks),
        white=3 * (nets.WHITE in marks),
        dots=dots,
        jitter=3,
    )
    net, beats = draw_net(draws, draws.sample(signs, count), plan), draws.integer(3, 8)
    acted = nets.acting(net, rule, (beats,))
    if len({*acted} - {-1}) < len(net.boxes) or acted.count(-1) > 1:
        raise UnfitError("little happens in a small net")
    shown = draws.sample(range(len(net.tokens)), min(len(net.tokens), _SHOWN.get(len(unknowns), 1)))
    net = net._replace(shown=tuple(sorted(shown)))
    charts.draw_net(Canvas(480, 250), net, charts.small_spots(net))
    return Example(net, ((beats,),))


def net_space(choices: Mapping[str, Sequence[str]], net: nets.Net) -> JoinedSpace:
    """Return the space of a task's net; see :class:`NetSpace`."""
    made: Any = joined_space(choices, net, nets.needed, nets.run)
    return NetSpace(
        parts=made.parts, results=made.results, choices=choices, chart=net, needed=nets.needed, run=nets.run
    )
