"""Names of suites, data sets, settings and protocols that a submission may use."""

from collections.abc import Mapping, Sequence

from benchmark.core.suite import suite_of
from benchmark.datasets.store import folder_of
from benchmark.submissions.names import SuiteNames
from benchmark.suites import SUITES


def known_suites() -> Mapping[str, SuiteNames]:
    """Return the names of every suite."""
    known = {}
    for name, suite in SUITES.items():
        # A fresh set can be judged on the machine where it was built.
        datasets = (*suite.datasets, *(["fresh-*"] if suite.public else []))
        known[name] = SuiteNames(
            datasets=tuple(dataset for dataset in datasets if dataset not in suite.unranked),
            settings=tuple(suite.settings),
            protocols=suite.protocols,
            coders=suite.coder_settings,
            captioners=suite.captioner_settings,
            first_picture=suite.first_picture,
            upstream=suite.upstream_prompts,
            unshown=_unshown_settings(name),
            fitting=suite.fitting,
        )
    return known


def _unshown_settings(suite: str) -> Mapping[str, Sequence[str]]:
    """Return data set → settings that show what is not on this machine."""
    return {
        dataset: settings
        for dataset, settings in suite_of(suite).unshown.items()
        if not (folder_of(suite, dataset) / "data").is_dir()
    }
