"""Owners of submissions: files ``owners/<slug>.json`` with the numbers of their accounts on GitHub.

An account can be renamed, and somebody else can then take its old login; its number never changes. The first
row of a submission records its owners, in ``<slug>.json``. Files are never changed: when a maintainer changes
the owners, they are written to a new file, ``<slug>+2.json`` and so on, and the newest file counts.
"""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.core.names import is_slug
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Name, Record, Slug
from benchmark.results.branch_record import RESTORE, BranchRecord, Moment, read_record

_GIT_ID = r"^(?:[0-9a-f]{40}|[0-9a-f]{64})$"
_COUNT_LIMIT = 100  #: maximum owners of a submission
_NUMBER = r"(?:\+(?:[2-9]|[1-9][0-9]{1,3}))?"  #: the number in a file's name; the first file has none


class SubmissionChange(Record):
    """Who brought the newest change of a submission to the main branch, as GitHub told the plan."""

    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    tree: Annotated[str, Field(pattern=_GIT_ID, description="git's digest of the submission's folder")]
    pull: Annotated[int, Field(ge=1)] | None = Field(description="null for a direct push")
    login: Name | None = Field(description="who opened the pull request or pushed; null if deleted")
    account: Annotated[int, Field(ge=0, description="the number of that account; 0 if unknown")]


class OwnersRecord(BranchRecord):
    """The accounts that own a submission, until a newer record replaces this one."""

    noun: ClassVar[str] = "record of owners"

    schema_: Literal["sightbench/owners/1"] = Field(default="sightbench/owners/1", alias="schema")
    slug: Slug
    listed: list[Name] = Field(
        max_length=_COUNT_LIMIT, description="logins in submission.yaml, in lower case, sorted"
    )
    accounts: dict[Name, Annotated[int, Field(ge=1)]] = Field(
        max_length=_COUNT_LIMIT, description="numbers of their accounts; a login without one is absent"
    )
    commit: str = Field(description="commit of the submission")
    when: Moment

    def check_path(self, path: Path, directory: Path | None = None) -> None:
        """Check the name of the file: only the first file of a submission has no number."""
        right = re.fullmatch(rf"{re.escape(self.slug)}{_NUMBER}\.json", path.name)
        if not right or (directory is not None and path.parent != directory):
            raise BadInput(path, "slug", "the file's path does not match its content", RESTORE)


def comparable_logins(logins: list[str]) -> list[str]:
    """Return logins in lower case and sorted, as in :attr:`OwnersRecord.listed`."""
    return sorted({login.lower() for login in logins})


def read_owners(folder: Path, slug: str) -> OwnersRecord | None:
    """Return the newest owners of a submission in the folder ``owners``; None if none were recorded."""
    if not is_slug(slug):
        raise ValueError(f"not a slug: {slug}")
    # There are no gaps, because no file is ever deleted.
    paths = itertools.takewhile(Path.exists, _owners_paths(folder, slug))
    found = [read_record(OwnersRecord, path, folder) for path in paths]
    return found[-1] if found else None


def add_owners(folder: Path, record: OwnersRecord) -> Path:
    """Write the next file of a submission, and return its path; no existing file is changed."""
    path = next(path for path in _owners_paths(folder, record.slug) if not path.exists())
    write_atomic(path, record.to_bytes())
    return path


def owners_patterns(slug: str) -> tuple[str, str]:
    """Return the patterns of a submission's files below the folder ``owners``."""
    # A slug has no +, so no file of another submission fits.
    return f"{slug}.json", f"{slug}+*.json"


def _owners_paths(folder: Path, slug: str) -> Iterator[Path]:
    """Yield the paths of the owners of a submission, from the first on, whether they exist or not."""
    yield folder / f"{slug}.json"
    yield from (folder / f"{slug}+{number}.json" for number in itertools.count(2))
