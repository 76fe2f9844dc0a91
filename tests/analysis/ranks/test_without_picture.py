"""The commands `score`, `compare` and `leaderboard` also print scores without the picture."""

import json
from functools import partial
from pathlib import Path

import pytest

from benchmark.results.branch_record import add_record
from benchmark.results.ledger import ledger_of, write_row
from benchmark.results.retraction import retraction_of

NOT_MEASURED = "without the picture (signature-only): not measured"


@pytest.fixture
def make(make_row):
    """Rows of HumanEval-V on one set of tasks."""
    return partial(make_row, suite="humaneval-v", dataset="open", setting="V2C", protocol="greedy")


@pytest.fixture
def rows(tmp_path: Path, make) -> Path:
    folder = tmp_path / "rows"
    for row in (
        make("a", "PPPW", name="Acme"),
        make("a", "PWWW", name="Acme", setting="signature-only", prompt="sightbench"),
        make("b", "PPWW", name="Bolt"),
    ):
        write_row(folder, row)
    return folder


def row_file(rows: Path, slug: str, setting: str = "V2C") -> Path:
    (found,) = [
        path
        for path in rows.glob(f"*/*/{slug}/*.json")
        if json.loads(path.read_text())["result"]["setting"] == setting
    ]
    return found


def test_score_prints_the_blind_score_or_that_it_is_not_measured(in_process, rows: Path) -> None:
    done = in_process("evaluate", "--score-only", row_file(rows, "a"))
    assert "without the picture (signature-only, greedy): 25.0 % (15.0–35.0), 4 tasks" in done.stdout
    done = in_process("evaluate", "--score-only", row_file(rows, "b"))
    assert f"{NOT_MEASURED}: b has no row of this setting on these tasks" in done.stdout
    blind = json.loads(in_process("evaluate", "--score-only", row_file(rows, "a"), "--json").stdout)["blind"]
    assert (blind["setting"], blind["reason"], blind["measured"]["score"]["value"]) == (
        "signature-only",
        "",
        0.25,
    )
    blind = json.loads(in_process("evaluate", "--score-only", row_file(rows, "b"), "--json").stdout)["blind"]
    assert (blind["measured"], blind["reason"]) == (None, "b has no row of this setting on these tasks")


def test_compare_prints_the_blind_scores_of_both_models(in_process, rows: Path) -> None:
    for names in ("a", "b"), (row_file(rows, "a"), row_file(rows, "b")):
        lines = in_process("compare", *names, "--rows", rows).stdout.splitlines()
        assert lines[0].startswith("Acme: pass@1 75.0 %")
        assert lines[1].endswith("25.0 % (15.0–35.0), 4 tasks")
        assert lines[2].startswith("Bolt: pass@1 50.0 %")
        assert lines[3].strip().startswith(NOT_MEASURED)
        found = json.loads(in_process("compare", *names, "--rows", rows, "--json").stdout)
        assert found["a"]["blind"]["measured"]["score"]["value"] == 0.25
        assert found["b"]["blind"]["measured"] is None


def test_leaderboard_names_the_models_whose_blind_score_is_not_measured(in_process, rows: Path) -> None:
    shown = in_process("rank", "--leaderboard", "--rows", rows).stdout
    assert f"{NOT_MEASURED} for Bolt" in shown
    assert shown.count("without the picture") == 2


def test_a_withdrawn_blind_row_does_not_count(in_process, rows: Path, make) -> None:
    gone = make("a", "PWWW", name="Acme", setting="signature-only", prompt="sightbench")
    words = {"reason": "Other answers.", "date": "2026-04-01T00:00:00Z", "by": "me", "link": ""}
    add_record(rows, retraction_of(gone, **words, named="test"))
    assert (
        f"{NOT_MEASURED}: a has no row of this setting"
        in in_process("evaluate", "--score-only", row_file(rows, "a")).stdout
    )


def test_a_single_row_and_a_file_of_verdicts_give_the_reason_for_no_blind_score(
    in_process, rows: Path, tmp_path: Path
) -> None:
    alone = tmp_path / row_file(rows, "a").name
    alone.write_bytes(row_file(rows, "a").read_bytes())
    assert (
        f"{NOT_MEASURED}: the row is not in a folder of rows"
        in in_process("evaluate", "--score-only", alone).stdout
    )
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    task = {"id": "x", "suite": "humaneval-v", "prompt": "?", "check": check}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    (tmp_path / "v.jsonl").write_text('{"task_id": "x", "draw": 0, "status": "passed"}\n')
    done = in_process("evaluate", "--score-only", "v.jsonl", "--tasks", "tasks.jsonl")
    assert f"{NOT_MEASURED}: a file of verdicts does not name its model" in done.stdout


def test_a_blind_row_and_a_suite_without_a_blind_setting_have_no_blind_score(
    in_process, rows: Path, make_row
) -> None:
    write_row(rows, make_row("c", "PPWW", suite="evalplus", dataset="official", setting="text"))
    for path in (row_file(rows, "a", "signature-only"), row_file(rows, "c", "text")):
        assert "without the picture" not in in_process("evaluate", "--score-only", path).stdout
        assert json.loads(in_process("evaluate", "--score-only", path, "--json").stdout)["blind"] is None


def test_the_ledger_of_a_row_follows_from_its_path(rows: Path, make, monkeypatch) -> None:
    row = make("b", "PPWW", name="Bolt")
    path = row.path(rows)
    assert ledger_of(path, row) == rows
    monkeypatch.chdir(path.parent)
    assert ledger_of(Path(path.name), row) == rows
    assert ledger_of(Path("/x.json"), row) is None
    assert ledger_of(rows / "humaneval-v" / "other" / "b" / path.name, row) is None
