"""The official data sets that `sightbench dataset fetch` can fetch."""

from collections.abc import Callable

from benchmark.datasets.official import OfficialSet, RecordSet
from benchmark.datasets.store import FetchedSet
from benchmark.suites.code_vision.fetched_tasks import fetch_official
from benchmark.suites.humaneval_v.official import OFFICIAL as HUMANEVAL_V
from benchmark.suites.mmcode.official import OFFICIAL as MMCODE

#: Suite → version → data set; the first version is the default.
OFFICIAL: dict[str, dict[str, OfficialSet]] = {"humaneval-v": {**HUMANEVAL_V}, "mmcode": {**MMCODE}}

#: (suite, data set) → function that fetches it from pinned addresses, unless it is here. CI fetches these
#: by itself.
BY_ADDRESS: dict[tuple[str, str], Callable[[], FetchedSet]] = {("code-vision", "official"): fetch_official}


def fetch_command(suite: str, dataset: str) -> str:
    """Return the command that fetches a data set from its pinned addresses; empty if it has none."""
    if (suite, dataset) in BY_ADDRESS:
        return f"sightbench dataset fetch {suite}"
    for official in OFFICIAL.get(suite, {}).values():
        parts = official.parts if isinstance(official, RecordSet) else ()
        if dataset in (official.dataset, *(part.dataset for part in parts)):
            return official.command
    return ""
