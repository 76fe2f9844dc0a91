import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.cli import main

Sightbench = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def sightbench(tmp_path: Path) -> Sightbench:
    """Runs the real command line in a folder of its own."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmark", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)

    return run


@pytest.fixture
def in_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Sightbench:
    """The same without a process of its own, for what ends before anything is judged."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int)
        return subprocess.CompletedProcess(arguments, ended.value.code, *capfd.readouterr())

    return run
