"""The tutorial, command by command, in a clone of the last commit, with the environment of the tests."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.leaderboard.build.build import checkout

PAGE = checkout() / "site" / "pages" / "tutorial" / "index.md"
SOURCE = "https://github.com/OWNER/NAME"
#: Runs the command of a session, or `sightbench` itself, from the clone's own code.
SIGHTBENCH = '#!/bin/sh\nPYTHONPATH="{clone}" exec "{python}" -m benchmark "$@"\n'
NOXW = """#!/bin/sh
[ "$1" = --path ] && echo 'export PATH="$PWD/.nox/demo/bin:$PATH"' && exit
[ "$1 $3" = "-s --" ] || exit 9
session=$2
shift 3
exec .nox/demo/bin/sightbench "$session" "$@"
"""


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


@pytest.mark.weekly
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
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=clone,
        env={**environment, "COLUMNS": "100", "NO_COLOR": "1", "CI": "true"},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
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
    assert "−3.0" in done.stdout
    assert "6 only by SmolLM2" in done.stdout
    assert "1 only by First model" in done.stdout
    found = (clone / "build/site/model/first-model/index.html").read_text("utf-8")
    assert "unattested" in found
