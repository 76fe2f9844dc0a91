"""Tests that README.md shows the real output of its command, and that its other commands work as pasted."""

import difflib
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..test_readme import README, REFRESH, ROOT, blocks, comparable, printed
from .test_tutorial import SIGHTBENCH, program


@pytest.mark.parametrize(("command", "expected"), blocks(), ids=[command for command, _ in blocks()])
def test_the_readme_shows_what_the_command_prints(command: str, expected: str) -> None:
    want, got = comparable(expected), comparable(printed(command))
    diff = "\n".join(difflib.unified_diff(want, got, "README.md", command, lineterm=""))
    if diff:
        pytest.fail(f"{diff}\n  fix: {REFRESH}", pytrace=False)


@pytest.mark.gate
def test_commands_of_the_readme_work_as_pasted_and_leave_nothing_to_commit(tmp_path: Path) -> None:
    demo, *doors = re.findall(r"^```sh\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert demo.startswith("./noxw -s demo ")
    assert len(doors) == 2
    clone = tmp_path / "a clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    digest = hashlib.sha256((clone / "locks/nox.txt").read_bytes()).hexdigest()[:12]
    version = ".".join(map(str, sys.version_info[:2]))
    program(clone / f".nox/nox-{version}-{digest}/bin/python", "#!/bin/sh\nexit 9\n")
    program(clone / ".nox/demo/bin/sightbench", SIGHTBENCH.format(clone=clone, python=sys.executable))
    (clone / ".nox/demo/made-from").touch()
    script = "set -e\n" + "\n".join(doors)
    env = {**os.environ, "SIGHTBENCH_PYTHON": sys.executable}
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=clone,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    assert "outcomes: 164 no answer" in done.stdout
    assert "ok: build/acme-vl-7b (1 run)" in done.stdout
    status = ["git", "status", "--porcelain", "--untracked-files=all"]
    assert subprocess.run(status, cwd=clone, capture_output=True, text=True, check=True).stdout == ""
