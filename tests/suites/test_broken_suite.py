"""A broken folder of a suite breaks the commands of this suite only, and its list says where."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "submissions/_examples/own-answers"  #: answers to tasks of Code-Vision
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "pictures", "site", "leaderboard")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code in which the suite MMCode has a wrong argument."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "benchmark", root / "benchmark", ignore=_LEFT_OUT)
    shutil.copytree(ROOT / EXAMPLE, root / EXAMPLE)
    broken = root / "benchmark" / "suites" / "mmcode" / "suite.py"
    source = broken.read_text(encoding="utf-8")
    assert source.count("    id=SUITE_ID,\n") == 1
    broken.write_text(
        source.replace("    id=SUITE_ID,\n", "    id=SUITE_ID,\n    speed=1,\n"), encoding="utf-8"
    )
    return root


def call(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the copy."""
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", "benchmark", *words]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def line_of(copy: Path, text: str) -> int:
    """Return the number of a line of the broken file."""
    lines = (copy / "benchmark" / "suites" / "mmcode" / "suite.py").read_text(encoding="utf-8").splitlines()
    return lines.index(text) + 1


@pytest.mark.gate
def test_the_list_shows_the_others_and_names_the_line(copy: Path) -> None:
    done = call(copy, "suites")
    assert done.returncode == 3
    assert "code-vision: Code-Vision" in done.stdout
    place = f"benchmark/suites/mmcode/suite.py:{line_of(copy, 'SUITE = Suite(')}"
    assert f"error: the suite mmcode cannot be loaded: {place}: TypeError" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.gate
def test_commands_of_other_suites_work(copy: Path) -> None:
    assert call(copy, "submit", "check", EXAMPLE).returncode == 0
    assert call(copy, "suites", "code-vision").returncode == 0
    named = ("--suite", "code-vision", "--dataset", "rebuilt", "--setting", "text", "--protocol", "cool-1")
    answers = (*named, "--predictions", f"{EXAMPLE}/predictions.jsonl", "--workers", "1")
    done = call(copy, "evaluate", *answers, "--prompt", "sightbench", "--slug", "acme", "--rows", "rows")
    assert done.returncode == 0, done.stderr
    assert [*(copy / "rows" / "code-vision" / "rebuilt" / "acme").glob("*.json")]


@pytest.mark.gate
def test_commands_of_the_suite_name_the_line(copy: Path) -> None:
    done = call(copy, "evaluate", "--suite", "mmcode", "--predictions", f"{EXAMPLE}/predictions.jsonl")
    assert done.returncode == 3
    assert "error: the suite mmcode cannot be loaded: benchmark/suites/mmcode/suite.py:" in done.stderr
    assert "Traceback" not in done.stderr
