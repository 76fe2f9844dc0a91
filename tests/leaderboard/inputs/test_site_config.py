from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.leaderboard.inputs.site_config import (
    MESSAGE_FILE_VARIABLE,
    SiteConfig,
    config_from_environment,
    read_message,
    report_errors,
    write_message,
)


def test_a_site_config_survives_the_environment_of_another_process(tmp_path: Path) -> None:
    config = SiteConfig(
        rows=tmp_path / "rows",
        cache=tmp_path / "cache",
        statuses=None,
        submissions=tmp_path / "submissions",
        tasks=(tmp_path / "a.jsonl", tmp_path / "b.jsonl"),
    )
    assert config_from_environment(config.environment(), Path("/nowhere")) == config
    inside = config_from_environment(config.environment(), tmp_path)
    assert inside == replace(config, rows_name="rows")


def test_missing_variables_mean_the_usual_folders(tmp_path: Path) -> None:
    found = config_from_environment({}, tmp_path)
    assert (found.rows, found.rows_name) == (tmp_path / "results", "results")
    assert (found.statuses, found.submissions) == (tmp_path / "status", tmp_path / "submissions")
    assert config_from_environment({"SIGHTBENCH_ROWS": "demo/rows"}, tmp_path).statuses is None


def test_resolved_paths_are_absolute(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    root = Path("root.json")
    found = SiteConfig(rows=Path("rows"), tasks=(Path("t.jsonl"),), trusted_root=root).resolved()
    assert (found.rows, found.tasks, found.cache) == (tmp_path / "rows", (tmp_path / "t.jsonl",), None)
    assert found.trusted_root == tmp_path / root


def test_nights_are_next_to_a_folder_of_rows_called_results(tmp_path: Path) -> None:
    assert config_from_environment({}, tmp_path).nightly == tmp_path / "nightly"
    assert config_from_environment({"SIGHTBENCH_ROWS": "demo/rows"}, tmp_path).nightly is None


def test_an_error_arrives_as_it_was_raised_and_replaces_notes(tmp_path: Path) -> None:
    environment = {MESSAGE_FILE_VARIABLE: str(tmp_path / "message")}
    write_message(environment, ("one note",))
    assert read_message(tmp_path / "message") == ("one note",)
    with pytest.raises(OurFailure), report_errors(environment):
        raise OurFailure("the site is larger than 800 MB", "show less")
    found = read_message(tmp_path / "message")
    assert isinstance(found, OurFailure)
    assert (str(found), found.fix) == ("the site is larger than 800 MB", "show less")


def test_only_our_errors_are_written_and_only_if_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), report_errors({MESSAGE_FILE_VARIABLE: str(tmp_path / "message")}):
        raise ZeroDivisionError
    assert read_message(tmp_path / "message") == ()
    with pytest.raises(BadInput), report_errors({}):
        raise BadInput("x", "", "is bad")
