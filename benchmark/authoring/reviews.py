"""Review records: which people solved a task from its picture alone, and what they read in it.

They are written by the people who reviewed, in ``reviews/FAMILY.yaml``. A task without a record is shown as
not reviewed; nothing here makes one.
"""

from typing import Annotated

from pydantic import Field

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_yaml import read_yaml


class Solver(Record):
    """One person who was given the picture and the signature, and nothing else."""

    by: Name = Field(description="who: initials or a login")
    date: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    read: Annotated[str, Field(min_length=1)] = Field(description="the rule as this person read it")
    minutes: Annotated[float, Field(gt=0)] | None = None
    right: bool = Field(description="whether the program that this person wrote passes the tests")


class TaskReview(Record):
    """All that people said of one task."""

    solvers: list[Solver] = Field(default_factory=list)
    consensus: str = Field(default="", description="what the reviewers agreed on, and what was changed")


class Reviews(Record):
    """A file of reviews: one family's tasks."""

    canary: str
    tasks: dict[str, TaskReview] = Field(default_factory=dict)


def read_reviews(collection: Collection, name: str) -> Reviews:
    """The reviews of a family; empty when nobody has reviewed it.

    Raises:
        BadInput: for a file that is wrong.
    """
    path = collection.folder / "reviews" / f"{name}.yaml"
    if not path.exists():
        return Reviews(canary=CANARY)
    reviews = validate_record(Reviews, read_yaml(path).value, path)
    if reviews.canary != CANARY:
        raise BadInput(path, "canary", "is not the canary of the open data sets", f"write {CANARY!r}")
    return reviews


def state(review: TaskReview | None) -> str:
    """A review in a few words."""
    if review is None or not review.solvers:
        return "not reviewed"
    right = sum(solver.right for solver in review.solvers)
    agreed = "" if review.consensus else ", no consensus yet"
    return f"{right} of {len(review.solvers)} people solved it{agreed}"
