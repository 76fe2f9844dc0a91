"""The schema of ``submission.yaml``.

History of the format:
    sightbench/submission/1: first version.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from benchmark.files.edge import Record, Slug
from benchmark.files.wording import refusal
from benchmark.submissions.fields import BaseUrl, Link, Login, PartialDate, Setting, Text, Variable

SCHEMA_ID = "sightbench/submission/1"

Provider = Literal["openai", "google", "anthropic", "local", "replay"]
Baseline = Literal["gold", "blank", "stub", "guess"]
Prompt = Literal["sightbench", "upstream"]


class ModelParameters(Record):
    """What is sent with each request, beside what the protocol says."""

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    top_k: Annotated[int, Field(ge=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    stop: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=16)] = Field(
        default_factory=list
    )
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    thinking_tokens: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class ModelConfig(Record):
    """Where completions are generated."""

    provider: Provider
    model: Text = Field(description="the provider's id of the model")
    base_url: BaseUrl | None = None
    api_key_env: Variable | None = None
    revision: Text | None = Field(default=None, description="of open weights, such as a commit")
    parameters: ModelParameters = Field(default_factory=ModelParameters)


class SubmissionRun(Record):
    """One set of completions: how it comes about, and on what."""

    suite: Slug
    dataset: Slug
    setting: Setting
    protocol: Slug
    prompt: Prompt = "sightbench"
    model: ModelConfig | None = Field(default=None, description="CI generates the completions")
    predictions: Annotated[
        str | None,
        Field(min_length=1, max_length=500, description="a prediction file in the submission's folder"),
    ] = None
    baseline: Baseline | None = Field(
        default=None, description="answers made at run time; bundled examples only"
    )

    @model_validator(mode="after")
    def _one_source(self) -> "SubmissionRun":
        given = [name for name in ("model", "predictions", "baseline") if getattr(self, name) is not None]
        if len(given) != 1:
            raise refusal(
                f"needs exactly one of model, predictions and baseline, has {' and '.join(given) or 'none'}",
                "model when CI is to generate, predictions when you did",
                show=False,
            )
        return self

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What makes two runs of a submission the same."""
        return (self.suite, self.dataset, self.setting, self.protocol, self.prompt)


class Submission(Record):
    """One model, or one fixed baseline, with its runs."""

    schema_: Literal["sightbench/submission/1"] = Field(default="sightbench/submission/1", alias="schema")
    slug: Slug = Field(description="name of the folder")
    name: Text = Field(description="as pages show it")
    organisation: Text | None = None
    links: dict[Text, Link] = Field(default_factory=dict, max_length=10, description="https address by label")
    owners: Annotated[list[Login], Field(max_length=20, description="GitHub logins")] = Field(
        default_factory=list
    )
    weights: Literal["open", "closed"] | None = None
    reasoning: bool | None = Field(default=None, description="whether the model thinks before it answers")
    parameters_b: Annotated[float, Field(gt=0, le=1_000_000)] | None = Field(
        default=None, description="number of parameters in billions (7.6 for 7.6B); null when not known"
    )
    decoder: Text | None = Field(default=None, description="the language model inside a vision model")
    licence: Text | None = Field(default=None, description="of the weights, or terms of use")
    release_date: PartialDate | None = None
    training_cutoff: PartialDate | None = None
    predecessor: Slug | None = Field(default=None, description="slug of the model before this one")
    runs: Annotated[list[SubmissionRun], Field(min_length=1, max_length=200)]
