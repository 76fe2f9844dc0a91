"""The schema of a row, and its content id."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.core.slug import DRY_RUN
from benchmark.core.verdict import HIGHEST_POINTS, LOWEST_POINTS, Status
from benchmark.files.bounded import JSON_LIMIT
from benchmark.files.edge import Record, Slug
from benchmark.files.references import ReferencedAnswers
from benchmark.results.branch_record import BranchRecord, Digest, Moment
from benchmark.results.layout import DRY_BRANCH

Trust = Literal["verified", "judged", "reported"]


def _is_none(value: object) -> bool:
    return value is None


class RowSubmission(Record):
    """The submission that the row belongs to, as it was described at the time of judging."""

    slug: Slug
    name: Annotated[str, Field(min_length=1, max_length=200, description="name to show on pages")]
    organisation: Annotated[str, Field(max_length=200)] = ""
    weights: Literal["open", "closed", ""] = ""
    reasoning: bool | None = None


class RowPrompt(Record):
    """The prompt that the model received."""

    name: str = Field(
        description="sightbench, upstream, paper, or these with -first-picture; empty if unknown"
    )
    digest: Digest | None = Field(default=None, description="digest of its templates; null if not recorded")


class RowTasks(Record):
    """The judged tasks."""

    count: Annotated[int, Field(ge=1)]
    digest: Digest = Field(description="digest over the tasks as JSON lines, sorted by id, with their limits")
    stems: dict[str, str] = Field(
        default_factory=dict, description="stem by task id, for tasks whose stem differs from the id"
    )
    categories: dict[str, list[str]] = Field(
        default_factory=dict,
        exclude_if=lambda found: not found,  # so that older rows keep their id
        description="task ids by category; names as in scores: subset:math, subset:math/level:easy",
    )


class RowCompletions(Record):
    """The judged completions."""

    count: Annotated[int, Field(ge=1)]
    draws: Annotated[int, Field(ge=1, description="samples per task")]
    digest: Digest = Field(description="digest over task_id, draw and text as JSON lines, sorted")


class RowScore(Record):
    """A metric with its interval, rounded to 6 decimals; ``worst`` and ``best`` allow for missing samples."""

    metric: str
    scale: str = "fraction"
    value: float
    low: float
    high: float
    tasks: Annotated[int, Field(ge=0)]
    samples: Annotated[int, Field(ge=0)]
    missing: Annotated[int, Field(ge=0)] = 0
    worst: float | None = Field(
        default=None,
        exclude_if=_is_none,
        description="lowest possible value had the missing samples been judged",
    )
    best: float | None = Field(
        default=None,
        exclude_if=_is_none,
        description="highest possible value had the missing samples been judged",
    )
    category: str = ""


class RowVersions(Record):
    """Versions of everything that decides the verdicts."""

    suite: int
    judge: int
    guest: dict[str, str] = Field(description="versions of Python and preloaded libraries inside the sandbox")


#: A status, or ``missing`` for a sample without a verdict.
if TYPE_CHECKING:
    RowStatus = str
else:
    RowStatus = Literal[(*(status.value for status in Status), "missing")]
RowPoints = Annotated[float, Field(ge=LOWEST_POINTS, le=HIGHEST_POINTS)]


class RowResult(Record):
    """What was judged, and the outcome: the part of the row that its id is computed from."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: RowPrompt
    extraction: str
    submission: RowSubmission
    tasks: RowTasks
    completions: RowCompletions
    statuses: dict[str, list[RowStatus]] = Field(description="statuses by task id, in order of draws")
    points: dict[str, list[RowPoints | None]] = Field(
        default_factory=dict,
        exclude_if=lambda found: not found,  # so that older rows keep their id
        description="points by task id, in order of draws, if checks give points; null for a missing sample",
    )
    scores: list[RowScore]
    versions: RowVersions


class RowMachine(Record):
    """The machine that judged."""

    system: str
    python: str
    cpus: int
    time_factor: float | None = Field(
        default=None,
        description="factor of time limits, 1 to 3; the largest one if several machines judged",
    )


class StoredFile(Record):
    """A file next to the record that describes it, or an asset of a release."""

    sha256: Digest
    bytes: Annotated[int, Field(ge=0)]


class RowFile(Record):
    """A file next to the row, or an asset of a release."""

    name: Annotated[
        str, Field(pattern=r"^[a-z0-9]+(?:\.[a-z0-9]+)+$", description="name in the row's folder")
    ]
    sha256: Digest
    bytes: int


class RowPrice(Record):
    """US dollars per million tokens; of a tiered price, the lowest tier."""

    input_usd: float
    output_usd: float
    cached_usd: float | None = None
    to_cache_usd: float | None = None
    source: str = Field(description="config, policy.yml, or the name and version of the price table")
    date: str = Field(description="date of the price")


