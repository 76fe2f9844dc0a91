"""Calls for missing samples are always grouped in the same way."""

import pytest

from benchmark.generation.asking.ask import PlannedCall, SamplesPresent


def have(marked: dict[str, list[int]], draws: int, limit: int | None = None) -> SamplesPresent:
    present = SamplesPresent(["a", "b", "c"], draws, limit)
    for task, marked_draws in marked.items():
        for draw in marked_draws:
            assert present.mark(task, draw)
    return present


def test_gaps_are_filled_within_their_block() -> None:
    present = have({"a": [1, 4, 5, 6], "b": range(9), "c": range(9)}, 9)  # type: ignore[dict-item]
    assert list(present.planned_calls(4)) == [
        PlannedCall("a", 0, 1),
        PlannedCall("a", 2, 2),
        PlannedCall("a", 7, 1),
        PlannedCall("a", 8, 1),
    ]


def test_a_limit_counts_tasks_and_ignores_samples_beyond_it() -> None:
    present = have({"c": [0]}, 1, limit=2)
    assert [call.task_id for call in present.planned_calls(1)] == ["a", "b"]
    assert (present.wanted, present.missing) == (2, 2)


def test_a_sample_is_marked_only_once() -> None:
    present = SamplesPresent(["a"], 1)
    assert present.mark("a", 0)
    assert not present.mark("a", 0)
    assert not present.knows("b")


@pytest.mark.parametrize("per_call", [1, 3, 7, 1000])
def test_a_thousand_draws_are_each_requested_once(per_call: int) -> None:
    requested = [
        (call.task_id, draw)
        for call in SamplesPresent(["a", "b"], 1000).planned_calls(per_call)
        for draw in draws(call)
    ]
    assert requested == [(task, draw) for task in "ab" for draw in range(1000)]


def draws(call: PlannedCall) -> range:
    return range(call.draw, call.draw + call.draws)
