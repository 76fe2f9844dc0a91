"""What a submission's runs may name."""

from collections.abc import Mapping

from benchmark.core.suite import DrawProtocol
from benchmark.submissions.names import SuiteNames, announced
from benchmark.suites import SUITES


def known_suites() -> Mapping[str, SuiteNames]:
    """Data sets, settings and protocols of the suites that are built, and of those that are announced."""
    built = {
        name: SuiteNames(
            datasets=tuple(suite.datasets),
            settings=tuple(suite.settings),
            protocols=tuple(suite.protocols),
            drawn={name: _drawn(protocol) for name, protocol in suite.protocols.items()},
        )
        for name, suite in SUITES.items()
    }
    return {**announced(), **built}


def _drawn(protocol: DrawProtocol) -> Mapping[str, object]:
    """What a protocol sets, as a config would write it."""
    return {
        "temperature": protocol.temperature,
        "top_p": protocol.top_p,
        "top_k": protocol.top_k,
        "max_tokens": protocol.max_tokens,
        "stop": list(protocol.stop),
    }
