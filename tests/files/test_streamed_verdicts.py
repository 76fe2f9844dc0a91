"""Verdict files are read one line at a time, and a line that is not valid is refused by its number."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.verdicts import stream_verdicts
from tests.case_files import read_cases

GOOD = '{"task_id": "a", "draw": 0, "status": "passed"}'


@pytest.mark.parametrize("line", [*read_cases("verdicts/bad_lines.yaml"), "[" * 100_000, "\udcff"])
def test_a_line_that_is_not_valid_is_refused_by_its_number(line: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_bytes((GOOD.replace('"a"', '"b"') + "\n" + line + "\n").encode("utf-8", "surrogateescape"))
    found = stream_verdicts(path)
    assert next(found).task_id == "b"
    with pytest.raises(BadInput, match="line 2"):
        list(found)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{GOOD}\n{GOOD}\n", "line 2: task 'a', draw 0 is repeated"),
        ("", "is empty"),
        ("\n \n", "contains no record"),
    ],
)
def test_a_file_that_repeats_a_sample_or_has_none_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=problem):
        list(stream_verdicts(path))
