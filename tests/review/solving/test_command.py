"""`sightbench review solve`: bad input gets one error, and Ctrl-C pauses the task."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from benchmark.authoring.attempts import read_attempts
from benchmark.cli.review import solve_run
from benchmark.core.errors import BadInput
from benchmark.review.solving.session import Sitting

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["A b"], "NAME: 'A b' is not a valid name"),
        (["../x"], "NAME: '../x' is not a valid name"),
        (["ab", "--suite", "nothing"], "nothing"),
        (["ab", "--dataset", "fresh-000000000000"], "--into: is needed for humaneval-v fresh-000000000000"),
        (["ab", "--family", "knoted-beads"], "use knotted-beads"),
        (["ab", "--level", "none"], "--level: no task has the level 'none'"),
        (["ab", "--number", "0"], "--number"),
        (["ab", "--port", "70000"], "--port"),
        (["ab", "--into", "spoiled"], "spoiled/ab.yaml"),
    ],
)
def test_bad_input_gets_one_error(
    in_process: Callable[..., "subprocess.CompletedProcess[str]"],
    tmp_path: Path,
    arguments: list[str],
    says: str,
) -> None:
    (tmp_path / "spoiled").mkdir()
    (tmp_path / "spoiled" / "ab.yaml").write_text("by: ab\n")
    printed = in_process("review", "solve", *arguments)
    assert printed.returncode == 2
    assert says in printed.stderr.replace("\n", " ")
    assert "Traceback" not in printed.stderr
    assert not list((ROOT / "benchmark").glob("suites/*/open/reviews/people/ab.yaml"))


def test_a_machine_that_cannot_show_pictures_is_reported_before_a_task_is_shown(
    in_process: Callable[..., "subprocess.CompletedProcess[str]"],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_pillow(*_: object) -> NoReturn:
        raise BadInput("1.png", "", "pictures need the package pillow", "python -m pip install pillow")

    monkeypatch.setattr(Sitting, "try_judge", lambda _: None)
    monkeypatch.setattr(solve_run, "read_picture", without_pillow)
    printed = in_process("review", "solve", "ab", "--terminal", "--into", str(tmp_path))
    assert printed.returncode == 2
    assert "pictures need the package pillow" in printed.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.gate
def test_ctrl_c_pauses_the_task(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmark", "review", "solve", "ab", "--into", str(tmp_path)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:[0-9]+/\S+/", process.stdout.readline())
        assert found is not None
        request = urllib.request.Request(f"{found[0]}show", data=b"")  # noqa: S310
        with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310
            assert b"<textarea" in reply.read()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    begun = read_attempts(tmp_path / "ab.yaml", "humaneval-v", "open").begun
    assert begun is not None
    assert begun.minutes > 0
