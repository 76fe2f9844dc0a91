"""Files of rows that are stored as assets of GitHub releases."""

import contextlib

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.pipeline.rows.row_files import Fetch


def asset_fetcher(repository: str, stack: contextlib.ExitStack) -> Fetch | None:
    """Return a function that downloads a row's files from releases; None if no repository is named."""
    return release_assets(repository, stack).fetch if repository else None


def release_assets(repository: str, stack: contextlib.ExitStack) -> RowAssets:
    """Open the store of row files in the releases of a repository."""
    rest = stack.enter_context(RestApi.from_environment())
    return RowAssets(Repository(repository, rest))
