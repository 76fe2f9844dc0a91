"""Files of nights on the branch: panels, lists of models, events and decisions.

A panel is what one night drew for one series, and how it was judged. A series is one submission's model on
one data set, with one setting, protocol and prompt. A panel is not a row: it may be a sample of the tasks,
and it has the draws of one night rather than those of a protocol.

No file is ever changed. Two runs of one night may draw the same panel: the one that is pushed first counts.
"""

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.files import strict_json
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Name, Record, Slug, validate_record
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.wording import refusal
from benchmark.results.heads import RunName
from benchmark.results.layout import BUNDLE_ENDING, NIGHTLY, ROW_FILE_LIMIT, bundle_path
from benchmark.results.row import (
    Digest,
    RowCompletions,
    RowGeneration,
    RowMachine,
    RowPrompt,
    RowStatus,
    RowTasks,
    RowVersions,
)
from benchmark.results.status import Moment, Reason

#: Maximum bytes of a file; a panel of 10,000 tasks has about 1 MiB.
NIGHTLY_LIMIT = 8 << 20
NIGHTLY_STEM = r"\d{4}-\d\d-\d\d\.[0-9a-f]{64}"
RECORD_NAME = re.compile(rf"{NIGHTLY_STEM}\.json")
NO_ID = "0" * 64  #: id of a record before :meth:`NamedRecord.with_its_id`
SERIES_LIMIT = 200  #: maximum series of one model, as many as a submission has runs
_PANELS_LIMIT = 2000  #: maximum panels of one side of a test
_MODELS_LIMIT = 5000  #: maximum models of one provider
_EVIDENCE_LIMIT = 100  #: maximum files that an event names
_NAMES_SHOWN = 3  #: maximum names in a message
_NAME_CHARACTERS = 200  #: maximum characters of a name that a server reports
_ORIGINAL = "use the original file of the panel"
_RESTORE = "restore the file: files of nightly runs must not be edited"


def _check_date(value: str) -> str:
    try:
        datetime.date.fromisoformat(value)
    except ValueError:
        raise refusal("is not an existing date", "write it as 2026-01-31") from None
    return value


#: The UTC date on which a night's plan was made, even if its jobs end on the next day.
Night = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\d$", description="UTC date on which the night's plan was made"),
    AfterValidator(_check_date),
]


class Reference(NamedTuple):
    """A record that another one names by its id."""

    field: str
    folder: str  #: folder of the named record's kind
    id: str


class NamedRecord(Record):
    """A record whose id follows from its content, and whose path follows from its id."""

    folder: ClassVar[str]  #: folder of the kind, below ``nightly``
    noun: ClassVar[str]  #: the kind in messages

    id: Digest

    @property
    def night(self) -> str:
        """The UTC date in the file's name."""
        raise NotImplementedError

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders between that of the kind and the file."""
        return ()

    @property
    def turn(self) -> object:
        """What only one record of a night may have: the first one that is pushed counts."""
        return self.id

    def content(self) -> object:
        """Return the part of the record from which its id is computed: as RFC 8785 JSON, its SHA-256."""
        return self.model_dump(mode="json", by_alias=True, exclude={"id"})

    def references(self) -> Iterator[Reference]:
        """Yield the other records that this one names; they must be on the branch, too."""
        yield from ()

    def with_its_id(self) -> Self:
        """Return a copy with the id that follows from the content."""
        return self.model_copy(update={"id": digest_canonical(self.content())})


class DatedRecord(NamedRecord):
    """A record that was made on one day."""

    date: Night
    when: Moment = Field(description="when it was made")

    @property
    def night(self) -> str:
        """The day."""
        return self.date


def record_bytes(record: NamedRecord) -> bytes:
    """Return the bytes of a record's file: RFC 8785 JSON and a line end."""
    return canonical_json(record.model_dump(mode="json", by_alias=True)) + b"\n"


def record_path(directory: Path, record: NamedRecord) -> Path:
    """Return the path of a record in the folder ``nightly``: ``<kind>/<folders>/<night>.<id>.json``."""
    name = f"{record.night}.{record.id}.json"
    return directory.joinpath(record.folder, *record.folders, name)


def _contradiction(field: str, problem: str, fix: str) -> PydanticCustomError:
    """Return the error of a record that contradicts itself, for its validator to raise."""
    return refusal(f"{field}: {problem}", fix, show=False)


