"""The metrics that the option --metric of `sightbench analyse` names."""

from collections.abc import Sequence

from benchmark.analysis.studies.paired_scores import USUAL_METRICS
from benchmark.core.errors import BadInput, quote_value
from benchmark.scoring.metrics import KNOWN_METRICS, Metric, metric


def metrics_of(names: Sequence[str]) -> list[Metric]:
    """Return the metrics with these names, or the default ones if there are no names.

    Raises:
        BadInput: for an unknown metric, and for one that is not a fraction.
    """
    found = []
    for name in names or USUAL_METRICS:
        try:
            chosen = metric(name)
        except KeyError:
            raise BadInput(
                "--metric", "", f"{quote_value(name)} is not known", f"use one of: {KNOWN_METRICS}"
            ) from None
        if chosen.scale != "fraction":
            raise BadInput("--metric", "", f"{quote_value(name)} is not a fraction", "use one such as pass@1")
        found.append(chosen)
    return found
