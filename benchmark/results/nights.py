"""Files of nights on the branch: panels, lists of models, events and decisions.

A panel is what one night drew for one series, and how it was judged. A series is one submission's model on
one data set, with one setting, protocol and prompt. A panel is not a row: it may be a sample of the tasks,
and it has the draws of one night rather than those of a protocol.

No file is ever changed. Two runs of one night may draw the same panel: the one that is pushed first counts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern
from typing import Annotated, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from benchmark.core.digest import digest_canonical, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.core.verdict import Status
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Amount, Count, Name, Record, Slug
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.wording import refusal
from benchmark.results.branch_record import BranchRecord, Digest, Moment, Night, read_record
from benchmark.results.layout import BUNDLE_ENDING, NIGHTLY, ROW_FILE_LIMIT, bundle_path
from benchmark.results.row import (
    CodeDigest,
    Effort,
    JudgeSerial,
    RowCompletions,
    RowGeneration,
    RowMachine,
    RowPrompt,
    RowSampling,
    RowStatus,
    RowTasks,
    RowVersions,
    StoredFile,
    omitted,
)
from benchmark.results.status import Reason, RunFields, RunName

NIGHTLY_STEM = r"\d{4}-\d\d-\d\d\.[0-9a-f]{64}"
RECORD_NAME = re.compile(rf"{NIGHTLY_STEM}\.json")
SERIES_LIMIT = 200  #: maximum series of one model, as many as a submission has runs
_PANELS_LIMIT = 2000  #: maximum panels of one side of a test
_MODELS_LIMIT = 5000  #: maximum models of one provider
_EVIDENCE_LIMIT = 100  #: maximum files that an event names
_NAME_CHARACTERS = 200  #: maximum characters of a name that a server reports


class RecordReference(NamedTuple):
    """A field of a record that names another record by its id."""

    field: str
    folder: str  #: folder of the named record's kind
    id: str


class NamedRecord(BranchRecord):
    """A record of a night: ``<kind>/<folders>/<night>.<id>.json`` in the folder ``nightly``."""

    folder: ClassVar[str]  #: folder of the kind
    #: Maximum bytes; a panel of 10,000 tasks has about 1 MiB.
    limit: ClassVar[int] = 8 << 20
    canonical: ClassVar[bool] = True

    id: Digest

    @property
    def night(self) -> str:
        """The UTC date in the file's name."""
        raise NotImplementedError

    @property
    def _folders(self) -> tuple[str, ...]:
        return ()

    @property
    def place(self) -> str:
        """The path in the folder ``nightly``."""
        return "/".join((self.folder, *self._folders, f"{self.night}.{self.id}.json"))

    @property
    def turn(self) -> object:
        """A key that only one record of a night may have: of two, the first one pushed counts."""
        return self.id

    def references(self) -> Iterator[RecordReference]:
        """Yield the records that this record names; they must be on the branch, too."""
        yield from ()


class DatedRecord(NamedRecord):
    """A record that was made on one day."""

    date: Night
    when: Moment = Field(description="when it was made")

    @property
    def night(self) -> str:
        """The UTC date of the record."""
        return self.date


def _contradiction(field: str, problem: str, fix: str) -> PydanticCustomError:
    """Return the error of a record that contradicts itself, for its validator to raise."""
    return refusal(f"{field}: {problem}", fix, show=False)


#: 1: the draw of every night, from which baselines are made, too. 2: a fresh draw that confirms a suspicion.
Stage = Literal[1, 2]
#: Fields of the result with the outcome; the others say what was requested, see :attr:`PanelResult.basis`.
_OUTCOME = frozenset({"date", "stage", "resolved_models", "fingerprints", "completions", "statuses"})


class PanelExtraction(Record):
    """The rule that takes the code out of a completion."""

    name: str
    digest: Digest | None = Field(default=None, description="digest of the rule; null if it has none")


class PanelSample(Record):
    """Which tasks the panel has: all, or a fixed sample with the same share of each stratum."""

    kind: Literal["all", "stratified"]
    # RFC 8785 writes numbers as doubles, which hold whole numbers exactly up to 2**53.
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = Field(
        default=None, description="seed of the sample; null for all tasks"
    )
    strata: dict[str, list[str]] = Field(
        default_factory=dict, description="ids of the drawn tasks by stratum; empty for all tasks"
    )


