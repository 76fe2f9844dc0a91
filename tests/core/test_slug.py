import pytest

from benchmark.core.slug import is_reserved_name, is_slug, slug_fix, slugify


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("GPT 4.1 (preview)", "gpt-4.1-preview"),
        ("Qwen/Qwen2-VL_7B", "qwen-qwen2-vl_7b"),
        ("a..b--c", "a-b-c"),
        ("baseline/gold", "baseline-gold"),
    ],
)
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
