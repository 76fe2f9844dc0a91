"""All readings of the signs of linked films: stacks of films branch where readings lay a film differently.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _film_readings as readings
from workshop.suites.code_vision.families._film_charts import Laid
from workshop.suites.code_vision.families._settled_rules import Example, Rule, SettledSpace, Tries

_WAYS, _MEETS, _TIMES = tuple(readings.LAID), tuple(readings.MEETS), tuple(readings.LIES)
_TURNS = (("", ""), *product(_WAYS[1:], readings.BY))
#: What a film follows, and whether it is turned or flipped as that one before its own way, or after it.
_FOLLOWS = (("", True), *product(tuple(readings.FOLLOWS)[1:], (True, False)))
_LAID = len(_FOLLOWS) * len(_WAYS) * len(_TURNS)
#: All readings of a sign: how its films are laid, what their texts do, and when; the last is that they do nothing.
OPTIONS = _LAID * len(_MEETS) * len(_TIMES) + 1
_PLACES, _TIME = np.divmod(np.arange(OPTIONS), len(_TIMES))
_HOW, _MEET = np.divmod(_PLACES, len(_MEETS))
_TIME[-1] = len(_TIMES)
_JOINED = np.array([[_WAYS.index(readings.joined(*pair)) for pair in product([way], _WAYS)] for way in _WAYS])
_OFF = len(_WAYS) * len(_MEETS)  #: from this number on, a film does not lie there
_MOST = 200_000_000  #: readings that are tried for a run; tasks that were made took up to 26 million
_TRIED = 6  #: drawings from which an example is chosen

Numbers = npt.NDArray[np.int64]
Group = Mapping[str, Numbers]  #: sign → its readings, each of which may go with each of another sign


class _State(NamedTuple):
    """Readings, and how often each film lay there by them."""

    group: Group
    times: tuple[int, ...]


class _Stack(NamedTuple):
    """Films that are laid for a number."""

    group: Group
    times: tuple[int, ...]
    laid: tuple[tuple[int, str, str], ...] = ()  #: place, way and meet of each film that lies there
    before: int = 0  #: way of the film before
    under: int = 0  #: way of the last film that lies there
    lies: bool = False  #: whether the film before lies there


@lru_cache(maxsize=8192)
def _ways(often: tuple[int, ...], before: int, under: int) -> Numbers:
    """Return the way of each reading, by how often (below 4) each of ``BY`` turns it further."""
    counts = dict(zip(readings.BY, often, strict=True))
    further = [
        _WAYS.index(readings.turned("as drawn", turn, counts[by])) if turn else 0 for turn, by in _TURNS
    ]
    own = _JOINED[:, further].ravel()
    other = [(before, under)[follows == "upon "] for follows, _ in _FOLLOWS]
    rows = [
        _JOINED[way, own] if first else _JOINED[own, way]
        for way, (_, first) in zip(other, _FOLLOWS, strict=True)
    ]
    return np.concatenate([own, *rows[1:], [0]])


@lru_cache(maxsize=8192)
def _lies(now: readings.Now, before: bool, some: bool) -> npt.NDArray[np.bool_]:
    """Return for each time whether a film lies there; the last is never."""
    found = [holds(now, some if time in readings.ANY else before) for time, holds in readings.LIES.items()]
    return np.array([*found, False])


def _codes(chart: Laid, place: int, stack: _Stack, now: readings.Now) -> Numbers:
    """Return for each reading of a film's sign a number for how it lies: way and meet, or not at all."""
    options, times = stack.group[chart.films[place].sign], stack.times
    often = tuple(readings.often(chart, place, by, times, now) % 4 for by in readings.BY)
    ways = _ways(often, stack.before, stack.under)[_HOW[options]]
    lies = _lies(now, stack.lies, bool(stack.laid))[_TIME[options]]
    meets = _MEET[options] if stack.laid else 0
    off = _OFF + (0 if place == len(chart.films) - 1 else ways)
    return np.where(lies, ways * len(_MEETS) + meets, off)


def _with(stack: _Stack, place: int, code: int) -> _Stack:
    """Return a stack after a film."""
    if code >= _OFF:
        return stack._replace(before=code - _OFF, lies=False)
    way, meet = divmod(code, len(_MEETS))
    times = tuple(count + (film == place) for film, count in enumerate(stack.times))
    laid = (*stack.laid, (place, _WAYS[way], _MEETS[meet]))
    return _Stack(stack.group, times, laid, way, way, lies=True)


def _parts(
    chart: Laid, place: int, stack: _Stack, now: readings.Now, kept: Callable[[_Stack], bool] | None
) -> Iterator[_Stack]:
    """Yield the stacks after a film, of the last film only those that are kept, joined if they are alike."""
    sign = chart.films[place].sign
    options, codes = stack.group[sign], _codes(chart, place, stack, now)
    every = np.bincount(codes).nonzero()[0].tolist()
    found: dict[Any, tuple[_Stack, list[int]]] = {}
    for code in every:
        after = _with(stack, place, code)
        if kept is None or kept(after):
            found.setdefault(code if kept is None else after.lies, (after, []))[1].append(code)
    for after, wanted in found.values():
        if len(wanted) == len(every):
            part = options.copy()  # `_merged` tells readings that were found apart by their arrays
        else:
            part = options[np.isin(codes, wanted) if len(wanted) > 1 else codes == wanted[0]]
        yield after._replace(group={**stack.group, sign: part})


