"""Statuses: files ``status/<slug>/<when>-<digest>.json`` that say why a run has no row.

They are never changed. The newest status of a run counts, until the run has a row.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.secret import redact
from benchmark.core.slug import is_slug
from benchmark.files import strict_json
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import OneLine, Record, Slug, validate_record
from benchmark.results.heads import RunName
from benchmark.results.layout import RECORD_LIMIT
from benchmark.results.row import Digest

#: ``failed`` runs are repeated a few times, ``waiting`` ones when their condition is met, ``refused`` never.
State = Literal["failed", "waiting", "refused"]
Stage = Literal["plan", "generate", "score", "rubric", "record"]

#: Number of failures after which a run is not repeated automatically.
ATTEMPTS = 3
_REASON_LENGTH = 500  #: maximum characters of a reason
_DIGEST_SHOWN = 12  #: digits of the digest in a file's name

Reason = Annotated[OneLine, Field(max_length=_REASON_LENGTH)]
Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="UTC")]


class RunStatus(Record):
    """The result of one attempt to make a row for a run."""

    schema_: Literal["sightbench/status/1"] = Field(default="sightbench/status/1", alias="schema")
    slug: Slug
    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str
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

    @property
    def run(self) -> RunName:
        """The run that the status is about."""
        return RunName(self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt)


def reason_of(text: str) -> str:
    """Turn an error's text into a status's reason: one line without keys, at most 500 characters."""
    line = " ".join(printable_text(redact(text.replace("\n", " "))).split())
    return line if len(line) <= _REASON_LENGTH else line[: _REASON_LENGTH - 1] + "…"


def status_path(directory: Path, status: RunStatus) -> Path:
    """Return the path of a status in the folder of statuses."""
    moment = status.when.replace("-", "").replace(":", "")
    return directory / status.slug / f"{moment}-{sha256_hex(status_bytes(status))[:_DIGEST_SHOWN]}.json"


def status_bytes(status: RunStatus) -> bytes:
    """Return the bytes of a status's file."""
    return status.model_dump_json(by_alias=True, indent=1).encode() + b"\n"


def read_statuses(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RunStatus, ...]:
    """Read all statuses of a folder, oldest first; none if the folder does not exist.

    Args:
        directory: folder of the statuses.
        slugs: submissions to read; None means all.

    Raises:
        BadInput: if a file is not valid or has a wrong name; the message names the first such file.
    """
    folders = ["*"] if slugs is None else sorted({slug for slug in slugs if is_slug(slug)})
    paths = [path for folder in folders for path in directory.glob(f"{folder}/*.json")]
    oldest_first = sorted(paths, key=lambda path: (path.name, path))  # a name begins with the moment
    return tuple(parse_status(read_bytes(path, RECORD_LIMIT), path, directory) for path in oldest_first)


def newest_by_run(statuses: Iterable[RunStatus]) -> Mapping[RunName, RunStatus]:
    """Return the last status of each run, from statuses in order of age, oldest first."""
    return {status.run: status for status in statuses}


def parse_status(data: bytes, path: Path, directory: Path) -> RunStatus:
    """Parse and check the bytes of a status at ``path`` in the folder of statuses.

    Raises:
        BadInput: if the file is not valid, or its name does not match its content.
    """
    status = validate_record(RunStatus, strict_json.loads(data, path), path)
    if status_path(directory, status) != path:
        fix = "restore the file: a status must not be edited or moved"
        raise BadInput(path, "", "the file's name does not match its content", fix)
    return status
