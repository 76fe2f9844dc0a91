"""Rules of walks: a question states the rule, or a reader finds it from walks whose two ends are shown.

A rule has an act for each sign. A language holds every rule that a question describes. All of them are tried
on all walks, as arrays of numpy: a puzzle without a stated rule is accepted only if each rule that agrees with
the shown walks goes the same way from the asked start, so that its answer is proved.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mathopeval.families.charts.words import listed

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
WRONG, _LIKELY = 3, 5  #: wrong ends that a question offers, and of how many likely ones at most
_HIDDEN = 40  #: rules that are tried on a board
_ASKED = 3  #: starts that are tried for each of them
_LUCK = 0.25  #: maximum share of the simpler rules, and of all rules, that end where the hidden one does
_SPARED = 0.3  #: maximum share of the rules that do so and agree with all shown walks but one


class When(IntEnum):
    """When an act does its second deed, and not its first."""

    NEVER = 0
    FLAGGED = 1  #: the spot has a flag: the other line comes from above, or the arrow starts in a ring
    AGAIN = 2  #: the walk meets the sign for the second, fourth … time
    MOVED = 3  #: the deed at the sign before was not 0


class Act(NamedTuple):
    """What a rule does at a sign; a deed is a number from 0."""

    first: int
    second: int
    when: When


class Spot(NamedTuple):
    """Where a walk meets a sign."""

    sign: int
    has_flag: bool  #: see :class:`When`
    exits: tuple[int, ...]  #: by deed, the number of the next spot; -1 - END where the walk ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """All rules that a question describes."""

    signs: int
    deeds: int = 2
    pairs: tuple[tuple[int, int], ...] = ((0, 1),)  #: deeds between which an act may choose, in either order
    whens: tuple[When, ...]  #: by what it may choose
    chosen: int  #: minimum of signs at which the hidden rule chooses
    shown: tuple[int, int] = (0, 0)  #: minimum and maximum of shown walks; none if the rule is stated
    met: tuple[int, int]  #: minimum and maximum of signs that the asked walk meets; shown ones may meet fewer
    moves: int  #: minimum of its deeds other than 0
    both: int = 0  #: minimum of signs at which it does two deeds
    most: int = 30  #: signs that any walk meets; longer ones go in circles
    apart: bool = False  #: whether shown walks keep off the asked one, and check no reading of it

    @property
    def acts(self) -> list[Act]:
        """What a rule may do at a sign."""
        plain = [Act(deed, deed, When.NEVER) for deed in range(self.deeds)]
        return plain + [
            Act(first, second, when)
            for when in self.whens
            for pair in self.pairs
            for first, second in permutations(pair, 2)
        ]

    def rules(self) -> Numbers:
        """Return all rules: the number of the act by rule and sign."""
        return np.indices((len(self.acts),) * self.signs).reshape(self.signs, -1).T

    def ways(
        self, spots: Sequence[Spot], start: int, rules: Numbers, slips: Sequence[tuple[int, int]] = ()
    ) -> Numbers:
        """Return the spots of a walk by rule; behind its end, the end is repeated.

        Args:
            spots: all spots.
            start: number of the first spot.
            rules: acts by rule and sign.
            slips: for each rule, the number of a step and the deed that is done there by mistake.
        """
        signs, flags = (np.array(column) for column in list(zip(*spots, strict=True))[:2])
        exits = np.array([spot.exits for spot in spots])
        firsts, seconds, whens = np.array(self.acts).T
        every, here = np.arange(len(rules)), np.full(len(rules), start)
        met, moved = np.zeros((len(rules), self.signs), dtype=int), np.zeros(len(rules), dtype=bool)
        steps, taken = np.array(slips).T if slips else (np.full(len(rules), -1), 0)
        ways = [here]
        for step in range(self.most):
            if (here >= 0).any():
                sign = signs[here]
                act = rules[every, sign]
                conditions = (np.zeros_like(moved), flags[here], met[every, sign] % 2 == 1, moved)
                deed = np.where(np.choose(whens[act], conditions), seconds[act], firsts[act])
                deed = np.where(steps == step, taken, deed)
                met[every, sign] += 1
                moved = deed != 0
                here = np.where(here < 0, here, exits[here, deed])
            ways.append(here)
        return np.stack(ways, axis=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A hidden rule, the walks that are shown of it, and the walk that is asked for."""

    acts: tuple[Act, ...]  #: of the hidden rule, by sign
    shown: tuple[tuple[int, int], ...]  #: starts and ends
    asked: int  #: a start
    way: tuple[int, ...]  #: spots of the asked walk
    ends: tuple[int, ...]  #: the right end and three wrong ones
    rules: tuple[int, int]  #: number of all rules, and of those that agree with the shown walks

    def words(self, names: Sequence[str], to: str = "") -> str:
        """Say where the shown walks lead, by the names of starts and ends; ``to`` is written before ends."""
        led = listed([f"from {names[start]} to {to}{names[end]}" for start, end in self.shown])
        return f"Walks by one such rule lead {led}."

    def rule(self, signs: Sequence[str], deeds: Sequence[str], whens: Sequence[str]) -> tuple[str, ...]:
        """Say as sentences what the rule does at each sign; ``whens`` are words for :class:`When` from 1."""
        rows = []
        for sign, act in zip(signs, self.acts, strict=True):
            second = f", but {deeds[act.second]} {whens[act.when - 1]}" * (act.when > 0)
            rows.append(f"At {sign}, {deeds[act.first]}{second}.")
        return tuple(rows)

    def errors(self, signs: Sequence[str], deeds: Sequence[str], flag: str = "") -> tuple[str, ...]:
        """Say as sentences what the rule does at each sign, and how many rules agree.

        ``flag`` says where spots have a flag.
        """
        rows = self.rule(signs, deeds, (flag, "each second time", f"if it did not {deeds[0]} before"))
        agreed = f"{self.rules[1]} of {self.rules[0]} rules agree with the shown walks; all lead there."
        return (*rows, agreed) if self.shown else rows


