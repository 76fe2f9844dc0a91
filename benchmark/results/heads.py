"""What a row is about, without the rest of it: enough to know which runs have one.

Planning asks this of every row of a ledger, thousands at a time. Ids and places are checked by who reads
rows in full (``ledger``).
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pydantic import ConfigDict

from benchmark.core.errors import BadInput
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import Record, validate_record
from benchmark.results.git import Git
from benchmark.results.ledger import row_files
from benchmark.results.objects import FILE, blobs, entries

_DEPTH = 5  #: parts of a row's path: the folder, suite, data set, slug and file


class RunName(NamedTuple):
    """What tells one run of one submission from all others."""

    slug: str
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: str  #: empty for a baseline

    def __str__(self) -> str:
        """For people: ``acme-vl-7b: code-vision/rebuilt, flowchart, cool-1, sightbench``."""
        said = ", ".join(filter(None, (f"{self.suite}/{self.dataset}", *self[3:])))
        return f"{self.slug}: {said}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowHead:
    """One row."""

    id: str
    run: RunName
    request: str | None  #: digest of what was asked for; None where the row does not say it
    started: str  #: UTC
    cost_usd: float  #: of generating the completions; 0 where they were handed in, or it is not known


class _HeadRecord(Record):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class _Slug(_HeadRecord):
    slug: str


class _Prompt(_HeadRecord):
    name: str


class _Result(_HeadRecord):
    suite: str
    dataset: str
    setting: str
    protocol: str
    prompt: _Prompt
    submission: _Slug


class _Run(_HeadRecord):
    started: str
    request: str | None = None
    cost_usd: float | None = None
    trust: str = ""


class _Head(_HeadRecord):
    id: str
    result: _Result
    run: _Run


def read_heads(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RowHead, ...]:
    """The heads of all rows below a folder, withdrawn ones too, oldest first; an absent folder has none.

    Args:
        directory: of the rows.
        slugs: submissions to read; None for all.

    Raises:
        BadInput: names the first row that is unreadable.
    """
    return _in_order(_head(path, read_bytes(path)) for path in row_files(directory, slugs))


def heads_at(git: Git, commit: str, folder: str, slugs: Collection[str]) -> tuple[RowHead, ...]:
    """The same of rows that a repository holds: none of them needs to be checked out.

    Args:
        git: the repository.
        commit: whose rows.
        folder: of the rows, below the top.
        slugs: submissions to read.

    Raises:
        BadInput: names the first row that is unreadable.
    """
    found = [one for one in entries(git, commit, folder) if _is_row(one.path, slugs)]
    for one in found:
        if one.mode != FILE or one.size > JSON_LIMIT:
            raise BadInput(one.path, "", "is no file of a row", "restore the row: rows are never edited")
    read = zip(found, blobs(git, [one.id for one in found]), strict=True)
    return _in_order(_head(Path(one.path), data) for one, data in read)


def _is_row(path: str, slugs: Collection[str]) -> bool:
    parts = path.split("/")
    return len(parts) == _DEPTH and parts[-2] in slugs and path.endswith(".json")


def _in_order(heads: Iterable[RowHead]) -> tuple[RowHead, ...]:
    return tuple(sorted(heads, key=lambda head: (head.started, head.id)))


def _head(path: Path, data: bytes) -> RowHead:
    try:
        value = json.loads(data)  # where one reads rows in full, JSON's traps are looked for
    except (ValueError, RecursionError) as error:
        problem = f"not valid JSON: {error}"
        raise BadInput(path, "", problem, "restore the row: rows are never edited") from None
    found = validate_record(_Head, value, path)
    result = found.result
    return RowHead(
        id=found.id,
        run=RunName(
            result.submission.slug,
            result.suite,
            result.dataset,
            result.setting,
            result.protocol,
            result.prompt.name,
        ),
        request=found.run.request,
        started=found.run.started,
        cost_usd=(found.run.cost_usd or 0.0) if found.run.trust == "verified" else 0.0,
    )
