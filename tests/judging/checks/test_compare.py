import tracemalloc

import pytest

from benchmark.core.task import CompareRule
from benchmark.judging.checks.compare import outputs_match
from tests.case_files import read_cases

RULES = read_cases("texts/compared_outputs.yaml")
ROWS = [(rule, *row) for rule, rows in RULES.items() for row in rows]
ROWS += [("tolerant", "x" * 20_000, "x" * 20_000 + "\r" * more, more < 66_000) for more in (65_000, 66_000)]


@pytest.mark.parametrize(("rule", "expected", "got", "right"), ROWS, ids=lambda value: str(value)[:30])
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
