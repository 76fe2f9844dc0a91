"""What is printed: API keys are replaced, commands of a log are broken up, and errors show their fix."""

import time

import pytest

from benchmark.core.errors import BadInput, Differs, ManyBadInputs, OurFailure, SightbenchError
from benchmark.core.log_commands import defuse_commands, log_text
from benchmark.core.secret import HIDDEN, KEY, redact, redact_secrets
from tests.case_files import table


@table("core")
def test_a_key_is_replaced(key: str) -> None:
    assert redact(f'{{"auth": "{key}"}}') == f'{{"auth": "{HIDDEN}"}}'


@table("core")
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


@table("core")
def test_commands_in_a_log_line_are_broken_up(text: str, due: str) -> None:
    assert defuse_commands(text) == due


def test_a_text_for_the_log_has_no_command_and_no_control_character() -> None:
    hostile = "a\r::add-mask::b\n  ::error::c\x1b[2J\n\u2028::d ##[endgroup]"
    assert log_text(hostile) == ("a\\r::add-mask::b\n  : :error::c\\x1b[2J\n\\u2028::d # #[endgroup]")


ONE = BadInput("f.yaml", "line 3: slug", "is wrong", "write another")


@pytest.mark.parametrize("error", [Differs("it failed", "do this"), OurFailure("it failed", "do this")])
def test_an_error_shows_its_fix_on_a_separate_line(error: SightbenchError) -> None:
    assert str(error) == "it failed"
    assert error.render() == "error: it failed\n  fix: do this"


def test_a_single_problem_has_the_same_message_as_alone() -> None:
    assert ManyBadInputs([ONE]).render() == ONE.render()
    assert str(ManyBadInputs([ONE])) == str(ONE) == "f.yaml: line 3: slug: is wrong"


def test_several_problems_are_shown_one_after_the_other() -> None:
    other = BadInput("g.yaml", "", "is empty")
    assert ManyBadInputs([ONE, other]).render() == f"{ONE.render()}\nerror: g.yaml: is empty"
