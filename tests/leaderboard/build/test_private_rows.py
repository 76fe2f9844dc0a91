"""No file of a site shows anything of tasks with private rules, whatever lies next to their rows."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.authoring.fresh import write_fresh
from benchmark.authoring.packed_family import collection_pack
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.datasets.store import VARIABLE as DATASETS
from benchmark.files.tasks import read_tasks
from benchmark.results.ledger import read_row, row_bytes, row_path
from benchmark.results.row import Row, row_id
from benchmark.suites.humaneval_v.open import OPEN
from tests.private_pack import MUTATIONS, write_pack

pytestmark = pytest.mark.gate

SEED = "9" * 32
MARK = "beads_of_a_secret_answer"
ANSWER = f"def solution({MARK}):\n    return {MARK} + 1\n"
NAMED = ("--slug", "acme", "--name", "Acme", "--setting", "V2C", "--protocol", "greedy")
SITE = ("--rows", "rows", "--submissions", "none", "--out", "out", "--cache", "cache", "--web")


@pytest.fixture
def tasks(tmp_path: Path) -> tuple[Task, ...]:
    """The tasks of a set that was built on this machine; the guide's pack with words that no page has."""
    folder = write_pack(tmp_path / "pack")
    file = folder / "humaneval-v" / "knotted_beads.py"
    text = file.read_text().replace("pulled", "secretly_pulled")
    for name in MUTATIONS:
        text = text.replace(name, f"secret-{name}")
    file.write_text(text)
    pack = collection_pack(OPEN, folder)
    made = write_fresh(OPEN, pack.names, SEED, tmp_path / "set", pack)
    (tmp_path / "datasets" / "humaneval-v").mkdir(parents=True)
    (tmp_path / "set").rename(tmp_path / "datasets" / "humaneval-v" / made.dataset)
    return read_tasks(tmp_path / "datasets" / "humaneval-v" / made.dataset / "tasks.jsonl")


def _secrets(tasks: tuple[Task, ...]) -> dict[str, bytes]:
    """Return texts of the private tasks, their answers and the pack, by what they are."""
    found = {"answer": MARK, "seed": SEED, "reference": "secretly_pulled"}
    found |= {f"mutation {name}": f"secret-{name}" for name in MUTATIONS}
    for task in tasks:
        assert isinstance(task.check, FunctionCheck)
        lines = "\n".join(task.check.tests).splitlines()
        asserts = [line for line in lines if line.startswith("assert ") and len(line) > 45]
        assert len(asserts) > 3
        described = [part for part in task.description.split(". ") if part.startswith("Thread ")]
        assert described
        pictures = [part.source[-16:] for part in task.parts if isinstance(part, Picture)]
        values = [line.split("'")[1] for line in asserts]
        of_kind = {"test": asserts, "value": values, "description": described, "picture": pictures}
        for kind, texts in of_kind.items():
            found |= {f"{kind} {number} of {task.id}": text for number, text in enumerate(texts)}
    return {what: text.encode() for what, text in found.items()}


def _contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            yield path, gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def test_no_file_of_a_site_has_a_text_of_a_private_task(
    tmp_path: Path, tasks: tuple[Task, ...], with_files: Callable[..., Row]
) -> None:
    """One row is as `evaluate` writes it; next to the other, somebody has put answers and failed checks."""
    secrets, dataset = _secrets(tasks), tasks[0].dataset
    answers = [{"task_id": task.id, "draw": 0, "completion": ANSWER} for task in tasks]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))

    def sightbench(*arguments: str) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "benchmark", *arguments],
            cwd=tmp_path,
            env={**os.environ, DATASETS: str(tmp_path / "datasets")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    given = ("--suite", "humaneval-v", "--dataset", dataset, "--predictions", "answers.jsonl")
    sightbench("evaluate", *given, "--rows", "rows", *NAMED)
    written = dict(_contents(tmp_path / "rows"))
    assert _found(written, secrets) == []
    _add_row_with_files(tmp_path / "rows", next(iter(written)), with_files, secrets)
    leaking = {what for _, what in _found(dict(_contents(tmp_path / "rows")), secrets)}
    assert {"answer", "test 0 of knotted-beads-1"} <= leaking
    sightbench("site", *SITE, "--tasks", f"datasets/humaneval-v/{dataset}/tasks.jsonl")

    everything = dict(_contents(tmp_path / "out"))
    assert sum(dataset.encode() in data for data in everything.values()) > 10
    assert any(b"only those who hold the pack" in data for data in everything.values())
    assert len(secrets) > 30
    assert _found(everything, secrets) == []


def _found(files: dict[Path, bytes], secrets: dict[str, bytes]) -> list[tuple[str, str]]:
    return [
        (str(path), what) for path, data in files.items() for what, text in secrets.items() if text in data
    ]


def _add_row_with_files(
    rows: Path, path: Path, with_files: Callable[..., Row], secrets: dict[str, bytes]
) -> None:
    """Write the row once more under another name, with answers, and with tests as the details of verdicts."""
    row = read_row(path)
    submission = row.result.submission.model_copy(update={"slug": "zeta", "name": "Zeta"})
    result = row.result.model_copy(update={"submission": submission})
    other = row.model_copy(update={"id": row_id(result), "result": result})
    detail = " ".join(text.decode() for what, text in secrets.items() if what.startswith("test "))
    other = with_files(rows, other, [ANSWER] * result.tasks.count, detail=detail[:1500])
    row_path(rows, other).write_bytes(row_bytes(other))