def fit_puzzle(draws: Draws, language: Language, spots: Sequence[Spot], starts: Sequence[int]) -> Puzzle:
    """Return a puzzle of some spots.

    Args:
        draws: random choices.
        language: what rules there are.
        spots: where walks meet signs.
        starts: first spot of the walk from each start; a start and the end at the same place have one number.

    Raises:
        UnfitError: if none of many hidden rules is proved by few enough walks.
    """
    rules = language.rules()
    ways = np.stack([language.ways(spots, start, rules) for start in starts])
    board = _Board(language=language, spots=spots, rules=rules, ways=ways, ends=-1 - ways[:, :, -1])
    for _ in range(_HIDDEN):
        hidden = draws.integer(0, len(rules) - 1)
        if sum(rules[hidden] >= language.deeds) < language.chosen:
            continue
        for asked in draws.shuffled(range(len(starts)))[:_ASKED]:
            shown = board.proof(hidden, asked) if board.is_telling(hidden, asked) else None
            if shown is not None and (puzzle := board.puzzle(draws, hidden, asked, shown)):
                return puzzle
    raise UnfitError("no rule is proved by few walks")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Board:
    """All rules of a language, tried from all starts."""

    language: Language
    spots: Sequence[Spot]
    rules: Numbers  #: acts by rule and sign
    ways: Numbers  #: spots by start, rule and step
    ends: Numbers  #: by start and rule; below 0 for a walk in circles

    def is_telling(self, hidden: int, asked: int) -> bool:
        """Return whether a walk is long enough, and few simpler rules lead to its end."""
        way, right = self.ways[asked, hidden], self.ends[asked, hidden]
        least, most = self.language.met
        steps = [(self.spots[spot], after) for spot, after in pairwise(way) if spot >= 0]
        done = {(spot.sign, spot.exits.index(after)) for spot, after in steps}
        other = self.rules != self.rules[hidden]
        simpler = (other.sum(axis=1) == 1) & (~other | (self.rules < self.language.deeds)).all(axis=1)
        is_same = self.ends[asked] == right
        return bool(
            right >= 0
            and right != asked
            and least <= len(steps) <= most
            and sum(after != spot.exits[0] for spot, after in steps) >= self.language.moves
            and len(done) - len({sign for sign, _ in done}) >= self.language.both
            and max(is_same[simpler].mean(), is_same.mean()) <= _LUCK
        )

    def proof(self, hidden: int, asked: int) -> list[int] | None:
        """Return starts whose walks prove the asked one; none if the rule is stated, None if there are none.

        None can be spared: without it, most of the rules that agree with the others lead to a wrong end.
        """
        if not self.language.shown[1]:
            return []
        off = (self.ways[asked] != self.ways[asked, hidden]).any(axis=1)
        ends = self.ends[:, hidden]
        least, most = self.language.met
        met = (self.ways[:, hidden] >= 0).sum(axis=1)
        is_usable = (ends >= 0) & (ends != ends[asked]) & (met >= least // 2) & (met <= most)
        if self.language.apart:
            way = self.ways[asked, hidden]
            is_usable &= ~np.isin(self.ways[:, hidden], way[way >= 0]).any(axis=1)
        usable = [int(start) for start in np.flatnonzero(is_usable) if start != asked]
        agree = self.ends == ends[:, None]

        def left(shown: Sequence[int]) -> Flags:
            """Return which rules agree with some walks."""
            found: Flags = agree[[*shown]].all(axis=0)
            return found

        shown: list[int] = []
        while off[left(shown)].any() and len(shown) < self.language.shown[1] and usable:
            shown.append(min(usable, key=lambda start: off[left([*shown, start])].sum()))
        for start in tuple(shown):
            fewer = [other for other in shown if other != start]
            shown = shown if off[left(fewer)].any() else fewer
        is_right = self.ends[asked] == ends[asked]
        spared = [is_right[left([other for other in shown if other != start])].mean() for start in shown]
        is_proof = len(shown) >= self.language.shown[0] and not off[left(shown)].any()
        return shown if is_proof and max(spared) <= _SPARED else None

    def puzzle(self, draws: Draws, hidden: int, asked: int, shown: Sequence[int]) -> Puzzle | None:
        """Return a puzzle; None if too few likely mistakes end at different places.

        These are rules that miss one shown walk, or differ from a stated one at one sign, and a sign that is
        misread once.
        """
        way = [int(spot) for spot in self.ways[asked, hidden] if spot >= 0]
        ends = self.ends[:, hidden]
        missed = (self.ends[[*shown]] != ends[[*shown], None]).sum(axis=0)
        slips = [(step, deed) for step in range(len(way)) for deed in range(self.language.deeds)]
        slipped = self.language.ways(self.spots, way[0], self.rules[[hidden] * len(slips)], slips)
        weights: Counter[int] = Counter()
        off = missed if shown else (self.rules != self.rules[hidden]).sum(axis=1)
        for wrong in (self.ends[asked, off == 1], -1 - slipped[:, -1]):
            weights.update({int(end): float((wrong == end).mean()) for end in set(wrong)})
        likely = sorted((end for end in weights if end >= 0), key=lambda end: (-weights[end], end))
        likely = [end for end in likely if end not in (asked, *ends[[asked, *shown]])]
        if len(likely) < WRONG:
            return None
        return Puzzle(
            acts=tuple(self.language.acts[act] for act in self.rules[hidden]),
            shown=tuple((start, int(ends[start])) for start in draws.shuffled(shown)),
            asked=asked,
            way=tuple(way),
            ends=(int(ends[asked]), *draws.sample(likely[:_LIKELY], WRONG)),
            rules=(len(self.rules), int((missed == 0).sum())),
        )
