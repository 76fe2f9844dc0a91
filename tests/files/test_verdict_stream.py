"""The quick reader takes and refuses what the whole one does."""

import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files.verdict_stream import stream_samples
from benchmark.files.verdicts import read_verdicts, write_verdicts

GOOD = '{"task_id": "a", "draw": 0, "status": "passed"}'


def whole(path: Path) -> list[tuple[object, ...]]:
    return [
        (one.task_id, one.draw, None, None, None)
        if isinstance(one, MissingSample)
        else (one.task_id, one.draw, one.status, one.points, one.parses)
        for one in read_verdicts(path)
    ]


def test_samples_are_those_of_the_whole_reader(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl.gz"
    write_verdicts(
        path,
        [
            Verdict(task_id="a", draw=0, status=Status.PASSED, points=7.5, parses=True),
            Verdict(task_id="a", draw=1, status=Status.RUNTIME_ERROR, exception="KeyError", detail="\ud800"),
            MissingSample(task_id="ä", draw=0, reason="it broke"),
        ],
    )
    assert [tuple(one) for one in stream_samples(path)] == whole(path)


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
def test_what_the_whole_reader_refuses_is_refused_with_the_same_words(line: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_bytes((GOOD.replace('"a"', '"b"') + "\n" + line + "\n").encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput) as slow:
        read_verdicts(path)
    with pytest.raises(BadInput) as quick:
        list(stream_samples(path))
    assert quick.value.render() == slow.value.render()


def test_a_sample_that_comes_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(f"{GOOD}\n{GOOD}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2: task 'a', draw 0 is repeated"):
        list(stream_samples(path))


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"is empty|contains no record"):
        list(stream_samples(path))
