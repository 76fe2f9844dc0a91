"""What tests share: where the real data lies, and where workers may write."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that tests of tasks can write to: root's workers give up root, and ``tmp_path`` is closed."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with published data, named by SIGHTBENCH_SHARED_DATA."""
    folder = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"{folder} does not exist; SIGHTBENCH_SHARED_DATA names the folder with the shared data")
    return folder
