"""Reads only the fields of rows that tell which run a row is about.

Planning needs these fields of every row of a ledger, of which there are thousands. Ids and paths are only
checked where rows are read completely (``ledger``).
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pydantic import AliasPath, ConfigDict, Field

from benchmark.core.errors import BadInput
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Record, Slug, validate_record
from benchmark.results.branch_record import RESTORE
from benchmark.results.ledger import row_files


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


class RunFields(Record):
    """The fields of a record that identify a run, next to the name of the submission."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str

    def name_of(self, slug: str) -> RunName:
        """Return the run's name, with the slug of its submission."""
        return RunName(slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt)


class RowHead(Record):
    """The fields of a row that planning needs."""

    model_config = ConfigDict(extra="ignore")

    id: str
    slug: str = Field(validation_alias=AliasPath("result", "submission", "slug"))
    suite: str = Field(validation_alias=AliasPath("result", "suite"))
    dataset: str = Field(validation_alias=AliasPath("result", "dataset"))
    setting: str = Field(validation_alias=AliasPath("result", "setting"))
    protocol: str = Field(validation_alias=AliasPath("result", "protocol"))
    prompt: str = Field(validation_alias=AliasPath("result", "prompt", "name"))
    #: Digest of what the submission requested; None if not recorded.
    request: str | None = Field(default=None, validation_alias=AliasPath("run", "request"))

    @property
    def run(self) -> RunName:
        """The run that the row is about."""
        return RunName(self.slug, self.suite, self.dataset, self.setting, self.protocol, self.prompt)


def read_heads(directory: Path, slugs: Iterable[str] | None = None) -> tuple[RowHead, ...]:
    """Read the heads of the rows of submissions (None means all), including withdrawn ones.

    Raises:
        BadInput: if a row is not readable; the message names the first such file.
    """
    return tuple(map(_read_head, row_files(directory, slugs)))


def _read_head(path: Path) -> RowHead:
    try:
        value = json.loads(read_bytes(path))  # faster than strict_json, which ``ledger`` uses
    except (ValueError, RecursionError) as error:
        raise BadInput(path, "", f"is not valid JSON: {error}", RESTORE) from None
    return validate_record(RowHead, value, path)
