"""An artifact is untrusted: its names, sizes, digests and schema are checked before it is used."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.chain.jobs.artifact import (
    JOB,
    MANIFEST,
    JobState,
    begin_artifact,
    describe_file,
    end_artifact,
    find_artifact,
    may_lack_answers,
    read_artifact,
)
from benchmark.chain.plan.job import MatrixJob
from benchmark.core.errors import BadInput

EXAMPLE_JOB = MatrixJob(
    id="score.acme.0123456789.1-of-1",
    kind="score",
    slug="acme",
    run=0,
    request="a" * 64,
    minutes=10,
    runs_on=["x"],
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / EXAMPLE_JOB.id
    begin_artifact(folder, EXAMPLE_JOB)
    (folder / "verdicts.jsonl.gz").write_bytes(b"verdicts")
    end_artifact(folder, EXAMPLE_JOB, state="done")
    return folder


def edit(path: Path, **fields: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_bytes()) | fields), encoding="utf-8")


def change_bytes(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").write_bytes(b"Verdicts")


def add_a_byte(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").write_bytes(b"verdicts!")


def remove_file(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").unlink()


def replace_by_link(folder: Path) -> None:
    remove_file(folder)
    (folder.parent / "elsewhere").write_bytes(b"verdicts")
    (folder / "verdicts.jsonl.gz").symlink_to(folder.parent / "elsewhere")


def replace_manifest_by_link(folder: Path) -> None:
    (folder / MANIFEST).rename(folder.parent / "elsewhere.json")
    (folder / MANIFEST).symlink_to(folder.parent / "elsewhere.json")


def add_folder(folder: Path) -> None:
    (folder / "deep").mkdir()


def replace_by_pipe(folder: Path) -> None:
    remove_file(folder)
    os.mkfifo(folder / "verdicts.jsonl.gz")


def add_file(folder: Path) -> None:
    (folder / "more.json").write_bytes(b"{}")


def name_a_path_outside(folder: Path) -> None:
    edit(folder / MANIFEST, files=[{"name": "../x", "sha256": "0" * 64, "bytes": 1}])


def claim_a_huge_file(folder: Path) -> None:
    edit(folder / MANIFEST, files=[{"name": "verdicts.jsonl.gz", "sha256": "0" * 64, "bytes": 1 << 40}])


def add_unknown_field(folder: Path) -> None:
    edit(folder / MANIFEST, trusted=True)


def write_long_reason(folder: Path) -> None:
    edit(folder / MANIFEST, reason="x" * 501)


def name_another_job(folder: Path) -> None:
    edit(folder / MANIFEST, job="score.other.0123456789.1-of-1")


def name_another_request(folder: Path) -> None:
    edit(folder / JOB, request="b" * 64)


def write_big_manifest(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b" " * (5 << 20))


def write_no_json(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b"\x00")


def test_an_artifact_is_read_as_it_was_written(folder: Path) -> None:
    artifact = read_artifact(folder, EXAMPLE_JOB)
    assert artifact.manifest.state == "done"
    assert artifact.manifest.files == [describe_file(folder / "verdicts.jsonl.gz")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (change_bytes, r"verdicts\.jsonl\.gz: does not match its SHA-256"),
        (add_a_byte, "has 9 bytes, but 8 in the manifest"),
        (remove_file, r"verdicts\.jsonl\.gz: is missing"),
        (replace_by_link, r"verdicts\.jsonl\.gz: is not a regular file"),
        (replace_manifest_by_link, r"manifest\.json: is not a regular file"),
        (add_folder, r"deep: is not a regular file"),
        (replace_by_pipe, "is not a regular file"),
        (add_file, r"more\.json: is not named by the manifest"),
        (name_a_path_outside, r"files\[0\]\.name"),
        (claim_a_huge_file, r"files\[0\]\.bytes"),
        (add_unknown_field, "trusted"),
        (write_long_reason, "reason"),
        (name_another_job, "belongs to 'score.other"),
        (name_another_request, r"is not job score\.acme"),
        (write_big_manifest, "more than the limit of 4 MiB"),
        (write_no_json, "NUL"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_changed_artifact_is_refused_with_the_name_of_the_file(
    change: Callable[[Path], None], message: str, folder: Path
) -> None:
    change(folder)
    with pytest.raises(BadInput, match=message):
        read_artifact(folder, EXAMPLE_JOB)


def test_a_single_artifact_needs_no_parent_folder(folder: Path) -> None:
    assert find_artifact(folder.parent, EXAMPLE_JOB.id) == folder
    assert find_artifact(folder, EXAMPLE_JOB.id) == folder
    other = "score.acme.0123456789.1-of-2"
    assert find_artifact(folder.parent, other) is None
    assert find_artifact(folder, other) is None


def test_a_folder_belongs_to_one_job(folder: Path) -> None:
    begin_artifact(folder, EXAMPLE_JOB)
    with pytest.raises(BadInput, match=r"belongs to job score\.acme\S+, not to score\.other"):
        begin_artifact(folder, EXAMPLE_JOB.model_copy(update={"id": "score.other.0123456789.1-of-1"}))


@pytest.mark.parametrize(
    ("state", "before", "attempt", "lacks"),
    [
        ("unfinished", 1, 1, False),
        ("done", 1, 2, False),
        ("failed", 2, 3, False),
        ("unfinished", 2, 2, False),
        ("unfinished", 1, 2, True),
        ("done", 1, 3, True),
        (None, 1, 2, True),
        (None, 1, 1, False),
    ],
)
def test_an_attempt_whose_machine_was_lost_may_have_paid(
    tmp_path: Path, state: JobState | None, before: int, attempt: int, *, lacks: bool
) -> None:
    """Each hour of an attempt leaves a checkpoint; what comes after the last one is lost with the machine."""
    begin_artifact(tmp_path, EXAMPLE_JOB)
    if state is not None:
        end_artifact(tmp_path, EXAMPLE_JOB, state=state, attempt=before)
    assert may_lack_answers(tmp_path, attempt) is lacks
    end_artifact(tmp_path, EXAMPLE_JOB, state="unfinished", attempt=attempt, lost=lacks)
    assert may_lack_answers(tmp_path, attempt) is lacks, "a later hour of this attempt says the same"
    end_artifact(tmp_path, EXAMPLE_JOB, state="done", attempt=attempt, lost=lacks)
    assert may_lack_answers(tmp_path, attempt + 1) is lacks, "a later attempt says the same"
