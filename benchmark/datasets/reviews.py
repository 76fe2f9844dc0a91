"""Reviews: people solve a task from its picture alone, and record the rule that they read in it.

Reviewers write ``reviews/FAMILY.yaml`` themselves. No code makes a review. A task without one is shown as not
reviewed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Annotated

from pydantic import Field

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import Collection, stem
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_yaml import read_yaml


class Solver(Record):
    """One person's attempt at a task, from the picture and the signature alone."""

    by: Name = Field(description="initials or a login")
    date: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    read: Annotated[str, Field(min_length=1)] = Field(description="the rule as this person read it")
    minutes: Annotated[float, Field(gt=0)] | None = None
    version: Annotated[int, Field(ge=1)] = Field(
        default=1, description="version of the task; reviews of an older one do not count"
    )
    right: bool = Field(description="whether one of at most two programs that this person wrote passes")


class TaskReview(Record):
    """All reviews of one task."""

    solvers: list[Solver] = Field(default_factory=list)
    consensus: str = Field(default="", description="what the reviewers agreed on, and what was changed")


class Reviews(Record):
    """A file of reviews: those of one family's tasks, by task id."""

    canary: str
    tasks: dict[str, TaskReview] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskPeople:
    """The people who tried one version of a task, each once."""

    solvers: tuple[Solver, ...] = ()

    @property
    def tried(self) -> int:
        """Number of people who tried the task."""
        return len(self.solvers)

    @property
    def solved(self) -> int:
        """Number of people who solved it."""
        return sum(solver.right for solver in self.solvers)

    @property
    def minutes(self) -> float | None:
        """Median time of the people who solved it; None if no time was recorded."""
        times = [solver.minutes for solver in self.solvers if solver.right and solver.minutes is not None]
        return median(times) if times else None


def read_reviews(collection: Collection, name: str) -> Reviews:
    """Return the reviews of a family; without tasks if nobody has reviewed it.

    Raises:
        BadInput: if the file of reviews is not valid.
    """
    path = collection.folder / "reviews" / f"{name}.yaml"
    if not path.exists():
        return Reviews(canary=CANARY)
    reviews = validate_record(Reviews, read_yaml(path).value, path)
    if reviews.canary != CANARY:
        raise BadInput(path, "canary", "is not the canary of the open data sets", f"write {CANARY!r}")
    return reviews


def read_solvers(collection: Collection) -> Mapping[str, tuple[Solver, ...]]:
    """Return what people did, by task id: all versions of tasks, also of tasks that no longer exist.

    A person with two records of the same version of a task counts once, by the later one in the file.

    Raises:
        BadInput: if a file of reviews is not valid.
    """
    return {
        # People write their initials in small and in large letters.
        task: tuple({(solver.by.casefold(), solver.version): solver for solver in review.solvers}.values())
        for name in sorted(path.stem for path in (collection.folder / "reviews").glob("*.yaml"))
        for task, review in read_reviews(collection, name).tasks.items()
    }


def people_of(solvers: Mapping[str, tuple[Solver, ...]], task: str, version: int) -> TaskPeople:
    """Return the people who tried this version of a task; attempts at other versions do not count."""
    return TaskPeople(tuple(solver for solver in solvers.get(task, ()) if solver.version == version))


def tried_tasks(
    solvers: Mapping[str, tuple[Solver, ...]], versions: Mapping[str, int | None]
) -> dict[str, TaskPeople]:
    """Return the people who tried the tasks of families, by task id; tasks that nobody tried are left out.

    Args:
        solvers: what people did, by task id.
        versions: family → version of its built tasks; None if it has not been built.
    """
    of_stem = {stem(name): version for name, version in versions.items()}
    found = {}
    for task in solvers:
        version = of_stem.get(task.rpartition("-")[0])
        if version is not None and (people := people_of(solvers, task, version)).tried:
            found[task] = people
    return found
