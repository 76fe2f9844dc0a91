"""Verdict files have all outcomes, also of missing samples, and a wrong line is refused by its number."""

import dataclasses
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files.verdicts import read_verdicts, stream_verdicts, write_verdicts
from tests.case_files import read_cases

OUTCOMES = (
    Verdict(task_id="a", draw=0, status=Status.PASSED, cpu_seconds=0.25, wall_seconds=0.5, memory_mb=12.0),
    Verdict(task_id="a", draw=2, status=Status.PASSED, parses=False, near_limit=True, judged_again=True),
    Verdict(
        task_id="a",
        draw=1,
        status=Status.RUNTIME_ERROR,
        detail="f(1): \\x1b[31m \ud800",
        exception="KeyError",
    ),
    MissingSample(task_id="b", draw=0, reason="the sandbox broke"),
    Verdict(
        task_id="c",
        draw=0,
        status=Status.TIMEOUT,
        points=5.5,
        parts={"content": 0.5, "nothing-extra": 1.0},
        kinds={"typical": Status.PASSED, "large": Status.TIMEOUT, "edge": Status.WRONG_ANSWER},
    ),
)


@pytest.mark.parametrize("name", ["v.jsonl", "v.jsonl.gz"])
def test_written_verdicts_are_read_back(tmp_path: Path, name: str) -> None:
    write_verdicts(tmp_path / name, OUTCOMES, measured=True)
    found = read_verdicts(tmp_path / name)
    assert found == OUTCOMES
    assert isinstance(found[-1], Verdict)
    assert found[-1].parts == {"content": 0.5, "nothing-extra": 1.0}
    assert list(found[-1].kinds) == ["typical", "large", "edge"]


def test_a_verdict_without_kinds_has_the_same_bytes_as_before_kinds_existed(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.jsonl", OUTCOMES[:1], measured=True)
    assert (tmp_path / "v.jsonl").read_text() == (
        '{"task_id": "a", "draw": 0, "status": "passed", "detail": "",'
        ' "cpu_seconds": 0.25, "wall_seconds": 0.5, "memory_mb": 12.0}\n'
    )


def test_verdicts_without_measurements_have_the_same_bytes_in_two_runs(tmp_path: Path) -> None:
    slower = [
        dataclasses.replace(outcome, cpu_seconds=9.5, wall_seconds=10.0, memory_mb=99.0, judged_again=True)
        if isinstance(outcome, Verdict)
        else outcome
        for outcome in OUTCOMES
    ]
    for name, outcomes in (("a", OUTCOMES), ("b", slower)):
        write_verdicts(tmp_path / name, outcomes)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert [found.key for found in read_verdicts(tmp_path / "a")] == [outcome.key for outcome in OUTCOMES]


@pytest.mark.parametrize("case", read_cases("verdicts/wrong_lines.yaml"), ids=lambda case: case["says"])
def test_a_wrong_line_is_refused(tmp_path: Path, case: dict[str, str]) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(case["line"])
    with pytest.raises(BadInput) as caught:
        read_verdicts(path)
    assert f"{path}: {case['says']}" in caught.value.render()


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
