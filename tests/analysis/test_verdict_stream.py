"""The streaming reader of verdicts accepts and refuses the same files as the normal reader."""

import json
from pathlib import Path

import pytest

from benchmark.analysis.verdict_stream import stream_samples
from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files.verdicts import read_verdicts, write_verdicts

GOOD = '{"task_id": "a", "draw": 0, "status": "passed"}'


def read_normally(path: Path) -> list[tuple[object, ...]]:
    return [
        (outcome.task_id, outcome.draw, None, None, None, {})
        if isinstance(outcome, MissingSample)
        else (outcome.task_id, outcome.draw, outcome.status, outcome.points, outcome.parses, outcome.kinds)
        for outcome in read_verdicts(path)
    ]


def test_streamed_samples_are_those_of_the_normal_reader(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl.gz"
    write_verdicts(
        path,
        [
            Verdict(task_id="a", draw=0, status=Status.PASSED, points=7.5, parses=True),
            Verdict(task_id="a", draw=1, status=Status.RUNTIME_ERROR, exception="KeyError", detail="\ud800"),
            MissingSample(task_id="ä", draw=0, reason="it broke"),
            Verdict(
                task_id="b",
                draw=0,
                status=Status.TIMEOUT,
                kinds={"edge": Status.PASSED, "large": Status.TIMEOUT},
            ),
        ],
    )
    assert [tuple(sample) for sample in stream_samples(path)] == read_normally(path)


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
def test_both_readers_refuse_a_line_with_the_same_message(line: str, tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    path.write_bytes((GOOD.replace('"a"', '"b"') + "\n" + line + "\n").encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput) as normal:
        read_verdicts(path)
    with pytest.raises(BadInput) as streamed:
        list(stream_samples(path))
    assert streamed.value.render() == normal.value.render()


def test_a_repeated_sample_is_refused(tmp_path: Path) -> None:
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