class RowGeneration(Record):
    """How the completions were generated, if Sightbench generated them."""

    provider: str
    model: str = Field(description="requested model id")
    base_url: str | None = None
    revision: str | None = None
    models: dict[str, int] = Field(
        default_factory=dict, description="number of completions by the model id that the server reported"
    )
    parameters: dict[str, object] = Field(default_factory=dict)
    dropped: dict[str, int] = Field(
        default_factory=dict, description="number of completions by dropped parameter"
    )
    finishes: dict[str, int] = Field(
        default_factory=dict, description="number of completions by finish reason"
    )
    max_side: int | None = Field(
        default=None, description="maximum width and height in px; larger pictures were scaled down"
    )
    price: RowPrice | None = None
    calls: int = Field(default=0, description="number of attempts")
    outages: dict[str, int] = Field(default_factory=dict, description="number of failed attempts by cause")
    unsure_calls: int = Field(default=0, description="attempts that broke off and may have been charged")
    versions: dict[str, str] = Field(default_factory=dict, description="versions of the SDK and the engine")
    started: str
    config: Digest = Field(description="digest of everything that can change the text of a completion")


class RowRun(Record):
    """When and where the row was judged, and the cost; not part of the row's id."""

    started: Moment
    seconds: float = Field(description="wall-clock time of judging")
    cpu_seconds: float = Field(description="CPU time inside the sandbox, sum of all samples")
    trust: Trust = "judged"
    machine: RowMachine
    executor: str = "local"
    workers: int = 1
    commit: str = Field(default="", description="commit of Sightbench's code that judged, if known")
    links: dict[str, str] = Field(default_factory=dict, description="links such as CI run and attestation")
    request: Digest | None = Field(
        default=None, description="digest of what the submission requested; null if not recorded"
    )
    judged_again: int | None = Field(
        default=None, description="samples near a limit that were judged a second time, alone"
    )
    not_judged_again: int | None = Field(
        default=None, description="samples near a limit that were not judged again, for lack of time"
    )
    cost_usd: float | None = Field(
        default=None, ge=0, description="US dollars for completions and descriptions, if known"
    )
    tokens_in: int | None = None
    tokens_out: int | None = None
    generation: RowGeneration | None = Field(default=None, description="null for uploaded answers")
    missing: dict[str, str] = Field(
        default_factory=dict, description="why samples have no verdict, by task_id#draw"
    )
    unlinted: dict[str, str] = Field(
        default_factory=dict, description="why samples have no lint result, by task_id#draw"
    )
    completions_file: RowFile | None = None
    verdicts_file: RowFile | None = None
    descriptions_file: RowFile | None = Field(
        default=None,
        exclude_if=_is_none,  # so that older rows are written as before
        description="the model's descriptions of pictures, in settings whose programs are written from them",
    )
    references: ReferencedAnswers | None = Field(
        default=None,
        exclude_if=_is_none,  # so that older rows are written as before
        description="published files that contain the answers, instead of a file of completions; the row then"
        " keeps no answers, and its verdicts have details only if the tests may be shown",
    )

    @property
    def files(self) -> tuple[tuple[str, RowFile], ...]:
        """The files of the row, each with its kind, such as ``completions``."""
        by_kind = (
            ("completions", self.completions_file),
            ("verdicts", self.verdicts_file),
            ("descriptions", self.descriptions_file),
        )
        return tuple((kind, file) for kind, file in by_kind if file is not None)


class Row(BranchRecord):
    """One published result."""

    noun: ClassVar[str] = "row"
    limit: ClassVar[int] = JSON_LIMIT

    schema_: Literal["sightbench/row/1"] = Field(default="sightbench/row/1", alias="schema")
    id: Digest
    result: RowResult
    run: RowRun

    @property
    def slug(self) -> str:
        """The slug of the submission."""
        return self.result.submission.slug

    @property
    def place(self) -> str:
        """The path in a ledger."""
        return f"{self.result.suite}/{self.result.dataset}/{self.slug}/{self.id}.json"

    def check_path(self, path: Path, directory: Path | None = None) -> None:
        """Check the path of the file; in a ledger, also check that no dry run made the row."""
        if directory is not None and self.slug == DRY_RUN:
            problem = f"is the row of a dry run, which belongs on the branch {DRY_BRANCH}"
            raise BadInput(path, "", problem, "restore the branch from a clone without this file")
        super().check_path(path, directory)


def row_age(row: Row) -> tuple[str, int, str]:
    """Return the key that sorts rows from the oldest to the newest.

    A rescored row may start in the same second as the row that it replaces; its suite version is higher.
    """
    return row.run.started, row.result.versions.suite, row.id


def row_id(result: RowResult) -> str:
    """Return the SHA-256 of ``result`` as RFC 8785 JSON; the same result has the same id everywhere."""
    return digest_canonical(result.model_dump(mode="json"))