#: 1: the draw of every night, from which baselines are made, too. 2: a fresh draw that confirms a suspicion.
Stage = Literal[1, 2]
#: Fields of the result that tell what came out, rather than what was asked; see :attr:`PanelResult.basis`.
_OUTCOME = frozenset({"date", "stage", "resolved_models", "fingerprints", "completions", "statuses"})


class PanelExtraction(Record):
    """The rule that takes the code out of a completion."""

    name: str
    digest: Digest | None = Field(default=None, description="digest of the rule; null if it has none")


class PanelSample(Record):
    """Which tasks the panel has: all, or a fixed sample with the same share of each stratum."""

    kind: Literal["all", "stratified"]
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = Field(
        default=None, description="seed of the sample; null for all tasks"
    )
    strata: dict[str, list[str]] = Field(
        default_factory=dict, description="ids of the drawn tasks by stratum; empty for all tasks"
    )


class PanelResult(Record):
    """What was asked, and what came out: the part of the panel that its id is computed from."""

    suite: Slug
    dataset: Slug
    slug: Slug
    setting: str
    protocol: str
    prompt: RowPrompt
    extraction: PanelExtraction
    provider: Name
    model: Name = Field(description="requested model id")
    request: Digest | None = Field(
        default=None, description="digest of what was requested, as in rows; null if not recorded"
    )
    tasks: RowTasks = Field(description="all tasks of the data set, of which the panel may be a sample")
    sample: PanelSample
    versions: RowVersions
    date: Night
    stage: Stage = Field(description="1: the draw of every night; 2: a fresh draw that confirms a suspicion")
    resolved_models: dict[str, int] = Field(
        description="number of completions by the model id that the server reported"
    )
    fingerprints: dict[str, int] = Field(
        description="number of completions by the fingerprint that the server reported"
    )
    completions: RowCompletions
    statuses: dict[str, list[RowStatus]] = Field(description="statuses by task id, in order of draws")

    @property
    def series(self) -> RunName:
        """The name of the series; it stays the same when versions or digests change."""
        return RunName(self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt.name)

    @property
    def servers(self) -> dict[str, dict[str, int]]:
        """The counted names of servers, by the field that has them."""
        return {"resolved_models": self.resolved_models, "fingerprints": self.fingerprints}

    @property
    def basis(self) -> str:
        """Digest of all that was asked and how it was judged; panels of two bases are never compared."""
        return digest_canonical(self.model_dump(mode="json", exclude=set(_OUTCOME)))


class PanelFile(Record):
    """The completions, ``<date>.<id>.completions.jsonl.gz`` next to the panel, or an asset of a release."""

    sha256: Digest
    bytes: Annotated[int, Field(ge=1)]


class PanelRun(Record):
    """When and where the panel was judged, and the cost; not part of the panel's id."""

    started: Moment = Field(description="when judging began")
    seconds: Annotated[float, Field(ge=0, description="wall-clock time of judging")]
    cpu_seconds: Annotated[float, Field(ge=0, description="CPU time inside the sandbox, sum of all samples")]
    machine: RowMachine
    commit: str = Field(default="", description="commit of Sightbench's code that judged, if known")
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")
    cost_usd: Annotated[float, Field(ge=0)] | None = Field(
        default=None,
        description="US dollars for the completions, and what calls without counted tokens cost at most; null"
        " if unknown",
    )
    tokens_in: Annotated[int, Field(ge=0)] | None = None
    tokens_out: Annotated[int, Field(ge=0)] | None = None
    generation: RowGeneration | None = None
    missing: dict[str, str] = Field(
        default_factory=dict, description="why samples have no verdict, by task_id#draw"
    )
    completions_file: PanelFile | None = None


class Panel(NamedRecord):
    """A panel."""

    folder: ClassVar[str] = "panels"
    noun: ClassVar[str] = "panel"

    schema_: Literal["sightbench/panel/1"] = Field(default="sightbench/panel/1", alias="schema")
    result: PanelResult
    run: PanelRun

    @property
    def night(self) -> str:
        """The night of the draws."""
        return self.result.date

    @property
    def folders(self) -> tuple[str, ...]:
        """Suite, data set and submission."""
        return self.result.suite, self.result.dataset, self.result.slug

    @property
    def turn(self) -> object:
        """What was asked, the night and the stage."""
        return self.result.basis, self.result.date, self.result.stage

    def content(self) -> object:
        """Return the result, as for rows: judging again elsewhere gives the same id."""
        return self.result.model_dump(mode="json")

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_sample(self.result)
        missing = _check_draws(self.result)
        if missing != self.run.missing.keys():
            names = _shown(missing ^ self.run.missing.keys())
            problem = f"names other samples than those with status missing: {names}"
            raise _contradiction(
                "run.missing", problem, "give a reason for each missing sample, and no other"
            )
        return self


