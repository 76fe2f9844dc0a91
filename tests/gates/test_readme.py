"""Tests that README.md shows the real output of its command, and that its other commands work as pasted."""

import difflib
import hashlib
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.leaderboard.build.build import checkout
from tests.case_files import read_text
from tests.processes import run
from tests.sampling import chosen, gate_of

from ..test_readme import README, REFRESH, ROOT, blocks, comparable, printed


@gate_of("demo")
@pytest.mark.parametrize(("command", "expected"), blocks(), ids=[command for command, _ in blocks()])
def test_the_readme_shows_what_the_command_prints(command: str, expected: str) -> None:
    want, got = comparable(expected), comparable(printed(command))
    diff = "\n".join(difflib.unified_diff(want, got, "README.md", command, lineterm=""))
    if diff:
        pytest.fail(f"{diff}\n  fix: {REFRESH}", pytrace=False)


@gate_of("demo")
def test_commands_of_the_readme_work_as_pasted_and_leave_nothing_to_commit(tmp_path: Path) -> None:
    pasted = r"(?<!-->\n)^```sh\n(.*?)^```"  # not those that need a key
    demo, *doors = re.findall(pasted, README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert demo.startswith("./noxw -s demo ")
    assert len(doors) == 4
    clone = fresh_clone(tmp_path / "a clone")
    env = {**os.environ, "SIGHTBENCH_PYTHON": sys.executable}

    def paste(*lines: str) -> "subprocess.CompletedProcess[str]":
        script = "\n".join(["set -e", *lines])
        return run(["sh", "-c", script], cwd=clone, env=env, stdin=subprocess.DEVNULL)

    # The reader fills in the file before it is judged; without that, it is refused.
    unfilled = paste(*doors[:3])
    assert (unfilled.returncode, "outcomes" in unfilled.stdout) == (2, False)
    assert "build/tasks/answers.jsonl: completion: all 164 completions are empty" in unfilled.stderr
    answers = clone / "build/tasks/answers.jsonl"
    answers.write_text(answers.read_text("utf-8").replace('"completion": ""', '"completion": "A chart."'))
    done = paste(doors[0], *doors[2:])
    assert done.returncode == 0, done.stderr
    assert "outcomes: 164 " in done.stdout
    assert "ok: build/acme-vl-7b (1 run)" in done.stdout
    status = ["git", "status", "--porcelain", "--untracked-files=all"]
    assert subprocess.run(status, cwd=clone, capture_output=True, text=True, check=True).stdout == ""


PAGE = checkout() / "site" / "pages" / "tutorial" / "index.md"
SOURCE = "https://github.com/OWNER/NAME"
#: Runs the command of a session, or `sightbench` itself, from the clone's own code.
SIGHTBENCH = '#!/bin/sh\nPYTHONPATH="{clone}" exec "{python}" -m benchmark "$@"\n'
NOXW = read_text("programs/noxw_without_nox.sh")


def fresh_clone(folder: Path) -> Path:
    """Clone this checkout, with the command `sightbench` of its own code in place of an environment."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    digest = hashlib.sha256((folder / "locks/nox.txt").read_bytes()).hexdigest()[:12]
    version = ".".join(map(str, sys.version_info[:2]))
    program(folder / f".nox/nox-{version}-{digest}/bin/python", "#!/bin/sh\nexit 9\n")
    program(folder / ".nox/demo/bin/sightbench", SIGHTBENCH.format(clone=folder, python=sys.executable))
    (folder / ".nox/demo/made-from").touch()
    return folder


def _blocks(language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return found


def _commands() -> list[str]:
    lines = "".join(_blocks("console")).replace("\\\n", " ").splitlines()
    assert all(line.startswith("$ ") for line in lines)
    return [line[2:] for line in lines]


def _free_port() -> str:
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return str(chosen.getsockname()[1])


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.gate if chosen(str(PAGE.relative_to(ROOT)), sys.maxsize) else pytest.mark.weekly
def test_the_tutorial_leads_to_a_row_when_it_is_followed_literally(tmp_path: Path) -> None:
    clone, port = tmp_path / "sightbench", _free_port()
    clone_it, enter, *others = _commands()
    assert enter == "cd sightbench"
    instead = {"KEY": f"url.{checkout()}.insteadOf", "VALUE": SOURCE}
    git = {"GIT_CONFIG_COUNT": "1", **{f"GIT_CONFIG_{name}_0": value for name, value in instead.items()}}
    subprocess.run(clone_it.split(), cwd=tmp_path, env={**os.environ, **git}, check=True, capture_output=True)
    program(clone / ".nox/demo/bin/sightbench", SIGHTBENCH.format(clone=clone, python=sys.executable))
    program(clone / "noxw", NOXW)
    (server,) = _blocks("python")
    (clone / "server.py").write_text(server.replace("8000", port), encoding="utf-8")
    script = "\n".join(["set -e", "trap 'kill %1' EXIT", *others]).replace(":8000", f":{port}")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = run(
        ["bash", "-c", script],
        cwd=clone,
        env={**environment, "COLUMNS": "100", "NO_COLOR": "1", "CI": "true"},
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        pytest.fail(f"exit code {done.returncode}\n{done.stdout}{done.stderr}", pytrace=False)
    page = PAGE.read_text("utf-8")
    for block in _blocks("text"):
        assert block in done.stdout
    for words in ("completions  164 of 164 (164 stop)", "164 of 164 statuses agree", "not real"):
        assert words in page
        assert words in done.stdout, words
    assert "ok: submissions/first-model (1 run)" in done.stdout
    assert done.stdout.count("CI would refuse: ") == 1
    assert "−3.0" in done.stdout
    assert "6 only by SmolLM2" in done.stdout
    assert "1 only by First model" in done.stdout
    found = (clone / "build/site/model/first-model/index.html").read_text("utf-8")
    assert "unattested" in found


@pytest.mark.weekly
def test_mkdocs_alone_builds_a_site_without_rows(tmp_path: Path) -> None:
    done = run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "out")],
        cwd=checkout(),
        env={**os.environ, "SIGHTBENCH_ROWS": str(tmp_path / "none"), "NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    home = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "No rows yet; add one with a pull request." in home