class PanelResult(Record):
    """The request and the outcome: the part of the panel that its id is computed from."""

    suite: Slug
    dataset: Slug
    slug: Slug
    setting: str
    protocol: str
    prompt: RowPrompt
    effort: Effort = ""
    extraction: PanelExtraction
    provider: Name
    model: Name = Field(description="requested model id")
    request: Digest | None = Field(
        default=None, description="digest of what was requested, as in rows; null if not recorded"
    )
    tasks: RowTasks = Field(description="all tasks of the data set, of which the panel may be a sample")
    sample: PanelSample
    batch: bool = Field(
        default=False,
        exclude_if=lambda found: not found,  # so that older panels keep their id
        description="whether calls were made in batches; a series begins a new baseline when this changes",
    )
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
        asked = (self.suite, self.dataset, self.setting, self.protocol, self.prompt.name, self.effort)
        return RunName(self.slug, *asked)

    @property
    def basis(self) -> str:
        """Digest of the request and of how it was judged; only panels with the same basis are compared."""
        return digest_canonical(self.model_dump(mode="json", exclude=set(_OUTCOME)))


class PanelRun(Record):
    """When and where the panel was judged, and the cost; not part of the panel's id."""

    started: Moment = Field(description="when judging began")
    seconds: Amount = Field(description="wall-clock time of judging")
    cpu_seconds: Amount = Field(description="CPU time inside the sandbox, sum of all samples")
    machine: RowMachine
    commit: str = Field(default="", description="commit of Sightbench's code that judged, if known")
    judge_serial: JudgeSerial = None
    code: CodeDigest = None
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")
    cost_usd: Amount | None = Field(
        default=None,
        description="US dollars for the completions, and what calls without counted tokens cost at most; null"
        " if unknown",
    )
    tokens_in: Count | None = None
    tokens_out: Count | None = None
    generation: RowGeneration | None = None
    sampling: RowSampling | None = omitted(description="null if not recorded")
    missing: dict[str, str] = Field(
        default_factory=dict, description="why samples have no verdict, by task_id#draw"
    )
    #: ``<date>.<id>.completions.jsonl.gz`` next to the panel, or an asset of a release.
    completions_file: StoredFile | None = None


class Panel(NamedRecord):
    """What one night drew for one series, and how it was judged."""

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
    def series(self) -> RunName:
        """The name of the series."""
        return self.result.series

    @property
    def basis(self) -> str:
        """Digest of the request and of how it was judged."""
        return self.result.basis

    @property
    def age(self) -> tuple[str, int, int]:
        """The night, and the versions of suite and judge; newer panels compare as larger."""
        return self.night, self.result.versions.suite, self.result.versions.judge

    @property
    def _folders(self) -> tuple[str, ...]:
        return self.result.suite, self.result.dataset, self.result.slug

    @property
    def turn(self) -> object:
        """The basis, the night and the stage."""
        return self.result.basis, self.result.date, self.result.stage


def completions_name(panel: Panel) -> str:
    """Return the name of the file with the panel's completions."""
    return f"{panel.night}.{panel.id}.completions.jsonl.gz"


def read_completions(panel: Panel, path: Path) -> tuple[Completion, ...]:
    """Return the completions of a panel from their file, for example to judge them again.

    Raises:
        BadInput: if the file is not the one that the panel names, or has other samples or texts, or if
            the panel counts other models or fingerprints of servers.
    """
    described, result, fix = panel.run.completions_file, panel.result, "use the original file of the panel"
    if described is None:
        raise BadInput(path, "run.completions_file", "is null: completions are unknown", "name another panel")
    if not path.is_file():
        raise BadInput(path, "", "does not exist", "download it from the release")
    if (found := sha256_hex(path.read_bytes())) != described.sha256:
        problem = f"has SHA-256 {found}, but run.completions_file says {described.sha256}"
        raise BadInput(path, "", problem, fix)
    samples = {(task, draw) for task, drawn in result.statuses.items() for draw in range(len(drawn))}
    missing = {(task, draw) for task, draw in samples if result.statuses[task][draw] == "missing"}
    completions = read_predictions(path, missing)
    keys = {completion.key for completion in completions}
    if odd := (keys - samples) | (samples - missing - keys):
        # The smallest one, so that the message is the same each time.
        task, draw = min(odd)
        problem = f"task {quote_value(task)}, draw {draw} is only in one of this file and result.statuses"
        raise BadInput(path, "", problem, fix)
    digest, wanted = completions_digest(completions), result.completions
    if (len(completions), digest) != (wanted.count, wanted.digest):
        problem = f"has {len(completions)} completions with digest {digest}, not those of result.completions"
        raise BadInput(path, "", problem, fix)
    models = count_names(completion.resolved_model for completion in completions)
    fingerprints = count_names(completion.fingerprint for completion in completions)
    if (models, fingerprints) != (result.resolved_models, result.fingerprints):
        raise BadInput(path, "", "names other servers than result.resolved_models and fingerprints", fix)
    return completions


