"""The schema of a row, and its content id.

History of the format:
    sightbench/row/1: first version; later it got ``run.descriptions_file``, which rows need not have.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from benchmark.core.digest import digest_canonical
from benchmark.core.verdict import Status
from benchmark.files.edge import Record, Slug
from benchmark.files.wording import refusal

Trust = Literal["verified", "judged", "reported"]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, lower-case hexadecimal")]


def _is_none(value: object) -> bool:
    return value is None


class RowSubmission(Record):
    """Whose result it is, as the submission said it when it was judged."""

    slug: Slug
    name: Annotated[str, Field(min_length=1, max_length=200, description="as pages show it")]
    organisation: Annotated[str, Field(max_length=200)] = ""
    weights: Literal["open", "closed", ""] = ""
    reasoning: bool | None = None


class RowPrompt(Record):
    """Which prompt the model was given."""

    name: str = Field(description="sightbench, upstream, or empty when not recorded")
    digest: Digest | None = Field(default=None, description="of the template; null when not recorded")


class RowTasks(Record):
    """Which tasks were judged."""

    count: Annotated[int, Field(ge=1)]
    digest: Digest = Field(description="over the tasks as JSON lines, sorted by id; limits included")
    stems: dict[str, str] = Field(default_factory=dict, description="stem by task id, where it is not the id")
    categories: dict[str, list[str]] = Field(
        default_factory=dict,
        exclude_if=lambda found: not found,  # a row from before keeps its id
        description="task ids by category, as scores name it: subset:math, subset:math/level:easy",
    )


class RowCompletions(Record):
    """Which completions were judged."""

    count: Annotated[int, Field(ge=1)]
    draws: Annotated[int, Field(ge=1, description="samples a task")]
    digest: Digest = Field(description="over task_id, draw and text as JSON lines, sorted")


class RowScore(Record):
    """A metric with its interval, rounded to 6 decimals; ``worst`` and ``best`` where samples are missing."""

    metric: str
    scale: str = "fraction"
    value: float
    low: float
    high: float
    tasks: Annotated[int, Field(ge=0)]
    samples: Annotated[int, Field(ge=0)]
    missing: Annotated[int, Field(ge=0)] = 0
    worst: float | None = Field(
        default=None, exclude_if=_is_none, description="the least that missing samples could make it"
    )
    best: float | None = Field(
        default=None, exclude_if=_is_none, description="the most that missing samples could make it"
    )
    category: str = ""


class RowVersions(Record):
    """What decided the verdicts."""

    suite: int
    judge: int
    guest: dict[str, str] = Field(description="python and preloaded libraries inside the sandbox, by name")


def _row_status(value: object) -> str:
    if value not in _STATUSES:
        raise refusal("is no status", f"one of: {', '.join(_STATUSES)}")
    return str(value)


_STATUSES = (*(status.value for status in Status), "missing")
#: A status, or ``missing`` for a sample without verdict.
RowStatus = Annotated[str, PlainValidator(_row_status), WithJsonSchema({"enum": list(_STATUSES)})]


class RowResult(Record):
    """What was judged and what came out: the part that the row's id is made from."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: RowPrompt
    extraction: str
    submission: RowSubmission
    tasks: RowTasks
    completions: RowCompletions
    statuses: dict[str, list[RowStatus]] = Field(description="by task id, in order of draws")
    scores: list[RowScore]
    versions: RowVersions


def _instant(value: str) -> str:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        raise refusal("is no date that there is", "write it as 2026-01-31T12:00:00Z, in UTC") from None
    return value


class RowMachine(Record):
    """Where it ran."""

    system: str
    python: str
    cpus: int
    time_factor: float | None = Field(
        default=None,
        description="limits of time were multiplied by it, 1 to 3; the largest where several machines judged",
    )


class RowFile(Record):
    """A file that stands beside the row (or among the release assets)."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(?:\.[a-z0-9]+)+$", description="in the row's folder")]
    sha256: Digest
    bytes: int


class RowPrice(Record):
    """US dollars for a million tokens; of a tiered price, those of the lowest tier."""

    input_usd: float
    output_usd: float
    cached_usd: float | None = None
    to_cache_usd: float | None = None
    source: str = Field(description="config, or the price table and its version")
    date: str = Field(description="for which it holds")


class RowGeneration(Record):
    """How the completions came about, where Sightbench asked for them."""

    provider: str
    model: str = Field(description="id that was asked for")
    base_url: str | None = None
    revision: str | None = None
    models: dict[str, int] = Field(default_factory=dict, description="completions by the id that answered")
    parameters: dict[str, object] = Field(default_factory=dict)
    dropped: dict[str, int] = Field(default_factory=dict, description="completions by dropped parameter")
    finishes: dict[str, int] = Field(default_factory=dict, description="completions by finish reason")
    max_side: int | None = Field(default=None, description="px; larger pictures were scaled down")
    price: RowPrice | None = None
    calls: int = Field(default=0, description="attempts")
    outages: dict[str, int] = Field(default_factory=dict, description="failed attempts by cause")
    unsure_calls: int = Field(default=0, description="attempts that broke off and may be on the bill")
    versions: dict[str, str] = Field(default_factory=dict, description="of the SDK and the engine")
    started: str
    config: Digest = Field(description="of all that decides the words of a completion")


class RowRun(Record):
    """When and where it was judged, and at what cost; not part of the id."""

    started: Annotated[str, AfterValidator(_instant)] = Field(
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="UTC"
    )
    seconds: float = Field(description="wall time of judging")
    cpu_seconds: float = Field(description="inside the sandbox, over all samples")
    trust: Trust = "judged"
    machine: RowMachine
    executor: str = "local"
    workers: int = 1
    commit: str = Field(default="", description="of the code that judged, where known")
    links: dict[str, str] = Field(default_factory=dict, description="CI run, attestation and the like")
    request: Digest | None = Field(
        default=None, description="of what the submission asked for; null where nobody recorded it"
    )
    judged_again: int | None = Field(
        default=None, description="samples near a limit that were judged a second time, alone"
    )
    not_judged_again: int | None = Field(
        default=None, description="samples near a limit for whose second time there was none"
    )
    cost_usd: float | None = Field(
        default=None, description="of the completions, descriptions included, where known"
    )
    tokens_in: int | None = None
    tokens_out: int | None = None
    generation: RowGeneration | None = Field(default=None, description="null for answers handed in")
    missing: dict[str, str] = Field(default_factory=dict, description="reason by task_id#draw")
    unlinted: dict[str, str] = Field(
        default_factory=dict, description="why the linter has no result, by task_id#draw"
    )
    completions_file: RowFile | None = None
    verdicts_file: RowFile | None = None
    descriptions_file: RowFile | None = Field(
        default=None,
        exclude_if=_is_none,  # a row from before stays as it was written
        description="what the model wrote of the pictures, where its programs were written from that",
    )

    @property
    def files(self) -> tuple[tuple[str, RowFile], ...]:
        """The files of the row, by what they hold."""
        named = (
            ("completions", self.completions_file),
            ("verdicts", self.verdicts_file),
            ("descriptions", self.descriptions_file),
        )
        return tuple((what, file) for what, file in named if file is not None)


class Row(Record):
    """One published result."""

    schema_: Literal["sightbench/row/1"] = Field(default="sightbench/row/1", alias="schema")
    id: Digest
    result: RowResult
    run: RowRun


def row_id(result: RowResult) -> str:
    """SHA-256 of the RFC 8785 JSON of ``result``: judging the same again gives the same id."""
    return digest_canonical(result.model_dump(mode="json"))
