"""The files that families of problems make for a data set: tasks, pictures, and the digests that pin them."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import (
    PinnedInstance,
    pins_path,
    read_pinned,
    write_and_prune,
)
from benchmark.authoring.drawing.render import picture_digest, render_png
from benchmark.authoring.family_code import Digest
from benchmark.authoring.problem_families.instance import TOLERANCE, ProblemTask
from benchmark.authoring.shown_rule import stem
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.task import Limits, StdioCheck, Task
from benchmark.files.atomic import compress_for
from benchmark.files.edge import Name, Record
from benchmark.files.jsonl import dump_records
from benchmark.files.pictures import split_prompt
from benchmark.files.tasks import task_record

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


def read_problem_pins(collection: Collection, name: str) -> ProblemPins | None:
    """Return the pins of a family; None if it has not been built.

    Raises:
        BadInput: if the file is not valid.
    """
    return read_pinned(ProblemPins, collection, name)


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
        check=StdioCheck(cases=made.cases, compare=made.compare, tolerance=TOLERANCE),
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


def problem_files(collection: Collection, made: Sequence[ProblemTask]) -> dict[Path, bytes]:
    """Return the contents of all files of a family's public tasks, by path."""
    name = made[0].family
    contents, tasks = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
    pins = ProblemPins(
        canary=CANARY,
        family=name,
        version=made[0].version,
        seed=made[0].seed,
        index=made[0].index,
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
    path = problems_path(collection, name)
    contents[path] = compress_for(path, dump_records(path, map(task_record, tasks)))
    contents[pins_path(collection, name)] = (pins.model_dump_json(indent=1) + "\n").encode()
    return contents


def write_problem_files(collection: Collection, made: Sequence[ProblemTask]) -> list[Path]:
    """Write those files of a family whose content changed, and remove pictures that no task shows.

    Returns:
        The paths that were written or removed.
    """
    return write_and_prune(collection, made[0].family, problem_files(collection, made))


def problems_path(collection: Collection, name: str) -> Path:
    """Return the path of a family's task file."""
    return collection.folder / "tasks" / f"{name}.jsonl.gz"
