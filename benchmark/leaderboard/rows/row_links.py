"""Where everything that a row came from can be looked up: its run, its commit, its files, their attestation.

A row says which CI run made it. When that run was in the repository of this site, the row and its files
stand on the branch of results (the large ones among the assets of a release), and the workflow has attested
the row.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from benchmark.analysis.wording import clean
from benchmark.results.branch import BRANCH
from benchmark.results.layout import ROW_FILE_LIMIT, ROWS, asset_name, release_tag
from benchmark.results.row import Row, RowFile

_LINK_CHARACTERS = 500
_COMMIT = re.compile(r"[0-9a-f]{40}")


def safe_link(link: str) -> bool:
    """Whether an address may become a link: whole, https, without spaces; rows are strangers' text."""
    if len(link) > _LINK_CHARACTERS or clean(link, _LINK_CHARACTERS) != link or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname)


def row_links(row: Row, repository: str) -> tuple[tuple[str, str], ...]:
    """Labels and https addresses, those that the row names first.

    Args:
        row: which.
        repository: https address of the site's repository, or nothing.
    """
    named = [(clean(label), link) for label, link in sorted(row.run.links.items()) if safe_link(link)]
    return (*named, *(_recorded(row, repository.rstrip("/")) if is_recorded(row, repository) else ()))


def is_recorded(row: Row, repository: str) -> bool:
    """Whether a CI run of this repository made the row."""
    address = repository.rstrip("/")
    return safe_link(repository) and any(link.startswith(f"{address}/") for link in row.run.links.values())


def attested_by(row: Row, repository: str) -> str:
    """The command that checks who made the row's file, as GitHub has signed it; nothing elsewhere."""
    parts = urlsplit(repository)
    if not is_recorded(row, repository) or parts.hostname != "github.com":
        return ""
    return f"gh attestation verify {row.id}.json --repo {parts.path.strip('/')}"


def _recorded(row: Row, repository: str) -> Iterator[tuple[str, str]]:
    result, run = row.result, row.run
    if _COMMIT.fullmatch(run.commit):
        yield "commit", f"{repository}/commit/{run.commit}"
    folder = f"{BRANCH}/{ROWS}/{quote(result.suite)}/{quote(result.dataset)}/{quote(result.submission.slug)}"
    yield "row", f"{repository}/blob/{folder}/{row.id}.json"
    for label, file in run.files:
        yield label, f"{repository}/{_file(row, file, folder)}"
    yield "attestations", f"{repository}/attestations"


def _file(row: Row, file: RowFile, folder: str) -> str:
    if file.bytes <= ROW_FILE_LIMIT:
        return f"raw/{folder}/{quote(file.name)}"
    return f"releases/download/{release_tag(row.id)}/{quote(asset_name(file.name, file.sha256))}"
