"""Reviews: people solve a task from its picture alone, and record the rule that they read in it.

Reviewers write ``reviews/FAMILY.yaml`` themselves, or solve tasks with `sightbench review solve`, which keeps
what they do in other files (see :mod:`.attempts`). No code makes a review. A task without one is shown as not
reviewed.
"""

from typing import Annotated

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput
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
    right: bool = Field(description="whether the program that this person wrote passes the tests")


class TaskReview(Record):
    """All reviews of one task."""

    solvers: list[Solver] = Field(default_factory=list)
    consensus: str = Field(default="", description="what the reviewers agreed on, and what was changed")


class Reviews(Record):
    """A file of reviews: those of one family's tasks, by task id."""

    canary: str
    tasks: dict[str, TaskReview] = Field(default_factory=dict)


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


def review_state(review: TaskReview | None) -> str:
    """Return the state of a task's review in a few words."""
    if review is None or not review.solvers:
        return "not reviewed"
    right = sum(solver.right for solver in review.solvers)
    agreed = "" if review.consensus else ", no consensus yet"
    return f"{right} of {len(review.solvers)} people solved it{agreed}"
