"""Reads only the fields of rows that tell which run a row is about.

Planning needs them for every row of a ledger, of which there are thousands. Ids and paths are not checked
here, but where rows are read completely (``ledger``).
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import AliasPath, ConfigDict, Field

from benchmark.core.errors import BadInput
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.results.git import Git
from benchmark.results.layout import is_row_name
from benchmark.results.ledger import row_files
from benchmark.results.objects import FILE, blobs, entries

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHead:
    """The fields of a row that planning needs."""

    id: str
    run: RunName
    request: str | None  #: digest of what the submission requested; None if not recorded
    started: str  #: time in UTC
    cost_usd: float  #: cost of generating the completions; 0 if they were uploaded, or it is unknown
    ci_run: str = ""  #: id of the workflow run that made the row; empty if it was made elsewhere


def _at(*path: str, **options: Any) -> Any:
    """Return a field of a row's file that is at this path."""
    return Field(validation_alias=AliasPath(*path), **options)


class _Head(Record):
    """The part of a row's file that planning needs."""

    model_config = ConfigDict(extra="ignore")

    id: str
    slug: str = _at("result", "submission", "slug")
    suite: str = _at("result", "suite")
    dataset: str = _at("result", "dataset")
    setting: str = _at("result", "setting")
    protocol: str = _at("result", "protocol")
    prompt: str = _at("result", "prompt", "name")
    started: str = _at("run", "started")
    request: str | None = _at("run", "request", default=None)
    cost_usd: float | None = _at("run", "cost_usd", default=None, ge=0)
    trust: str = _at("run", "trust", default="")
    links: dict[str, str] = _at("run", "links", default_factory=dict)


def read_heads(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RowHead, ...]:
    """Read the heads of all rows of a folder, including withdrawn ones, oldest first.

    Args:
        directory: folder of the rows; if it does not exist, there are no rows.
        slugs: submissions to read; None means all.

    Raises:
        BadInput: if a row is not readable; the message names the first such file.
    """
    return _sort_heads(_parse_head(path, read_bytes(path)) for path in row_files(directory, slugs))


def heads_at(git: Git, commit: str, folder: str, slugs: Collection[str]) -> tuple[RowHead, ...]:
    """Read the heads of rows directly from a commit, without a checkout, oldest first.

    Args:
        git: the repository.
        commit: the commit to read.
        folder: folder of the rows in the repository.
        slugs: submissions to read.

    Raises:
        BadInput: if a row is not readable; the message names the first such file.
    """
    found = [entry for entry in entries(git, commit, folder) if _is_row(entry.path, slugs)]
    for entry in found:
        if entry.mode != FILE or entry.size > JSON_LIMIT:
            problem = f"is not a plain file of at most {JSON_LIMIT:,} bytes"
            raise BadInput(entry.path, "", problem, "restore the row: rows must not be edited")
    read = zip(found, blobs(git, [entry.id for entry in found]), strict=True)
    return _sort_heads(_parse_head(Path(entry.path), data) for entry, data in read)


def ci_run_of(links: Mapping[str, str]) -> str:
    """Return the id of the workflow run among the links of a row or status; empty if there is none."""
    return links.get("CI run", "").rpartition("/actions/runs/")[2]


def _is_row(path: str, slugs: Collection[str]) -> bool:
    parts = path.split("/")
    return len(parts) == _DEPTH and parts[-2] in slugs and is_row_name(parts[-1])


def _sort_heads(heads: Iterable[RowHead]) -> tuple[RowHead, ...]:
    return tuple(sorted(heads, key=lambda head: (head.started, head.id)))


def _parse_head(path: Path, data: bytes) -> RowHead:
    try:
        value = json.loads(data)  # faster than strict_json, which ``ledger`` uses
    except (ValueError, RecursionError) as error:
        problem = f"is not valid JSON: {error}"
        raise BadInput(path, "", problem, "restore the row: rows must not be edited") from None
    found = validate_record(_Head, value, path)
    return RowHead(
        id=found.id,
        run=RunName(found.slug, found.suite, found.dataset, found.setting, found.protocol, found.prompt),
        request=found.request,
        started=found.started,
        cost_usd=(found.cost_usd or 0.0) if found.trust == "verified" else 0.0,
        ci_run=ci_run_of(found.links),
    )
