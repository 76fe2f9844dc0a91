"""The demo shows recorded rows of real models next to the bundled submissions, offline."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.cli import demo, demo_tables
from benchmark.core.exit_codes import ExitCode
from benchmark.leaderboard.board.page import HOME, Board, board_pages
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import read_sources
from benchmark.results.ledger import copy_rows, row_files

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "recorded"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_recorded_rows_are_copied_with_their_files_and_replace_older_ones(
    tmp_path: Path,
) -> None:
    rows = tmp_path / "rows"
    old = rows / "code-vision" / "official" / "gpt-4o" / f"{'0' * 64}.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    found = copy_rows(RECORDED, rows)
    assert len(found) == len(list(row_files(rows))) == 25
    assert not old.exists()
    copied = {path.relative_to(rows): path.read_bytes() for path in rows.rglob("*.*") if path.is_file()}
    shipped = (path for path in RECORDED.rglob("*.*") if path.is_file() and path.parent != RECORDED)
    assert copied == {path.relative_to(RECORDED): path.read_bytes() for path in shipped}
    assert copy_rows(tmp_path / "nothing", rows) == ()


def test_the_printed_table_has_one_line_per_model_and_says_when_and_from_what(tmp_path: Path) -> None:
    rows = copy_rows(RECORDED, tmp_path)
    assert demo_tables.recorded_table(rows).row_count == 13
    judged = {row.run.started[:10] for row in rows}
    said = demo_tables.judged_when(rows)
    assert all(day in said for day in (min(judged), max(judged)))
    assert "from answers that others publish (not judged now)" in said


@pytest.mark.gate
def test_the_error_names_each_score_that_is_not_the_expected_one(
    tmp_path: Path, in_process: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "_BUNDLED", {"smollm2-135m-q4": 1.0})
    done = in_process("demo", "--no-site")
    assert done.returncode == ExitCode.DIFFERS
    assert "error: smollm2-135m-q4 must score 1.0 on code-vision rebuilt, got 0.04" in done.stderr
    assert "8 passed" in done.stdout
    assert "\nopen " not in done.stdout
    assert len(list(row_files(tmp_path / "build/demo/rows"))) == 26


@pytest.mark.gate
def test_the_first_page_shows_the_twelve_models_of_the_official_tasks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "none"))
    sources = read_sources(SiteConfig(rows=RECORDED, submissions=ROOT / "submissions"))
    views = {page.source: page.view for page in board_pages(sources)}
    home, suite = views[HOME], views["suite/code-vision/index.md"]
    assert isinstance(home, Board)
    assert isinstance(suite, Board)
    (table,) = home.tables
    assert (table.title, len(table.models)) == ("Code-Vision, official", 12)
    assert table.models[0].name == "GPT-4o"
    assert table.published.startswith("Others published the answers of all 12 models; they were judged here")
    assert home.welcome is not None
    assert home.welcome.row_published
    ((title, anchor),) = home.welcome.next_tables
    assert (title, anchor) == ("Code-Vision, official-humaneval: 13 models", suite.tables[1].anchor)
    assert [(each.title, len(each.models)) for each in suite.tables] == [
        ("Code-Vision, official", 12),
        ("Code-Vision, official-humaneval", 13),
    ]
