import pytest

from benchmark.analysis.wording import (
    clean,
    join_names,
    join_some,
    keep_together,
    money,
    number_word,
    percent,
    percent_range,
    position,
    short_number,
    task_name,
)


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (0.91324, "91.3"),
        (0.0, "0.0"),
        (1.0, "100.0"),
        (0.99999, "99.9"),
        (0.0001, "0.1"),
        (-0.05, "\u22125.0"),
    ],
)
def test_percent_gives_0_and_100_only_for_exactly_none_and_all(fraction: float, text: str) -> None:
    assert percent(fraction) == text


def test_a_range_has_an_en_dash() -> None:
    assert percent_range(0.883, 0.936) == "88.3–93.6"


def test_a_position_stays_on_the_axis() -> None:
    assert [position(value) for value in (-0.1, 0.5, 0.123456, 1.2)] == ["0%", "50%", "12.35%", "100%"]


def test_direction_and_control_characters_are_replaced_by_a_visible_mark() -> None:
    assert clean("a\u202eb\x1b[31mc\x00") == "a\ufffdb\ufffd[31mc\ufffd"


def test_long_text_is_clipped_to_one_line() -> None:
    assert clean("line\none " + "x" * 10_000, 12) == "line one xx…"


def test_letters_of_all_scripts_are_kept() -> None:
    assert clean("模型 Ж ü 🙂") == "模型 Ж ü 🙂"


def test_money_below_a_cent_has_two_digits() -> None:
    assert [money(value) for value in (0.0, 0.00134, 5.791, 1234.5)] == ["0.00", "0.0013", "5.79", "1,234.50"]
    assert [money(value) for value in (0.00005, 1.34e-6, 1.34e-7)] == ["0.000050", "0.0000013", "1.3e-7"]


def test_numbers_up_to_twelve_are_words() -> None:
    assert (number_word(6), number_word(13)) == ("six", "13")


def test_names_are_joined_as_in_a_sentence() -> None:
    assert [join_names(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == [
        "A",
        "A and B",
        "A, B and C",
    ]


def test_ranges_and_percentages_are_protected_from_line_breaks() -> None:
    assert keep_together("91.3 % (88.3–93.6)") == "91.3\u00a0% (88.3\u2060–\u206093.6)"
    assert keep_together("GPT–4o") == "GPT–4o"


@pytest.mark.parametrize(
    ("number", "shown"),
    [(99_999_999, "text"), (1e8, "1.0e8"), (123_456_789_012, "1.2e11"), (1e120, "1.0e120")],
)
def test_numbers_too_long_for_a_column_have_an_exponent(number: float, shown: str) -> None:
    assert short_number(number, "text") == shown


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["A"], "A"),
        (["A", "B"], "A and B"),
        (["A", "B", "C"], "A, B and C"),
        (["A", "B", "C", "D"], "A, B and 2 more"),
    ],
)
def test_join_some_counts_the_rest_but_shows_a_rest_of_one_name(names: list[str], text: str) -> None:
    assert join_some(names, 2) == text


def test_a_task_name_is_never_empty_or_too_long() -> None:
    assert task_name("HumanEval-0") == "HumanEval-0"
    assert task_name(" ") == "(unnamed)"
    assert len(task_name("x" * 1000)) == 90
