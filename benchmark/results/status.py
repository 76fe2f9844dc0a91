"""Runs: the fields of rows that tell which run they are about, and statuses of runs without a row.

Statuses are files ``status/<slug>/<when>-<digest>.json``, which are never changed. The newest status of a run
counts, until the run has a row. Ids and paths of rows are only checked in ``ledger``.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import AliasPath, ConfigDict, Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.names import is_slug
from benchmark.core.secret import redact
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import OneLine, Record, Slug, validate_record
from benchmark.results.branch_record import RESTORE, BranchRecord, Digest, Moment, read_record
from benchmark.results.ledger import row_files
from benchmark.results.row import Effort


class RunName(NamedTuple):
    """The fields that identify one run of one submission."""

    slug: str
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str  #: empty for a baseline
    effort: str = ""  #: how much the model thinks, if the submission says it

    @property
    def recorded(self) -> tuple[str, ...]:
        """The fields for digests and seeds, which had no effort in older versions."""
        return self if self.effort else self[:-1]

    def __str__(self) -> str:
        """Return a text such as ``acme-vl-7b: code-vision/rebuilt, flowchart, cool-1, sightbench``."""
        details = ", ".join(filter(None, (f"{self.suite}/{self.dataset}", *self[3:])))
        return f"{self.slug}: {details}"


class RunFields(Record):
    """The fields of a record that identify a run, next to the name of the submission."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str
    effort: Effort = ""

    def name_of(self, slug: str) -> RunName:
        """Return the run's name, with the slug of its submission."""
        return RunName(slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt, self.effort)


class RowHead(Record):
    """The fields of a row that planning needs."""

    # All other fields are skipped, because planning reads the heads of all rows.
    model_config = ConfigDict(extra="ignore")

    id: str
    slug: str = Field(validation_alias=AliasPath("result", "submission", "slug"))
    suite: str = Field(validation_alias=AliasPath("result", "suite"))
    dataset: str = Field(validation_alias=AliasPath("result", "dataset"))
    setting: str = Field(validation_alias=AliasPath("result", "setting"))
    protocol: str = Field(validation_alias=AliasPath("result", "protocol"))
    prompt: str = Field(validation_alias=AliasPath("result", "prompt", "name"))
    effort: str = Field(default="", validation_alias=AliasPath("result", "submission", "effort"))
    #: Digest of what the submission requested; None if not recorded.
    request: str | None = Field(default=None, validation_alias=AliasPath("run", "request"))
    #: Versions of the suite and the judge, which have numbers, and of programs.
    versions: dict[str, object] = Field(
        default_factory=dict, validation_alias=AliasPath("result", "versions")
    )
    links: dict[str, str] = Field(default_factory=dict, validation_alias=AliasPath("run", "links"))

    @property
    def run(self) -> RunName:
        """The run that the row is about."""
        named = (self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt, self.effort)
        return RunName(*named)


def read_heads(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RowHead, ...]:
    """Read the heads of the rows of submissions (None means all), including withdrawn ones."""
    heads = []
    for path in row_files(directory, slugs):
        try:
            value = json.loads(read_bytes(path))  # faster than strict_json, which ``ledger`` uses
        except (ValueError, RecursionError) as error:
            raise BadInput(path, "", f"is not valid JSON: {error}", RESTORE) from None
        heads.append(validate_record(RowHead, value, path))
    return tuple(heads)


#: ``failed``: repeated a few times; ``waiting``: repeated when a condition is met; ``refused``: never.
State = Literal["failed", "waiting", "refused"]
Stage = Literal["plan", "generate", "score", "rubric", "record"]

#: Number of failures after which a run is not repeated automatically.
ATTEMPTS = 3
_REASON_LENGTH = 500  #: maximum characters of a reason
_DIGEST_SHOWN = 12  #: digits of the digest in a file's name

Reason = Annotated[OneLine, Field(max_length=_REASON_LENGTH)]


class RunStatus(BranchRecord):
    """The result of one attempt to make a row for a run."""

    noun: ClassVar[str] = "status"

    schema_: Literal["sightbench/status/1"] = Field(default="sightbench/status/1", alias="schema")
    slug: Slug
    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str
    effort: Effort = ""
    request: Digest = Field(description="digest of what the submission requested, as in rows")
    config: Digest = Field(description="digest of all fields of the run in the submission")
    state: State
    stage: Stage = Field(description="stage in which the attempt ended")
    reason: Reason
    when: Moment
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")
    cost_usd: Annotated[float, Field(ge=0, description="cost of the completions so far, if known")] = 0.0
    run_id: Annotated[str, Field(pattern=r"^\d{0,20}$")] = Field(
        default="", description="CI run whose artifacts contain the completions so far"
    )
    complete: bool = Field(
        default=False,
        description="whether these completions are complete, so that no model has to be paid again",
        exclude_if=lambda found: not found,  # so that older statuses keep their paths
    )

    @property
    def place(self) -> str:
        """The path in the folder of statuses."""
        moment = self.when.replace("-", "").replace(":", "")
        # Two attempts can end in the same second, so the moment alone is not enough.
        return f"{self.slug}/{moment}-{sha256_hex(self.to_bytes())[:_DIGEST_SHOWN]}.json"

    @property
    def run(self) -> RunName:
        """The run that the status is about."""
        named = (self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt, self.effort)
        return RunName(*named)


def reason_of(text: str) -> str:
    """Turn an error's text into a status's reason: one line without keys, at most 500 characters."""
    line = " ".join(printable_text(redact(text.replace("\n", " "))).split())
    return line if len(line) <= _REASON_LENGTH else line[: _REASON_LENGTH - 1] + "…"


def read_statuses(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RunStatus, ...]:
    """Read the statuses of submissions (None means all), oldest first; none if the folder does not exist."""
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    paths = [path for folder in folders for path in directory.glob(f"{folder}/*.json")]
    oldest_first = sorted(paths, key=lambda path: (path.name, path))  # a name begins with the moment
    return tuple(read_record(RunStatus, path, directory) for path in oldest_first)


def newest_by_run(statuses: Iterable[RunStatus]) -> Mapping[RunName, RunStatus]:
    """Return the last status of each run, from statuses in order of age, oldest first."""
    return {status.run: status for status in statuses}
