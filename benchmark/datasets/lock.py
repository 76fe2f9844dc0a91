"""``datasets.lock``: where official data come from, pinned by revision and digest."""

import json
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, RootModel

from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Name, Record, validate_record

#: The lock that is shipped.
LOCK = Path(__file__).parent / "datasets.lock"

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Commit = Annotated[str, Field(pattern="^[0-9a-f]{40}$")]
Unknown = Literal[""]
_Repository = Annotated[str, Field(pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$")]
_PART = r"[A-Za-z0-9_][\w-]*(\.[\w-]+)*"
_Path = Annotated[str, Field(pattern=f"^{_PART}(/{_PART})*$", max_length=300)]

_HEADER = """\
# Where official data sets come from: `sightbench dataset fetch` takes these and nothing else.
# A field that is empty is not known yet; with `--record` that command fills it.
"""


class PinnedFile(Record):
    """A file of the data set on the hub."""

    path: _Path
    size: Annotated[int, Field(ge=0)] = Field(0, description="bytes; 0 when not known")
    sha256: Digest | Unknown = ""


class PinnedText(Record):
    """A file of upstream's source that its prompts are read from."""

    repository: _Repository = Field(description="on GitHub")
    commit: Commit
    path: _Path
    sha256: Digest


class Pin(Record):
    """What one data set is fetched from."""

    repository: _Repository = Field(description="on the Hugging Face hub")
    revision: Commit | Unknown
    rows: Annotated[int, Field(ge=1)]
    content: Digest | Unknown = Field(description="SHA-256 over all rows, whichever files hold them")
    note: Name | Unknown = ""
    files: list[PinnedFile] = Field([])
    texts: list[PinnedText] = Field([])


class DatasetsLock(RootModel[dict[Name, dict[Name, Pin]]]):
    """Suite → data set → what pins it."""


def read_lock(path: Path) -> DatasetsLock:
    """A lock file.

    Raises:
        BadInput: for a file that is wrong.
    """
    try:
        document = tomllib.loads(read_bytes(path, MIB).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(path, "", f"is no TOML: {error}", "take the one of the repository") from None
    return validate_record(DatasetsLock, document, path)


def pin_of(lock: DatasetsLock, path: Path, suite: str, dataset: str) -> Pin:
    """What pins a data set.

    Raises:
        BadInput: when the lock does not name it.
    """
    pin = lock.root.get(suite, {}).get(dataset)
    if pin is None:
        raise BadInput(path, f"{suite}.{dataset}", "is missing", "take the lock of the repository")
    return pin


def write_lock(path: Path, lock: DatasetsLock) -> None:
    """Write a lock; the same bytes for the same content."""
    write_atomic(path, dumped(lock).encode())


def with_pin(lock: DatasetsLock, suite: str, dataset: str, pin: Pin) -> DatasetsLock:
    """A lock in which a data set is pinned by ``pin``."""
    return DatasetsLock({**lock.root, suite: {**lock.root.get(suite, {}), dataset: pin}})


def dumped(lock: DatasetsLock) -> str:
    """A lock as its file has it."""
    lines = [_HEADER, "\n"]
    for suite, datasets in lock.root.items():
        for dataset, pin in datasets.items():
            lines.append(f"[{suite}.{dataset}]\n")
            lines += _fields(pin.model_dump(exclude={"files", "texts"}))
            for name, tables in (("files", pin.files), ("texts", pin.texts)):
                for table in tables:
                    lines.append(f"\n[[{suite}.{dataset}.{name}]]\n")
                    lines += _fields(table.model_dump())
            lines.append("\n")
    return "".join(lines).rstrip("\n") + "\n"


def _fields(values: dict[str, object]) -> list[str]:
    """Texts and whole numbers are written alike in JSON and TOML."""
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()]
