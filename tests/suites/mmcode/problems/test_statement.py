"""Markers and pictures without each other are repaired, and the rest keeps its place."""

import pytest

from benchmark.suites.mmcode.problems.statement import settle, text_before, with_name, with_samples


def rules(text: str, present: list[bool]) -> tuple[str, tuple[int, ...], list[str]]:
    settled = settle(text, present)
    return settled.text, settled.pictures, [flaw.rule for flaw in settled.flaws]


def test_pictures_that_are_left_are_numbered_from_one_and_keep_their_places() -> None:
    text = "a ![image](1.png) b\n\n![image](2.png)\n\nc ![image](3.png) ![image](1.png)"
    assert rules(text, [False, True, True]) == ("a  b\n\n![image](1.png)\n\nc ![image](2.png) ", (2, 3), [])


def test_a_line_with_a_removed_marker_only_goes_with_it() -> None:
    assert rules("a\n![image](1.png)\nb", [False]) == ("a\nb", (), [])
    assert rules("![image](1.png)\nb", [False]) == ("b", (), [])


def test_a_marker_without_a_picture_is_removed_and_reported() -> None:
    found = rules("a\n\n![image](2.png)\nb ![image](1.png)", [True])
    assert found == ("a\n\nb ![image](1.png)", (1,), ["marker-without-picture"])


def test_a_picture_without_a_marker_gets_one_at_the_end() -> None:
    found = rules("a ![image](01.png)\n", [True, True])
    assert found == ("a ![image](1.png)\n\n![image](2.png)", (1, 2), ["picture-without-marker"])


def test_a_name_is_added_once() -> None:
    assert with_name("Add two numbers.", "Sum") == "Sum\n\nAdd two numbers."
    assert with_name("Round 1\n\nThe  SUM\n\nAdd.", "The sum") == "Round 1\n\nThe  SUM\n\nAdd."
    assert with_name("Add.", "") == "Add."


def test_samples_are_added_unless_the_statement_has_all_inputs() -> None:
    assert with_samples("Input\n1 2", [("1 2\n", "3\n")]) == "Input\n1 2"
    assert with_samples("Add.", [("1\n", "2\n"), ("3", "4")]) == (
        "Add.\n\nSample Input 1\n\n1\n\nSample Output 1\n\n2\n\nSample Input 2\n\n3\n\nSample Output 2\n\n4"
    )
    assert with_samples("Add.", []) == "Add."


def test_positions_are_shares_of_the_text_without_marks() -> None:
    assert text_before("![image](1.png)abc![image](2.png)d![image](3.png)") == [0.0, 0.75, 1.0]
    assert text_before("![image](1.png)") == [0.0]
    assert text_before("no picture") == pytest.approx([])
