"""The suites that a submission may name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchmark.core.suite import Suite
from benchmark.datasets.store import folder_of
from benchmark.suites import SUITES


def known_suites() -> Mapping[str, Suite]:
    """Return every suite; ``unshown`` lacks the data sets whose pictures are on this machine."""
    return {name: replace(suite, unshown=_unshown_settings(suite)) for name, suite in SUITES.items()}


def _unshown_settings(suite: Suite) -> Mapping[str, Sequence[str]]:
    return {
        dataset: settings
        for dataset, settings in suite.unshown.items()
        if not (folder_of(suite.id, dataset) / "data").is_dir()
    }
