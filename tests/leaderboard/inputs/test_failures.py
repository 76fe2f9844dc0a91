import gzip
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.failures import FailedCheck, FirstFailure, failures, one_line
from benchmark.leaderboard.inputs.site_config import SiteConfig

DETAIL = "assert candidate(97, 8) == \"79\"; shift(97, 8) gave '97'"
RECORDS = [
    {"task_id": "a", "draw": 0, "missing": "the provider did not answer"},
    {"task_id": "a", "draw": 1, "status": "passed", "detail": ""},
    {"task_id": "a", "draw": 2, "status": "wrong_answer", "detail": DETAIL, "error_type": "logic"},
    {"task_id": "a", "draw": 3, "status": "timeout", "detail": "over 3 s"},
    {"task_id": "b", "draw": 0, "missing": "the provider did not answer"},
]


def test_a_tasks_first_failure_is_that_of_its_first_failed_sample_and_no_missing_one(
    tmp_path: Path, make_row, sources, with_records
) -> None:
    row = with_records(tmp_path, make_row("acme-1", "WM", tasks=["a", "b"]), [], RECORDS)
    found = failures(sources(row, where=SiteConfig(rows=tmp_path)))
    assert [(verdict.task, verdict.draw) for verdict in found.samples(row)] == [("a", 2), ("a", 3)]
    expected = {"a": FirstFailure("logic", "", "shift(97, 8) gave '97', expected \"79\"")}
    assert found.first(row) == expected
    for file in tmp_path.rglob("*.verdicts.*"):
        file.unlink()
    assert found.first(row) == expected  # from memory
    assert failures(sources(row, where=SiteConfig(rows=tmp_path))).first(row) == {}


def test_an_unreadable_line_of_verdicts_is_named(tmp_path: Path, make_row, sources, with_records) -> None:
    row = with_records(tmp_path, make_row("acme-1", "WM", tasks=["a", "b"]), [], RECORDS)
    (path,) = tmp_path.rglob("*.verdicts.*")
    path.write_bytes(gzip.compress(b'{"task_id": "a"}\n'))
    with pytest.raises(BadInput, match="line 1"):
        failures(sources(row, where=SiteConfig(rows=tmp_path))).first(row)


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
