"""Calls for what is missing, grouped as they always are."""

import pytest

from benchmark.generation.asking.ask import PlannedCall, SamplesPresent


def have(there: dict[str, list[int]], draws: int, limit: int | None = None) -> SamplesPresent:
    found = SamplesPresent(["a", "b", "c"], draws, limit)
    for task, drawn in there.items():
        for draw in drawn:
            assert found.mark(task, draw)
    return found


def test_nothing_is_there() -> None:
    assert list(have({}, 2).planned_calls(1)) == [
        PlannedCall(task, draw, 1) for task in "abc" for draw in (0, 1)
    ]


def test_gaps_are_filled_within_their_block() -> None:
    found = have({"a": [1, 4, 5, 6], "b": range(9), "c": range(9)}, 9)  # type: ignore[dict-item]
    assert list(found.planned_calls(4)) == [
        PlannedCall("a", 0, 1),
        PlannedCall("a", 2, 2),
        PlannedCall("a", 7, 1),
        PlannedCall("a", 8, 1),
    ]


def test_everything_is_there() -> None:
    assert list(have({task: [0] for task in "abc"}, 1).planned_calls(5)) == []


def test_a_limit_counts_tasks_and_what_lies_beyond_it_may_be_there() -> None:
    found = have({"c": [0]}, 1, limit=2)
    assert [ask.task_id for ask in found.planned_calls(1)] == ["a", "b"]
    assert (found.wanted, found.missing) == (2, 2)


def test_a_sample_that_is_there_is_said_to_be() -> None:
    found = SamplesPresent(["a"], 1)
    assert found.mark("a", 0)
    assert not found.mark("a", 0)
    assert not found.knows("b")


@pytest.mark.parametrize("per_call", [1, 3, 7, 1000])
def test_a_thousand_draws_are_all_asked_for_once(per_call: int) -> None:
    asked = [
        (ask.task_id, draw)
        for ask in SamplesPresent(["a", "b"], 1000).planned_calls(per_call)
        for draw in draws(ask)
    ]
    assert asked == [(task, draw) for task in "ab" for draw in range(1000)]


def draws(ask: PlannedCall) -> range:
    return range(ask.draw, ask.draw + ask.draws)
