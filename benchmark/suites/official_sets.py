"""The official data sets that `sightbench dataset fetch` can fetch."""

from typing import TYPE_CHECKING

from benchmark.core.plug_in import load_plug_in

if TYPE_CHECKING:
    from benchmark.datasets.official import OfficialSource

#: Suite → module with ``SOURCE``, which says where its official data come from.
OFFICIAL = {
    "code-vision": "benchmark.suites.code_vision.official",
    "humaneval-v": "benchmark.suites.humaneval_v.official",
    "mathopeval": "benchmark.suites.mathopeval.official",
    "mmcode": "benchmark.suites.mmcode.official",
}


def official_source(suite: str) -> "OfficialSource | None":
    """Return where the official data of a suite come from; None if no command fetches them.

    Raises:
        OurFailure: if the suite's module is broken.
    """
    if suite not in OFFICIAL:
        return None
    source: OfficialSource = load_plug_in("official data of", suite, OFFICIAL[suite], "SOURCE")
    return source


def fetch_command(suite: str, dataset: str) -> str:
    """Return the command that fetches a data set from its pinned addresses; empty if it has none."""
    source = official_source(suite)
    return source.commands.get(dataset, "") if source else ""
