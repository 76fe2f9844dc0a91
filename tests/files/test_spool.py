"""Values in a temporary file, such as the texts of completions, are used like those in memory."""

import random

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion
from benchmark.files import stored_completions
from benchmark.files.stored_completions import Selected, Spool, StoredCompletions, by_key, keys_of


def test_values_in_the_file_and_in_the_buffer_are_read_back(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(stored_completions, "_BUFFER", 100)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    values = [f"{number}\ud800" * (number % 30) for number in range(200)]
    kept: Spool[str] = Spool()
    places = [kept.append(value) for value in values]
    assert places == list(range(200))
    assert kept == values
    mixed = random.Random(1).sample(places, 200)  # noqa: S311 - not a secret
    assert [kept[place] for place in mixed] == [values[place] for place in mixed]
    assert list(tmp_path.iterdir()) == []  # the file has no name


def test_a_folder_without_a_place_for_the_file_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(stored_completions, "_BUFFER", 1)
    monkeypatch.setattr(stored_completions, "_folder", lambda: tmp_path / "absent")
    kept: Spool[int] = Spool()
    kept.append(1)
    with pytest.raises(OurFailure, match="absent cannot be written: No such file"):
        kept.append(2)


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


def test_stored_completions_keep_all_fields_and_can_be_sorted_by_task_and_draw(stored) -> None:
    assert stored == COMPLETIONS
    assert by_key(stored) == by_key(iter(COMPLETIONS)) == list(reversed(COMPLETIONS))
    assert list(keys_of(stored)) == list(keys_of(COMPLETIONS)) == [("b", 0), ("a", 1), ("a", 0)]


def test_keys_of_chosen_completions_are_known_without_their_texts(stored, monkeypatch) -> None:
    chosen = by_key(Selected(stored, [0, 2]))

    def read(*_: object) -> None:
        raise AssertionError("a text was read")

    monkeypatch.setattr(Spool, "value", read)
    assert list(keys_of(chosen)) == [("a", 0), ("b", 0)]
    assert list(keys_of(by_key(chosen))) == [("a", 0), ("b", 0)]
