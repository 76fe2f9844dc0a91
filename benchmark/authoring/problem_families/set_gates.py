"""Check a whole data set of problems: how many there are of each category and level, and their pictures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from benchmark.authoring.collection import Collection
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.problem_families.dataset import ProblemPins, read_problem_pins
from benchmark.authoring.problem_families.family import CATEGORIES, Level

MIN_STATEMENTS = (
    72  #: families of a complete set, twins not counted; the gates below count once it has so many
)
MIN_CATEGORY = 6  #: families that count for a category
MIN_LEVEL = 0.3  #: share of each level
MEAN_PICTURES = (1.5, 2.2)  #: a set has so many pictures a problem: at least, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCounts:
    """What the built problems of a data set count to."""

    families: int
    problems: int
    pictures: int
    categories: Counter[str]  #: category → families that count for it; each counts for one
    levels: Counter[str]  #: level → families

    @property
    def mean_pictures(self) -> float:
        """Pictures of a problem on average; 0 without problems."""
        return self.pictures / max(1, self.problems)

    @property
    def is_complete(self) -> bool:
        """Whether there are so many families that the set can be complete."""
        return self.families >= MIN_STATEMENTS


def set_counts(collection: Collection) -> SetCounts:
    """Count the built problems of a collection.

    Raises:
        BadInput: if a file of pins is not valid.
    """
    found = [read_problem_pins(collection, name) for name in collection.names()]
    return count_pins([pins for pins in found if pins is not None])


def count_pins(every: Sequence[ProblemPins]) -> SetCounts:
    """Count the problems of families from their pins."""
    categories, levels = Counter[str](), Counter[str]()
    for pins in every:
        categories[pins.category] += 1
        levels[pins.level] += 1
    tasks = [task for pins in every for task in pins.tasks]
    return SetCounts(
        families=len(every),
        problems=len(tasks),
        pictures=sum(len(task.pictures) for task in tasks),
        categories=categories,
        levels=levels,
    )


def set_lines(counts: SetCounts) -> list[str]:
    """Return the lines that describe a set to people, with what is lacking while it is incomplete."""
    categories = ", ".join(f"{name} {counts.categories[name]}" for name in CATEGORIES)
    levels = ", ".join(f"{level} {counts.levels[level]}" for level in get_args(Level))
    lines = [
        f"{counts.problems} problems of {counts.families} families; {counts.mean_pictures:.2f} pictures each",
        f"levels: {levels}",
        f"families that count for a category: {categories}",
    ]
    if not counts.is_complete:
        lines += [f"not yet: {problem}" for problem in _problems(counts)]
    return lines


def set_faults(counts: SetCounts) -> Iterator[GateFault]:
    """Yield the faults of a set that has as many problems as a complete one."""
    for problem in _problems(counts) if counts.is_complete else ():
        yield GateFault("data set", "set", problem)


def _problems(counts: SetCounts) -> Iterator[str]:
    if not counts.is_complete:
        yield f"{counts.families} families, fewer than {MIN_STATEMENTS}"
    for name in CATEGORIES:
        if counts.categories[name] < MIN_CATEGORY:
            yield f"{counts.categories[name]} families count for {name}, fewer than {MIN_CATEGORY}"
    for level in get_args(Level):
        if (share := counts.levels[level] / max(1, counts.families)) < MIN_LEVEL:
            yield f"{share:.0%} of the families are {level}, less than {MIN_LEVEL:.0%}"
    least, most = MEAN_PICTURES
    if not least <= counts.mean_pictures <= most:
        yield f"a problem has {counts.mean_pictures:.2f} pictures on average, not {least} to {most}"
