"""Why a run has no row: files beside the rows, ``status/<slug>/<when>-<digest>.json``, never changed.

The newest one of a run counts, and none once the run has a row.

History of the format:
    sightbench/status/1: first version.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, printable
from benchmark.core.secret import redact
from benchmark.core.slug import is_slug
from benchmark.files import strict_json
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.files.wording import refusal
from benchmark.results.heads import RunName
from benchmark.results.row import Digest

#: ``failed`` is tried again, a few times; ``waiting`` until what it waits for is there; ``refused`` never.
State = Literal["failed", "waiting", "refused"]
Stage = Literal["plan", "generate", "score", "rubric", "record"]

#: After so many failures nobody tries a run again by himself.
ATTEMPTS = 3
STATUS_LIMIT = 64 * 1024  #: bytes of a file
_REASON_LENGTH = 500  #: characters
_DIGEST_SHOWN = 12


def _one_line(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise refusal("must be one printable line", "remove control and invisible characters")
    return value


Reason = Annotated[str, Field(min_length=1, max_length=_REASON_LENGTH), AfterValidator(_one_line)]
Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="UTC")]


class RunStatus(Record):
    """What became of one attempt to get a row for a run."""

    schema_: Literal["sightbench/status/1"] = Field(default="sightbench/status/1", alias="schema")
    slug: Slug
    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str
    request: Digest = Field(description="of what the submission asked for, as rows record it")
    config: Digest = Field(description="of all that the submission says of the run")
    state: State
    stage: Stage = Field(description="where it ended")
    reason: Reason
    when: Moment
    links: dict[str, str] = Field(default_factory=dict, description="CI run and the like")
    cost_usd: Annotated[float, Field(ge=0, description="of what was generated so far, where known")] = 0.0
    run_id: Annotated[str, Field(pattern=r"^\d{0,20}$")] = Field(
        default="", description="CI run whose artifacts hold what was generated so far"
    )

    @property
    def run(self) -> RunName:
        """Which run it is about."""
        return RunName(self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt)


def reason_of(text: str) -> str:
    """An error as the reason of a status: one line, without keys, not too long."""
    line = " ".join(printable(redact(text.replace("\n", " "))).split())
    return line if len(line) <= _REASON_LENGTH else line[: _REASON_LENGTH - 1] + "…"


def status_path(directory: Path, status: RunStatus) -> Path:
    """Where a status stands below the folder of all."""
    moment = status.when.replace("-", "").replace(":", "")
    return directory / status.slug / f"{moment}-{sha256_hex(status_bytes(status))[:_DIGEST_SHOWN]}.json"


def status_bytes(status: RunStatus) -> bytes:
    """A status as it stands in its file."""
    return status.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


def read_statuses(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RunStatus, ...]:
    """All statuses below a folder, oldest first; an absent folder has none.

    Args:
        directory: of the statuses.
        slugs: submissions to read; None for all.

    Raises:
        BadInput: names the first file that is unreadable, or stands in another one's place.
    """
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    paths = [path for folder in folders for path in sorted(directory.glob(f"{folder}/*.json"))]
    found = [(path, _read(directory, path)) for path in paths]
    return tuple(status for _, status in sorted(found, key=lambda one: (one[1].when, one[0].name)))


def newest(statuses: Iterable[RunStatus]) -> Mapping[RunName, RunStatus]:
    """The last status of each run, of statuses that come oldest first."""
    return {status.run: status for status in statuses}


def _read(directory: Path, path: Path) -> RunStatus:
    data = read_bytes(path, STATUS_LIMIT)
    status = validate_record(RunStatus, strict_json.loads(data, path), path)
    if status_path(directory, status) != path:
        fix = "restore the file: a status is never edited or moved"
        raise BadInput(path, "", "its name is not that of what it holds", fix)
    return status
