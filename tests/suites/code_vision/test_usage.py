"""Token counts in the formats of several providers."""

from typing import Any

import pytest

from benchmark.suites.code_vision.records import token_counts
from tests.case_files import read_cases

LONG = {"usage": "prompt_tokens=1" + " " * 5_000, "tokens": [None, None]}


@pytest.mark.parametrize(
    "case", [*read_cases("code_vision/usage.yaml"), LONG], ids=lambda case: str(case)[:60]
)
def test_token_counts_are_read_or_unknown(case: dict[str, Any]) -> None:
    assert token_counts(case["usage"]) == tuple(case["tokens"])
