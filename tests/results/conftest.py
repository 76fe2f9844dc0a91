"""Bare repositories on disk, with a branch of results; real git."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.results.branch import begin

GitIn = Callable[..., str]

_ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "somebody",
    "GIT_AUTHOR_EMAIL": "somebody@example.org",
    "GIT_COMMITTER_NAME": "somebody",
    "GIT_COMMITTER_EMAIL": "somebody@example.org",
}


@pytest.fixture
def git_in() -> GitIn:
    """Plain git, as somebody else would call it: ``git_in(folder, "log")`` gives what it prints."""

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def remote(tmp_path: Path, git_in: GitIn) -> Path:
    """A bare repository whose branch ``results`` has one file."""
    bare = tmp_path / "remote.git"
    git_in(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(bare))
    assert begin(str(bare), {"README.md": b"Rows.\n"}, folder=tmp_path / "begin")
    return bare