def _check_sample(result: PanelResult) -> None:
    tasks, sample = set(result.statuses), result.sample
    field, listed = "result.sample", [task for drawn in sample.strata.values() for task in drawn]
    if sample.kind == "all":
        if sample.seed is not None or sample.strata:
            raise _contradiction(field, "has kind all, and a seed or strata", "remove them")
        if len(tasks) != result.tasks.count:
            problem = f"has {len(tasks)} tasks, but result.tasks.count is {result.tasks.count}"
            raise _contradiction("result.statuses", problem, "record all tasks, or a stratified sample")
        return
    if sample.seed is None:
        raise _contradiction(f"{field}.seed", "null, but the sample is stratified", "record the seed")
    if len(listed) != len(set(listed)):
        raise _contradiction(f"{field}.strata", "names a task twice", "put each task into one stratum")
    if set(listed) != tasks:
        problem = f"names other tasks than result.statuses: {_shown(set(listed) ^ tasks)}"
        raise _contradiction(f"{field}.strata", problem, "record the tasks that were drawn")
    if len(tasks) > result.tasks.count:
        problem = f"{result.tasks.count}, but the sample has {len(tasks)} tasks"
        raise _contradiction("result.tasks.count", problem, "count the tasks of the whole data set")


def _check_draws(result: PanelResult) -> set[str]:
    """Check the numbers of draws and completions, and return the names of the missing samples."""
    statuses, draws, count = result.statuses, result.completions.draws, result.completions.count
    if wrong := {task for task, drawn in statuses.items() if len(drawn) != draws}:
        problem = f"has another number of draws than result.completions.draws, {draws}: {_shown(wrong)}"
        raise _contradiction("result.statuses", problem, "record missing draws as missing")
    missing = {sample_name(key) for key, status in _samples(result).items() if status == "missing"}
    most = draws * len(statuses)
    judged = most - len(missing)
    if not judged <= count <= most:
        problem = f"{count}, but {judged} samples have a verdict, of {most}"
        raise _contradiction("result.completions.count", problem, "count the completions")
    for name, counts in result.servers.items():
        if any(number < 1 for number in counts.values()) or sum(counts.values()) > count:
            problem = f"counts {sum(counts.values())} completions, of {count}"
            raise _contradiction(f"result.{name}", problem, "count each completion at most once")
    return missing


def _samples(result: PanelResult) -> dict[SampleKey, str]:
    """Return the status of each sample."""
    drawn = result.statuses.items()
    return {(task, draw): status for task, found in drawn for draw, status in enumerate(found)}


def _shown(names: set[str]) -> str:
    more = "" if len(names) <= _NAMES_SHOWN else f" and {len(names) - _NAMES_SHOWN} more"
    return ", ".join(sorted(names)[:_NAMES_SHOWN]) + more


def completions_name(panel: Panel) -> str:
    """Return the name of the file with the panel's completions."""
    return f"{panel.night}.{panel.id}.completions.jsonl.gz"


