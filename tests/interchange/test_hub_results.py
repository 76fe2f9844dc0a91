"""Tests of `export rows --format hub`; the session `formats` uses the parser of huggingface_hub."""

from pathlib import Path

import pytest
import yaml

from benchmark.results.ledger import read_row
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

ROOT = Path(__file__).resolve().parent.parent.parent
GPT = next((ROOT / "recorded" / "code-vision" / "official" / "gpt-4o").glob("*.json"))
COMMAND = ("export", "rows", "--format", "hub")
HUB = ("--hub-dataset", "acme/charts", "--out", "out")


def test_the_ranked_score_of_a_row_is_written_in_percent_with_its_conditions(
    in_process: Sightbench, tmp_path: Path
) -> None:
    commit = "5503434ddd753f426f4b38109466949a1217c2bb"
    more = ("--revision", commit, "--source", "https://example.org/gpt-4o")
    done = in_process(*COMMAND, GPT, *HUB, *more)
    assert (done.returncode, done.stderr) == (0, "")
    (path,) = (tmp_path / "out").rglob("*.yaml")
    folder, name = (
        "openai/gpt-4o/.eval_results",
        "sightbench-code-vision-official-flowchart-cool-1-upstream.yaml",
    )
    assert path.relative_to(tmp_path / "out").as_posix() == f"{folder}/{name}"
    (entry,) = yaml.safe_load(path.read_text("utf-8"))
    row = read_row(GPT)
    score = next(score for score in row.result.scores if (score.metric, score.category) == ("pass@1", ""))
    assert entry["dataset"] == {
        "id": "acme/charts",
        "task_id": "flowchart-cool-1-upstream",
        "revision": commit,
    }
    assert entry["value"] == pytest.approx(100 * score.value)
    assert entry["date"] == row.run.started  # text, not a date
    assert entry["source"] == {"url": "https://example.org/gpt-4o", "name": "Sightbench"}
    assert "438 tasks; setting flowchart; protocol cool-1; prompt upstream" in entry["notes"]


def test_of_two_rows_for_one_leaderboard_the_newer_counts(
    in_process: Sightbench, tmp_path: Path, kept_row: KeptRow
) -> None:
    newer, older = kept_row("PP", started="2026-03-01T00:00:00Z"), kept_row("WW")
    assert in_process(*COMMAND, newer, older, *HUB, "--task-id", "mine").returncode == 0
    (path,) = (tmp_path / "out").rglob("*.yaml")
    (entry,) = yaml.safe_load(path.read_text("utf-8"))
    assert (entry["value"], entry["dataset"]["task_id"]) == (100, "mine")


def test_rows_on_two_data_sets_are_not_scores_for_one_repository(
    in_process: Sightbench, tmp_path: Path
) -> None:
    done = in_process(*COMMAND, GPT.parents[2], *HUB)
    assert done.returncode == 2
    both = "code-vision official and code-vision official-humaneval"
    assert f"error: ROW: rows are on {both}, but acme/charts is one data set\n  fix: " in done.stderr
    assert not [*(tmp_path / "out").rglob("*.yaml")]
    (other,) = (GPT.parents[2] / "official-humaneval" / "gpt-4o").glob("*.json")
    assert in_process(*COMMAND, other, *HUB).returncode == 0


def test_a_fresh_data_set_is_not_on_the_hub(in_process: Sightbench, kept_row: KeptRow) -> None:
    done = in_process(*COMMAND, kept_row("P", name="fresh-0123456789ab-choice"), *HUB)
    assert done.returncode == 2
    assert "is on fresh-0123456789ab-choice, whose tasks are kept back" in done.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--hub-dataset", "charts"),
        ("--task-id", "a b"),
        ("--revision", "main"),
        ("--source", "http://example.org"),
    ],
)
def test_a_wrong_option_is_named_with_its_value(in_process: Sightbench, option: str, value: str) -> None:
    done = in_process(*COMMAND, GPT, *HUB, option, value)
    assert done.returncode == 2
    assert f"error: {option}: '{value}' is not valid\n  fix: " in done.stderr
