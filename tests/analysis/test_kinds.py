"""Scores by kind of tests, and the words on which kinds a sample failed."""

import pytest

from benchmark.analysis.score_lines import failed_kinds, is_by_kind, kind_scores
from benchmark.core.score import Score
from benchmark.core.verdict import Status


def score(metric: str, category: str = "") -> Score:
    return Score(metric=metric, value=0.5, low=0.4, high=0.6, tasks=2, samples=2, category=category)


def test_kinds_come_in_the_order_of_their_difficulty_whatever_the_order_of_scores() -> None:
    """A row sorts its scores by name."""
    kinds = ("zoo", "large", "empty", "edge", "typical")
    metrics = sorted(f"{prefix}:{kind}" for prefix in ("fails_only", "passes") for kind in kinds)
    scores = [score("pass@1"), *map(score, metrics), score("passes:other", "level:easy")]
    found = kind_scores(scores)
    assert [line.kind for line in found] == ["typical", "edge", "large", "empty", "zoo"]
    assert {line.passes.metric for line in found} == {f"passes:{kind}" for kind in kinds}
    assert {line.fails_only.metric for line in found} == {f"fails_only:{kind}" for kind in kinds}
    assert [one.metric for one in scores if not is_by_kind(one.metric)] == ["pass@1"]


def test_scores_of_tasks_without_kinds_have_no_lines() -> None:
    assert kind_scores([score("pass@1"), score("share:timeout")]) == ()


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ({}, ""),
        ({"typical": Status.TIMEOUT}, ""),
        ({"typical": Status.PASSED, "large": Status.PASSED}, ""),
        ({"typical": Status.PASSED, "edge": Status.PASSED, "large": Status.TIMEOUT}, "large"),
        ({"typical": Status.PASSED, "edge": Status.TIMEOUT, "large": Status.TIMEOUT}, "edge and large"),
        ({"typical": Status.NO_ANSWER, "large": Status.NO_ANSWER}, "all kinds"),
    ],
)
def test_the_failed_kinds_of_a_sample_in_words(kinds: dict[str, Status], words: str) -> None:
    assert failed_kinds(kinds) == words