def read_completions(panel: Panel, path: Path) -> tuple[Completion, ...]:
    """Return the completions of a panel, for example to judge them again.

    Args:
        panel: the panel.
        path: the file of its completions, next to the panel or downloaded.

    Raises:
        BadInput: if the file is not the one that the panel names, or has other samples or texts, or if
            the panel counts other names of servers.
    """
    described = panel.run.completions_file
    if described is None:
        raise BadInput(path, "run.completions_file", "null, so the completions are unknown", "")
    if not path.is_file():
        raise BadInput(path, "", "does not exist", "download it from the release")
    data = path.read_bytes()
    if (found := (sha256_hex(data), len(data))) != (described.sha256, described.bytes):
        problem = f"has SHA-256 {found[0]}, but run.completions_file says {described.sha256}"
        raise BadInput(path, "", problem, _ORIGINAL)
    samples = _samples(panel.result)
    missing = {key for key, status in samples.items() if status == "missing"}
    completions = read_predictions(path, missing)
    keys = {completion.key for completion in completions}
    if odd := (keys - samples.keys()) | (samples.keys() - missing - keys):
        task, draw = min(odd)
        problem = f"task {quote_value(task)}, draw {draw} is only in one of this file and result.statuses"
        raise BadInput(path, "", problem, _ORIGINAL)
    wanted = panel.result.completions
    if len(completions) != wanted.count:
        problem = f"has {len(completions)} completions, but result.completions.count is {wanted.count}"
        raise BadInput(path, "", problem, _ORIGINAL)
    if (digest := completions_digest(completions)) != wanted.digest:
        problem = f"has completions with digest {digest}, but result.completions.digest is {wanted.digest}"
        raise BadInput(path, "", problem, _ORIGINAL)
    names = {
        "resolved_models": count_names(completion.resolved_model for completion in completions),
        "fingerprints": count_names(completion.fingerprint for completion in completions),
    }
    if names != panel.result.servers:
        raise BadInput(
            path, "", "names other servers than result.resolved_models and fingerprints", _ORIGINAL
        )
    return completions


def count_names(names: Iterable[str | None]) -> dict[str, int]:
    """Return the number of completions by a name that a server reported; untrusted, so shortened."""
    return dict(sorted(Counter(name[:_NAME_CHARACTERS] for name in names if name).items()))


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

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.state == "complete" and not self.models:
            raise _contradiction("models", "is empty, but the list is complete", "record it as unknown")
        if (self.state == "complete") != (self.reason is None):
            problem = f"does not go together with the state {self.state}"
            raise _contradiction("reason", problem, "give a reason if, and only if, the list is unknown")
        ids = [model.id for model in self.models]
        if ids != sorted(set(ids)):
            problem = "is not sorted, or names a model twice"
            raise _contradiction("models", problem, "sort the models by id")
        return self


EventKind = Literal[
    "new-version",
    "not-drawn",
    "vanished",
    "shutdown-announced",
    "alias-moved",
    "suite-break",
    "outage",
]
#: The fields that an event of each kind must have.
_NEEDED: dict[EventKind, tuple[str, ...]] = {
    "new-version": ("provider", "model"),
    "not-drawn": ("provider", "model"),
    "vanished": ("provider", "model"),
    "shutdown-announced": ("provider", "model", "after"),
    "alias-moved": ("provider", "model", "before", "after"),
    "suite-break": ("suite", "dataset", "before", "after"),
    "outage": ("provider",),
}


class NightlyEvent(DatedRecord):
    """An event."""

    folder: ClassVar[str] = "events"
    noun: ClassVar[str] = "event"

    schema_: Literal["sightbench/nightly-event/1"] = Field(
        default="sightbench/nightly-event/1", alias="schema"
    )
    kind: EventKind
    provider: Slug | None = None
    model: Name | None = Field(default=None, description="requested model id")
    slug: Slug | None = Field(default=None, description="submission, if the event belongs to one")
    suite: Slug | None = None
    dataset: Slug | None = None
    before: Name | None = Field(default=None, description="resolved model, fingerprint or version before")
    after: Name | None = Field(default=None, description="the same now; for an announced shutdown, its date")
    detail: Reason = Field(description="what happened, in one line for readers")
    panels: Annotated[
        list[Digest], Field(max_length=_EVIDENCE_LIMIT, description="ids of panels that show it")
    ] = Field(default_factory=list)
    models: Annotated[
        list[Digest], Field(max_length=_EVIDENCE_LIMIT, description="ids of lists of models that show it")
    ] = Field(default_factory=list)
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")

    @property
    def turn(self) -> object:
        """The event, without the time and the lists of models at which it was found."""
        return self.model_dump_json(exclude={"id", "when", "models", "links"})

    @model_validator(mode="after")
    def _check(self) -> Self:
        for needed in _NEEDED[self.kind]:
            if getattr(self, needed) is None:
                raise _contradiction(needed, f"null, but an event {self.kind} needs it", "record it")
        if self.before is not None and self.before == self.after:
            raise _contradiction("after", "is the same as before", "record an event only for a change")
        return self

    def references(self) -> Iterator[Reference]:
        """Yield the panels and lists of models that show the event."""
        yield from (Reference("panels", Panel.folder, panel) for panel in self.panels)
        yield from (Reference("models", ModelsSeen.folder, seen) for seen in self.models)


