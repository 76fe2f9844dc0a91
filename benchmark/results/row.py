"""The schema of a row, and its content id."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput
from benchmark.core.names import DRY_RUN, effort_words, with_effort
from benchmark.core.sample import sample_key
from benchmark.core.verdict import HIGHEST_POINTS, LOWEST_POINTS, Status
from benchmark.files.bounded import JSON_LIMIT
from benchmark.files.edge import Record, Slug
from benchmark.files.references import ReferencedAnswers
from benchmark.files.wording import refusal
from benchmark.results.branch_record import BranchRecord, Digest, Moment
from benchmark.results.layout import DRY_BRANCH

Trust = Literal["verified", "judged", "reported"]


# Defaults are left out of files, so that older rows keep their bytes, and fields of ``result`` their id.
def _is_none(value: object) -> bool:
    return value is None


def _is_empty(value: object) -> bool:
    return not value


#: A field that is null by default, which files leave out.
omitted = partial(Field, default=None, exclude_if=_is_none)
#: A field that is an empty object by default.
mapped = partial(Field, default_factory=dict)


#: ``high``, or a budget such as ``8192-tokens``; files leave it out if it is empty.
Effort = Annotated[
    str,
    Field(
        pattern=r"^([a-z_]+|[1-9]\d*-tokens)?$",
        exclude_if=_is_empty,
        description="how much the model thinks, or its budget; empty if the submission does not say",
    ),
]


class RowSubmission(Record):
    """The submission that the row belongs to, as it was described at the time of judging."""

    slug: Slug
    name: Annotated[str, Field(min_length=1, max_length=200, description="name to show on pages")]
    organisation: Annotated[str, Field(max_length=200)] = ""
    weights: Literal["open", "closed", ""] = ""
    reasoning: bool | None = None
    effort: Effort = ""


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
    worst: float | None = omitted(description="lowest possible value had the missing samples been judged")
    best: float | None = omitted(description="highest possible value had the missing samples been judged")
    category: str = ""

    @classmethod
    def of(cls, score: "Score") -> Self:
        """Return the fields of a score that this record has."""
        return cls.model_validate(score, from_attributes=True)


class ScoreWithError(RowScore):
    """A score in a report, with its standard error; rows leave it out, because their verdicts give it."""

    stderr: float | None = Field(
        default=None, description="standard error, clustered by stem; null for a single stem"
    )


class RowVersions(Record):
    """Versions of everything that decides the verdicts."""

    suite: int
    judge: int
    guest: dict[str, str] = Field(description="versions of Python and preloaded libraries inside the sandbox")


#: A status, or ``missing`` for a sample without a verdict.
if TYPE_CHECKING:
    from benchmark.core.score import Score

    # mypy reads no Literal of computed values; pydantic does.
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
    stems: Literal["", "joined"] = Field(
        default="",
        exclude_if=_is_empty,
        description="tasks that count as one in the ranges of the scores: joined (variants of one problem, as"
        " comparisons join them), or empty (tasks.stems alone); whoever makes the row sets it",
    )


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
        # Without a slash or a leading dot, so that a name never leaves the folder of its row.
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
    parameters: dict[str, object] = mapped()
    dropped: dict[str, int] = mapped(description="number of completions by dropped parameter")
    finishes: dict[str, int] = mapped(description="number of completions by finish reason")
    max_side: int | None = Field(
        default=None, description="maximum width and height in px; larger pictures were scaled down"
    )
    detail: str | None = omitted(description="detail of pictures; null for the vendor's default")
    pictures: str | None = omitted(description="digest of pictures that the tasks lack")
    batch: bool | None = omitted(description="true if calls were made in batches")
    price: RowPrice | None = None
    calls: int = Field(default=0, description="number of attempts")
    outages: dict[str, int] = mapped(description="number of failed attempts by cause")
    unsure_calls: int = Field(default=0, description="attempts that broke off and may have been charged")
    versions: dict[str, str] = mapped(description="versions of the SDK and the engine")
    started: str
    config: Digest = Field(description="digest of everything that can change the text of a completion")


ParameterName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,49}$", description="such as top_p")]
CompletionCount = Annotated[int, Field(ge=1, description="number of completions")]


class RowSampling(Record):
    """How the parameters of sampling were applied: as generation recorded it, or as ``said_by`` somebody.

    A parameter is in several parts if completions differ, for example if a server refused it from some hour
    on: ``{"sent": {"top_p": 0.95}, "dropped": {"top_p": 12}}``.
    """

    sent: dict[ParameterName, int | float | str | list[str]] = Field(
        default_factory=dict, description="value by parameter that at least one answered request contained"
    )
    dropped: dict[ParameterName, CompletionCount] = Field(
        default_factory=dict, description="completions whose request left it out, since the server refused it"
    )
    ignored: dict[ParameterName, CompletionCount] = Field(
        default_factory=dict,
        description="completions whose request contained it without effect, as the vendor documents or the"
        " reply shows; each is in sent, too",
    )
    local: dict[ParameterName, CompletionCount] = Field(
        default_factory=dict,
        description="completions to which Sightbench applied it after the reply, such as a refused stop",
    )
    said_by: Literal["", "publisher"] = Field(
        default="",
        exclude_if=_is_empty,
        description="publisher: as whoever published the answers says; empty if requests and replies show it",
    )

    @model_validator(mode="after")
    def _ignored_was_sent(self) -> "RowSampling":
        if unsent := sorted(self.ignored.keys() - self.sent.keys()):
            raise refusal(f"ignored.{unsent[0]}: was not sent", "add it to sent", show=False)
        return self


class RowRecovered(Record):
    """Answers out of form: our extraction rule finds their code only by a repair.

    Counts are of samples. Where the rule of a suite's authors decides, it took the code in its own way, and
    the repairs are those that our rule would make.
    """

    answers: Annotated[int, Field(ge=0, description="samples whose code our rule finds by a repair")]
    passed: Annotated[int, Field(ge=0, description="those of them that passed")]
    steps: dict[Slug, Annotated[int, Field(ge=1)]] = Field(
        description="samples by repair; a sample counts for each repair that it needed"
    )
    without: list[RowScore] = Field(
        description="the scores over all tasks, had each of these samples had no answer; in the order of"
        " result.scores"
    )

    @model_validator(mode="after")
    def _counts_agree(self) -> "RowRecovered":
        most, total = max(self.steps.values(), default=0), sum(self.steps.values())
        if self.passed > self.answers:
            raise refusal("passed: is more than answers", "count samples once", show=False)
        if not most <= self.answers <= total:
            problem = "answers: must be from the highest count of a step to the sum of all"
            raise refusal(problem, "count samples once", show=False)
        return self


class RowEndings(Record):
    """How completions ended that have no code to judge, or not all of it. Counts are of samples.

    ``run.cut`` names those that the limit of tokens cut off.
    """

    refused: Annotated[int, Field(ge=0, description="refused by the model, or stopped by a filter")]
    empty: Annotated[int, Field(ge=0, description="blank text, neither cut nor refused")]
    tokens_thinking: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="part of run.tokens_out that went to thinking; null if not known"
    )
    if_cut_passed: list[RowScore] = Field(
        default_factory=list,
        description="the scores over all tasks, had each cut answer passed; empty if none was cut",
    )


JudgeSerial = Annotated[
    Slug | None,
    Field(
        exclude_if=_is_none,
        description="serial number of the judge, which its lock of verdicts has; null if not recorded. With"
        " equal versions and another number, verdicts on the same answers may differ",
    ),
]
CodeDigest = Annotated[
    Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")] | None,
    Field(
        exclude_if=_is_none,
        description="digest, 12 digits, of the code of the judge and the suite's extraction rules, without"
        " comments; null if not recorded. A trace of what judged: nothing is compared by it",
    ),
]


class RowDescriptions(Record):
    """The descriptions of pictures from which programs were written, and who wrote them.

    ``corrected by people`` stands behind a model's name if people changed what it wrote.
    """

    models: dict[str, CompletionCount] = Field(
        description="descriptions by the model that the server reported"
    )
    digest: Digest = Field(description="digest over task_id, draw and text as JSON lines, sorted")


#: First and last line, from 1, of each kept part: ``4-17``, ``2-3,8-20``. Empty: nothing was kept.
KeptLines = Annotated[str, Field(pattern=r"^([1-9]\d*-[1-9]\d*(,[1-9]\d*-[1-9]\d*)*)?$", max_length=200)]
#: ``task_id#draw``
SampleName = Annotated[str, Field(pattern=r"^.+#\d+$")]


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
    judge_serial: JudgeSerial = None
    code: CodeDigest = None
    links: dict[str, str] = mapped(description="links such as CI run and attestation")
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
    looks: Annotated[int, Field(ge=0)] | None = omitted(
        description="parts of pictures that the model asked for, over all completions; null in settings that"
        " do not let it look closer, and for uploaded answers"
    )
    generation: RowGeneration | None = Field(default=None, description="null for uploaded answers")
    sampling: RowSampling | None = omitted(
        description="null if not recorded, and for answers without a manifest"
    )
    cut: list[SampleName] | None = omitted(
        description="samples, as task_id#draw, whose completion ended at its limit of tokens, as the server"
        " or the uploaded file says (finish reason length); null if that is not known of any sample"
    )
    endings: RowEndings | None = omitted(
        description="null if not recorded, or if no completion says why it ended"
    )
    recovered: RowRecovered | None = omitted(description="null if not recorded; 0 answers if none was needed")
    kept: dict[str, list[KeptLines | None]] = Field(
        default_factory=dict,
        exclude_if=_is_empty,
        description="lines of the completion that were judged, by task id, in order of draws; lines end at"
        " \\n, \\r\\n or \\r. null: a missing sample, or code that is not whole lines of it. Empty if not"
        " recorded",
    )
    missing: dict[str, str] = mapped(description="why samples have no verdict, by task_id#draw")
    unlinted: dict[str, str] = mapped(description="why samples have no lint result, by task_id#draw")
    completions_file: RowFile | None = None
    verdicts_file: RowFile | None = None
    descriptions_file: RowFile | None = omitted(
        description="the model's descriptions of pictures, in settings whose programs are written from them"
    )
    descriptions: RowDescriptions | None = omitted(description="null without descriptions, or not recorded")
    references: ReferencedAnswers | None = omitted(
        description="published files that contain the answers, instead of a file of completions; the row then"
        " keeps no answers, and its verdicts have details only if the tests may be shown"
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

    @model_validator(mode="after")
    def _samples_are_those_of_the_result(self) -> "Row":
        statuses, fix = self.result.statuses, "use the original file of the row"
        kept = {task: len(lines) for task, lines in self.run.kept.items()}
        if kept and kept != {task: len(draws) for task, draws in statuses.items()}:
            raise refusal("run.kept: has other samples than result.statuses", fix, show=False)
        if (references := self.run.references) is not None and not references.is_pinned:
            raise refusal("run.references: a file has no sha256", fix, show=False)
        seen = set[str]()
        for name in (self.run.cut or ()) if statuses else ():  # counted rows have no statuses
            task, draw = sample_key(name)
            if draw >= len(statuses.get(task, ())):
                raise refusal(f"run.cut: {name} is not a sample of result.statuses", fix, show=False)
            if name in seen:
                raise refusal(f"run.cut: {name} is repeated", fix, show=False)
            seen.add(name)
        return self

    @property
    def slug(self) -> str:
        """The slug of the submission, with its effort if it has one, ``acme@high``: the key of tables."""
        return with_effort(self.result.submission.slug, self.result.submission.effort)

    @property
    def name(self) -> str:
        """The name of the submission, with its effort if it has one: ``Acme VL (high)``."""
        words, name = effort_words(self.result.submission.effort), self.result.submission.name
        return f"{name} ({words})" if words else name

    @property
    def place(self) -> str:
        """The path in a ledger."""
        return f"{self.result.suite}/{self.result.dataset}/{self.result.submission.slug}/{self.id}.json"

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
