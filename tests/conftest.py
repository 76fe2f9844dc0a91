"""What tests share: where the real data lies."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with published data, named by SIGHTBENCH_SHARED_DATA."""
    folder = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"{folder} does not exist; SIGHTBENCH_SHARED_DATA names the folder with the shared data")
    return folder
