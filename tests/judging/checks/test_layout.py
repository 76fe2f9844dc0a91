import tracemalloc

import pytest

from benchmark.judging.checks.compare import differs_only_in_layout


@pytest.mark.parametrize(
    ("expected", "got", "only_layout"),
    [
        ("YES", "Yes", True),
        ("YES", "NO", False),
        ("1 2 3", "[1, 2, 3]", True),
        ("1 2 3", "(1,2,3)", True),
        ("1 2 3", "1\n2\n3\n", True),
        ("1 2 3", "3 2 1", False),
        ("1 2 3", "1 2", False),
        ("1 2", "12", False),
        ("0.5", "0.50000", True),
        ("0.5", "0.500001", False),
        ("5", "Answer: 5", True),
        ("5", "x = 5", True),
        ("Case #1: 5\nCase #2: 6", "5\n6", True),
        ("Case #1: 5\nCase #2: 6", "case 1: 5\ncase 2: 6", True),
        ("Case #1: 5\nCase #2: 6", "6\n5", False),
        ("5", "The answer is 5", False),
        ("#..#", "####", False),
        ("+-", "-+", False),
        ("-4", "4", False),
        ("a", "'a'", True),
        ("Done", "done!", True),
        ("5", "", False),
        ("5", "Answer:", False),
        # A wrong content in the right layout.
        ("#...\n....", "#.\n....", False),
        ("A.B.", "A.B..", False),
        ("((()))", "()()()", False),
        ("((()))", "", False),
        ("(", ")", False),
        ("2 (())", "2 ()()", False),
        ("12:30", "11:30", False),
        ("12:30", "30", False),
        ("x = 5", "y = 5", False),
        ("Case #1: 5\nCase #2: 5", "Case #1: 5\nCase #1: 5", False),
        ("1000000000000000001", "1000000000000000000", False),
        ("1e999999999999999999", "1e999999999999999998", False),
        ("1" * 400, "1" * 399 + "2", False),
        ("nan", "-nan", False),
        ("1000000000000000001", "1000000000000000001.0", True),
        ("0.5", "0.50.", True),
        ("x = 5", "X=5", True),
    ],
)
def test_right_content_in_another_layout_is_found(expected: str, got: str, only_layout: bool) -> None:
    assert differs_only_in_layout(expected, got) is only_layout


def test_numbers_may_differ_as_the_task_allows() -> None:
    assert differs_only_in_layout("0.5 7", "(0.5000001; 7)", 1e-6)
    assert not differs_only_in_layout("0.5 7", "(0.500002; 7)", 1e-6)


@pytest.mark.parametrize("got", ["7 " * (8 << 20), "7" * (16 << 20), ":" * (16 << 20)])
def test_a_long_output_takes_no_memory(got: str) -> None:
    tracemalloc.start()
    assert not differs_only_in_layout("7", got)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("line", [":" * 30_000, "=a" * 15_000, "a" * 60_000])
def test_labels_are_removed_in_linear_time(line: str) -> None:
    assert not differs_only_in_layout("7", line)
