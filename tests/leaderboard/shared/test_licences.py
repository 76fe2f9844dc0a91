"""Which data sets pages may show."""

import pytest

from benchmark.leaderboard.shared.licences import licence_of
from benchmark.suites import SUITES


@pytest.mark.parametrize(
    ("suite", "dataset", "shows"),
    [
        ("humaneval-v", "open", True),
        ("code-vision", "rebuilt", True),
        ("code-vision", "official", False),
        ("humaneval-v", "official-v1", False),
        ("humaneval-v", "fresh-0123456789ab", False),
        ("custom", "custom", False),
        ("unheard-of", "open", False),
    ],
)
def test_only_what_a_licence_allows_is_shown(suite: str, dataset: str, *, shows: bool) -> None:
    licence = licence_of(suite, dataset)
    assert licence.shows is shows
    assert bool(licence.credit) is shows
    assert bool(licence.reason) is not shows


def test_every_data_set_of_a_suite_is_known() -> None:
    known = [licence_of(suite.id, name).name for suite in SUITES.values() for name in suite.datasets]
    assert "not known" not in known
