"""Links to what a row came from: its CI run, its commit, its files and their attestation.

A row names the CI run that made it. If this run belongs to the repository of the site, the row and its files
are on the branch of results, and large files are assets of a release. Only an attested row has links to
attestations.
"""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.published_answers import answer_links
from benchmark.results.branch import BRANCH
from benchmark.results.layout import ROW_FILE_LIMIT, ROWS, asset_name, release_tag
from benchmark.results.row import Row, RowFile

_LINK_CHARACTERS = 500
_ATTESTATIONS = "attestations"  #: label of a link
_COMMIT = re.compile(r"[0-9a-f]{40}")


def safe_link(link: str) -> bool:
    """Whether an address from a row may become a link: a whole https address without odd characters."""
    if len(link) > _LINK_CHARACTERS or clean(link, _LINK_CHARACTERS) != link or " " in link:
        return False
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname)


def row_links(row: Row, repository: str, *, attested: bool) -> tuple[tuple[str, str], ...]:
    """Return labels and https addresses, first those that the row itself records.

    Args:
        row: the row.
        repository: https address of the site's repository; may be empty.
        attested: whether a valid signature is next to the row.
    """
    named = [(clean(label), link) for label, link in sorted(row.run.links.items()) if safe_link(link)]
    named += answer_links(row)
    if not is_recorded(row, repository):
        return tuple(named)
    links = _recorded_links(row, repository.rstrip("/"))
    return (*named, *(link for link in links if attested or link[0] != _ATTESTATIONS))


def is_recorded(row: Row, repository: str) -> bool:
    """Whether a CI run of this repository made the row."""
    address = repository.rstrip("/")
    return safe_link(repository) and any(link.startswith(f"{address}/") for link in row.run.links.values())


def attestation_command(row: Row, repository: str) -> str:
    """Return the command that checks the row's attestation on GitHub; empty for other rows and hosts."""
    parts = urlsplit(repository)
    if not is_recorded(row, repository) or parts.hostname != "github.com":
        return ""
    return f"gh attestation verify {row.id}.json --repo {parts.path.strip('/')}"


def _recorded_links(row: Row, repository: str) -> Iterator[tuple[str, str]]:
    result, run = row.result, row.run
    if _COMMIT.fullmatch(run.commit):
        yield "commit", f"{repository}/commit/{run.commit}"
    folder = f"{BRANCH}/{ROWS}/{quote(result.suite)}/{quote(result.dataset)}/{quote(result.submission.slug)}"
    yield "row", f"{repository}/blob/{folder}/{row.id}.json"
    for label, file in run.files:
        yield label, f"{repository}/{_file_address(row, file, folder)}"
    yield _ATTESTATIONS, f"{repository}/attestations"


def _file_address(row: Row, file: RowFile, folder: str) -> str:
    if file.bytes <= ROW_FILE_LIMIT:
        return f"raw/{folder}/{quote(file.name)}"
    return f"releases/download/{release_tag(row.id)}/{quote(asset_name(file.name, file.sha256))}"
