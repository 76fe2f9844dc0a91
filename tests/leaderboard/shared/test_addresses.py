"""Tests of the addresses of data sets and tasks."""

import pytest

from benchmark.leaderboard.shared.addresses import address_part, dataset_page, families_page, task_page


def test_plain_names_are_unchanged_in_addresses() -> None:
    assert dataset_page("humaneval-v", "open") == "dataset/humaneval-v/open/index.md"
    assert families_page("humaneval-v", "open") == "dataset/humaneval-v/open/families/index.md"
    assert (
        task_page("code-vision", "rebuilt", "HumanEval-65")
        == "task/code-vision/rebuilt/HumanEval-65/index.md"
    )


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a b", "%2e", "x" * 10_000, "\ud800", "<b>", "é", "a."]
)
def test_unsafe_names_become_safe_parts(name: str) -> None:
    made = address_part(name)
    assert address_part(made) == made
    assert made != name
    assert len(made) < 60


def test_names_with_the_same_safe_part_get_different_addresses() -> None:
    assert len({address_part(name) for name in ("a/b", "a-b", "a b", "a\tb")}) == 4
