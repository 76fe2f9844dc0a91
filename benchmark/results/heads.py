"""Reads only the fields of rows that tell which run a row is about.

Planning needs them for every row of a ledger, of which there are thousands. Ids and paths are not checked
here, but where rows are read completely (``ledger``).
"""

import json
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from pydantic import AliasPath, ConfigDict, Field

from benchmark.core.errors import BadInput
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.results.git import FILE, Git, blobs, entries
from benchmark.results.layout import is_row_name
from benchmark.results.ledger import row_files

_RESTORE = "restore the row: rows must not be edited"
_DEPTH = 5  #: number of parts of a row's path: folder, suite, data set, slug and file


class RunName(NamedTuple):
    """The fields that identify one run of one submission."""

    slug: str
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str  #: empty for a baseline

    def __str__(self) -> str:
        """Return a text such as ``acme-vl-7b: code-vision/rebuilt, flowchart, cool-1, sightbench``."""
        details = ", ".join(filter(None, (f"{self.suite}/{self.dataset}", *self[3:])))
        return f"{self.slug}: {details}"


class RowHead(NamedTuple):
    """The fields of a row that planning needs."""

    id: str
    run: RunName
    request: str | None  #: digest of what the submission requested; None if not recorded


class _Head(Record):
    """The part of a row's file that planning needs."""

    model_config = ConfigDict(extra="ignore")

    id: str
    slug: str = Field(validation_alias=AliasPath("result", "submission", "slug"))
    suite: str = Field(validation_alias=AliasPath("result", "suite"))
    dataset: str = Field(validation_alias=AliasPath("result", "dataset"))
    setting: str = Field(validation_alias=AliasPath("result", "setting"))
    protocol: str = Field(validation_alias=AliasPath("result", "protocol"))
    prompt: str = Field(validation_alias=AliasPath("result", "prompt", "name"))
    request: str | None = Field(default=None, validation_alias=AliasPath("run", "request"))


def read_heads(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RowHead, ...]:
    """Read the heads of all rows of a folder, including withdrawn ones.

    Args:
        directory: folder of the rows; if it does not exist, there are no rows.
        slugs: submissions to read; None means all.

    Raises:
        BadInput: if a row is not readable; the message names the first such file.
    """
    return tuple(_parse_head(path, read_bytes(path)) for path in row_files(directory, slugs))


def heads_at(git: Git, commit: str, folder: str, slugs: Collection[str]) -> tuple[RowHead, ...]:
    """Read the heads of rows directly from a commit, without a checkout.

    Args:
        git: the repository.
        commit: the commit to read.
        folder: folder of the rows in the repository.
        slugs: submissions to read.

    Raises:
        BadInput: if a row is not readable; the message names the first such file.
    """
    paths = ((entry, Path(entry.path)) for entry in entries(git, commit, folder))
    found = [
        (entry, path)
        for entry, path in paths
        if len(path.parts) == _DEPTH and path.parent.name in slugs and is_row_name(path.name)
    ]
    for entry, path in found:
        if entry.mode != FILE or entry.size > JSON_LIMIT:
            raise BadInput(path, "", f"is not a plain file of at most {JSON_LIMIT:,} bytes", _RESTORE)
    contents = blobs(git, [entry.id for entry, _ in found])
    return tuple(_parse_head(path, data) for (_, path), data in zip(found, contents, strict=True))


def _parse_head(path: Path, data: bytes) -> RowHead:
    try:
        value = json.loads(data)  # faster than strict_json, which ``ledger`` uses
    except (ValueError, RecursionError) as error:
        raise BadInput(path, "", f"is not valid JSON: {error}", _RESTORE) from None
    found = validate_record(_Head, value, path)
    name = RunName(found.slug, found.suite, found.dataset, found.setting, found.protocol, found.prompt)
    return RowHead(found.id, name, found.request)
