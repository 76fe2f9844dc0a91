from dataclasses import replace
from pathlib import Path

from benchmark.leaderboard.shared.site_config import SiteConfig, config_from_environment


def test_one_process_tells_another_where_everything_is(tmp_path: Path) -> None:
    told = SiteConfig(
        rows=tmp_path / "rows",
        cache=tmp_path / "cache",
        statuses=None,
        submissions=tmp_path / "submissions",
        tasks=(tmp_path / "a.jsonl", tmp_path / "b.jsonl"),
    )
    assert config_from_environment(told.environment(), Path("/nowhere")) == told
    inside = config_from_environment(told.environment(), tmp_path)
    assert inside == replace(told, rows_name="rows")


def test_what_nobody_says_is_where_it_usually_is(tmp_path: Path) -> None:
    found = config_from_environment({}, tmp_path)
    assert (found.rows, found.rows_name) == (tmp_path / "results", "results")
    assert (found.statuses, found.submissions) == (tmp_path / "status", tmp_path / "submissions")
    assert config_from_environment({"SIGHTBENCH_ROWS": "demo/rows"}, tmp_path).statuses is None


def test_paths_hold_in_another_working_folder(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = SiteConfig(rows=Path("rows"), tasks=(Path("t.jsonl"),)).resolved()
    assert (found.rows, found.tasks, found.cache) == (tmp_path / "rows", (tmp_path / "t.jsonl",), None)
