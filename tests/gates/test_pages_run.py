"""Tests that the commands of pages run in order in a fresh clone, with only what their page says.

A block that needs more says so in the line before: ``<!-- needs: key -->``. ``<!-- file: NAME -->`` before a
block is the name under which its reader saves it.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.digest import in_sample
from benchmark.leaderboard.build.build import checkout
from tests.processes import run
from tests.sampling import chosen, gate_of

from .test_readme import fresh_clone

ROOT = checkout()
PAGES = ROOT / "site" / "pages"
RUN = [
    *sorted((PAGES / "guides").glob("*.md")),
    *(PAGES / name / "index.md" for name in ("submit", "generate", "own")),
    *(PAGES / "own" / name for name in ("cluster.md", "first-day.md")),
]
#: What a command can need that a fresh clone on one machine does not have.
NEEDS = {"key", "model", "network", "GPU", "GitHub", "container", "cluster", "hours"}
BLOCK = re.compile(
    r"(?:^ *<!-- (?P<mark>needs|file): (?P<value>[^>]+) -->\n+)?"
    r"^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Yield mark, its value and the text of each block of commands, and of each that is saved as a file."""
    for found in BLOCK.finditer(page.read_text("utf-8")):
        lines = [line.removeprefix(found["indent"]) for line in found["text"].splitlines()]
        if found["mark"] == "file":
            yield "file", found["value"], "\n".join(lines) + "\n"
        elif found["kind"] in ("console", "sh", "bash"):
            commands = "\n".join(lines)
            if found["kind"] == "console":
                joined = commands.replace("\\\n", " ").splitlines()
                commands = "\n".join(line.removeprefix("$ ") for line in joined if line.startswith("$ "))
            yield found["mark"] or "", found["value"] or "", commands


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fresh_clone(tmp_path_factory.mktemp("pages") / "clone")


def cases() -> Iterator[object]:
    """Yield the pages; gates run those that changed and, where a command changed, a fixed sample."""
    for page in RUN:
        name = str(page.relative_to(ROOT))
        unchanged = gate_of("demo") if in_sample(name, 4) else pytest.mark.weekly
        yield pytest.param(page, marks=pytest.mark.gate if chosen(name, sys.maxsize) else unchanged, id=name)


@pytest.mark.parametrize("page", [*cases()])
def test_commands_of_a_page_run_in_order(page: Path, clone: Path) -> None:
    subprocess.run(["git", "clean", "-fdq", "-e", ".nox"], cwd=clone, check=True)
    script = ["set -e", "unset CDPATH"]
    for mark, value, text in blocks(page):
        if mark == "file":
            (clone / value).write_text(text, "utf-8")
        elif mark == "needs":
            assert {*value.split(", ")} <= NEEDS, f"{page}: unknown need {value}"
        else:
            script.append(text)
    done = run(
        ["bash", "-c", "\n".join(script)],
        cwd=clone,
        env={
            **{name: value for name, value in os.environ.items() if not name.endswith("_KEY")},
            "PATH": f"{clone}/.nox/demo/bin:{os.environ['PATH']}",
            "NO_COLOR": "1",
            "SIGHTBENCH_PYTHON": sys.executable,
        },
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
