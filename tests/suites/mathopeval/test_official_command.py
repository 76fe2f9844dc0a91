"""`sightbench dataset fetch mathopeval`: reads a folder, because no public place is known."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .official_folder import folder, sample

Sightbench = Callable[..., "subprocess.CompletedProcess[str]"]


pytestmark = pytest.mark.usefixtures("home")


def test_a_folder_is_imported_once_and_again_if_asked(
    tmp_path: Path, home: Path, in_process: Sightbench
) -> None:
    source = folder(tmp_path / "data", [sample(1), sample(1, "pie")])
    place = home / "mathopeval" / "official"
    done = in_process("dataset", "fetch", "mathopeval", "--from", source)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == [
        f"2 samples (1 bar, 1 pie) in {place}",
        "official-choice: 10 tasks; official-free: 8 tasks",
    ]
    assert "too few samples for worked examples: geometric generation, " in done.stdout
    (source / "samples.jsonl").write_text("no JSON")
    kept = in_process("dataset", "fetch", "mathopeval", "--from", source)
    assert kept.stdout == f"official-choice, official-free are already here: {place}\n"
    assert in_process("dataset", "fetch", "mathopeval").stdout == kept.stdout
    assert in_process("dataset", "fetch", "mathopeval", "--from", source, "--again").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mathopeval"], "--from: is required: no public place of these data is known"),
        (["mathopeval", "--record"], "--record: cannot be used with mathopeval, whose data have no known"),
        (["mathopeval", "--from", "."], ": has no samples.jsonl\n  fix: name a folder with one of them"),
        (["mmcode", "--check-counts"], "--check-counts: cannot be used with mmcode\n  fix: leave it out"),
    ],
)
def test_wrong_options_are_refused(
    in_process: Sightbench,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = in_process("dataset", "fetch", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
