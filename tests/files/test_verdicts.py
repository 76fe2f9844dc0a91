"""Verdict files have all outcomes, also of missing samples, and a wrong line is refused by its number."""

import dataclasses
import gzip
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.files import strict_json, verdicts
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


PLAIN = (
    Verdict(task_id="a", draw=0, status=Status.PASSED, steps=("reasoning", "block"), parses=True),
    Verdict(
        task_id="1. Größe",
        draw=1,
        status=Status.RUNTIME_ERROR,
        detail='f("\\"): é, \x7f, 🦉,  two spaces: and, more',
        exception="KeyError",
        cpu_seconds=5e-05,
        wall_seconds=1e22,
        memory_mb=53.5,
        near_limit=True,
        judged_again=True,
    ),
)


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """Let a function of a module note its first argument in the returned list at each call."""
    calls: list[object] = []
    function: Callable[..., object] = getattr(module, name)

    def noted(*arguments: object, **named: object) -> object:
        calls.append(arguments[0])
        return function(*arguments, **named)

    monkeypatch.setattr(module, name, noted)
    return calls


def test_a_file_that_we_wrote_needs_no_strict_reading(tmp_path: Path, monkeypatch) -> None:
    strict = counted(monkeypatch, strict_json, "loads")
    checked = counted(monkeypatch, verdicts, "validate_record")
    write_verdicts(tmp_path / "v.jsonl", PLAIN, measured=True)
    assert read_verdicts(tmp_path / "v.jsonl") == PLAIN
    assert (strict, checked) == ([], [])
    write_verdicts(tmp_path / "v.jsonl", [OUTCOMES[3], OUTCOMES[4]], measured=True)
    assert read_verdicts(tmp_path / "v.jsonl") == (OUTCOMES[3], OUTCOMES[4])
    assert (strict, len(checked)) == ([], 2)


def test_lines_are_parsed_in_blocks_and_an_odd_line_makes_only_its_own_slow(
    tmp_path: Path, monkeypatch
) -> None:
    path = tmp_path / "v.jsonl"
    outcomes = [dataclasses.replace(PLAIN[0], draw=draw) for draw in range(1000)]
    write_verdicts(path, outcomes, measured=True)
    lines = path.read_bytes().splitlines(keepends=True)
    strict, parsed = (counted(monkeypatch, strict_json, name) for name in ("loads", "parse_written"))
    assert list(read_verdicts(path)) == outcomes
    assert len(strict) == 0
    assert len(parsed) <= path.stat().st_size / 4096 + 1
    blocks = len(parsed)
    lines[500] = b" " + lines[500].replace(b'"draw": 500', b'"draw":\t500')
    path.write_bytes(b"".join(lines))
    assert list(read_verdicts(path)) == outcomes
    assert len(strict) == 1
    assert len(parsed) < 2 * blocks + 4096 / len(lines[0]) + 2


def test_the_first_wrong_line_is_named_also_if_the_file_ends_in_its_block(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl.gz"
    write_verdicts(path, PLAIN, measured=True)
    whole = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(b'{"task_id": ""}\n' + whole)[:-9])
    with pytest.raises(BadInput, match="line 1: task_id"):
        read_verdicts(path)
    path.write_bytes(gzip.compress(whole)[:-9])
    with pytest.raises(BadInput, match="is gzip that ends too early"):
        read_verdicts(path)


def test_a_verdict_that_was_read_fast_is_one_like_all_others(tmp_path: Path) -> None:
    write_verdicts(tmp_path / "v.jsonl", PLAIN, measured=True)
    for found, written in zip(read_verdicts(tmp_path / "v.jsonl"), PLAIN, strict=True):
        assert type(found) is Verdict
        assert (repr(found), hash(found)) == (repr(written), hash(written))
        assert pickle.loads(pickle.dumps(found)) == written  # noqa: S301 - our own bytes
        with pytest.raises(dataclasses.FrozenInstanceError):
            found.draw = 7  # type: ignore[misc]


def test_verdicts_that_need_too_much_memory_are_refused_only_if_they_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "MEMORY_LIMIT", 1000)
    write_verdicts(tmp_path / "v.jsonl", PLAIN, measured=True)
    assert tuple(stream_verdicts(tmp_path / "v.jsonl")) == PLAIN
    with pytest.raises(BadInput, match="line 2: records up to here take over"):
        read_verdicts(tmp_path / "v.jsonl")


#: What changes put into lines: parts of JSON that readers may understand in different ways.
PIECES = (
    *(
        '"',
        "\\",
        ",",
        ":",
        "{",
        "}",
        "[",
        "]",
        " ",
        "  ",
        "\t",
        "\r",
        "0",
        "1",
        "-",
        "-0",
        ".",
        "e5",
        "1e5",
        "1E400",
    ),
    *("NaN", "-Infinity", "null", "true", "1.0", "10000000000000000000000", "18446744073709551615", "0.1e-7"),
    *(
        r"\u0041",
        r"\u00e9",
        r"\ud800",
        r"\ud83e\udd89",
        r"\/",
        r"\n",
        "\x7f",
        "\x00",
        "é",
        "🦉",
        "\udcff",
        "[[],{}]",
    ),
    *('"draw": 0, ', '"draw": 1, ', '"steps": ["block"], ', '"steps": [["block"]], ', '"points": 2.5, '),
    *(
        '"status": "passed", ',
        '"detail": 1, ',
        '"error_type": "", ',
        '"cpu_seconds": -1.0, ',
        '"parses": null, ',
        '"steps": {"block": 1}, ',
        '"steps": "", ',
        '"steps": null, ',
    ),
    *('"missing": "x", ', '"exception": "' + "[" * 70 + '", ', '"near_limit": 1, ', '"wall_seconds": 2, '),
)


@pytest.mark.gate
def test_changed_lines_give_the_value_or_the_error_of_the_strict_reader(tmp_path: Path, monkeypatch) -> None:
    choose = random.Random(68)  # noqa: S311 - changes lines for a test
    written = tmp_path / "written.jsonl"
    write_verdicts(written, [*PLAIN, *OUTCOMES], measured=True)
    lines = written.read_bytes().splitlines()
    other = lines[0].replace(b'"task_id": "', b'"task_id": "other ') + b"\n"
    path = tmp_path / "v.jsonl"

    def reading() -> str:
        try:
            return repr(read_verdicts(path))
        except BadInput as error:
            return error.render()

    strict = counted(monkeypatch, strict_json, "loads")
    fast = 0
    for _ in range(3000):
        line = choose.choice(lines)
        for _ in range(choose.randrange(3)):
            at = choose.randrange(len(line) + 1)
            if choose.random() < 0.5:  # at a place where a field begins
                at = line.find(b'"', at) if b'"' in line[at:] else 1
            piece = choose.choice(PIECES).encode("utf-8", "surrogateescape")
            line = line[:at] + piece + line[at + choose.choice((0, 0, 1, 4)) :]
        path.write_bytes(choose.choice((b"", other)) + line + b"\n")
        strict.clear()
        found = reading()
        fast += not strict
        with monkeypatch.context() as slow:
            slow.setattr(strict_json, "parse_written", lambda _: None)
            slow.setattr(verdicts, "_plain_verdict", mock.Mock(side_effect=TypeError))
            assert reading() == found, line
    assert 1000 < fast < 2000
