"""Names of the releases that have the large files of rows, and of the files there."""

from collections.abc import Iterable

from benchmark.core.digest import sha256_hex
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.row import Row

#: Rows that were judged before this moment (UTC) share a release with others.
SHARED_UNTIL = "2026-11-29T00:00:00Z"
_SHARED = len("rows-") + 2  #: characters of the tags of such releases
_DIGITS = 12  #: digits of digests in names


def release_tag(row: str, files: Iterable[str]) -> str:
    """Return the tag of the release of large files, from the id of their row or panel and their SHA-256."""
    content = sha256_hex(" ".join(sorted(files)).encode())
    return f"rows-{row[:_DIGITS]}-{content[:_DIGITS]}"


def release_of(row: Row) -> str:
    """Return the tag of the release of a row's large files."""
    return release_tag(row.id, (file.sha256 for _, file in row.run.files if file.bytes > ROW_FILE_LIMIT))


def shared_tag(tag: str) -> str:
    """Return the tag of the release that has the same files if their row is an older one."""
    return tag[:_SHARED]


def asset_name(file: str, sha256: str) -> str:
    """Return the name of a row's file as a release asset: ``ID.DIGEST.verdicts.jsonl.gz``."""
    identifier, _, kind = file.partition(".")
    return f"{identifier}.{sha256[:_DIGITS]}.{kind}"
