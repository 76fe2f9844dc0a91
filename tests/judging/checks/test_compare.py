import tracemalloc

import pytest

from benchmark.core.task import CompareRule
from benchmark.judging.checks.compare import outputs_match


@pytest.mark.parametrize(
    ("rule", "expected", "got", "right"),
    [
        ("exact", "a\n", "a\n", True),
        ("exact", "a\n", "a", False),
        ("lines", "a \nb\n\n", "a\nb", True),
        ("lines", "a\nb", "a\r\nb\r\n", True),
        ("lines", "a\nb", " a\nb", False),
        ("lines", "a\nb", "a\n\nb", False),
        ("lines", "", "\n\n", True),
        ("lines", "", " \n\t\n ", True),
        ("lines", "", "a", False),
        ("lines", "a\n\nb", "a \n \nb\n \n\n", True),
        ("lines", "a", "a\n\n \nb", False),
        ("lines", "a\nb", "a", False),
        ("tokens", "", " \n", True),
        ("tokens", "", "a", False),
        ("tokens", "a", "a b", False),
        ("tokens", "a b", "a b \n ", True),
        ("tokens", "a b", "a", False),
        ("tokens", "a b\nc", " a\tb c\n", True),
        ("tokens", "a b", "ab", False),
        ("tokens", "1.0", "1", False),
        ("floats", "1.0", "1", True),
        ("floats", "1000000", "1000001", True),
        ("floats", "1000000", "1000002", False),
        ("floats", "0", "0.000001", True),
        ("floats", "0", "0.0000011", False),
        ("floats", "x 1", "x 1.0000001", True),
        ("floats", "x 1", "y 1", False),
        ("floats", "1 2", "1", False),
        ("floats", "nan", "nan", True),
        ("floats", "1", "nan", False),
        ("floats", "inf", "1e999", False),
        ("floats", "1000", "1_000", False),
        ("floats", "1", "\u0661", False),
        ("tolerant", "a\nb\n", "  a\nb", True),
        ("tolerant", "a b\nc", " a b \r\n c\x0b", True),
        ("tolerant", "a\n\nb", "a\nb", True),
        ("tolerant", "a\nb", "a\n\n\nb", True),
        ("tolerant", "a\nb", "a\n \nb", True),
        ("tolerant", "1\n2000000", "1.000000001\n2000019", True),
        ("tolerant", "1", "1.00001", True),
        ("tolerant", "1", "1.0004", True),
        ("tolerant", "1", "1.0006", False),
        ("tolerant", "1 x", "1.0004 x", False),
        ("tolerant", "inf\n0", "inf\n1e-9", True),
        ("tolerant", "nan", "NaN", False),
        ("tolerant", "1e309", "inf", True),
        ("tolerant", "1", "1_0e-1", True),
        ("tolerant", "1", "\u0661", True),
        ("tolerant", "a b", "b a a", True),
        ("tolerant", "a b\nc", "c\nb a\nc", True),
        ("tolerant", "a b c", "a b", False),
        ("tolerant", "a b\nc", "a\nb c", False),
        ("tolerant", "a", "a\n \n", True),
        ("tolerant", "1 2.0004", "2 1.0", True),
        ("tolerant", "1 2.001", "1 2", False),
        ("tolerant", "a b", "a  b", True),
        ("tolerant", "YES", "Yes", False),
        ("tolerant", "", "\n \n", True),
        ("tolerant", "0", "", False),
        ("tolerant", "0", "-0.0001", True),
        ("tolerant", "nan 1.0", "1 nan", False),
        ("tolerant", "x" * 20_000, "x" * 20_000 + "\r" * 65_000, True),
        ("tolerant", "x" * 20_000, "x" * 20_000 + "\r" * 66_000, False),
    ],
)
def test_a_comparison_rule_accepts_what_it_documents(
    rule: CompareRule, expected: str, got: str, right: bool
) -> None:
    assert outputs_match(expected, got, rule, 1e-6) is right


@pytest.mark.parametrize("rule", ["lines", "tokens", "floats"])
def test_the_words_of_a_long_output_are_not_all_in_memory(rule: CompareRule) -> None:
    got = "ab \n" * 100_000
    tracemalloc.start()
    try:
        assert not outputs_match("ab\nab", got, rule, 1e-6)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(got)
    finally:
        tracemalloc.stop()


def test_a_comparison_of_sets_takes_little_memory() -> None:
    lines = list(map(str, range(5_000)))
    expected, got = "\n".join(lines), "\n".join(reversed(lines))
    tracemalloc.start()
    try:
        assert outputs_match(expected, got, "tolerant", 0.0)
        assert tracemalloc.get_traced_memory()[1] < 80 * len(expected)
    finally:
        tracemalloc.stop()
