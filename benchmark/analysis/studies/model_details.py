"""What submissions say about their models: what `sightbench analyse models` prints.

As in Table 10 of HumanEval-V.

History of the format:
    sightbench/models/1: first version.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record
from benchmark.submissions.schema import Submission
from benchmark.suites.settings import SETTINGS_WITHOUT_PICTURE


class ModelDetails(Record):
    """One submission; null where it does not say."""

    slug: str
    name: str
    organisation: str | None
    weights: Literal["open", "closed"] | None
    sees: bool = Field(description="whether one of its runs shows the model pictures")
    reasoning: bool | None
    parameters_b: float | None = Field(description="in billions")
    decoder: str | None
    licence: str | None
    release_date: str | None
    training_cutoff: str | None
    predecessor: str | None
    served_as: list[str] = Field(description="ids of the model at its providers, with the revision if pinned")
    links: dict[str, str]


class ModelList(Record):
    """Closed weights first, then open ones that see, then open ones that only read; each by name."""

    schema_: Literal["sightbench/models/1"] = Field(default="sightbench/models/1", alias="schema")
    models: list[ModelDetails]


def model_details(submissions: Iterable[Submission]) -> ModelList:
    """The details of every submission that is a model; baselines are left out."""
    kept = [one for one in submissions if not all(run.baseline for run in one.runs)]
    return ModelList(models=sorted(map(_details, kept), key=_rank))


def _details(one: Submission) -> ModelDetails:
    configs = [config for run in one.runs for config in (run.model,) if config is not None]
    served = [
        f"{config.provider}: {config.model}" + (f"@{config.revision}" if config.revision else "")
        for config in configs
    ]
    return ModelDetails(
        slug=one.slug,
        name=one.name,
        organisation=one.organisation,
        weights=one.weights,
        sees=any(run.setting not in SETTINGS_WITHOUT_PICTURE.get(run.suite, ()) for run in one.runs),
        reasoning=one.reasoning,
        parameters_b=one.parameters_b,
        decoder=one.decoder,
        licence=one.licence,
        release_date=None if one.release_date is None else str(one.release_date),
        training_cutoff=None if one.training_cutoff is None else str(one.training_cutoff),
        predecessor=one.predecessor,
        served_as=list(dict.fromkeys(served)),
        links=dict(one.links),
    )


def _rank(one: ModelDetails) -> tuple[bool, bool, str, str]:
    return one.weights != "closed", not one.sees, one.name.casefold(), one.slug
