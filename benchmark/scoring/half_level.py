"""The level of difficulty at which a model's share of solved tasks falls below one half."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean

from benchmark.scoring.metrics import clustered_wilson

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class HalfLevel:
    """A level with its 95 % range; ``highest + 1`` stands for any level above those that were tried."""

    level: int
    first: int  #: first level of the range
    last: int  #: last level of the range, ``first <= level <= last``
    highest: int  #: highest level that was tried

    @property
    def text(self) -> str:
        """The level, such as ``4`` or ``above 5``."""
        return str(self.level) if self.level <= self.highest else f"above {self.highest}"

    @property
    def range(self) -> str:
        """The range, such as ``levels 3 to 5``, ``only level 3``, ``level 3 or above``, ``above level 5``."""
        if self.first > self.highest:
            return f"above level {self.highest}"
        if self.first == self.last:
            return f"only level {self.first}"
        if self.last > self.highest:
            return f"level {self.first} or above"
        return f"levels {self.first} to {self.last}"


def half_level(levels: Mapping[int, tuple[Sequence[float], Sequence[str], float]]) -> HalfLevel:
    """Return the first level at which less than half of the tasks are solved, and its range.

    Harder levels are taken to have no higher true share. The level is the first below one half of the
    least-squares fit that never rises (pool adjacent violators, Ayer et al. 1955). The ends of the range come
    from two fixed sequences of tests, each with an error of at most 2.5 % (Maurer, Hothorn and Lehmacher
    1995): from the lowest level up, as long as :func:`clustered_wilson` begins at one half or above; and from
    the highest level down, as long as it ends below. Both pass over levels with too few families to tell,
    whatever the results are. With few families the range is wide.

    Args:
        levels: per level, one value in [0, 1] per task, the stems of these tasks, and the number of samples.

    Raises:
        ValueError: without levels, or for a level without tasks.
    """
    ordered = sorted(levels)
    spans = {level: clustered_wilson(*levels[level]) for level in ordered}
    blocks: list[tuple[float, int, list[int]]] = []
    for level in ordered:
        block = (fmean(levels[level][0]), len(levels[level][0]), [level])
        while blocks and blocks[-1][0] < block[0]:
            mean, tasks, earlier = blocks.pop()
            both = tasks + block[1]
            block = ((mean * tasks + block[0] * block[1]) / both, both, [*earlier, *block[2]])
        blocks.append(block)
    beyond = ordered[-1] + 1
    telling = []
    for level in ordered:
        values, stems, samples = levels[level]
        # Up to five tasks of own families can all be solved, and the interval still begins below one half.
        if clustered_wilson([1.0] * len(values), stems, samples)[0] > _HALF:
            telling.append(level)
    above = [*takewhile(lambda level: spans[level][0] >= _HALF, telling)]
    below = [*takewhile(lambda level: spans[level][1] < _HALF, reversed(telling))]
    first = next((level for level in ordered if not above or level > above[-1]), beyond)
    last = below[-1] if below else beyond
    fitted = next((block[2][0] for block in blocks if block[0] < _HALF), beyond)
    # The fit weighs tasks and the range weighs families, so a large family can pull the fit out of the range.
    return HalfLevel(level=min(max(fitted, first), last), first=first, last=last, highest=ordered[-1])