def count_names(names: Iterable[str | None]) -> dict[str, int]:
    """Count completions by a name that a server reported. Names are untrusted, so they are shortened."""
    return dict(sorted(Counter(name[:_NAME_CHARACTERS] for name in names if name).items()))


class SeenModel(Record):
    """A model in a provider's list."""

    id: Name
    name: Name | None = Field(default=None, description="name to show, if the provider gives one")
    created: Moment | None = Field(default=None, description="when the model was made, if known")
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
    def _folders(self) -> tuple[str, ...]:
        return (self.provider,)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.state == "complete" and not self.models:
            raise _contradiction("models", "is empty, but the list is complete", "record it as unknown")
        if (self.state == "complete") != (self.reason is None):
            problem = f"contradicts the state {self.state}"
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
    "sampling-changed",
    "api-changed",
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
    "sampling-changed": ("provider", "model", "before", "after"),
    "api-changed": ("provider", "model", "before", "after"),
    "suite-break": ("suite", "dataset", "before", "after"),
    "outage": ("provider",),
}


class NightlyEvent(DatedRecord):
    """An event of a night, such as a moved alias, a vanished model or a new version."""

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
    after: Name | None = Field(default=None, description="the same after; for a shutdown, its date")
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
        """The event, without the time and the lists of models that showed it."""
        return self.model_dump_json(exclude={"id", "when", "models", "links"})

    @model_validator(mode="after")
    def _check(self) -> Self:
        for needed in _NEEDED[self.kind]:
            if getattr(self, needed) is None:
                raise _contradiction(needed, f"null, but an event {self.kind} needs it", "record it")
        if self.before is not None and self.before == self.after:
            raise _contradiction("after", "is the same as before", "record an event only for a change")
        return self

    def references(self) -> Iterator[RecordReference]:
        """Yield the panels and lists of models that show the event."""
        yield from (RecordReference("panels", Panel.folder, panel) for panel in self.panels)
        yield from (RecordReference("models", ModelsSeen.folder, seen) for seen in self.models)


#: repeats: neighbouring nights are alike · new-baseline: here the current baseline ends.
Outcome = Literal["warming-up", "ok", "regressed", "improved", "unknown", "repeats", "new-baseline"]

Fraction = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]
Panels = Annotated[list[Digest], Field(min_length=1, max_length=_PANELS_LIMIT)]


class DecisionTest(Record):
    """One comparison of fresh draws with a baseline."""

    stage: Literal["night", "window"] = Field(description="one night alone, or the last nights together")
    anchor: Literal["first", "current"] = Field(description="the first baseline, or the current one")
    baseline: Panels = Field(description="ids of the baseline's panels")
    fresh: Panels = Field(description="ids of the panels that are compared with it")
    tasks: Annotated[int, Field(ge=1, description="tasks with draws on both sides")]
    direction: Literal["drop", "rise"] = Field(
        default="drop", description="the change that the p-value is about: fewer passes, or more"
    )
    p: Fraction = Field(
        description="one-sided p-value of the sign-flip test over stems; of a window, the larger one of this"
        " test and of Student's test of the nights' scores, unless results repeat"
    )
    adjusted_p: Fraction | None = Field(
        default=None,
        description="p times the model's series and the baselines, or p alone for the five nights of a"
        " collapse; null for a test that opened no alarm",
    )
    drop: Difference = Field(
        description="share of passed draws in the baseline minus that of the fresh draws"
    )
    low: Difference | None = Field(default=None, description="lower end of the drop's interval, over stems")
    high: Difference | None = Field(default=None, description="upper end of the drop's interval, over stems")


