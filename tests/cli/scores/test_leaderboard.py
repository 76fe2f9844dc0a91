import json
from functools import partial
from pathlib import Path

import pytest

from benchmark.results.branch_record import add_record
from benchmark.results.ledger import retraction_of
from tests.case_files import table


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    folder = tmp_path / "rows"
    add_record(folder, make_row("a", "P" * 20 + "W" * 20, started="2026-01-10T23:59:59Z"))
    add_record(folder, make_row("a", "P" * 40, started="2026-03-01T00:00:00Z"))
    add_record(folder, make_row("b", "P" * 30 + "W" * 10, started="2026-02-01T12:00:00Z"))
    add_record(folder, make_row("gold", "P" * 40, started="2026-01-01T00:00:00Z"))
    add_record(folder, make_row("paper", "PW", trust="reported", started="2026-01-05T00:00:00Z"))
    return folder


def leaders(document: str) -> list[tuple[str, int, int]]:
    report = json.loads(document)
    (suite,) = report["suites"]
    return [(model["slug"], model["first"], model["last"]) for model in suite["tables"][0]["models"]]


@table("cli")
def test_the_leaderboard_of_any_day_follows_from_the_rows(in_process, rows, as_of, expected) -> None:
    done = in_process("rank", "--rows", rows, "--as-of", as_of, "--json")
    assert [*map(list, leaders(done.stdout))] == expected


def test_the_leaderboard_before_the_first_model_has_only_baselines(in_process, rows: Path) -> None:
    report = json.loads(in_process("rank", "--rows", rows, "--as-of", "2026-01-09", "--json").stdout)
    (suite,) = report["suites"]
    (table,) = suite["tables"]
    assert (table["ranking"], table["models"]) == (None, [])
    assert [row["slug"] for row in table["baselines"]] == ["gold"]
    assert [row["slug"] for row in suite["reported"]] == ["paper"]
    assert (report["as_of"], report["rows"]) == ("2026-01-09T23:59:59Z", 2)


def test_the_same_rows_give_the_same_bytes_with_and_without_a_cache(in_process, rows: Path) -> None:
    options = ("rank", "--leaderboard", "--rows", rows, "--json")
    first = in_process(*options).stdout
    for as_of in ("2026-01-10", "2026-02-28"):
        in_process(*options, "--as-of", as_of)
    assert in_process(*options).stdout == first
    assert in_process(*options, "--cache", "elsewhere").stdout == first


def test_the_output_is_a_table(in_process, rows: Path) -> None:
    output = in_process("rank", "--leaderboard", "--rows", rows).stdout
    assert "5 rows" in output
    assert "code-vision: 1 row reported in papers" in output


def test_models_on_tasks_with_kinds_of_tests_have_a_table_by_kind(
    in_process, rows: Path, make_row, by_kind
) -> None:
    add_record(rows, by_kind(make_row("slow", "P" * 30 + "W" * 10, tasks=[f"k-{n}" for n in range(40)])))
    add_record(rows, by_kind(make_row("fast", "P" * 40, tasks=[f"k-{n}" for n in range(40)])))
    lines = [
        " ".join(line.split())
        for line in in_process("rank", "--leaderboard", "--rows", rows).stdout.splitlines()
    ]
    head = "model kind of tests passed % 95 % interval failed only this % 95 % interval tasks"
    assert lines.count(head) == 1
    at = lines.index(head)
    assert lines[at + 1 : at + 5] == [
        "fast typical 90.0 80.0–99.0 0.0 0.0–9.0 40",
        "fast large 60.0 50.0–70.0 30.0 20.0–40.0 40",
        "slow typical 90.0 80.0–99.0 0.0 0.0–9.0 40",
        "slow large 60.0 50.0–70.0 30.0 20.0–40.0 40",
    ]


def test_the_table_has_the_score_without_the_picture(in_process, tmp_path: Path, make_row) -> None:
    row = partial(make_row, "a", suite="humaneval-v", name="Acme", protocol="greedy")
    add_record(tmp_path / "rows", row("P" * 40, setting="V2C"))
    add_record(tmp_path / "rows", row("P" * 10 + "W" * 30, setting="signature-only"))
    output = in_process("rank", "--leaderboard", "--rows", "rows").stdout
    assert "without the picture (signature-only, greedy): Acme 25.0 (15.0–35.0)" in output
    assert output.count("without the picture") == 1


def test_a_withdrawn_row_counts_until_that_day(in_process, rows: Path, make_row) -> None:
    gone = make_row("a", "P" * 40, started="2026-03-01T00:00:00Z")
    words = {"reason": "Other answers.", "date": "2026-04-01T00:00:00Z", "by": "me", "link": ""}
    add_record(rows, retraction_of(gone, **words, named="test"))
    now = in_process("rank", "--leaderboard", "--rows", rows, "--json").stdout
    assert leaders(now) == [("b", 1, 1), ("a", 2, 2)]  # the earlier row counts again
    (withdrawn,) = json.loads(now)["withdrawn"]
    assert (withdrawn["slug"], withdrawn["row"], withdrawn["reason"]) == ("a", gone.id, "Other answers.")
    before = in_process("rank", "--rows", rows, "--as-of", "2026-03-31", "--json").stdout
    assert leaders(before) == [("a", 1, 1), ("b", 2, 2)]
    assert json.loads(before)["withdrawn"] == []
    people = in_process("rank", "--leaderboard", "--rows", rows).stdout
    assert f"withdrawn 2026-04-01: a, code-vision rebuilt, row {gone.id[:12]}: Other answers." in people
