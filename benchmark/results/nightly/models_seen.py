"""The schema of a list of models: what a provider said one night which models it has.

A list that could not be read to its end is ``unknown``: nothing follows from the models that it lacks.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.files.edge import Name, Record, Slug
from benchmark.results.nightly.named import Contradiction, DatedRecord, Night
from benchmark.results.status import Moment, Reason

_MODELS_LIMIT = 5000  #: maximum models of one provider


class SeenModel(Record):
    """A model in a provider's list."""

    id: Name
    name: Name | None = Field(default=None, description="name to show, if the provider gives one")
    created: Moment | None = Field(default=None, description="when it was made, if the provider tells")
    shutdown: Night | None = Field(default=None, description="day of its shutdown, if it is announced")


class ModelsSeen(DatedRecord):
    """The models of one provider in one night."""

    folder: ClassVar[str] = "models"
    noun: ClassVar[str] = "list of models"

    schema_: Literal["sightbench/models-seen/1"] = Field(default="sightbench/models-seen/1", alias="schema")
    provider: Slug
    state: Literal["complete", "unknown"] = Field(
        description="unknown: the list was not read to its end, so a missing model has not vanished"
    )
    reason: Reason | None = Field(default=None, description="why the list is unknown; null if it is complete")
    models: Annotated[list[SeenModel], Field(max_length=_MODELS_LIMIT, description="sorted by id")]

    @property
    def folders(self) -> tuple[str, ...]:
        """The provider."""
        return (self.provider,)

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the fields that do not go together."""
        if self.state == "complete" and not self.models:
            yield Contradiction("models", "is empty, but the list is complete", "record it as unknown")
        if (self.state == "complete") != (self.reason is None):
            problem = f"does not go together with the state {self.state}"
            yield Contradiction("reason", problem, "give a reason if, and only if, the list is unknown")
        ids = [model.id for model in self.models]
        if ids != sorted(set(ids)):
            yield Contradiction("models", "is not sorted, or names a model twice", "sort the models by id")
