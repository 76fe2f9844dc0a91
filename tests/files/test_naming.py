from pathlib import Path

import pytest

from benchmark.files.naming import bare_name


@pytest.mark.parametrize(
    ("name", "bare"),
    [("gpt-4.1.jsonl.gz", "gpt-4.1"), ("up.json", "up"), ("a.b.jsonl", "a.b"), ("plain", "plain")],
)
def test_a_bare_name_lacks_only_the_endings_of_formats(name: str, bare: str) -> None:
    assert bare_name(Path("folder.d") / name) == bare
