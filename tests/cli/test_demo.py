"""The demo shows recorded rows of real models next to the bundled submissions, offline."""

from pathlib import Path

import pytest

from benchmark.cli import demo, demo_tables
from benchmark.core.exit_codes import ExitCode
from benchmark.results.ledger import copy_rows, row_files

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "recorded"


def test_recorded_rows_are_copied_with_their_files_and_replace_older_ones(tmp_path) -> None:
    rows = tmp_path / "rows"
    old = rows / "code-vision" / "official" / "gpt-4o" / f"{'0' * 64}.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    found = copy_rows(RECORDED, rows)
    assert len(found) == len(list(row_files(rows))) == len(list(row_files(RECORDED))) >= 25
    assert not old.exists()
    copied = {path.relative_to(rows): path.read_bytes() for path in rows.rglob("*.*") if path.is_file()}
    shipped = (path for path in RECORDED.rglob("*.*") if path.is_file() and path.parent != RECORDED)
    assert copied == {path.relative_to(RECORDED): path.read_bytes() for path in shipped}
    assert copy_rows(tmp_path / "nothing", rows) == ()


def test_the_table_has_the_best_seven_models_and_the_note_says_where_the_others_are(tmp_path: Path) -> None:
    rows = copy_rows(RECORDED, tmp_path)
    table = demo_tables.recorded_table(rows)
    assert table.row_count == 7
    assert next(iter(table.columns[0].cells)) == "gpt-4o"
    newest = max(row.run.started[:10] for row in rows)
    note = demo_tables.recorded_note(rows)
    assert newest in note
    assert not any(row.run.started[:10] in note for row in rows if row.run.started[:10] < newest), (
        "older rows"
    )
    assert note.startswith("and 6 more on the site; judged on ")
    few = [row for row in rows if row.result.submission.slug == "gpt-4o"]
    assert demo_tables.recorded_note(few).startswith("judged on ")


@pytest.mark.gate
def test_the_error_names_each_score_that_is_not_the_expected_one(tmp_path, in_process, monkeypatch) -> None:
    monkeypatch.setattr(demo, "_BUNDLED", {"smollm2-135m-q4": 1.0})
    done = in_process("demo", "--no-site", code=ExitCode.DIFFERS)
    assert "error: smollm2-135m-q4 must score 1.0 on code-vision rebuilt, got 0.04" in done.stderr
    assert "4.9 (2.5–9.4)" in done.stdout
    assert "see it work:  " not in done.stdout
    assert len(list(row_files(tmp_path / "build/demo/rows"))) == len(list(row_files(RECORDED))) + 1
