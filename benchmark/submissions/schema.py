"""The schema of ``submission.yaml``."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Discriminator, Field, PrivateAttr, Tag, field_validator, model_validator

from benchmark.core.first_picture import first_picture_name
from benchmark.core.names import effort_of
from benchmark.core.suite import Droppable, Thinking
from benchmark.files.edge import Name, Record, Slug
from benchmark.files.references import ReferencedAnswers
from benchmark.files.wording import UNION_MARKS, Loc, refusal
from benchmark.generation.providers import PROVIDERS
from benchmark.submissions.fields import BaseUrl, Link, Login, PartialDate, Setting, ShownName, Text, Variable

SCHEMA_ID = "sightbench/submission/1"
_RUNS_LIMIT = 200

if TYPE_CHECKING:
    # mypy reads no Literal of computed values; pydantic does.
    Provider = str
else:
    Provider = Literal[tuple(name for name, known in PROVIDERS.items() if known.submitted)]
Baseline = Literal["gold", "blank", "stub", "guess"]
Prompt = Literal["sightbench", "upstream", "paper"]
ExtractionName = Literal["own", "upstream"]

#: Fields of request bodies that ``extra`` must not set, because protocol and prompt decide them.
_OWN_FIELDS = frozenset(
    {
        "model",
        "messages",
        "contents",
        "system",
        "systemInstruction",
        "system_instruction",
        "generationConfig",
        "generation_config",
        "max_new_tokens",
        "max_completion_tokens",
        "best_of",
        "use_beam_search",
        "n",
        "stream",
        "stop_sequences",
        "output_config",
        "tools",
    }
)
#: Fields of bodies that say how much a model thinks; ``chat_template_kwargs`` holds such fields and others.
_THINKING_FIELDS = re.compile(r".*(?:think|reasoning)|effort$", re.IGNORECASE)
_SECRET = re.compile(r"(?:api.?key|secret|password|authori[sz]ation|(?:access|auth).?token)$", re.IGNORECASE)


class ModelParameters(Record):
    """Parameters to send with each request, in addition to those of the protocol."""

    successors: ClassVar[Mapping[str, str]] = {
        "reasoning_effort": "write thinking instead; its none is off now",
        "thinking: disabled": "write off, its name now",
    }

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None
    top_k: Annotated[int, Field(ge=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    # OpenAI reads it as a signed integer of 64 bits.
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    stop: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=16)] = Field(
        default_factory=list
    )
    thinking: Annotated[
        Thinking | None,
        Field(description="how much the model thinks; mapped to the fields of each provider and server"),
    ] = None
    thinking_tokens: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class ModelLimits(Record):
    """Limits for calls: how many at a time and per minute, and how long to wait."""

    concurrency: Annotated[int, Field(ge=1, le=1024, description="maximum calls at the same time")] = 16
    requests_per_minute: Annotated[int, Field(ge=1)] | None = None
    tokens_per_minute: int | None = Field(default=None, ge=1, description="of prompts and answers together")
    timeout: Annotated[float, Field(gt=0, le=7200, description="maximum seconds of one call")] = 600.0
    attempts: Annotated[
        int, Field(ge=1, le=20, description="maximum attempts of a call before its samples are missing")
    ] = 6
    wait: Annotated[
        float,
        Field(gt=0, le=60, description="seconds before the second attempt; doubled before each further one"),
    ] = 1.0


class ModelPrice(Record):
    """US dollars per million tokens, instead of the prices in the price table."""

    input: Annotated[float, Field(ge=0)]
    output: Annotated[float, Field(ge=0)]
    cached_input: Annotated[float, Field(ge=0)] | None = None
    cache_write: Annotated[float, Field(ge=0)] | None = None
    date: PartialDate = Field(description="date of these prices")


#: Options of engines that have only these, besides ``start_seconds``.
_ENGINE_OPTIONS = {"transformers": {"dtype"}, "llama.cpp": {"max_model_len"}}


class ModelServer(Record):
    """How the provider ``local`` serves a model with open weights."""

    engine: Literal["vllm", "transformers", "llama.cpp"] = "vllm"
    dtype: Literal["auto", "float16", "bfloat16", "float32"] | None = None
    max_model_len: Annotated[int, Field(ge=1)] | None = None
    tensor_parallel: Annotated[int, Field(ge=1, le=64)] | None = None
    memory_utilization: Annotated[float, Field(gt=0, le=1)] | None = None
    # It becomes an argument of the engine's command, so it must not begin with a hyphen.
    quantization: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")] | None = None
    max_num_seqs: Annotated[int, Field(ge=1, le=4096)] | None = None
    reasoning_parser: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,39}$")] | None = None
    pictures: Annotated[int | None, Field(ge=0, le=64, description="maximum pictures of a prompt")] = None
    start_seconds: Annotated[float, Field(gt=0, le=7200)] = 1800.0

    @model_validator(mode="after")
    def _engine_has_options(self) -> "ModelServer":
        given = self.model_dump(exclude_none=True).keys() - {"engine", "start_seconds"}
        if foreign := sorted(given - _ENGINE_OPTIONS.get(self.engine, given)):
            raise refusal(f"{self.engine} has no option {foreign[0]}", "remove it", show=False)
        return self


#: Result of five draws at temperature 0: equal · three or more different ones · neither · not accepted.
MeasuredSampling = Literal["greedy measured", "not greedy", "unclear", "refused"]


class CitedProbe(Record):
    """What ``sightbench generate --probe`` measured, as a note for readers."""

    date: PartialDate = Field(description="the day of the probe, UTC")
    sampling: MeasuredSampling
    thinking: Thinking | None = Field(
        default=None, description="if it was lowered for the measurement of sampling"
    )


class ModelConfig(Record):
    """The model that generates completions, and how to call it."""

    successors: ClassVar[Mapping[str, str]] = {
        "may_drop": "remove it: this is the default now; must_apply names exceptions"
    }

    provider: Provider
    model: Text = Field(description="the provider's id of the model; for replay, a prediction file")
    base_url: BaseUrl | None = None
    api_key_env: Variable | None = None
    revision: Text | None = Field(default=None, description="commit of open weights")
    parameters: ModelParameters = Field(default_factory=ModelParameters)
    must_apply: list[Droppable] = Field(
        default_factory=list,
        description="parameters whose refusal ends the run; others are left out then, and rows record it",
    )
    draws_per_call: Annotated[
        # 128 is OpenAI's limit of n.
        int | None, Field(ge=1, le=128, description="answers per call, if the API has the parameter n")
    ] = None
    max_side: Annotated[
        int | None,
        Field(ge=64, le=8000, description="maximum width and height in px; larger pictures are scaled down"),
    ] = None
    detail: Literal["low", "medium", "high", "auto", "original"] | None = Field(
        default=None, description="how finely the model reads pictures; null for the vendor's default"
    )
    single_picture: bool = Field(
        default=False,
        description="whether the model accepts only one picture: it gets the first of a task (version 2)",
    )
    limits: ModelLimits = Field(default_factory=ModelLimits)
    price: ModelPrice | None = None
    max_cost: Annotated[
        float | None, Field(gt=0, description="US dollars; a call that could exceed this is not made")
    ] = None
    extra: dict[Name, object] = Field(
        default_factory=dict, max_length=20, description="further fields of the request body, sent unchanged"
    )
    server: ModelServer = Field(default_factory=ModelServer)
    probe: CitedProbe | None = Field(default=None, description="result of `generate --probe`, for readers")

    @model_validator(mode="after")
    def _extra_is_extra(self) -> "ModelConfig":
        nested = self.extra.get("chat_template_kwargs")
        names = [*self.extra, *(nested if isinstance(nested, dict) else ())]
        if thinks := [name for name in names if _THINKING_FIELDS.match(name)]:
            problem = f"extra: {thinks[0]} says how much the model thinks, which rows record"
            raise refusal(problem, "use parameters.thinking", show=False)
        if known := sorted({*_OWN_FIELDS, *ModelParameters.model_fields} & set(self.extra)):
            raise refusal(
                f"extra: {known[0]} has its own field, or is set by the protocol",
                "use extra only for fields that are special to this server",
                show=False,
            )
        if secret := sorted(name for name in self.extra if _SECRET.search(name)):
            raise refusal(
                f"extra: {secret[0]} looks like the name of a secret",
                "name an environment variable in api_key_env",
                show=False,
            )
        if "server" in self.model_fields_set and self.provider != "local":
            raise refusal("server is only for the provider local", "remove it", show=False)
        return self


def _kind_of_predictions(value: object) -> str:
    return UNION_MARKS[isinstance(value, dict | ReferencedAnswers)]


Predictions = Annotated[
    Annotated[str, Field(min_length=1, max_length=500), Tag(UNION_MARKS[0])]
    | Annotated[ReferencedAnswers, Tag(UNION_MARKS[1])],
    # Without it, pydantic would report the errors of both forms for a mistake in one.
    Discriminator(_kind_of_predictions),
]


def _kind_of_effort(value: object) -> str:
    return UNION_MARKS[isinstance(value, int)]


Effort = Annotated[
    Annotated[Thinking, Tag(UNION_MARKS[0])] | Annotated[int, Field(ge=1, le=1_000_000), Tag(UNION_MARKS[1])],
    Discriminator(_kind_of_effort),
]


class SubmissionRun(Record):
    """One evaluation: its tasks, setting and protocol, and the source of its completions."""

    suite: Slug
    dataset: Slug
    setting: Setting
    protocol: Slug
    prompt: Prompt = "sightbench"
    model: ModelConfig | None = Field(default=None, description="model with which CI generates completions")
    coder: ModelConfig | None = Field(
        default=None,
        description="model that writes the program in settings with two stages; by default the same model",
    )
    captioner: ModelConfig | None = Field(
        default=None,
        description="other model that describes the pictures, where the setting names one (version 2)",
    )
    predictions: Predictions | None = Field(
        default=None,
        description="a prediction file in the submission's folder; since version 2 also files that others"
        " publish",
    )
    extraction: ExtractionName = Field(
        default="own",
        description="rule that takes the program from an answer; upstream only with predictions (version 2)",
    )
    thinking: list[Effort] = Field(
        default_factory=list,
        max_length=20,
        exclude_if=lambda efforts: not efforts,
        description="efforts, or budgets in tokens: the run is made once with each; with predictions, the one"
        " with which they were drawn",
    )
    single_picture: bool = Field(
        default=False,
        description="whether the answers were given with only the first picture of each task; only with"
        " predictions (version 2)",
    )
    dropped: list[Literal["temperature", "top_p", "top_k"]] = Field(
        default_factory=list,
        exclude_if=lambda names: not names,
        description="parameters that the protocol asks for and the publisher's model did not get; only with"
        " predictions without a manifest, which would say it",
    )
    baseline: Baseline | None = Field(
        default=None, description="fixed answers without a model; only for the bundled examples"
    )

    _written: Loc = PrivateAttr(default=())

    @property
    def written(self) -> Loc:
        """Path in the file: ``("runs", 0)``, or ``("runs", 0, "thinking", 2)`` for an effort of a list."""
        return self._written

    @model_validator(mode="after")
    def _one_source(self) -> "SubmissionRun":
        given = [name for name in ("model", "predictions", "baseline") if getattr(self, name) is not None]
        if len(given) != 1:
            raise refusal(
                f"needs exactly one of model, predictions and baseline, has {' and '.join(given) or 'none'}",
                "use model if CI should generate completions, predictions if you have them",
                show=False,
            )
        for name in ("coder", "captioner"):
            if getattr(self, name) is not None and self.model is None:
                raise refusal(f"{name} can only be used with model", "remove it", show=False)
        if self.extraction != "own" and self.predictions is None:
            raise refusal("extraction can only be chosen with predictions", "remove it", show=False)
        if self.reference is not None and self.reference.doubled:
            fix = "remove it; an evaluation writes it into the row"
            raise refusal("predictions: doubled is only for rows", fix, show=False)
        if self.dropped and self.predictions is None:
            raise refusal("dropped can only be used with predictions", "remove it", show=False)
        if self.single_picture and self.predictions is None:
            fix = "write it into the config of the model" if self.model is not None else "remove it"
            raise refusal("single_picture of a run can only be used with predictions", fix, show=False)
        if self.thinking:
            self._check_efforts()
        for name, config in self.configs.items():
            if config.single_picture and config is not self.seeing:
                problem = f"{name}: single_picture makes no difference: this model is shown no picture"
                raise refusal(problem, "remove it", show=False)
        return self

    def _check_efforts(self) -> None:
        if twice := next((each for each in self.thinking if self.thinking.count(each) > 1), None):
            raise refusal(f"thinking: has {twice} twice", "remove one of them", show=False)
        if self.baseline is not None or (self.predictions is not None and len(self.thinking) > 1):
            problem = "thinking: several efforts can only be used with model"
            raise refusal(problem, "write a run with one effort for each prediction file", show=False)
        given = ModelParameters() if self.model is None else self.model.parameters
        numbers = any(isinstance(each, int) for each in self.thinking)
        if given.thinking or (numbers and given.thinking_tokens):
            problem = "thinking: the parameters of the model say it, too"
            raise refusal(problem, "remove one of the two", show=False)

    @property
    def configs(self) -> dict[str, ModelConfig]:
        """The models that the run calls, by field: none, one, or two if another model handles one stage."""
        given = {"model": self.model, "coder": self.coder, "captioner": self.captioner}
        return {name: config for name, config in given.items() if config is not None}

    @property
    def seeing(self) -> ModelConfig | None:
        """The model that is shown the pictures; None if the run calls no model."""
        return self.model if self.captioner is None else self.captioner

    @property
    def first_picture_only(self) -> bool:
        """Whether only the first picture of each task is shown."""
        return self.single_picture or (self.seeing is not None and self.seeing.single_picture)

    @property
    def prompt_name(self) -> str:
        """The prompt's name in manifests and rows; it has a suffix if only the first picture is shown."""
        return first_picture_name(self.prompt) if self.first_picture_only else self.prompt

    @property
    def prediction_file(self) -> str | None:
        """The prediction file in the submission's folder; None if the answers come from elsewhere."""
        return self.predictions if isinstance(self.predictions, str) else None

    @property
    def reference(self) -> ReferencedAnswers | None:
        """The files that others publish; None if the answers come from elsewhere."""
        return self.predictions if isinstance(self.predictions, ReferencedAnswers) else None

    @property
    def effort(self) -> str:
        """How much the model thinks, as in rows; empty if the run does not say."""
        if self.model is not None:
            return effort_of(self.model.parameters.thinking, self.model.parameters.thinking_tokens)
        given = self.thinking[0] if self.thinking else ""
        return effort_of(None, given) if isinstance(given, int) else given

    @property
    def key(self) -> tuple[str, str, str, str, str, str]:
        """Suite, data set, setting, protocol, prompt and effort; unique among the runs of a submission."""
        return (self.suite, self.dataset, self.setting, self.protocol, self.prompt_name, self.effort)

    def by_effort(self) -> "list[SubmissionRun]":
        """Return one run per effort of ``thinking``, as if written out; itself for uploaded answers."""
        if self.model is None:
            return [self]
        found = []
        for number, effort in enumerate(self.thinking):
            name = "thinking_tokens" if isinstance(effort, int) else "thinking"
            parameters = self.model.parameters.model_copy(update={name: effort})
            model = self.model.model_copy(update={"parameters": parameters})
            found.append(self.model_copy(update={"model": model, "thinking": []}))
            found[-1]._written = (*self._written, "thinking", number)
        return found


