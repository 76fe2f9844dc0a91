import pytest

from benchmark.core.log_commands import defuse_commands, log_text


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("::error::x", ": :error::x"),
        ("  ::set-env name=a::b", "  : :set-env name=a::b"),
        ("a\n::add-mask::b", "a\n: :add-mask::b"),
        ("a\r::add-mask::b", "a\r: :add-mask::b"),
        ("a\r\n \t::add-mask::b\n::c", "a\r\n \t: :add-mask::b\n: :c"),
        ("x ##[add-mask]y", "x # #[add-mask]y"),
        ("a::b and #1", "a::b and #1"),
    ],
)
def test_commands_in_a_log_line_are_broken_up(text: str, due: str) -> None:
    assert defuse_commands(text) == due


def test_a_text_for_the_log_has_no_command_and_no_control_character() -> None:
    hostile = "a\r::add-mask::b\n  ::error::c\x1b[2J\n\u2028::d ##[endgroup]"
    assert log_text(hostile) == ("a\\r::add-mask::b\n  : :error::c\\x1b[2J\n\\u2028::d # #[endgroup]")
