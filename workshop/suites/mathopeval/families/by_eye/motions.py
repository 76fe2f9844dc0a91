"""Rules that move a figure in steps, each from a corner of the figure: all of them, and what each one makes.

A rule takes a point x of a figure to ``M x + sum of T[p] P[p]``: P are the leftmost, rightmost, lowest and
highest corner of the figure before the first step, and M and T are 2 × 2 matrices. Every step takes figures with
one corner at each of these ends to such figures. Rules with the same matrices do the same to all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Corner = tuple[int, int]
Chain = tuple[Corner, ...]  #: the corners of a closed figure, in order

ENDS = ("leftmost", "rightmost", "lowest", "highest")
#: Kind of step → what it does to distances from its corner, in words and as a matrix.
_MATRICES = {
    "turn": {
        "a quarter turn to the left": ((0, -1), (1, 0)),
        "a half turn": ((-1, 0), (0, -1)),
        "a quarter turn to the right": ((0, 1), (-1, 0)),
    },
    "mirror": {
        "a mirror in the upright line": ((-1, 0), (0, 1)),
        "a mirror in the level line": ((1, 0), (0, -1)),
        "a mirror in the rising line": ((0, 1), (1, 0)),
        "a mirror in the falling line": ((0, -1), (-1, 0)),
    },
    "double": {
        "doubled distances from the upright line": ((2, 0), (0, 1)),
        "doubled distances from the level line": ((1, 0), (0, 2)),
    },
}
_SLIDE = "slide"
_FOURFOLD = 3.5  #: a second doubling makes the area four times as large


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a rule; numbers of corners are those of ``ENDS``."""

    kind: str
    corner: int
    matrix: tuple[tuple[int, int], tuple[int, int]] = ((1, 0), (0, 1))
    to: int | None = None  #: where a slide puts the corner
    words: str = ""

    @property
    def said(self) -> str:
        """The step in words."""
        corner = f"the {ENDS[self.corner]} corner"
        if self.to is not None:
            return f"a slide of {corner} to where the {ENDS[self.to]} one was"
        return f"{self.words} {'about' if self.kind == 'turn' else 'through'} {corner}"


def steps_of(kinds: Sequence[str]) -> Iterator[Step]:
    """Yield all steps of some kinds."""
    for kind in kinds:
        if kind == _SLIDE:
            for start, end in permutations(range(len(ENDS)), 2):
                yield Step(kind=kind, corner=start, to=end)
        for words, matrix in _MATRICES.get(kind, {}).items():
            for corner in range(len(ENDS)):
                yield Step(kind=kind, corner=corner, matrix=matrix, words=words)


@dataclass(frozen=True)
class Space:
    """All rules whose steps are of given kinds; at most one step doubles distances."""

    kinds: tuple[tuple[str, ...], ...]  #: of each step
    matrices: Numbers  #: M by rule, without rules that do the same
    shifts: Numbers  #: T by rule and end
    paths: Numbers  #: for each rule, the number of each step among all steps of its kinds
    size: int  #: number of rules, with those that do the same
    is_short: Flags  #: whether fewer steps do the same

    @cached_property
    def steps(self) -> list[list[Step]]:
        """All steps that may come first, second and so on."""
        return [[*steps_of(kinds)] for kinds in self.kinds]

    def path(self, rule: int) -> list[Step]:
        """Return the steps of a rule."""
        return [steps[number] for steps, number in zip(self.steps, self.paths[rule], strict=True)]

    def offsets(self, rules: Numbers, chains: Sequence[Chain]) -> Numbers:
        """Return what some rules add to ``M x``, by rule and figure."""
        ends = np.array([ends_of(chain) for chain in chains])
        return np.asarray(np.einsum("rpij,cpj->rci", self.shifts[rules], ends))

    def moved(self, rule: int, chain: Chain) -> Chain:
        """Return what a rule makes of a figure."""
        found = np.array(chain) @ self.matrices[rule].T + self.offsets(np.array([rule]), [chain])[0, 0]
        return tuple((int(x), int(y)) for x, y in found)

    def stands_still(self, rule: int, chain: Chain) -> bool:
        """Whether a slide moves nothing, because both of its corners are one: its words are untrue there."""
        for step in self.path(rule):
            ends = np.array(ends_of(chain))
            start = ends[step.corner]
            if step.to is not None and not (ends[step.to] - start).any():
                return True
            end = start if step.to is None else ends[step.to]
            moved = (np.array(chain) - start) @ np.array(step.matrix).T + end
            chain = tuple((int(x), int(y)) for x, y in moved)
        return False


@cache
def space_of(kinds: tuple[tuple[str, ...], ...]) -> Space:
    """Return all rules with steps of given kinds."""
    matrices, shifts = np.eye(2, dtype=int)[None], np.zeros((1, len(ENDS), 2, 2), dtype=int)
    paths, weights = np.zeros((1, 0), dtype=int), np.ones(1, dtype=int)
    keys = _keys(matrices, shifts)
    shorter: set[bytes] = set()
    for allowed in kinds:
        shorter |= {*keys}
        found = [_after(matrices, shifts, step) for step in steps_of(allowed)]
        before = len(matrices)
        matrices, shifts = (np.concatenate(part) for part in zip(*found, strict=True))
        last = np.repeat(np.arange(len(found)), before)
        paths = np.column_stack([np.tile(paths, (len(found), 1)), last])
        weights = np.tile(weights, len(found))
        fit = np.abs(np.linalg.det(matrices)) < _FOURFOLD
        matrices, shifts, paths, weights = matrices[fit], shifts[fit], paths[fit], weights[fit]
        flat = np.column_stack([matrices.reshape(-1, 4), shifts.reshape(len(shifts), -1)])
        _, first, group = np.unique(flat, axis=0, return_index=True, return_inverse=True)
        weights = np.bincount(group.ravel(), weights).astype(int)
        matrices, shifts, paths = matrices[first], shifts[first], paths[first]
        keys = _keys(matrices, shifts)
    return Space(
        kinds=kinds,
        matrices=matrices,
        shifts=shifts,
        paths=paths,
        size=int(weights.sum()),
        is_short=np.array([key in shorter for key in keys]),
    )


def ends_of(chain: Chain) -> list[Corner]:
    """Return the leftmost, rightmost, lowest and highest corner."""
    return [pick(chain, key=lambda corner: corner[axis]) for axis in (0, 1) for pick in (min, max)]


def _keys(matrices: Numbers, shifts: Numbers) -> list[bytes]:
    return [a.tobytes() + b.tobytes() for a, b in zip(matrices, shifts, strict=True)]


def _after(matrices: Numbers, shifts: Numbers, step: Step) -> tuple[Numbers, Numbers]:
    """Return the matrices of rules after one more step."""
    every = np.arange(len(matrices))
    shifts = shifts.copy()
    here = _original(matrices, step.corner)
    if step.to is not None:
        shifts[every, _original(matrices, step.to)] += matrices
        shifts[every, here] -= matrices
        return matrices, shifts
    # A about a corner C = M P + sum of T P takes x to C + A (x - C): this adds (1 - A) M P, and T stays.
    turned = np.array(step.matrix)
    shifts[every, here] += (np.eye(2, dtype=int) - turned) @ matrices
    return turned @ matrices, shifts


def _original(matrices: Numbers, end: int) -> Numbers:
    """Return which end of the figure before the first step has become an end, by rule."""
    row = matrices[:, end // 2]
    return np.asarray(2 * (row[:, 0] == 0) + (end % 2 ^ (row.sum(axis=1) < 0)))
