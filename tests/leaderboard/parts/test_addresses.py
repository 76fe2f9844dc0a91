"""Tests of the addresses of data sets and tasks."""

import pytest

from benchmark.analysis.groups import GroupKey
from benchmark.leaderboard.parts.addresses import (
    address_part,
    compare_query,
    dataset_page,
    families_page,
    table_id,
    task_page,
)


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


def test_two_to_four_models_can_be_compared() -> None:
    key = GroupKey("humaneval-v", "open", "image", "greedy", "own", "", "own", "")
    slugs = ["a", "b&c", "d", "e", "f"]
    assert compare_query(key, slugs[:4]) == f"?table={table_id(key)}&a=a&b=b%26c&c=d&d=e"
    for wrong in (slugs[:1], slugs):
        with pytest.raises(ValueError, match="two to four models"):
            compare_query(key, wrong)
