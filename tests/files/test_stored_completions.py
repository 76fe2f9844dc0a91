"""Completions whose texts are in a file are used like those in memory."""

import pytest

from benchmark.core.lazy import Selected
from benchmark.core.sample import Completion
from benchmark.files.spool import Spool
from benchmark.files.stored_completions import StoredCompletions, by_key, keys_of

COMPLETIONS = (
    Completion(
        task_id="b", draw=0, text="\ud800", parameters={"stop": ["\n"]}, dropped=("seed",), cost_usd=0.1
    ),
    Completion(task_id="a", draw=1, text="", finish_reason="stop", tokens_in=1),
    Completion(task_id="a", draw=0, text="text"),
)


@pytest.fixture
def stored() -> StoredCompletions:
    found = StoredCompletions()
    for completion in COMPLETIONS:
        found.append(completion)
    return found


def test_stored_completions_keep_all_fields_and_can_be_sorted_by_task_and_draw(
    stored: StoredCompletions,
) -> None:
    assert stored == COMPLETIONS
    assert by_key(stored) == by_key(iter(COMPLETIONS)) == list(reversed(COMPLETIONS))
    assert list(keys_of(stored)) == list(keys_of(COMPLETIONS)) == [("b", 0), ("a", 1), ("a", 0)]


def test_keys_of_chosen_completions_are_known_without_their_texts(
    stored: StoredCompletions, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = by_key(Selected(stored, [0, 2]))

    def read(*_: object) -> None:
        raise AssertionError("a text was read")

    monkeypatch.setattr(Spool, "value", read)
    assert list(keys_of(chosen)) == [("a", 0), ("b", 0)]
    assert list(keys_of(by_key(chosen))) == [("a", 0), ("b", 0)]
