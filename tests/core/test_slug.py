import pytest

from benchmark.core.slug import is_slug, slugify


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