#: checking: stage 1 was suspicious, stage 2 is under way · new-baseline: the current baseline ends here.
Outcome = Literal["warming-up", "ok", "checking", "regressed", "improved", "unknown", "new-baseline"]

Fraction = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]
Panels = Annotated[list[Digest], Field(min_length=1, max_length=_PANELS_LIMIT)]


class DecisionSeries(Record):
    """The name of a series of panels."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str


class DecisionTest(Record):
    """One comparison of fresh draws with a baseline."""

    stage: Literal["stage-1", "stage-2", "pool"] = Field(description="pool: the weekly pool of stage-1 draws")
    anchor: Literal["first", "current"] = Field(description="the first baseline, or the current one")
    baseline: Panels = Field(description="ids of the baseline's panels")
    fresh: Panels = Field(description="ids of the panels that are compared with it")
    tasks: Annotated[int, Field(ge=1, description="tasks with draws on both sides")]
    direction: Literal["drop", "rise"] = Field(
        default="drop", description="the change that the p-value is about: fewer passes, or more"
    )
    p: Fraction = Field(description="one-sided p-value of the exact conditional test, stratified by task")
    adjusted_p: Fraction | None = Field(
        default=None, description="p after Benjamini-Hochberg over all active series; null before stage 2"
    )
    drop: Difference = Field(
        description="share of passed draws in the baseline minus that of the fresh draws"
    )
    low: Difference | None = Field(default=None, description="lower end of the drop's interval, over stems")
    high: Difference | None = Field(default=None, description="upper end of the drop's interval, over stems")

    @model_serializer(mode="wrap")
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        record: dict[str, object] = handler(self)
        if "direction" not in self.model_fields_set:  # the file was written before the field existed
            del record["direction"]
        return record


class Decision(DatedRecord):
    """A decision about one series, or about all series of a model together."""

    folder: ClassVar[str] = "decisions"
    noun: ClassVar[str] = "decision"

    schema_: Literal["sightbench/decision/1"] = Field(default="sightbench/decision/1", alias="schema")
    slug: Slug
    level: Literal["series", "model"] = Field(description="one series, or all series of the model pooled")
    series: Annotated[list[DecisionSeries], Field(min_length=1, max_length=SERIES_LIMIT)]
    outcome: Outcome
    reason: Reason = Field(description="why, in one line for readers")
    active_series: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="number of series that the adjustment counts"
    )
    visible_drop: Fraction | None = Field(
        default=None, description="drop that this series can see; null if none, or while a baseline grows"
    )
    tests: Annotated[list[DecisionTest], Field(max_length=SERIES_LIMIT)] = Field(default_factory=list)
    events: Annotated[list[Digest], Field(max_length=_PANELS_LIMIT)] = Field(
        default_factory=list, description="ids of events of this day, such as a moved alias"
    )
    cause: Literal["person", "suite-break", "closed-issue"] | None = Field(
        default=None, description="why there is a new baseline; null for other outcomes"
    )
    by: Name | None = Field(default=None, description="who decided, if a person did")
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the issue")

    @property
    def folders(self) -> tuple[str, ...]:
        """The submission."""
        return (self.slug,)

    @property
    def names(self) -> tuple[RunName, ...]:
        """The names of the series."""
        return tuple(
            RunName(self.slug, one.suite, one.dataset, one.setting, one.protocol, one.prompt)
            for one in self.series
        )

    @property
    def turn(self) -> object:
        """The series, the day, and whether the decision ends the baseline."""
        names = () if self.level == "model" else self.names
        return self.level, self.slug, names, self.date, self.outcome == "new-baseline"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.level == "series" and len(self.series) != 1:
            raise _contradiction("series", f"has {len(self.series)} entries at level series", "record one")
        if len(set(self.names)) != len(self.series):
            raise _contradiction("series", "names a series twice", "name each series once")
        if (self.outcome == "new-baseline") != (self.cause is not None):
            problem = f"does not go together with the outcome {self.outcome}"
            raise _contradiction("cause", problem, "give a cause if, and only if, there is a new baseline")
        if (self.cause == "person") != (self.by is not None):
            raise _contradiction("by", "does not go together with the cause", "name the person, or nobody")
        stages = {test.stage for test in self.tests}
        if self.outcome == "regressed" and not stages & {"stage-2", "pool"}:
            raise _contradiction("tests", "lacks stage 2 or the pool", "a regression needs one of them")
        for number, test in enumerate(self.tests):
            if test.low is not None and test.high is not None and test.low > test.high:
                raise _contradiction(f"tests[{number}].low", "is above high", "swap them")
        return self

    def references(self) -> Iterator[Reference]:
        """Yield the panels that were compared, and the events that were considered."""
        for number, test in enumerate(self.tests):
            for side in ("baseline", "fresh"):
                panels: list[str] = getattr(test, side)
                yield from (Reference(f"tests[{number}].{side}", Panel.folder, panel) for panel in panels)
        yield from (Reference("events", NightlyEvent.folder, event) for event in self.events)


AnyRecord = Panel | ModelsSeen | NightlyEvent | Decision
Kind = TypeVar("Kind", bound=NamedRecord)
#: The kinds by folder, and how many folders are between that folder and a file.
KINDS: Mapping[str, tuple[type[Panel | ModelsSeen | NightlyEvent | Decision], int]] = {
    Panel.folder: (Panel, 3),
    ModelsSeen.folder: (ModelsSeen, 1),
    NightlyEvent.folder: (NightlyEvent, 0),
    Decision.folder: (Decision, 1),
}


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to add to the branch."""

    record: AnyRecord
    completions: bytes | None = field(default=None, repr=False)  #: the file of a panel, however large
    bundle: bytes | None = field(default=None, repr=False)  #: the signature of a panel

    @property
    def large(self) -> Mapping[str, bytes]:
        """The files by name that must be assets of a release, because they have more than 1 MB."""
        if isinstance(self.record, Panel) and len(self.completions or b"") > ROW_FILE_LIMIT:
            return {completions_name(self.record): self.completions or b""}
        return {}


