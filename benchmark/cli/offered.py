"""What a submission's runs may name."""

from collections.abc import Mapping

from benchmark.submissions.names import SuiteNames, announced
from benchmark.suites import SUITES


def known_suites() -> Mapping[str, SuiteNames]:
    """Data sets, settings and protocols of the suites that are built, and of those that are announced."""
    built = {
        name: SuiteNames(
            datasets=tuple(suite.datasets), settings=tuple(suite.settings), protocols=tuple(suite.protocols)
        )
        for name, suite in SUITES.items()
    }
    return {**announced(), **built}
