"""The file next to a file of completions that names the batches in which its calls were sent."""

import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.files.atomic import bare_name, write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Amount, Record, validate_record
from benchmark.files.strict_json import loads

#: Providers whose vendors have a batch API.
BATCHED = ("anthropic", "google", "openai")


#: Batches end or expire within a day, Google's within two. One that is older is given up.
_LONGEST = datetime.timedelta(days=3)


class SentBatch(Record):
    """A batch. It is written before it is sent, so that a killed run loses none."""

    name: str = Field(description="our name for it, which vendors that take names keep")
    id: str | None = Field(default=None, description="the vendor's id; null until its reply arrived")
    began: str = Field(description="UTC, just before it was sent")
    calls: list[str] = Field(description="ids of its calls")
    most_usd: Amount = Field(description="what its calls can cost at most; 0 if the price is unknown")
    ended: bool = Field(default=False, description="whether it has ended, and all its replies were taken")


class BatchState(Record):
    """All batches of a file of completions that is not complete yet."""

    schema_: Literal["sightbench/batch/1"] = Field(default="sightbench/batch/1", alias="schema")
    digest: Annotated[str, Field(description="SHA-256 of the config in the manifest")]
    batches: list[SentBatch] = Field(default_factory=list)

    @property
    def waiting_usd(self) -> float:
        """US dollars that batches which have not ended can cost at most."""
        return sum(batch.most_usd for batch in self.batches if not batch.ended)


def state_path(completions: Path) -> Path:
    """Return the file of the batches of a file of completions."""
    return completions.with_name(f"{bare_name(completions)}.batch.json")


def read_state(completions: Path) -> BatchState | None:
    """Return the batches of a file of completions; None if there are none.

    Raises:
        BadInput: if their file cannot be read or is not valid.
    """
    path = state_path(completions)
    if not path.exists():
        return None
    return validate_record(BatchState, loads(read_bytes(path), path), path)


def write_state(completions: Path, state: BatchState | None) -> None:
    """Replace the file of the batches; None deletes it."""
    path = state_path(completions)
    if state is None:
        path.unlink(missing_ok=True)
    else:
        text = state.model_dump_json(by_alias=True, indent=1)
        write_atomic(path, f"{text}\n".encode("ascii"))


def waiting_batches(completions: Path) -> list[SentBatch]:
    """Return the batches of a file of completions that have not ended, as far as its last run knew."""
    state = read_state(completions)
    return [] if state is None else [batch for batch in state.batches if not batch.ended]


def is_awaited(began: str) -> bool:
    """Whether a batch that began at this moment, in UTC, may still be answered."""
    age = datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(began)
    return age < _LONGEST


def check_state(completions: Path, digest: str) -> BatchState:
    """Return the batches of a file of completions, none for a new one.

    Raises:
        BadInput: if they belong to another config.
    """
    state = read_state(completions) or BatchState(digest=digest)
    if state.digest != digest:
        problem = "names batches that were sent with another config"
        raise BadInput(state_path(completions), "", problem, "start a new file with --out")
    return state
