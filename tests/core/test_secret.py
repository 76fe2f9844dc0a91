"""API keys are replaced; texts that only resemble a key are not."""

import time

import pytest

from benchmark.core.secret import HIDDEN, KEY, redact, redact_secrets


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-Ab3dEf6hIj9kLmN0pQrStUvWx",
        "sk-ant-api03-0123456789abcdefghij",
        "sk-or-v1-0123456789abcdef0123456789abcdef",
        "AIzaSyA1234567890abcdefghijklmnopqrstuv",
        "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
        "github_pat_11ABCDEFG0123456789abcdefghijkl",
        "hf_abcdefghijklmnopqrstuvwxyz01234567",
        "gsk_0123456789abcdefghijklmnopqrstuvwxyz",
        "xai-0123456789abcdefghijklmnopqrstuvwxyz",
        "AKIAABCDEFGHIJKLMNOP",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
        "Bearer abcdef0123456789abcdef",
    ],
)
def test_a_key_is_replaced(key: str) -> None:
    assert redact(f'{{"auth": "{key}"}}') == f'{{"auth": "{HIDDEN}"}}'


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn",
        "task-abcdefghijklmnopqrstuvwxyz-0123456789",
        "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "skills = ['sk-', 'AIza', 'hf_']",
        "the bearer of this letter of the 18th century",
        "risk-assessment-for-the-year-2024-and-beyond",
    ],
)
def test_a_text_that_is_not_a_key_is_kept(text: str) -> None:
    assert KEY.search(text) is None
    assert redact(text) == text


def test_a_known_key_is_replaced_whatever_its_format() -> None:
    assert redact("the key: letmein!", ("letmein!", "")) == f"the key: {HIDDEN}"


@pytest.mark.parametrize("word", ["", "x", "test", "EMPTY", "ollama", "placeholder"])
def test_a_dummy_key_is_kept_in_answers(word: str) -> None:
    text = f"return {word} or placeholder"
    assert redact_secrets(text, (word,)) == text


@pytest.mark.parametrize("key", ["letmein!", "0123abcd", "abcdefghijklmnop"])
def test_a_secret_is_replaced_in_answers(key: str) -> None:
    assert redact_secrets(f"a {key}", (key, "")) == f"a {HIDDEN}"


@pytest.mark.parametrize("start", ["sk-", "gsk_a-", "eyJ-", "Bearer ", "AQ.", "ghp_-"])
def test_a_long_file_of_starts_of_keys_is_searched_in_linear_time(start: str) -> None:
    """Each start could begin a key that continues to the end of the file."""
    started = time.process_time()
    assert KEY.search(start * (600_000 // len(start))) is None
    assert time.process_time() - started < 10
