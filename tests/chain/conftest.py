import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from ci_world import TinySuite
from fake_github import FakeGitHub

from benchmark.results.branch import begin
from benchmark.suites import SUITES


@pytest.fixture
def hub() -> Iterator[FakeGitHub]:
    """A fake GitHub on loopback with an empty repository, octo/bench."""
    with FakeGitHub() as running:
        yield running


@pytest.fixture(scope="module")
def tiny() -> Iterator[TinySuite]:
    """A suite of six tasks, registered while the tests of a module run."""
    suite = TinySuite()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SUITES, suite.id, suite)
        yield suite


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """A bare repository with a branch ``results``."""
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(bare)], check=True)
    assert begin(str(bare), {"README.md": b"Rows.\n"}, folder=tmp_path / "begin")
    return bare