def parse_record(kind: type[Kind], data: bytes, path: Path, directory: Path) -> Kind:
    """Parse and check the bytes of a record.

    Args:
        kind: the record's class.
        data: the bytes of its file.
        path: path of the file.
        directory: the folder ``nightly`` that contains it.

    Raises:
        BadInput: if the schema, the id, the path or the form is wrong, or fields contradict one another.
    """
    record = validate_record(kind, strict_json.loads(data, path), path)
    if (right := record.with_its_id().id) != record.id:
        problem = f"{record.id} is not the digest of the {record.noun}'s content, {right}"
        raise BadInput(path, "id", problem, _RESTORE)
    if path != record_path(directory, record):
        fix = f"move it to {record_path(directory, record)}, or remove the copy"
        raise BadInput(path, "", "the file's path does not match its content", fix)
    if data != record_bytes(record):
        raise BadInput(path, "", "is not written as RFC 8785 JSON and a line end", _RESTORE)
    return record


def read_records(directory: Path, kind: type[Kind], *folders: str) -> tuple[Kind, ...]:
    """Read all records of one kind, oldest night first; none if the folder does not exist.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch.
        kind: the record's class.
        folders: the first folders below that of the kind, such as suite and data set; all if empty.

    Raises:
        BadInput: if a file is not valid, or has no valid name; it never counts as absent.
    """
    base = directory.joinpath(kind.folder, *folders)
    paths = sorted(path for path in base.rglob("*.json") if not path.name.endswith(BUNDLE_ENDING))
    found = [_read(kind, path, directory) for path in paths]
    return tuple(sorted(found, key=lambda record: (record.night, record.id)))


def _read(kind: type[Kind], path: Path, directory: Path) -> Kind:
    return parse_record(kind, read_bytes(path, NIGHTLY_LIMIT), path, directory)


def read_panels(directory: Path) -> tuple[Panel, ...]:
    """Read panels, oldest night first, and of a night stage 1 first.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch; if it does not exist, there are none.

    Raises:
        BadInput: if a panel is not valid, or two have the same basis, night and stage.
    """
    found = read_records(directory, Panel)
    for error in check_turns((record_path(directory, panel), panel) for panel in found):
        raise error
    return tuple(sorted(found, key=lambda panel: (panel.night, panel.result.stage, panel.id)))


