"""Token counts in the formats of several providers."""

import pytest

from benchmark.suites.code_vision.records import token_counts


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ("CompletionUsage(completion_tokens=332, prompt_tokens=1506, total_tokens=1838)", (1506, 332)),
        (
            "CompletionUsage(completion_tokens=5, prompt_tokens=7, details=Details(reasoning=1))",
            (7, 5),
        ),
        ("{'prompt_tokens': 1656, 'completion_tokens': 304, 'total_tokens': 1960}", (1656, 304)),
        ('{"input_tokens": 3, "output_tokens": 4}', (3, 4)),
        ({"prompt_tokens": 3, "completion_tokens": True}, (3, None)),
        ({"prompt_tokens": -3}, (None, None)),
        ("0", (None, None)),
        (0, (None, None)),
        (None, (None, None)),
        ("prompt_tokens=1.5", (None, None)),
        ("prompt_tokens=12345678901234567890", (None, None)),
        ("__import__('os').system('true')", (None, None)),
        ("prompt_tokens=1" + " " * 5_000, (None, None)),
    ],
)
def test_token_counts_are_read_or_unknown(usage: object, expected: tuple[int | None, int | None]) -> None:
    assert token_counts(usage) == expected