class Submission(Record):
    """One model, or one fixed baseline, and its runs."""

    schema_: Literal["sightbench/submission/1"] = Field(default="sightbench/submission/1", alias="schema")
    slug: Slug = Field(description="name of the folder")
    name: ShownName = Field(description="name to show on pages")
    organisation: ShownName | None = None
    links: dict[Text, Link] = Field(
        default_factory=dict, max_length=10, description="https addresses, by label"
    )
    owners: list[Login] = Field(default_factory=list, max_length=20, description="GitHub logins")
    weights: Literal["open", "closed"] | None = None
    reasoning: bool | None = Field(default=None, description="whether the model thinks before it answers")
    parameters_b: Annotated[float, Field(gt=0, le=1_000_000)] | None = Field(
        default=None, description="number of parameters in billions (7.6 for 7.6B); null if unknown"
    )
    decoder: ShownName | None = Field(default=None, description="the language model inside a vision model")
    licence: Text | None = Field(default=None, description="licence of the weights, or terms of use")
    release_date: PartialDate | None = None
    training_cutoff: PartialDate | None = None
    predecessor: Slug | None = Field(default=None, description="slug of the model before this one")
    list_price: ModelPrice | None = Field(
        default=None,
        exclude_if=lambda price: price is None,
        description="the vendor's list price; pages estimate from it what answers of unknown cost cost",
    )
    notes: list[Text] = Field(
        default_factory=list,
        max_length=10,
        exclude_if=lambda notes: not notes,
        description="what readers should know, one sentence each; the model's page prints them",
    )
    runs: Annotated[list[SubmissionRun], Field(min_length=1, max_length=_RUNS_LIMIT)]

    @field_validator("runs")
    @classmethod
    def _one_run_per_effort(cls, runs: list[SubmissionRun]) -> list[SubmissionRun]:
        found: list[SubmissionRun] = []
        for place, run in enumerate(runs):
            run._written = ("runs", place)
            found += run.by_effort() if run.thinking else [run]
        if len(found) > _RUNS_LIMIT:
            problem = f"are {len(found)} runs with all their efforts; the limit is {_RUNS_LIMIT}"
            raise refusal(problem, "remove some", show=False)
        return found
