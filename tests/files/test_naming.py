from pathlib import Path

import pytest

from benchmark.files.naming import bare_name


@pytest.mark.parametrize(
    ("name", "bare"),
    [("gpt-4.1.jsonl.gz", "gpt-4.1"), ("up.json", "up"), ("a.b.jsonl", "a.b"), ("plain", "plain")],
)
def test_only_the_endings_of_a_format_are_left_out(name: str, bare: str) -> None:
    assert bare_name(Path("folder.d") / name) == bare
