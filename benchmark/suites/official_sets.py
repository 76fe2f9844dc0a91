"""The official data sets that `sightbench dataset fetch` can fetch."""

from benchmark.datasets.official import OfficialSet
from benchmark.suites.humaneval_v.official import OFFICIAL as HUMANEVAL_V

#: Suite → version → data set; the first version is the default.
OFFICIAL: dict[str, dict[str, OfficialSet]] = {"humaneval-v": HUMANEVAL_V}