class Decision(DatedRecord):
    """A decision about one series, or about all series of a model together."""

    folder: ClassVar[str] = "decisions"
    noun: ClassVar[str] = "decision"

    schema_: Literal["sightbench/decision/1"] = Field(default="sightbench/decision/1", alias="schema")
    slug: Slug
    level: Literal["series", "model"] = Field(description="one series, or all series of the model pooled")
    series: Annotated[list[RunFields], Field(min_length=1, max_length=SERIES_LIMIT)]
    outcome: Outcome
    reason: Reason = Field(description="why, in one line for readers")
    active_series: Annotated[int, Field(ge=1)] | None = Field(
        default=None,
        description="number of the model's active series, with the pooled one; they share the error budget",
    )
    visible_drop: Fraction | None = Field(
        default=None, description="smallest drop that can be seen; null if none, or without a baseline"
    )
    tests: Annotated[list[DecisionTest], Field(max_length=SERIES_LIMIT)] = Field(default_factory=list)
    events: Annotated[list[Digest], Field(max_length=_PANELS_LIMIT)] = Field(
        default_factory=list, description="ids of events of this day, such as a moved alias"
    )
    cause: Literal["person", "suite-break", "closed-issue"] | None = Field(
        default=None,
        description="why there is a new baseline; suite-break with the outcome regressed: the alarm stays"
        " open, because the new version has not judged the level before; else null",
    )
    by: Name | None = Field(default=None, description="who decided, if a person did")
    sentinel: Slug | None = omitted(
        description="submission that watches our own pipeline, if it moved in these nights: the alarm waits"
    )
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the issue")

    @property
    def _folders(self) -> tuple[str, ...]:
        return (self.slug,)

    @property
    def names(self) -> tuple[RunName, ...]:
        """The names of the series."""
        return tuple(fields.name_of(self.slug) for fields in self.series)

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
        held = (self.outcome, self.cause) == ("regressed", "suite-break")
        if not held and (self.outcome == "new-baseline") != (self.cause is not None):
            problem = f"contradicts the outcome {self.outcome}"
            raise _contradiction("cause", problem, "give a cause if, and only if, there is a new baseline")
        if (self.cause == "person") != (self.by is not None):
            raise _contradiction("by", "contradicts the cause", "name the person, or nobody")
        if self.outcome == "regressed" and "window" not in {test.stage for test in self.tests}:
            raise _contradiction("tests", "lacks a window of nights", "a regression needs one")
        for number, test in enumerate(self.tests):
            if test.low is not None and test.high is not None and test.low > test.high:
                raise _contradiction(f"tests[{number}].low", "is above high", "swap them")
        return self

    def references(self) -> Iterator[RecordReference]:
        """Yield the panels that were compared, and the events that were considered."""
        for number, test in enumerate(self.tests):
            for side in ("baseline", "fresh"):
                panels: list[str] = getattr(test, side)
                yield from (
                    RecordReference(f"tests[{number}].{side}", Panel.folder, panel) for panel in panels
                )
        yield from (RecordReference("events", NightlyEvent.folder, event) for event in self.events)


