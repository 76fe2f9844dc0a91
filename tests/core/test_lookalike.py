import pytest

from benchmark.core.lookalike import mixed_script_word, name_key, slug_key


@pytest.mark.parametrize(
    ("first", "second"), [("acme-1", "acme.l"), ("acme_o", "acme0"), ("gpt-4o", "gpt-40"), ("a-b", "ab")]
)
def test_slugs_that_look_alike_have_one_key(first: str, second: str) -> None:
    assert slug_key(first) == slug_key(second)


@pytest.mark.parametrize(
    "other",
    [
        "Qwen2.5-VL 7B",
        "QWEN 2.5 VL 7B",
        "qwen25v17b",
        "Qwen2.5\u2010VI 7B",
        "Qw\u00e9n2.5-VL 7B",
        "\u051awen2.5-VL 7B",
        "\uff31wen2.5-VL 7B",
        "Qwen2.5-V| 7B",
        "\U0001d410wen2.5-VL 7B",
    ],
)
def test_names_that_look_alike_have_one_key(other: str) -> None:
    assert name_key(other) == name_key("Qwen2.5-VL 7B")


@pytest.mark.parametrize("other", ["Qwen2-VL 7B", "Qwen2.5-VL 72B", "Qwen2.5 7B", "\u901a\u4e49 7B"])
def test_other_names_have_other_keys(other: str) -> None:
    assert name_key(other) != name_key("Qwen2.5-VL 7B")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Acm\u0435 One", "Acm\u0435"),
        ("G\u03bfld", "G\u03bfld"),
        ("Acme-\u03b2", ""),
        ("\u042f 7B", ""),
        ("\u6a21\u578bVL", ""),
        ("Acm\u00e9", ""),
    ],
)
def test_a_word_of_two_similar_alphabets_is_found(name: str, word: str) -> None:
    assert mixed_script_word(name) == word
