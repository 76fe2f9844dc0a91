"""What a job left is a stranger's: names, sizes, digests and schema are right before anything is used."""

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
    end_artifact,
    find_artifact,
    read_artifact,
)
from benchmark.chain.plan.job import MatrixJob
from benchmark.core.errors import BadInput

ONE = MatrixJob(
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
    folder = tmp_path / ONE.id
    begin_artifact(folder, ONE)
    (folder / "verdicts.jsonl.gz").write_bytes(b"verdicts")
    end_artifact(folder, ONE, state="done", files=["verdicts.jsonl.gz"])
    return folder


def edit(path: Path, **fields: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_bytes()) | fields), encoding="utf-8")


def other_bytes(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").write_bytes(b"Verdicts")


def longer(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").write_bytes(b"verdicts!")


def gone(folder: Path) -> None:
    (folder / "verdicts.jsonl.gz").unlink()


def link(folder: Path) -> None:
    gone(folder)
    (folder.parent / "elsewhere").write_bytes(b"verdicts")
    (folder / "verdicts.jsonl.gz").symlink_to(folder.parent / "elsewhere")


def manifest_link(folder: Path) -> None:
    (folder / MANIFEST).rename(folder.parent / "elsewhere.json")
    (folder / MANIFEST).symlink_to(folder.parent / "elsewhere.json")


def inner_folder(folder: Path) -> None:
    (folder / "deep").mkdir()


def pipe(folder: Path) -> None:
    gone(folder)
    os.mkfifo(folder / "verdicts.jsonl.gz")


def one_more(folder: Path) -> None:
    (folder / "more.json").write_bytes(b"{}")


def path_out(folder: Path) -> None:
    edit(folder / MANIFEST, files=[{"name": "../x", "sha256": "0" * 64, "bytes": 1}])


def huge(folder: Path) -> None:
    edit(folder / MANIFEST, files=[{"name": "verdicts.jsonl.gz", "sha256": "0" * 64, "bytes": 1 << 40}])


def strange_field(folder: Path) -> None:
    edit(folder / MANIFEST, trusted=True)


def long_reason(folder: Path) -> None:
    edit(folder / MANIFEST, reason="x" * 501)


def of_another_job(folder: Path) -> None:
    edit(folder / MANIFEST, job="score.other.0123456789.1-of-1")


def of_another_request(folder: Path) -> None:
    edit(folder / JOB, request="b" * 64)


def big_manifest(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b" " * (5 << 20))


def no_json(folder: Path) -> None:
    (folder / MANIFEST).write_bytes(b"\x00")


def test_what_was_written_is_read(folder: Path) -> None:
    artifact = read_artifact(folder, ONE)
    assert artifact.manifest.state == "done"
    assert artifact.manifest.files == [describe_file(folder / "verdicts.jsonl.gz")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_bytes, r"verdicts\.jsonl\.gz: has another SHA-256"),
        (longer, "has 9 bytes, the manifest says 8"),
        (gone, r"verdicts\.jsonl\.gz: is not there"),
        (link, r"verdicts\.jsonl\.gz: is no plain file"),
        (manifest_link, r"manifest\.json: is no plain file"),
        (inner_folder, r"deep: is no plain file"),
        (pipe, "is no plain file"),
        (one_more, r"more\.json: is not named by the manifest"),
        (path_out, r"files\[0\]\.name"),
        (huge, r"files\[0\]\.bytes"),
        (strange_field, "trusted"),
        (long_reason, "reason"),
        (of_another_job, "belongs to 'score.other"),
        (of_another_request, r"is not job score\.acme"),
        (big_manifest, "more than the limit of 4 MiB"),
        (no_json, "NUL"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_was_changed_is_refused_by_name(
    change: Callable[[Path], None], message: str, folder: Path
) -> None:
    change(folder)
    with pytest.raises(BadInput, match=message):
        read_artifact(folder, ONE)


def test_one_artifact_alone_needs_no_folder_around_it(folder: Path) -> None:
    assert find_artifact(folder.parent, ONE) == folder
    assert find_artifact(folder, ONE) == folder
    other = ONE.model_copy(update={"id": "score.acme.0123456789.1-of-2"})
    assert find_artifact(folder.parent, other) is None
    assert find_artifact(folder, other) is None


def test_a_folder_holds_one_job(folder: Path) -> None:
    begin_artifact(folder, ONE)
    with pytest.raises(BadInput, match=r"is not score\.other"):
        begin_artifact(folder, ONE.model_copy(update={"id": "score.other.0123456789.1-of-1"}))
