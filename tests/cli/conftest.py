import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Sightbench


@pytest.fixture
def sightbench(tmp_path: Path) -> Sightbench:
    """Return a function that runs the real command line in a new folder."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmark", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)

    return run
