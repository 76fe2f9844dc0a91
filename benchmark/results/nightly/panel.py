"""The schema of a panel: what one night drew for one series, and how it was judged.

A series is one submission's model on one data set, with one setting, protocol and prompt. A panel is not a
row: it may be a sample of the tasks, and it has the draws of one night rather than those of a protocol. It is
never changed or deleted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.core.digest import digest_canonical, sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.files.edge import Name, Record, Slug
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.results.heads import RunName
from benchmark.results.nightly.named import NO_ID, Contradiction, NamedRecord, Night
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
from benchmark.results.status import Moment

#: 1: the draw of every night, from which baselines are made, too. 2: a fresh draw that confirms a suspicion.
Stage = Literal[1, 2]
#: Fields of the result that tell what came out, rather than what was asked; see :attr:`PanelResult.basis`.
_OUTCOME = frozenset({"date", "stage", "resolved_models", "fingerprints", "completions", "statuses"})
_NAMES_SHOWN = 3  #: maximum names in a message
_ORIGINAL = "use the original file of the panel"
_NAME_CHARACTERS = 200  #: maximum characters of a name that a server reports


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
    def turn(self) -> tuple[str, str, int]:
        """What only one panel may have: its basis, night and stage."""
        return self.result.basis, self.result.date, self.result.stage

    def content(self) -> object:
        """Return the result, as for rows: judging again elsewhere gives the same id."""
        return self.result.model_dump(mode="json")

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the fields that do not go together."""
        yield from _sample_contradictions(self.result)
        yield from _draw_contradictions(self.result)
        found, named = _missing(self.result.statuses), set(self.run.missing)
        if found != named:
            problem = f"names other samples than those with status missing: {_shown(found ^ named)}"
            yield Contradiction("run.missing", problem, "give a reason for each missing sample, and no other")


def make_panel(result: PanelResult, run: PanelRun) -> Panel:
    """Return a panel with its id.

    Raises:
        ValueError: if its fields contradict one another.
    """
    return Panel(id=NO_ID, result=result, run=run).with_its_id()


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
    if len(data) != described.bytes:
        problem = f"has {len(data):,} bytes, but run.completions_file says {described.bytes:,}"
        raise BadInput(path, "", problem, _ORIGINAL)
    if (found := sha256_hex(data)) != described.sha256:
        problem = f"has SHA-256 {found}, but run.completions_file says {described.sha256}"
        raise BadInput(path, "", problem, _ORIGINAL)
    drawn = panel.result.statuses.items()
    samples = {(task, draw): status for task, found in drawn for draw, status in enumerate(found)}
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
    for field, counted in names.items():
        if getattr(panel.result, field) != counted:
            raise BadInput(path, "", f"names other servers than result.{field}", _ORIGINAL)
    return completions


def count_names(names: Iterable[str | None]) -> dict[str, int]:
    """Return the number of completions by a name that a server reported; untrusted, so shortened."""
    return dict(sorted(Counter(name[:_NAME_CHARACTERS] for name in names if name).items()))


def _sample_contradictions(result: PanelResult) -> Iterator[Contradiction]:
    tasks, sample = set(result.statuses), result.sample
    field, listed = "result.sample", [task for drawn in sample.strata.values() for task in drawn]
    if sample.kind == "all":
        if sample.seed is not None or sample.strata:
            yield Contradiction(field, "has kind all, and a seed or strata", "remove them")
        if len(tasks) != result.tasks.count:
            problem = f"has {len(tasks)} tasks, but result.tasks.count is {result.tasks.count}"
            yield Contradiction("result.statuses", problem, "record all tasks, or a stratified sample")
        return
    if sample.seed is None:
        yield Contradiction(f"{field}.seed", "null, but the sample is stratified", "record the seed")
    if len(listed) != len(set(listed)):
        yield Contradiction(f"{field}.strata", "names a task twice", "put each task into one stratum")
    elif set(listed) != tasks:
        problem = f"names other tasks than result.statuses: {_shown(set(listed) ^ tasks)}"
        yield Contradiction(f"{field}.strata", problem, "record the tasks that were drawn")
    if len(tasks) > result.tasks.count:
        problem = f"{result.tasks.count}, but the sample has {len(tasks)} tasks"
        yield Contradiction("result.tasks.count", problem, "count the tasks of the whole data set")


def _draw_contradictions(result: PanelResult) -> Iterator[Contradiction]:
    statuses, draws, count = result.statuses, result.completions.draws, result.completions.count
    wrong = {task for task, drawn in statuses.items() if len(drawn) != draws}
    if wrong:
        problem = f"has another number of draws than result.completions.draws, {draws}: {_shown(wrong)}"
        yield Contradiction("result.statuses", problem, "record missing draws as missing")
        return
    most = draws * len(statuses)
    judged = most - len(_missing(statuses))
    if not judged <= count <= most:
        problem = f"{count}, but {judged} samples have a verdict, of {most}"
        yield Contradiction("result.completions.count", problem, "count the completions")
    for field in ("resolved_models", "fingerprints"):
        counts: Mapping[str, int] = getattr(result, field)
        if any(number < 1 for number in counts.values()) or sum(counts.values()) > count:
            problem = f"counts {sum(counts.values())} completions, of {count}"
            yield Contradiction(f"result.{field}", problem, "count each completion at most once")


def _missing(statuses: Mapping[str, list[str]]) -> set[str]:
    return {
        f"{task}#{draw}"
        for task, drawn in statuses.items()
        for draw, status in enumerate(drawn)
        if status == "missing"
    }


def _shown(names: set[str]) -> str:
    more = "" if len(names) <= _NAMES_SHOWN else f" and {len(names) - _NAMES_SHOWN} more"
    return ", ".join(sorted(names)[:_NAMES_SHOWN]) + more
