"""Files of rows that are assets of releases, for commands that read them."""

import contextlib

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.releases import Releases
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.pipeline.rows.row_files import Fetch


def fetching(repository: str, stack: contextlib.ExitStack) -> Fetch | None:
    """What gets files from the releases of a repository; None where none is named."""
    return released(repository, stack).fetch if repository else None


def released(repository: str, stack: contextlib.ExitStack) -> RowAssets:
    """The files of rows in the releases of a repository."""
    rest = stack.enter_context(RestApi.from_environment())
    return RowAssets(Releases(Repository(repository, rest)), commit="HEAD")
