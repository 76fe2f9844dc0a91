"""Names: slugs, names that look alike, the order of ids, and second names of settings."""

import pytest

from benchmark.core.lookalike import mixed_script_word, name_key, slug_key
from benchmark.core.names import is_reserved_name, is_slug, plain_setting, slug_fix, slugify
from benchmark.core.order import natural_key
from tests.case_files import table


@table("core")
def test_a_name_becomes_a_slug(name: str, slug: str) -> None:
    assert slugify(name) == slug
    assert is_slug(slug)


@pytest.mark.parametrize("text", ["", "A", "a-", ".a", "a..b", "../x", "a\n", "ä", "a" * 81])
def test_a_text_that_is_unsafe_as_a_folder_is_not_a_slug(text: str) -> None:
    assert not is_slug(text)


@pytest.mark.parametrize(
    "text", ["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9", "con.7b", "nul.a.b", "com3.x-1"]
)
def test_a_name_that_windows_cannot_check_out_is_not_a_slug(text: str) -> None:
    assert not is_slug(text)
    assert is_reserved_name(text.upper())
    assert "Windows reserves con" in slug_fix(text)


@pytest.mark.parametrize("text", ["con-7b", "console", "acme.con", "com10", "lpt", "nul_1"])
def test_a_name_that_only_begins_like_a_reserved_one_is_a_slug(text: str) -> None:
    assert is_slug(text)


@pytest.mark.parametrize(
    ("first", "second"), [("acme-1", "acme.l"), ("acme_o", "acme0"), ("gpt-4o", "gpt-40"), ("a-b", "ab")]
)
def test_slugs_that_look_alike_have_one_key(first: str, second: str) -> None:
    assert slug_key(first) == slug_key(second)


@table("core")
def test_names_that_look_alike_have_one_key(other: str) -> None:
    assert name_key(other) == name_key("Qwen2.5-VL 7B")


@pytest.mark.parametrize("other", ["Qwen2-VL 7B", "Qwen2.5-VL 72B", "Qwen2.5 7B", "\u901a\u4e49 7B"])
def test_other_names_have_other_keys(other: str) -> None:
    assert name_key(other) != name_key("Qwen2.5-VL 7B")


@table("core")
def test_a_word_of_two_similar_alphabets_is_found(name: str, word: str) -> None:
    assert mixed_script_word(name) == word


def test_numbers_in_ids_are_sorted_by_value() -> None:
    mixed = ["HumanEvalX", "10. Add", "HumanEval-10-b", "HumanEval-10", "", "HumanEval-9", "2. Add"]
    assert sorted(mixed, key=natural_key) == [
        "",
        "2. Add",
        "10. Add",
        "HumanEval-9",
        "HumanEval-10",
        "HumanEval-10-b",
        "HumanEvalX",
    ]


def test_numbers_of_any_length_and_script_can_be_sorted() -> None:
    assert natural_key("9" * 100_000) > natural_key("8" * 100_000)
    assert natural_key("٣") == [(1, 0, "٣")]


@table("core")
def test_vcot_is_vot(name: str, plain: str) -> None:
    assert plain_setting(name) == plain
