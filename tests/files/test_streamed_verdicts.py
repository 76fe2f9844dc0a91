"""Verdict files are read one line at a time, and a line that is not valid is refused by its number."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.verdicts import stream_verdicts

GOOD = '{"task_id": "a", "draw": 0, "status": "passed"}'


@pytest.mark.parametrize(
    "line",
    [
        GOOD.replace("passed", "won"),
        GOOD.replace('"draw": 0', '"draw": -1'),
        GOOD.replace('"draw": 0', '"draw": true'),
        GOOD.replace('"draw": 0', '"draw": 0.0'),
        GOOD.replace('"a"', '""'),
        GOOD.replace('"a"', '" a"'),
        GOOD.replace('"a"', '"a\\u0000"'),
        GOOD.replace('"a"', json.dumps("x" * 201)),
        GOOD.replace("}", ', "points": 11}'),
        GOOD.replace("}", ', "points": NaN}'),
        GOOD.replace("}", ', "points": 1e999}'),
        GOOD.replace("}", ', "cpu_seconds": "1"}'),
        GOOD.replace("}", ', "cpu_seconds": -1}'),
        GOOD.replace("}", ', "memory_mb": 1e999}'),
        GOOD.replace("}", ', "colour": 1}'),
        GOOD.replace("}", ', "kinds": {"Large": "passed"}}'),
        GOOD.replace("}", ', "kinds": {"large": "timeout"}}'),
        GOOD.replace("}", ', "kinds": ["large"]}'),
        GOOD.replace("}", ', "draw": 0}'),
        GOOD.replace("}", ', "missing": "why"}'),
        GOOD[:-1],
        "[" * 100_000,
        "[]",
        "null",
        '{"task_id": "a", "draw": 0, "missing": ""}',
        "\udcff",
    ],
)
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