def vanished_models(
    events: Iterable[NightlyEvent], lists: Iterable[ModelsSeen]
) -> dict[tuple[str, str], NightlyEvent]:
    """Return the models that vanished and are in no later complete list, each with its newest such event.

    Args:
        events: events, by date.
        lists: lists of models.
    """
    gone = {(event.provider or "", event.model or ""): event for event in events if event.kind == "vanished"}
    for seen in lists:
        if seen.state == "complete":
            for model in seen.models:
                event = gone.get((seen.provider, model.id))
                if event is not None and seen.date > event.date:
                    del gone[seen.provider, model.id]
    return gone


def check_turns(records: Iterable[tuple[Path, NamedRecord]]) -> Iterator[BadInput]:
    """Yield an error for each record after the first of the same turn."""
    first: dict[object, Path] = {}
    for path, record in records:
        before = first.setdefault(record.turn, path)
        if before != path:
            problem = f"{before.name} is another {record.noun} of this night for the same series"
            yield BadInput(
                path, "", problem, "keep one of them; on the branch, replace the history on purpose"
            )


def nightly_paths(new: Iterable[NewRecord]) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_nightly` needs, for ``publish(needed=…)``."""
    paths = ((entry.record.night, record_path(Path(NIGHTLY), entry.record)) for entry in new)
    return tuple(sorted({(path.parent / f"{night}.*.json").as_posix() for night, path in paths}))


def without_repeated(
    new: Sequence[NewRecord], directory: Path, report: Callable[[str], None]
) -> list[NewRecord]:
    """Leave out records whose turn another record in the folder ``nightly`` has had.

    Those that a record which stays names by their ids stay, too.

    Args:
        new: the records.
        directory: the folder ``nightly``.
        report: called with one line per record that is left out.

    Raises:
        BadInput: if an existing file is not valid.
    """
    twins = [_same_turn(entry.record, directory) for entry in new]
    kept = [entry.record for entry, twin in zip(new, twins, strict=True) if twin is None]
    named = {found.id for record in kept for found in record.references()}
    stay = []
    for entry, twin in zip(new, twins, strict=True):
        if twin is None or entry.record.id in named:
            stay.append(entry)
        else:
            name = record_path(directory, entry.record).name
            report(f"{name}: not added, because {twin.name} was first in this night")
    return stay


def add_nightly(
    new: Sequence[NewRecord], checkout: Path, report: Callable[[str], None] = lambda _line: None
) -> str | None:
    """Add records to a checkout of the branch; existing files are not changed.

    Signatures and completions of at most 1 MB are written next to their panel. Larger completions
    (:attr:`NewRecord.large`) must be uploaded before.

    Args:
        new: the records.
        checkout: the checkout.
        report: called with one line per record that is not added, because its night has one already.

    Returns:
        The message of the commit; None if there is nothing to add.

    Raises:
        BadInput: if an existing file is not valid, or completions are not those that their panel names.
    """
    directory = checkout / NIGHTLY
    added = []
    for entry in without_repeated(new, directory, report):
        path = record_path(directory, entry.record)
        _check_completions(entry, path)
        if path.exists():
            continue
        make_folder(path.parent)
        if entry.completions is not None and not entry.large:
            (path.parent / f"{path.stem}.completions.jsonl.gz").write_bytes(entry.completions)
        if entry.bundle is not None:
            bundle_path(path).write_bytes(entry.bundle)
        path.write_bytes(record_bytes(entry.record))
        added.append(entry.record)
    if not added:
        return None
    lines = [f"{record.noun}: {record_path(Path(), record).as_posix()}" for record in added]
    return "\n".join([f"Add {len(added)} file(s) of the night", "", *lines])


def _same_turn(record: NamedRecord, directory: Path) -> Path | None:
    """Return the file of another record with the same turn."""
    there = record_path(directory, record)
    for path in sorted(there.parent.glob(f"{record.night}.*.json")):
        if RECORD_NAME.fullmatch(path.name):
            found = _read(type(record), path, directory)  # an unreadable file is an error, never overwritten
            if found.turn == record.turn and path != there:
                return path
    return None


def _check_completions(new: NewRecord, path: Path) -> None:
    described = new.record.run.completions_file if isinstance(new.record, Panel) else None
    named = None if described is None else (described.sha256, described.bytes)
    given = None if new.completions is None else (sha256_hex(new.completions), len(new.completions))
    if named != given:
        problem = "does not name the completions that are added with the panel"
        raise BadInput(path, "run.completions_file", problem, "record the file that is added, and add it")
