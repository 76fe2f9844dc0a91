"""The metrics that options of `sightbench analyse` name."""

from collections.abc import Sequence

from benchmark.analysis.studies.paired_scores import USUAL_METRICS
from benchmark.core.errors import BadInput, shown
from benchmark.scoring.metrics import KNOWN, Metric, metric


def metrics_of(names: Sequence[str]) -> list[Metric]:
    """The metrics that were asked for, or the usual ones.

    Raises:
        BadInput: for an unknown one, and one that is no fraction.
    """
    found = []
    for name in names or USUAL_METRICS:
        try:
            one = metric(name)
        except KeyError:
            raise BadInput("--metric", "", f"{shown(name)} is not known", f"use one of: {KNOWN}") from None
        if one.scale != "fraction":
            raise BadInput("--metric", "", f"{shown(name)} is no share", "such as pass@1")
        found.append(one)
    return found
