"""Tests that pages name files of the site's inputs without the folders of the machine."""

from pathlib import Path

import pytest

from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.lists.status import without_machine_paths

WHERE = SiteConfig(
    rows=Path("/tmp/in/rows"),
    rows_name="results",
    submissions=Path("/tmp/in/rows/submissions"),
    tasks=(Path("/tmp/tasks/mine/tasks.jsonl"),),
)


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("/tmp/in/rows/a/b.json: row: is bad", "results/a/b.json: row: is bad"),
        ("/tmp/in/rows: is empty", "results: is empty"),
        ("x in /tmp/in/rows/submissions/x/submission.yaml", "x in submissions/x/submission.yaml"),
        ("/tmp/tasks/mine/tasks.jsonl: line 3", "tasks.jsonl: line 3"),
        ("tasks: '/root/.cache/data/official': are not here", "tasks: '…/official': are not here"),
        ("/data: is missing", "…/data: is missing"),
        ("see https://example.org/a/b, 3/4 and a/b", "see https://example.org/a/b, 3/4 and a/b"),
    ],
)
def test_absolute_paths_are_shortened(note: str, shown: str) -> None:
    assert without_machine_paths(note, WHERE) == shown


def test_a_relative_folder_is_kept() -> None:
    assert without_machine_paths("rows/a.json. Bad.", SiteConfig(rows=Path())) == "rows/a.json. Bad."
