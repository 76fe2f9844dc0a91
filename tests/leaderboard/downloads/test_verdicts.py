"""The verdicts to download are those of the rows, and reveal no task that pages keep back."""

import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.verdict import Status
from benchmark.leaderboard.downloads.records import STATUS_TEXTS, VERDICTS
from benchmark.leaderboard.downloads.tables import (
    PACKED,
    files_of,
    table_contents,
    verdict_tables,
    verdicts_path,
)
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row
from tests.case_files import table
from tests.changed_rows import with_result

DETAIL = "assert f(1) == 2; f(1) gave '=3'"


@pytest.fixture
def verdicts(tmp_path: Path, sources: Callable[..., Sources]) -> Callable[..., list[dict[str, str]]]:
    """A function that returns the lines of the only table of some rows, as read from its CSV file."""

    def read(*rows: Row) -> list[dict[str, str]]:
        found = sources(*rows, where=SiteConfig(rows=tmp_path))
        (table,) = verdict_tables(found)
        content = table_contents(table, found)[f"{table.path}.csv.gz"]
        lines = [*csv.DictReader(io.StringIO(gzip.decompress(content).decode()))]
        assert len(lines) == table.lines
        return lines

    return read


def test_a_line_is_the_verdict_of_a_model_on_a_task_in_natural_order(verdicts, make_row) -> None:
    rows = [
        make_row("a", "PWM", tasks=["t-10", "t-9", "t-8"]),
        make_row("gold", "PPP", tasks=["t-10", "t-9", "t-8"]),
    ]
    lines = verdicts(*rows)
    mine = [line for line in lines if line["slug"] == "a"]
    assert [(line["task"], line["verdict"], line["passed"], line["missing"]) for line in mine] == [
        ("t-8", "missing", "", "1"),
        ("t-9", "wrong_answer", "0", "0"),
        ("t-10", "passed", "1", "0"),
    ]
    assert {(line["row"], line["baseline"]) for line in lines} == {
        (rows[0].id, "false"),
        (rows[1].id, "true"),
    }


def test_samples_are_counted_by_status_and_a_missing_one_is_not_a_wrong_one(verdicts, make_row) -> None:
    drawn = {
        "task-0": ["passed", "wrong_answer", "missing"],
        "task-1": ["timeout", "timeout", "timeout"],
        "task-2": ["missing", "missing", "missing"],
        "task-3": ["passed", "passed", "missing"],
    }
    lines = verdicts(with_result(make_row("a", "PWMP"), statuses=drawn))
    names = ("samples", "verdict", "passed", "wrong_answer", "timeout", "missing")
    assert [tuple(line[name] for name in names) for line in lines] == [
        ("3", "mixed", "1", "1", "0", "1"),
        ("3", "timeout", "0", "0", "3", "0"),
        ("3", "missing", "", "0", "0", "3"),
        ("3", "mixed", "2", "0", "0", "1"),
    ]


def test_points_are_the_mean_of_the_samples_that_have_them(verdicts, make_row) -> None:
    drawn = {"task-0": ["wrong_answer", "missing"], "task-1": ["missing", "missing"]}
    points = {"task-0": [2.5, None], "task-1": [None, None]}
    lines = verdicts(with_result(make_row("a", "WM"), statuses=drawn, points=points))
    assert [line["points"] for line in lines] == ["2.5", ""]


@table("leaderboard")
def test_the_first_failed_check_is_there_only_where_tasks_may_be_shown(
    tmp_path, verdicts, make_row, with_files, expected: tuple[str, str, str]
) -> None:
    dataset, exception, check = expected
    more = {"exception": "TypeError", "error_type": "type"}
    row = with_files(tmp_path, make_row("a", "PWM", dataset=dataset), "abc", detail=DETAIL, **more)
    passed, failed, missing = verdicts(row)
    assert (failed["exception"], failed["check"]) == (exception, check)
    assert failed["error_type"] == ("type" if exception else "")
    assert {other[name] for other in (passed, missing) for name in ("check", "exception", "error_type")} == {
        ""
    }


def test_texts_are_safe_for_spreadsheets(tmp_path, verdicts, make_row, with_files) -> None:
    row = make_row("a", "W", name="=cmd|' /C calc'!A0", tasks=["@SUM(A1)\x1b\n"], dataset="rebuilt")
    (line,) = verdicts(with_files(tmp_path, row, "a", detail="=1+1"))
    assert (line["name"], line["check"]) == ("'=cmd|' /C calc'!A0", "'=1+1")
    assert line["task"].startswith("'@SUM(A1)")
    assert "\x1b" not in line["task"]


def test_columns_are_the_fields_of_the_schema_and_lines_match_it(sources, make_row) -> None:
    found = sources(make_row("a", "PWM"))
    (table,) = verdict_tables(found)
    for block in table.blocks():
        assert {*block} == {*VERDICTS.record.model_fields}
        for values in zip(*block.values(), strict=True):
            VERDICTS.record.model_validate(dict(zip(block, values, strict=True)))
    head = gzip.decompress(table_contents(table, found)[f"{table.path}.csv.gz"]).decode().partition("\n")[0]
    assert head.split(",") == [*VERDICTS.record.model_fields]


def test_every_status_but_passed_has_a_column_with_a_text() -> None:
    assert {*STATUS_TEXTS} == {*Status} - {Status.PASSED}, "write it in STATUS_TEXTS of downloads/records.py"


@pytest.mark.gate
def test_parquet_has_the_same_lines_with_types_and_the_same_bytes_each_time(sources, make_row) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    rows = [make_row("a", "PWM", name="=A"), make_row("b", "WWW")]
    found, again = sources(*rows), sources(*rows)
    (table,) = verdict_tables(found)
    made = table_contents(table, found)
    read = parquet.read_table(io.BytesIO(made[f"{table.path}.parquet"]))
    lines = [
        dict(zip(block, values, strict=True))
        for block in table.blocks()
        for values in zip(*block.values(), strict=True)
    ]
    assert read.to_pylist() == [{name: line[name] for name in VERDICTS.record.model_fields} for line in lines]
    assert read.schema.metadata[b"schema"] == b"sightbench/download-verdicts/1"
    assert str(read.schema.field("passed").type) == "int64"
    assert table_contents(next(verdict_tables(again)), again) == made


def test_a_file_is_written_in_parts_when_it_is_large(sources, make_row, monkeypatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    monkeypatch.setattr("benchmark.leaderboard.downloads.encodings._LINES_AT_ONCE", 2)
    found = sources(*(make_row(slug, "PW") for slug in "abc"))
    (table,) = verdict_tables(found)
    file = parquet.ParquetFile(io.BytesIO(table_contents(table, found)[f"{table.path}.parquet"]))
    assert (file.num_row_groups, file.metadata.num_rows) == (3, 6)


def test_only_rows_of_the_table_count_and_its_address_has_the_table_s_name(sources, make_row) -> None:
    found = sources(
        make_row("a", "PW", started="2026-01-01T00:00:00Z"),
        make_row("a", "PP", started="2026-02-01T00:00:00Z"),
        make_row("p", "PP", trust="reported"),
    )
    (table,) = verdict_tables(found)
    (block,) = table.blocks()
    assert block["verdict"] == ["passed", "passed"]
    group = found.groups["code-vision"][0]
    assert files_of(verdicts_path(group.key), PACKED) == table.files
    assert table.files[0] == ("CSV (gzip)", f"{table.path}.csv.gz")
