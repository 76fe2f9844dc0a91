from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of fetched data sets, which is empty."""
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "home"))
    return tmp_path / "home"