AnyRecord = Panel | ModelsSeen | NightlyEvent | Decision
Kind = TypeVar("Kind", bound=NamedRecord)
#: The class of the records in each folder.
KINDS: Mapping[str, type[AnyRecord]] = {
    kind.folder: kind for kind in (Panel, ModelsSeen, NightlyEvent, Decision)
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


def read_records(directory: Path, kind: type[Kind], *folders: str) -> tuple[Kind, ...]:
    """Read all records of one kind in a folder ``nightly``, oldest night first; none if it does not exist.

    ``folders`` are the first folders below that of the kind, such as suite and data set; all if empty.
    """
    base = directory.joinpath(kind.folder, *folders)
    paths = [path for path in base.rglob("*.json") if not path.name.endswith(BUNDLE_ENDING)]
    found = (read_record(kind, path, directory) for path in sorted(paths))
    return tuple(sorted(found, key=lambda record: (record.night, record.id)))


def read_panels(directory: Path) -> tuple[Panel, ...]:
    """Read panels, oldest night first, and of a night stage 1 first.

    Raises:
        BadInput: if two panels have the same basis, night and stage.
    """
    found = read_records(directory, Panel)
    for error in check_turns((panel.path(directory), panel) for panel in found):
        raise error
    return tuple(sorted(found, key=lambda panel: (panel.night, panel.result.stage, panel.id)))


def panel_files(directory: Path) -> tuple[Path, ...]:
    """Return the files of all panels in the folder ``nightly``, sorted."""
    found = (directory / Panel.folder).glob("*/*/*/*.json")
    return tuple(sorted(path for path in found if RECORD_NAME.fullmatch(path.name)))


def vanished_models(
    events: Iterable[NightlyEvent], lists: Iterable[ModelsSeen]
) -> dict[tuple[str, str], NightlyEvent]:
    """Return the models that vanished and are in no later complete list, each with its newest such event."""
    gone = {(event.provider or "", event.model or ""): event for event in events if event.kind == "vanished"}
    for seen in lists:
        if seen.state == "complete":
            for model in seen.models:
                event = gone.get((seen.provider, model.id))
                if event is not None and seen.date > event.date:
                    del gone[seen.provider, model.id]
    return gone


def check_turns(records: Iterable[tuple[Path, NamedRecord]]) -> Iterator[BadInput]:
    """Yield an error for each record whose turn an earlier record has."""
    first: dict[object, Path] = {}
    for path, record in records:
        before = first.setdefault(record.turn, path)
        if before != path:
            problem = f"{before.name} is another {record.noun} of this night for the same series"
            fix = "keep one of them; to remove one from the branch, replace its history"
            yield BadInput(path, "", problem, fix)


def nightly_paths(new: Iterable[NewRecord]) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_nightly` needs, for ``publish(needed=…)``."""
    # All files of that night in the folder, because another one may have the same turn.
    paths = ((entry.record.night, entry.record.path(Path(NIGHTLY))) for entry in new)
    return tuple(sorted({(path.parent / f"{night}.*.json").as_posix() for night, path in paths}))


def without_repeated(
    new: Sequence[NewRecord], directory: Path, report: Callable[[str], None]
) -> list[NewRecord]:
    """Leave out records whose turn a record in the folder ``nightly`` already has, and report each.

    A record that would be left out stays if a remaining record names its id.
    """
    twins = [(entry, _same_turn(entry.record, directory)) for entry in new]
    named = {found.id for entry, twin in twins if twin is None for found in entry.record.references()}
    stay = []
    for entry, twin in twins:
        if twin is None or entry.record.id in named:
            stay.append(entry)
        else:
            name = entry.record.path(directory).name
            report(f"{name}: not added, because {twin.name} was first in this night")
    return stay


def add_nightly(
    new: Sequence[NewRecord], checkout: Path, report: Callable[[str], None] = lambda _line: None
) -> str | None:
    """Add records to a checkout of the branch, as :func:`without_repeated` leaves them.

    Signatures and completions of at most 1 MB are written next to their panel. Larger completions
    (:attr:`NewRecord.large`) must be uploaded before. Return the commit's message; None if nothing is new.
    """
    directory = checkout / NIGHTLY
    added = []
    for entry in without_repeated(new, directory, report):
        path = entry.record.path(directory)
        if path.exists():
            continue
        if isinstance(entry.record, Panel) and entry.completions is not None and not entry.large:
            write_atomic(path.with_name(completions_name(entry.record)), entry.completions)
        if entry.bundle is not None:
            write_atomic(bundle_path(path), entry.bundle)
        # The record last: while it is missing, the files next to it count for nothing.
        write_atomic(path, entry.record.to_bytes())
        added.append(f"{entry.record.noun}: {entry.record.place}")
    return "\n".join([f"Add {len(added)} file(s) of the night", "", *added]) if added else None


def _same_turn(record: NamedRecord, directory: Path) -> Path | None:
    """Return the file of another record with the same turn."""
    there = record.path(directory)
    for path in sorted(there.parent.glob(f"{record.night}.*.json")):
        if RECORD_NAME.fullmatch(path.name):
            found = read_record(type(record), path, directory)  # an error is never overwritten
            if found.turn == record.turn and path != there:
                return path
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPanel:
    """What one night drew for one series: the first draw of each task."""

    id: str
    series: RunName
    basis: str  #: panels of two bases are never compared; see ``PanelResult.basis``
    night: str  #: its date
    stage: int
    provider: str
    model: str  #: requested model id
    suite_version: int
    judge_version: int
    resolved: tuple[str, ...]  #: model ids that the server reported, sorted
    tasks: tuple[str, ...]  #: ids, sorted
    outcomes: str  #: one letter per task: P passed, F failed, M missing
    passed: int  #: tasks whose draw passed
    missing: int  #: tasks without a verdict

    @property
    def age(self) -> tuple[str, int, int]:
        """The night, and the versions of suite and judge; newer panels compare as larger."""
        return self.night, self.suite_version, self.judge_version


_LETTERS: Mapping[str, str] = {Status.PASSED: "P", "missing": "M"}


def light_panel(panel: Panel) -> NightPanel:
    """Return the light form of a panel."""
    result = panel.result
    # The same ids repeat in hundreds of nights: one copy of each is enough.
    tasks = tuple(map(intern, sorted(result.statuses)))
    letters = "".join(_LETTERS.get(result.statuses[task][0], "F") for task in tasks)
    return NightPanel(
        id=panel.id,
        series=result.series,
        basis=result.basis,
        night=result.date,
        stage=result.stage,
        provider=result.provider,
        model=result.model,
        suite_version=result.versions.suite,
        judge_version=result.versions.judge,
        resolved=tuple(sorted(result.resolved_models)),
        tasks=tasks,
        outcomes=letters,
        passed=letters.count("P"),
        missing=letters.count("M"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyRecords:
    """The records of all nights, each kind oldest first."""

    panels: tuple[NightPanel, ...] = ()
    decisions: tuple[Decision, ...] = ()
    events: tuple[NightlyEvent, ...] = ()
    models: tuple[ModelsSeen, ...] = ()

    @property
    def last(self) -> str:
        """The date of the newest record; empty if there are none."""
        kinds = (self.panels, self.decisions, self.events, self.models)
        return max((record.night for kind in kinds for record in kind), default="")


def read_nightly(directory: Path | None) -> NightlyRecords:
    """Read the folder ``nightly`` of a checkout of the branch of results; a missing one has no records.

    Raises:
        BadInput: if a file is not valid.
    """
    if directory is None or not directory.is_dir():
        return NightlyRecords()
    panels = [  # folder by folder, so that few whole panels are in memory
        light_panel(panel)
        for folder in (directory / Panel.folder).glob("*/*/*")
        for panel in read_records(directory, Panel, *folder.parts[-3:])
    ]
    decisions = read_records(directory, Decision)
    return NightlyRecords(
        panels=tuple(sorted(panels, key=lambda panel: (panel.night, panel.stage, panel.series, panel.id))),
        decisions=tuple(sorted(decisions, key=lambda decision: (decision.date, decision.when))),
        events=read_records(directory, NightlyEvent),
        models=read_records(directory, ModelsSeen),
    )


AnyPanel = TypeVar("AnyPanel", Panel, NightPanel)


def panel_histories(panels: Iterable[AnyPanel]) -> tuple[tuple[AnyPanel, ...], ...]:
    """Group panels, oldest first, by series and basis; groups are sorted by series, then by their last night.

    The basis changes with the versions of suite, judge or guest, a digest, the model or the sample.
    Of two groups with the same last night, the one with the newer suite, then judge, comes last.
    """
    groups: dict[tuple[RunName, str], list[AnyPanel]] = {}
    for panel in panels:
        groups.setdefault((panel.series, panel.basis), []).append(panel)
    order = sorted(groups, key=lambda key: (key[0], groups[key][-1].age, key[1]))
    return tuple(tuple(groups[key]) for key in order)


def counted_panels(histories: Sequence[Sequence[AnyPanel]]) -> dict[str, AnyPanel]:
    """Return the panel that counts of each night, oldest first, from the histories of one series.

    Those of the newest basis, which is last, count. Panels of an older basis count only for nights before the
    first night of the newer ones: nothing is compared across, and a night never counts twice.
    """
    found: dict[str, AnyPanel] = {}
    for history in reversed(histories):
        begun = min(found, default="~")  # behind all dates
        found |= {panel.night: panel for panel in history if panel.night < begun}
    return dict(sorted(found.items()))
