"""Details of models from their submissions, for `sightbench analyse models`.

The details are those of Table 10 of HumanEval-V.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from benchmark.core.suite import suite_of
from benchmark.files.edge import Record
from benchmark.submissions.schema import Submission


class ModelDetails(Record):
    """The details of one model; null if the submission does not give them."""

    slug: str
    name: str
    organisation: str | None
    weights: Literal["open", "closed"] | None
    sees: bool = Field(description="whether one of its runs shows pictures to the model")
    reasoning: bool | None
    parameters_b: float | None = Field(description="parameters in billions")
    decoder: str | None
    licence: str | None
    release_date: str | None
    training_cutoff: str | None
    predecessor: str | None
    served_as: list[str] = Field(description="ids of the model at its providers, with the revision if pinned")
    links: dict[str, str]


class ModelList(Record):
    """All models: closed weights before open ones, then those that see pictures first, then by name."""

    schema_: Literal["sightbench/models/1"] = Field(default="sightbench/models/1", alias="schema")
    models: list[ModelDetails]


def model_details(submissions: Iterable[Submission]) -> ModelList:
    """Return the details of every model; submissions with baselines only are left out."""
    models = [submission for submission in submissions if not all(run.baseline for run in submission.runs)]
    return ModelList(models=sorted(map(_details, models), key=_order))


def _details(submission: Submission) -> ModelDetails:
    configs = [run.model for run in submission.runs if run.model is not None]
    served = [
        f"{config.provider}: {config.model}" + (f"@{config.revision}" if config.revision else "")
        for config in configs
    ]
    return ModelDetails(
        slug=submission.slug,
        name=submission.name,
        organisation=submission.organisation,
        weights=submission.weights,
        sees=any(run.setting not in suite_of(run.suite).without_picture for run in submission.runs),
        reasoning=submission.reasoning,
        parameters_b=submission.parameters_b,
        decoder=submission.decoder,
        licence=submission.licence,
        release_date=None if submission.release_date is None else str(submission.release_date),
        training_cutoff=None if submission.training_cutoff is None else str(submission.training_cutoff),
        predecessor=submission.predecessor,
        served_as=list(dict.fromkeys(served)),
        links=dict(submission.links),
    )


def _order(model: ModelDetails) -> tuple[bool, bool, str, str]:
    return model.weights != "closed", not model.sees, model.name.casefold(), model.slug
