"""Rules by which a pointer that meets its peg moves the pointer of the next dial, as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

Array = npt.NDArray[np.int64]
Three = tuple[int, int, int]
#: When a pointer moves the next one: (arrives at its peg, leaves it, way, at the last mark of a turn or kick, for the
#: first time in it) → whether it does.
MEETS: dict[str, Callable[[bool, bool, int, bool, bool], bool]] = {
    "arrives": lambda arrives, _leaves, _way, _last, _first: arrives,
    "leaves": lambda _arrives, leaves, _way, _last, _first: leaves,
    "both": lambda arrives, leaves, _way, _last, _first: arrives or leaves,
    "ends": lambda arrives, _leaves, _way, last, _first: arrives and last,
    "passes": lambda arrives, _leaves, _way, last, _first: arrives and not last,
    "once": lambda arrives, _leaves, _way, _last, first: arrives and first,
    "clockwise": lambda arrives, _leaves, way, _last, _first: arrives and way == 1,
    "anticlockwise": lambda arrives, _leaves, way, _last, _first: arrives and way == -1,
    "passes clockwise": lambda arrives, _leaves, way, last, _first: arrives and not (way == 1 and last),
    "passes anticlockwise": lambda arrives, _leaves, way, last, _first: arrives and not (way == -1 and last),
    "before the peg": lambda arrives, leaves, way, _last, _first: arrives if way == 1 else leaves,
    "behind the peg": lambda arrives, leaves, way, _last, _first: arrives if way == -1 else leaves,
}
WAYS: dict[str, Callable[[int], int]] = {
    "same": lambda way: way,
    "against": lambda way: -way,
    "clockwise": lambda _way: 1,
    "anticlockwise": lambda _way: -1,
}
KICKS = (1, 2, 3, 4)
A_ALONE, A_RETURNS = "A to the top", "A to the top after each turn"
#: Parts of what a reader may see in the film → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "A meets": tuple(MEETS),
    # what the pointer does that met its peg
    "there": ("goes on", "to the top", "to the start", "turns back", A_ALONE, A_RETURNS),
    "B way": tuple(WAYS),
    "B moves": KICKS,
    "B meets": tuple(MEETS),
    "C way": (*WAYS, "as A"),  # compared to the way of B, else
    "C moves": KICKS,
}
#: Mutation → when a pointer moves the next one, what it does then, and which way the next one moves.
RIGHT = {
    "against": ("arrives", "goes on", "against"),
    "snap": ("arrives", "to the top", "same"),
    "ratchet": ("clockwise", "goes on", "same"),
    "same": ("arrives", "goes on", "same"),
    "clockwise": ("arrives", "goes on", "clockwise"),
}


def right_rule(mutation: str, kicks: tuple[int, int]) -> Mapping[str, int]:
    """Return the rule of a mutation, in which B and C move by so many marks, by the choice of each part."""
    meets, there, way = RIGHT[mutation]
    return rule_of(PARTS, (meets, there, way, kicks[0], meets, way, kicks[1]))


@lru_cache(maxsize=4)
def peg_rules(marks: Three, pegs: tuple[int, int], start: Three) -> RuleSpace:
    """Return the space of dials with so many marks, and with pegs and pointers at some of them."""
    parts = choice_counts(PARTS)
    results = partial(_results, dials=_Dials(marks, pegs, start))
    return RuleSpace(parts=parts, results=results, coded=lambda ends: _coded(*ends))


def _results(rules: Choices, call: Call, *, dials: "_Dials") -> npt.NDArray[Any]:
    return dials.ends(tuple(call[0]))[tuple(rules[part] for part in PARTS)]


def _coded(a: Any, b: Any, c: Any) -> Any:
    return a + 16 * b + 256 * c


class _Dials:
    """The dials of a film."""

    def __init__(self, marks: Three, pegs: tuple[int, int], start: Three) -> None:
        self.marks, self.pegs, self.start = marks, pegs, start
        self.ends = lru_cache(maxsize=64)(self._ends)
        self._following = lru_cache(maxsize=4096)(self._follow)
        self._kicks = {there: self._kicked(there) for there in PARTS["there"]}

    def _moved(
        self, dial: int, at: int, steps: int, way: int, meets: str, there: str
    ) -> tuple[int, list[int]]:
        """Return where a pointer ends, and which way it goes each time that it moves the next one."""
        marks, peg, moves, ways = self.marks[dial], self.pegs[dial], MEETS[meets], list[int]()
        for step in range(steps):
            before, at = at, (at + way) % marks
            if moves(at == peg, before == peg, way, step == steps - 1, not ways):
                ways.append(way)
                at = {"to the top": 0, "to the start": self.start[dial]}.get(there, at)
                way = -way if there == "turns back" else way
                at = 0 if there == A_ALONE and dial == 0 else at
        return at, ways

    def _kicked(self, there: str) -> Array:
        """Return where B ends, and how often it moves C on its way clockwise and anticlockwise.

        The shape is (marks that B moves, when it moves C, start, way, 3).
        """
        kicks = product(KICKS, MEETS, range(self.marks[1]), (1, -1))
        found = [self._moved(1, at, steps, way, meets, there) for steps, meets, at, way in kicks]
        counts = [[end, ways.count(1), ways.count(-1)] for end, ways in found]
        return np.array(counts).reshape(len(KICKS), len(MEETS), self.marks[1], 2, 3)

    def _follow(self, there: str, ways: tuple[int, ...]) -> tuple[Array, Array]:
        """Return where B ends, and how C moves, if A moves B on these ways.

        The shapes are (way of B, marks that B moves, when it moves C), and 3 and the same: how often C moves while B
        goes clockwise, while B goes anticlockwise, and A clockwise, less how often while A goes anticlockwise.
        """
        if not ways:
            shape = len(WAYS), len(KICKS), len(MEETS)
            return np.full(shape, self.start[1]), np.zeros((3, *shape), np.int64)
        at, counts = self._following(there, ways[:-1])
        moves, meets = np.ix_(range(len(KICKS)), range(len(MEETS)))
        back = np.array([[[of(ways[-1]) < 0]] for of in WAYS.values()], np.int64)
        at, plus, minus = np.moveaxis(self._kicks[there][moves, meets, at, back], -1, 0)
        return at, counts + np.stack([plus, minus, ways[-1] * (plus + minus)])

    def _ends(self, turns: tuple[int, ...]) -> npt.NDArray[np.int16]:
        """Return where the pointers end by every rule, as a number; its shape is that of the parts."""
        found = []
        for meets, there in product(MEETS, PARTS["there"]):
            at, ways = self.start[0], []
            for turn in turns:
                at, more = self._moved(0, at, abs(turn), 1 if turn > 0 else -1, meets, there)
                at = 0 if there == A_RETURNS else at
                ways += more
            b, (plus, minus, as_a) = self._following(
                "goes on" if there in (A_ALONE, A_RETURNS) else there, tuple(ways)
            )
            nets = np.stack([plus - minus, minus - plus, plus + minus, -plus - minus, as_a], axis=-1)
            c = (self.start[2] + nets[..., None] * np.array(KICKS)) % self.marks[2]
            found.append(_coded(at, b[..., None, None], c).astype(np.int16))
        return np.array(found).reshape([len(choices) for choices in PARTS.values()])
