"""One import writes to a folder at a time, and removes what one that was killed left."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems.staging import staged


def test_what_a_killed_import_left_is_removed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with staged(out) as stage:
        (stage / "report.json").write_text("{}")
    left = out / ".import-killed"
    (left / "problems").mkdir(parents=True)
    with staged(out):
        assert not left.exists()
    assert sorted(path.name for path in out.iterdir()) == [".sightbench-import", "problems", "report.json"]


def test_a_second_import_into_the_same_folder_is_refused(tmp_path: Path) -> None:
    with (
        staged(tmp_path / "out"),
        pytest.raises(BadInput, match="another import writes to it"),
        staged(tmp_path / "out"),
    ):
        pass
    with staged(tmp_path / "out"):
        pass
