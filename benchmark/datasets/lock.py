"""``datasets.lock``: the sources of official data sets, pinned by revision and digest."""

import json
import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import Field, RootModel

from benchmark.core.errors import BadInput
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Commit, Digest, Name, Record, Unknown, validate_record

_Repository = Annotated[str, Field(pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$")]
# No part can be `..` or begin with a dot, so no path of a lock leaves its folder.
_PART = r"[A-Za-z0-9_][\w-]*(\.[\w-]+)*"
_Path = Annotated[str, Field(pattern=f"^{_PART}(/{_PART})*$", max_length=300)]

_HEADER = """\
# Sources of the official data sets. `sightbench dataset fetch` downloads exactly these files.
# An empty field is not known yet; `sightbench dataset fetch --record` fills it.
"""


class PinnedFile(Record):
    """A file of a data set on the hub."""

    path: _Path
    size: Annotated[int, Field(ge=0)] = Field(0, description="bytes; 0 when not known")
    sha256: Digest | Unknown = ""


class PinnedText(Record):
    """A file of upstream's source code that contains its prompts."""

    repository: _Repository = Field(description="repository on GitHub")
    commit: Commit
    path: _Path
    sha256: Digest


class Pin(Record):
    """The source of one data set, with the expected revision and digests."""

    repository: _Repository = Field(description="repository on the Hugging Face hub")
    revision: Commit | Unknown
    rows: Annotated[int, Field(ge=1)]
    content: Digest | Unknown = Field(description="SHA-256 over all rows; does not depend on the files")
    note: Name | Unknown = ""
    files: list[PinnedFile] = Field([])
    texts: list[PinnedText] = Field([])


class DatasetsLock(RootModel[dict[Name, dict[Name, Pin]]]):
    """The whole lock file: pins by suite and data set."""


def read_lock(path: Path) -> DatasetsLock:
    """Read a lock file.

    Raises:
        BadInput: if the file is not valid.
    """
    try:
        document = tomllib.loads(read_bytes(path, MIB).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        fix = "restore the lock file of the repository"
        raise BadInput(path, "", f"is not valid TOML: {error}", fix) from None
    return validate_record(DatasetsLock, document, path)


def pin_of(lock: DatasetsLock, path: Path, suite: str, dataset: str) -> Pin:
    """Return the pin of a data set.

    Raises:
        BadInput: if the lock has no entry for it.
    """
    pin = lock.root.get(suite, {}).get(dataset)
    if pin is None:
        raise BadInput(path, f"{suite}.{dataset}", "is missing", "restore the lock file of the repository")
    return pin


def write_lock(path: Path, lock: DatasetsLock) -> None:
    """Write a lock file; the same content gives the same bytes."""
    write_atomic(path, dump_lock(lock).encode())


def replace_pin(lock: DatasetsLock, suite: str, dataset: str, pin: Pin) -> DatasetsLock:
    """Return a copy of the lock with ``pin`` for this data set."""
    return DatasetsLock({**lock.root, suite: {**lock.root.get(suite, {}), dataset: pin}})


def dump_lock(lock: DatasetsLock) -> str:
    """Return the text of a lock file."""
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
    """Return lines of TOML; JSON's notation works, because all values are texts or whole numbers."""
    return [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()]
