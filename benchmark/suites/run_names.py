"""The suites that a submission may name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from benchmark.core.suite import Suite
from benchmark.datasets.store import folder_of
from benchmark.suites import SUITES, load


class _KnownSuites(Mapping[str, Suite]):
    """Loads a suite when it is named."""

    def __getitem__(self, name: str) -> Suite:
        suite = load(name)
        return replace(suite, asked=replace(suite.asked, unshown=_unshown_settings(suite)))

    def __iter__(self) -> Iterator[str]:
        return iter(SUITES)

    def __len__(self) -> int:
        return len(SUITES)


def known_suites() -> Mapping[str, Suite]:
    """Return every suite; ``unshown`` lacks the data sets whose pictures are on this machine."""
    return _KnownSuites()


def _unshown_settings(suite: Suite) -> Mapping[str, Sequence[str]]:
    return {
        dataset: settings
        for dataset, settings in suite.asked.unshown.items()
        if not (folder_of(suite.id, dataset) / "data").is_dir()
    }
