"""An artifact is untrusted: its names, sizes, digests and schema are checked before it is used."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.chain.jobs.artifact import (
    JOB,
    MANIFEST,
    begin_artifact,
    describe_file,
    done_manifest,
    end_artifact,
    find_artifact,
    read_artifact,
)
from benchmark.chain.plan.job import MatrixJob, read_plan
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


VERDICTS = "verdicts.jsonl.gz"


def replace(folder: Path, name: str) -> Path:
    """Move a file out of the folder of the artifact, and return the path that is free now."""
    (folder / name).rename(folder.parent / "elsewhere")
    return folder / name


def describe(folder: Path, name: str, size: int) -> None:
    """Let the manifest name one file."""
    edit(folder / MANIFEST, files=[{"name": name, "sha256": "0" * 64, "bytes": size}])


#: A change of an artifact, and what its refusal says.
CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "bytes": (
        lambda folder: (folder / VERDICTS).write_bytes(b"Verdicts"),
        r"verdicts\.jsonl\.gz: does not match its SHA-256",
    ),
    "a byte more": (
        lambda folder: (folder / VERDICTS).write_bytes(b"verdicts!"),
        "has 9 bytes, but 8 in the manifest",
    ),
    "no file": (lambda folder: (folder / VERDICTS).unlink(), r"verdicts\.jsonl\.gz: is missing"),
    "a link": (
        lambda folder: replace(folder, VERDICTS).symlink_to(folder.parent / "elsewhere"),
        r"verdicts\.jsonl\.gz: is not a regular file",
    ),
    "a link as manifest": (
        lambda folder: replace(folder, MANIFEST).symlink_to(folder.parent / "elsewhere"),
        r"manifest\.json: is not a regular file",
    ),
    "a folder": (lambda folder: (folder / "deep").mkdir(), r"deep: is not a regular file"),
    "a pipe": (lambda folder: os.mkfifo(replace(folder, VERDICTS)), "is not a regular file"),
    "a file more": (
        lambda folder: (folder / "more.json").write_bytes(b"{}"),
        r"more\.json: is not named by the manifest",
    ),
    "a path outside": (lambda folder: describe(folder, "../x", 1), r"files\[0\]\.name"),
    "a huge file": (lambda folder: describe(folder, VERDICTS, 1 << 40), r"files\[0\]\.bytes"),
    "an unknown field": (lambda folder: edit(folder / MANIFEST, trusted=True), "trusted"),
    "a long reason": (lambda folder: edit(folder / MANIFEST, reason="x" * 501), "reason"),
    "another job": (
        lambda folder: edit(folder / MANIFEST, job="score.other.0123456789.1-of-1"),
        "belongs to 'score.other",
    ),
    "another request": (lambda folder: edit(folder / JOB, request="b" * 64), r"is not job score\.acme"),
    "a big manifest": (
        lambda folder: (folder / MANIFEST).write_bytes(b" " * (5 << 20)),
        "more than the limit of 4 MiB",
    ),
    "no JSON": (lambda folder: (folder / MANIFEST).write_bytes(b"\x00"), "NUL"),
}


def test_an_artifact_is_read_as_it_was_written(folder: Path) -> None:
    artifact = read_artifact(folder, EXAMPLE_JOB)
    assert artifact.manifest.state == "done"
    assert artifact.manifest.files == [describe_file(folder / "verdicts.jsonl.gz")]


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_artifact_is_refused_with_the_name_of_the_file(name: str, folder: Path) -> None:
    change, message = CHANGES[name]
    change(folder)
    with pytest.raises(BadInput, match=message):
        read_artifact(folder, EXAMPLE_JOB)


def test_files_of_an_older_version_are_refused_in_one_message_and_its_answers_continued(folder: Path) -> None:
    """Its manifests had fields that this one lacks, and its plans an artifact."""
    edit(folder / MANIFEST, attempt=1, lost=False)
    with pytest.raises(
        BadInput, match=r"another version of Sightbench \(attempt: .*\nfix: plan again"
    ) as error:
        read_artifact(folder, EXAMPLE_JOB)
    assert len(error.value.problems) == 1
    assert done_manifest(folder, EXAMPLE_JOB) is None
    plan = folder / "plan.json"
    plan.write_text(
        '{"schema": "sightbench/plan/1", "artifact": "plan-acme", "lint": true}', encoding="utf-8"
    )
    with pytest.raises(BadInput, match=r"plan\.json: .*another version of Sightbench .*\nfix: plan again"):
        read_plan(plan)
    edit(folder / JOB, repeats=3)
    begin_artifact(folder, EXAMPLE_JOB)
    assert not (folder / MANIFEST).exists()
    assert (folder / VERDICTS).exists()


def test_a_single_artifact_needs_no_parent_folder(folder: Path) -> None:
    assert find_artifact(folder.parent, EXAMPLE_JOB.id) == folder
    assert find_artifact(folder, EXAMPLE_JOB.id) == folder
    other = "score.acme.0123456789.1-of-2"
    assert find_artifact(folder.parent, other) is None
    assert find_artifact(folder, other) is None


def test_a_folder_belongs_to_one_job(folder: Path) -> None:
    begin_artifact(folder, EXAMPLE_JOB)
    with pytest.raises(BadInput, match=r"job\.json: id: is not that of job score\.other"):
        begin_artifact(folder, EXAMPLE_JOB.model_copy(update={"id": "score.other.0123456789.1-of-1"}))
