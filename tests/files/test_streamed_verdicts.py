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


def test_a_repeated_sample_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(f"{GOOD}\n{GOOD}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2: task 'a', draw 0 is repeated"):
        list(stream_verdicts(path))


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"is empty|contains no record"):
        list(stream_verdicts(path))