def _after(
    chart: Laid, state: _State, now: readings.Now, kept: Callable[[_Stack], bool], tries: Tries
) -> Iterator[_State]:
    stacks = [_Stack(*state)]
    for place, film in enumerate(chart.films):
        tries.take(sum(len(stack.group[film.sign]) for stack in stacks))
        last = place == len(chart.films) - 1
        stacks = [
            after for stack in stacks for after in _parts(chart, place, stack, now, kept if last else None)
        ]
    return (_State(stack.group, stack.times) for stack in stacks)


def _merged(chart: Laid, states: Iterable[_State]) -> list[_State]:
    """Return the same readings in fewer states: those that differ in one sign only become one."""
    found, signs = list(states), sorted(readings.needed(chart))
    for sign in signs if len(found) > 1 else ():
        groups: dict[Any, list[_State]] = {}
        for state in found:
            rest = [
                readings.tobytes() if name in signs else id(readings)
                for name, readings in state.group.items()
                if name != sign
            ]
            groups.setdefault((state.times, *rest), []).append(state)
        found = [
            alike[0]
            if len(alike) == 1
            else alike[0]._replace(
                group={
                    **alike[0].group,
                    sign: np.unique(np.concatenate([each.group[sign] for each in alike])),
                }
            )
            for alike in groups.values()
        ]
    return found


def count_readings(groups: Iterable[Group]) -> int:
    """Return the number of rules with these readings."""
    return sum(prod(map(len, group.values())) for group in groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmSpace(SettledSpace):
    """All readings of signs of linked films. Worked examples narrow them number by number."""

    chart: Laid  #: which calls of the tests are about

    def shown(self, rule: Rule, calls: Sequence[Any]) -> list[tuple[Any, Any]]:
        """Return calls with the results that a rule gives them."""
        return [
            (call, [readings.run(call.chart, rule, each) for each in call.runs])
            if isinstance(call, Example)
            else (call, readings.run(self.chart, rule, call))
            for call in calls
        ]

    def left(self, shown: Sequence[tuple[Any, Any]], among: Sequence[Group] | None = None) -> list[Group]:
        """Return the readings that give all worked examples their results.

        Raises:
            UnfitError: if too many readings are tried.
        """
        every = dict.fromkeys(readings.SIGNS, np.arange(OPTIONS))
        groups: list[Group] = [every] if among is None else list(among)
        for example, results in shown:
            for (numbers,), wanted in zip(example.runs, results, strict=True):
                groups = _fitting(example.chart, groups, numbers, wanted)
        return groups

    def open_call(self, fitting: Sequence[Group], asked: Sequence[tuple[Call, Any]]) -> str:
        """Say that some readings give a call of the tests another result; empty if none does."""
        if not fitting:
            return f"none of {self.size} rules gives the results of all examples"
        for (numbers,), wanted in asked:
            if not _all_fit(self.chart, fitting, numbers, wanted):
                return f"{count_readings(fitting)} rules fit them, some of which are wrong for a call"
        return ""

    def settle(
        self,
        rule: Rule,
        asked: Sequence[Call],
        candidate: Callable[[int, Sequence[str]], Example],
        count: int,
        draws: Draws,  # noqa: ARG002 - candidates are drawn
    ) -> list[Example]:
        """Choose worked examples, each time the one that leaves fewest readings, until they prove a rule.

        Raises:
            UnfitError: if several are left.
        """
        chosen, groups = list[Example](), self.left([])
        for number in range(count):
            loose = [sign for sign in readings.SIGNS if any(len(group[sign]) > 1 for group in groups)]
            scored = []
            for _ in range(_TRIED if number > 4 else 1):
                example = candidate(number, loose)
                with contextlib.suppress(UnfitError):
                    scored.append((self.left(self.shown(rule, [example]), groups), example))
            if not scored:
                raise UnfitError("too many readings are tried for each worked example")
            groups, best = min(scored, key=lambda each: count_readings(each[0]))
            chosen.append(best)
        if problem := self.open_call(groups, self.shown(rule, asked)):
            raise UnfitError(problem)
        self.found[repr(self.shown(rule, chosen))] = groups
        return chosen


def _steps(numbers: Sequence[int], wanted: Sequence[int]) -> Iterator[tuple[readings.Now, int]]:
    """Yield each number, with what came before it, and its result."""
    before = zip((0, *numbers), (0, *wanted), strict=False)
    for count, (number, result, (p, r)) in enumerate(zip(numbers, wanted, before, strict=False)):
        yield readings.Now(count, number, p, r), result


def _fitting(
    chart: Laid, groups: Sequence[Group], numbers: Sequence[int], wanted: Sequence[int]
) -> list[Group]:
    """Return the readings that give numbers their results."""
    states, tries = (
        [_State(group, (0,) * len(chart.films)) for group in groups],
        Tries(_MOST, "readings of films"),
    )
    effects = readings.effects_of(chart)
    for now, result in _steps(numbers, wanted):

        def kept(stack: _Stack, now: readings.Now = now, result: int = result) -> bool:
            return effects.result(stack.laid, now) == result

        found = (after for state in states for after in _after(chart, state, now, kept, tries))
        states = _merged(chart, found)
    return [state.group for state in _merged(chart, (state._replace(times=()) for state in states))]


def _all_fit(chart: Laid, groups: Sequence[Group], numbers: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether all readings give numbers their results."""
    fitting = _fitting(chart, groups, numbers, wanted)
    return count_readings(fitting) == count_readings(groups)


def film_space(chart: Laid) -> FilmSpace:
    """Return all readings of the signs."""
    return FilmSpace(parts=dict.fromkeys(readings.SIGNS, OPTIONS), chart=chart)
