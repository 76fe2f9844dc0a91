"""The official data sets that `sightbench dataset fetch` can fetch."""

from importlib import import_module
from importlib.util import find_spec

from benchmark.datasets.official import OfficialSource
from benchmark.suites import SUITES


def _sources() -> dict[str, OfficialSource]:
    modules = (f"{__package__}.{suite.replace('-', '_')}.official" for suite in SUITES)
    return {
        suite: import_module(module).SOURCE
        for suite, module in zip(SUITES, modules, strict=True)
        if find_spec(module) is not None
    }


#: Suite → where its official data come from.
OFFICIAL = _sources()


def fetch_command(suite: str, dataset: str) -> str:
    """Return the command that fetches a data set from its pinned addresses; empty if it has none."""
    return OFFICIAL[suite].commands.get(dataset, "") if suite in OFFICIAL else ""
