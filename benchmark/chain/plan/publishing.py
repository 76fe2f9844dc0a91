"""Start the workflow of the site if the published pages do not show the newest rows and files."""

import re
from pathlib import Path

from pydantic import Field, ValidationError

from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import ApiError, ApiModel, ApiRequest
from benchmark.leaderboard.inputs.site_config import BUILT_PATH
from benchmark.results.git import Git

#: Files of the main branch that the pages are made from; `site.yml` has the same list.
SITE_PATHS = (
    "benchmark/analysis/**",
    "benchmark/leaderboard/**",
    "locks/site.txt",
    "mkdocs.yml",
    "policy.yml",
    "site/**",
    "submissions/**",
)
_BUILT_LIMIT = 64 << 10  #: maximum bytes of built.json, which names the commits that the site was built from
_FILES_LIMIT = 300  #: GitHub lists at most this many files of a comparison
_COMMIT = re.compile(r"[0-9a-f]{40}")
_NOT_FOUND = 404
_SHOWN_ID = 12
#: States of a workflow run that will read the newest rows, because it has not begun.
_WAITING = ("queued", "pending", "waiting", "requested")


class _Pages(ApiModel):
    html_url: str | None = None


class _BuiltFile(ApiModel):
    results: str = ""
    source: str = ""


class _ChangedFile(ApiModel):
    filename: str
    previous_filename: str = ""


class _Changes(ApiModel):
    files: list[_ChangedFile] = Field(default_factory=list)


class PublishedSite:
    """The site that GitHub Pages serves for a repository.

    Every method raises :class:`.rest.ApiError` if a request fails.
    """

    def __init__(self, repository: Repository) -> None:
        self._at, self._rest = repository.path, repository.rest

    def address(self) -> str:
        """Return the address of the site, which ends with ``/``; empty if GitHub Pages is switched off."""
        pages = self._rest.find(_Pages, self._at("pages"))
        return f"{pages.html_url.rstrip('/')}/" if pages is not None and pages.html_url else ""

    def what_it_lacks(self, results: str, branch: str) -> str:
        """Return what the published site does not show; empty if it shows everything.

        Args:
            results: newest commit of the results branch.
            branch: the branch whose files make the site.
        """
        address = self.address()
        if not address:
            return ""  # the site is switched off; `sightbench doctor` says so
        built = self._built(address)
        if built is None:
            return "the site does not say what it was built from"
        if built.results != results:
            shown = built.results[:_SHOWN_ID] or "unknown"
            return f"the site shows the rows of commit {shown}, not {results[:_SHOWN_ID]}"
        return self._changes_since(built.source, branch)

    def _changes_since(self, commit: str, branch: str) -> str:
        """Return how the files of the site changed since a commit; empty if they did not."""
        if not _COMMIT.fullmatch(commit):
            return "the site does not say which files it was built from"
        changes = self._rest.find(_Changes, self._at("compare", f"{commit}...refs/heads/{branch}"))
        if changes is None:
            return f"the site was built from commit {commit[:_SHOWN_ID]}, which does not exist"
        names = [name for file in changes.files for name in (file.filename, file.previous_filename) if name]
        if len(changes.files) >= _FILES_LIMIT or any(map(_makes_the_site, names)):
            return f"files of the site changed since commit {commit[:_SHOWN_ID]}"
        return ""

    def _built(self, address: str) -> _BuiltFile | None:
        file = f"{address}{BUILT_PATH}"
        request = ApiRequest(method="GET", address=file, accept="*/*", limit=_BUILT_LIMIT)
        try:
            return _BuiltFile.model_validate_json(self._rest.send(request).content)
        except ValidationError:
            return None
        except ApiError as error:
            if error.status == _NOT_FOUND:
                return None
            raise


def publish_if_behind(repository: Repository, checkout: Path, *, workflow: str, branch: str) -> list[str]:
    """Start the workflow of the site if the site is behind, and no run of it waits already.

    Args:
        repository: the repository.
        checkout: a checkout of the results branch.
        workflow: file name of the workflow.
        branch: branch that the workflow runs on.

    Returns:
        What was done, as one line.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    newest = Git(checkout).text("rev-parse", "HEAD")
    github, behind = GitHub(repository), PublishedSite(repository).what_it_lacks(newest, branch)
    if not behind:
        return ["the site shows every row and page"]
    if any(next(github.runs(workflow, status=state), None) for state in _WAITING):
        return [f"{workflow} waits already: {behind}"]
    github.dispatch(workflow, ref=branch)
    return [f"{workflow} started: {behind}"]


def _makes_the_site(name: str) -> bool:
    return any(
        name.startswith(path.removesuffix("**")) if path.endswith("/**") else name == path
        for path in SITE_PATHS
    )
