"""A site of no rows, which mkdocs builds without our command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.leaderboard.build.build import checkout


@pytest.mark.weekly
def test_mkdocs_alone_builds_a_site_without_rows(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "out")],
        cwd=checkout(),
        env={**os.environ, "SIGHTBENCH_ROWS": str(tmp_path / "none"), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    home = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "No rows yet; add one with a pull request." in home
