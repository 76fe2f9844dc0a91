"""Start the workflow of the site if the published pages do not show the newest rows and files."""

from http import HTTPStatus
from pathlib import Path

from pydantic import ValidationError

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiModel, ApiRequest, none_if
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.leaderboard.inputs.site_config import BUILT_PATH
from benchmark.results.git import Git

_BUILT_LIMIT = 64 << 10  #: maximum bytes of built.json, which names the commits that the site was built from
_SHOWN_ID = 12


class _Pages(ApiModel):
    html_url: str | None = None


class _BuiltFile(ApiModel):
    results: str = ""
    source: str = ""


def site_address(repository: Repository) -> str:
    """Return the address of the site, which ends with ``/``; empty if GitHub Pages is switched off."""
    pages = repository.rest.find(_Pages, repository.path("pages"))
    return f"{pages.html_url.rstrip('/')}/" if pages is not None and pages.html_url else ""


def publish_site(repository: Repository, checkout: Path | None, source: str, *, workflow: str) -> str:
    """Start the site's workflow if the site is behind; return what was done.

    The site is behind if it was built from another commit than that of the checkout of the results branch, or
    than ``source`` of the branch that the workflow runs on. An empty ``source`` is unknown. Without a
    checkout, rows were added just now, and GitHub gets one request. Of several runs that wait, it keeps the
    newest, which shows every row.
    """
    behind = "rows were added" if checkout is None else _what_it_lacks(repository, checkout, source)
    if not behind:
        return "the site shows every row and page"
    repository.dispatch(workflow, ref=MAIN)
    return f"{workflow} started: {behind}"


def _what_it_lacks(repository: Repository, checkout: Path, source: str) -> str:
    """Return what the published site does not show; empty if it shows everything."""
    address = site_address(repository)
    if not address:
        return ""  # the site is switched off; `sightbench doctor` says so
    request = ApiRequest(method="GET", address=f"{address}{BUILT_PATH}", accept="*/*", limit=_BUILT_LIMIT)
    reply = none_if(lambda: repository.rest.send(request), HTTPStatus.NOT_FOUND)
    try:
        built = _BuiltFile.model_validate_json(b"" if reply is None else reply.content)
    except ValidationError:
        return "the site does not name the commits that it was built from"
    newest = Git(checkout).text("rev-parse", "HEAD")
    for shown, wanted, what in ((built.results, newest, "rows"), (built.source, source, "files")):
        if wanted and shown != wanted:
            commit = shown[:_SHOWN_ID] or "unknown"
            return f"the site shows the {what} of commit {commit}, not {wanted[:_SHOWN_ID]}"
    return ""
