"""The files that families of problems make for a data set, and the counts of a whole set."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from pydantic import Field

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import Limits, Task
from benchmark.datasets.collection import ENTRY_POINT, stem
from benchmark.files.edge import Digest, Name, Record
from benchmark.files.pictures import split_prompt
from workshop.authoring.dataset_files import BuiltFiles, pinned_instance
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.problem_families.family import CATEGORIES, Level
from workshop.authoring.problem_families.instance import ProblemTask
from workshop.drawing.render import picture_digest, render_png
from workshop.family_collection import FamilyCollection
from workshop.pins import PinnedInstance, read_pinned

_NAME_DIGITS = 12  #: hex digits of the pixel digest in a picture's file name


class PinnedPicture(Record):
    """The digests that pin one picture."""

    picture: Name = Field(description="path of the PNG; its name contains the start of the pixel digest")
    svg: Digest = Field(description="SHA-256 of the SVG text")
    pixels: Digest = Field(description='SHA-256 of "RGB WIDTH HEIGHT\\n" and the RGB bytes')


class PinnedProblem(Record):
    """What pins one task."""

    id: Name
    variant: Name
    content: Digest = Field(description="digest of text, samples, hidden inputs, outputs and programs")
    pictures: list[PinnedPicture]


class ProblemPins(PinnedInstance):
    """A file of pins: what a family's code made when its tasks were built."""

    level: Name
    category: Name = Field(description="the category whose minimum the tasks count for")
    tasks: list[PinnedProblem]


def content_digest(made: ProblemTask) -> str:
    """Return the digest of everything of a task but its pictures."""
    cases = [[case.input, case.output] for case in (*made.samples, *made.cases)]
    programs = [made.reference, dict(made.wrong)]
    return digest_lines([made.text, cases, programs, list(made.descriptions)])


def picture_sources(made: ProblemTask) -> list[str]:
    """Return the paths of a task's pictures in the data set's folder."""
    return [
        f"pictures/{made.task_id}-{number}-{picture_digest(svg)[:_NAME_DIGITS]}.png"
        for number, svg in enumerate(made.svgs, start=1)
    ]


def problem_task(made: ProblemTask, suite: str, dataset: str) -> Task:
    """Return a task as it is stored in a data set."""
    return Task(
        id=made.task_id,
        suite=suite,
        dataset=dataset,
        version=made.version,
        stem=stem(made.family),
        parts=split_prompt(made.text, picture_sources(made), made.shown),
        categories=made.categories,
        level=made.level,
        description=made.description,
        reference=made.reference,
        starter_code=made.starter,
        entry_point=ENTRY_POINT if made.starter else "",
        unique_among=made.unique_among,
        check=made.check(made.cases),
        limits=Limits(seconds=made.seconds),
    )


def pictures_and_tasks(
    made: Sequence[ProblemTask], suite: str, dataset: str, folder: Path
) -> tuple[dict[Path, bytes], list[Task]]:
    """Return the pictures of tasks, by their paths below ``folder``, and the tasks that show them."""
    pictures = {
        folder / source: render_png(svg)
        for task in made
        for source, svg in zip(picture_sources(task), task.svgs, strict=True)
    }
    return pictures, [problem_task(task, suite, dataset) for task in made]


def problem_files(collection: FamilyCollection, made: Sequence[ProblemTask]) -> BuiltFiles:
    """Return the pictures, tasks and pins of a family's public tasks."""
    pictures, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
    pins = ProblemPins(
        **pinned_instance(made),
        level=made[0].level,
        category=made[0].category,
        tasks=[
            PinnedProblem(
                id=task.task_id,
                variant=task.variant,
                content=content_digest(task),
                pictures=[
                    PinnedPicture(picture=source, svg=sha256_hex(svg.encode()), pixels=picture_digest(svg))
                    for source, svg in zip(picture_sources(task), task.svgs, strict=True)
                ],
            )
            for task in made
        ],
    )
    return BuiltFiles(tasks=tasks, pins=pins, others=pictures)


MIN_STATEMENTS = (
    72  #: families of a complete set, twins not counted; the gates below count once it has so many
)
MIN_CATEGORY = 6  #: families that count for a category
MIN_LEVEL = 0.3  #: share of each level
MEAN_PICTURES = (1.5, 2.2)  #: minimum and maximum of the mean number of pictures per problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCounts:
    """What the built problems of a data set count to."""

    families: int
    problems: int
    pictures: int
    categories: Counter[str]  #: category → families that count for it; each counts for one
    levels: Counter[str]  #: level → families; those with a dial count at level 1

    @property
    def mean_pictures(self) -> float:
        """Pictures of a problem on average; 0 without problems."""
        return self.pictures / max(1, self.problems)

    @property
    def is_complete(self) -> bool:
        """Whether there are enough families for a complete set."""
        return self.families >= MIN_STATEMENTS


def set_counts(collection: FamilyCollection) -> SetCounts:
    """Count the built problems of a collection.

    Raises:
        BadInput: if a file of pins is not valid.
    """
    found = [read_pinned(ProblemPins, collection, name) for name in collection.names()]
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
    levels += f", with a dial {counts.levels[DIAL_LEVELS[0]]}"
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
    without_dial = sum(counts.levels[level] for level in get_args(Level))
    for level in get_args(Level):
        if (share := counts.levels[level] / max(1, without_dial)) < MIN_LEVEL:
            yield f"{share:.0%} of the families are {level}, less than {MIN_LEVEL:.0%}"
    least, most = MEAN_PICTURES
    if not least <= counts.mean_pictures <= most:
        yield f"a problem has {counts.mean_pictures:.2f} pictures on average, not {least} to {most}"
