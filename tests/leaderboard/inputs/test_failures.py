"""A verdict's detail is parsed into the parts that the judge put into it."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.inputs.failures import FailedCheck, FirstFailure, failed_check, failures, one_line
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict, median_seconds, stored_verdicts
from benchmark.results.row import Row, RowFile
from tests.case_files import read_cases
from tests.changed_rows import with_run

RAW = f"https://raw.githubusercontent.com/owner/repo/{'3a09ad07' * 5}/output"
DETAIL = "assert candidate(97, 8) == \"79\"; shift(97, 8) gave '97'"
RECORDS = [
    {"task_id": "a", "draw": 0, "missing": "the provider did not answer"},
    {"task_id": "a", "draw": 1, "status": "passed", "detail": ""},
    {"task_id": "a", "draw": 2, "status": "wrong_answer", "detail": DETAIL, "error_type": "logic"},
    {"task_id": "a", "draw": 3, "status": "timeout", "detail": "over 3 s"},
    {"task_id": "b", "draw": 0, "missing": "the provider did not answer"},
]


def test_a_tasks_first_failure_is_that_of_its_first_failed_sample_and_no_missing_one(
    tmp_path: Path, make_row, here, with_records
) -> None:
    row = with_records(tmp_path, make_row("acme-1", "WM", tasks=["a", "b"]), [], RECORDS)
    found = failures(here(row))
    assert [(verdict.task, verdict.draw) for verdict in found.samples(row)] == [("a", 2), ("a", 3)]
    expected = {"a": FirstFailure("logic", "", "shift(97, 8) gave '97', expected \"79\"")}
    assert found.first(row) == expected
    for file in tmp_path.rglob("*.verdicts.*"):
        file.unlink()
    assert found.first(row) == expected  # from memory
    assert failures(here(row)).first(row) == {}


def test_an_unreadable_line_of_verdicts_is_named(tmp_path: Path, make_row, here, with_records) -> None:
    row = with_records(tmp_path, make_row("acme-1", "WM", tasks=["a", "b"]), [], RECORDS)
    (path,) = tmp_path.rglob("*.verdicts.*")
    path.write_bytes(gzip.compress(b'{"task_id": "a"}\n'))
    with pytest.raises(BadInput, match="line 1"):
        failures(here(row)).first(row)


@pytest.mark.parametrize(
    ("failed", "line"),
    [
        (
            FailedCheck(call="f(1)", got="2", expected="3", check="assert f(1) == 3"),
            "f(1) gave 2, expected 3",
        ),
        (FailedCheck(call="f(1)", got="2", check="assert f(1) in x"), "f(1) gave 2"),
        (FailedCheck(call="f(1)", message="ValueError: no"), "f(1): ValueError: no"),
        (FailedCheck(check="assert helper()"), "assert helper()"),
        (FailedCheck(), ""),
        (FailedCheck(message="a\n\u202eb" + "c" * 200), "a \ufffdb" + "c" * 105 + "…"),
    ],
)
def test_a_failed_check_fits_on_one_clean_line(failed: FailedCheck, line: str) -> None:
    assert one_line(failed) == line


@pytest.mark.parametrize("case", read_cases("site/details.yaml"), ids=lambda case: case["detail"])
def test_a_wrong_answer_has_call_expected_and_actual_result(case: dict[str, Any]) -> None:
    assert failed_check("wrong_answer", case["detail"]).record == case["parts"]


def test_an_exception_has_the_call_in_which_it_was_raised() -> None:
    found = failed_check("runtime_error", "f([1, 2]): IndexError: list index out of range", "IndexError")
    assert found.record == {"call": "f([1, 2])", "message": "IndexError: list index out of range"}
    assert found.title == "f([1, 2]) → IndexError: list index out of range"


def test_an_exception_without_a_call_is_a_message_and_nothing_has_no_parts() -> None:
    message = "NameError: name 'x' is not defined: NameError"
    assert failed_check("runtime_error", message, "NameError").record == {"message": message}
    assert failed_check("no_answer", "").record == {}


def _published(row: Row, files: str) -> Row:
    references = ReferencedAnswers.model_validate(
        {
            "format": "code-vision-outputs",
            "files": [
                {"url": f"{RAW}/{name}/m/samples.jsonl_results.jsonl", "sha256": name[0] * 64}
                for name in files.split()
            ],
        }
    )
    return with_run(row, references=references, completions_file=None)


def test_published_answers_have_the_details_of_their_smaller_data_set(
    tmp_path: Path, make_row, here, with_records
) -> None:
    plain = [{"task_id": task, "draw": 0, "status": "wrong_answer", "detail": ""} for task in "ab"]
    detailed = [{**plain[0], "detail": DETAIL}]
    whole = make_row("acme-1", "WW", tasks=["a", "b"], dataset="official")
    whole = _published(with_records(tmp_path, whole, [], plain), "d e")
    part = make_row("acme-1", "W", tasks=["a"], dataset="official-humaneval")
    part = with_records(tmp_path, part, [], detailed)
    found = failures(here(whole, _published(part, "d"))).first(whole)
    assert [found[task].check for task in "ab"] == ["shift(97, 8) gave '97', expected \"79\"", ""]
    for other in (part, _published(part, "f")):  # other answers
        assert failures(here(whole, other)).first(whole)["a"].check == ""


def test_a_verdict_has_the_fields_of_its_line(tmp_path: Path) -> None:
    texts = {"detail": 'f("\n") \\ é', "exception": "E", "error_type": "input-parsing"}
    kinds = {"status": "passed", "large": "timeout"}
    slow = {"task_id": 'a "b"', "draw": 3, "status": "timeout", **texts, "kinds": kinds, "cpu_seconds": 1e-05}
    lines = [json.dumps(slow), json.dumps(slow, ensure_ascii=False), '{"task_id": "c", "status": "passed"}']
    path = tmp_path / "verdicts.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    one, other, passed = stored_verdicts(path)
    assert one == other == StoredVerdict('a "b"', 3, "timeout", kinds=kinds, **texts)
    assert passed == StoredVerdict("c", 0, "passed", "", "")
    assert [*stored_verdicts(path, passed=False)] == [one, other]


def test_a_wrong_escape_is_named(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text('\n{"task_id": "a", "draw": 0, "status": "timeout", "detail": "\\x"}\n')
    with pytest.raises(BadInput, match="line 2: is not a JSON object"):
        [*stored_verdicts(path)]


def write_lines(folder: Path, lines: list[str]) -> tuple[Path, RowFile]:
    data = gzip.compress("\n".join(lines).encode(), mtime=0)
    path = folder / "x.completions.jsonl.gz"
    path.write_bytes(data)
    return path, RowFile(
        name="x.completions.jsonl.gz", sha256=hashlib.sha256(data).hexdigest(), bytes=len(data)
    )


def test_the_median_uses_recorded_seconds_only(tmp_path: Path) -> None:
    records = [
        {"seconds": 4.0},
        {"seconds": 1},
        {"completion": '"seconds": 99'},
        {"seconds": None, "parameters": {"seconds": 9}},
        {"seconds": 100.0},
    ]
    path, file = write_lines(tmp_path, [json.dumps(record) for record in records])
    assert median_seconds(path, file, None) == 4.0


def test_a_file_without_seconds_and_a_missing_file_give_none(tmp_path: Path) -> None:
    path, file = write_lines(tmp_path, ["{}", ""])
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(path, file, tmp_path / "cache") is None
    assert median_seconds(tmp_path / "elsewhere", file, None) is None


def test_a_cached_median_is_not_computed_again(tmp_path: Path) -> None:
    path, file = write_lines(tmp_path, ['{"seconds": 2.5}'])
    assert median_seconds(path, file, tmp_path / "cache") == 2.5
    path.write_bytes(b"")
    assert median_seconds(path, file, tmp_path / "cache") == 2.5


@pytest.mark.parametrize("line", ["{", "[]"])
def test_an_unreadable_line_of_completions_is_named(tmp_path: Path, line: str) -> None:
    path, file = write_lines(tmp_path, ["{}", line])
    with pytest.raises(BadInput, match="line 2"):
        median_seconds(path, file, None)
