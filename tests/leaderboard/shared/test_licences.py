"""Pages show the tasks of a data set only if its licence allows it."""

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
def test_tasks_are_shown_only_if_their_licence_allows_it(suite: str, dataset: str, *, shows: bool) -> None:
    licence = licence_of(suite, dataset)
    assert licence.shows is shows
    assert bool(licence.credit) is shows
    assert bool(licence.reason) is not shows


def test_every_data_set_has_a_known_licence() -> None:
    known = [licence_of(suite.id, name).name for suite in SUITES.values() for name in suite.datasets]
    assert "not known" not in known
