"""Pushes files of nightly runs by hand, and checks the branch."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import fetch_history
from benchmark.results.git import commit_id
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import NamedRecord
from benchmark.results.soundness import CheckedBranch, check_files
from tests.conftest import GitIn

COMPLETIONS = [Completion(task_id=f"task-{number}", draw=0, text="x") for number in range(3)]
TEXTS = gzip_bytes(dump_records(Path("completions"), map(prediction_record, COMPLETIONS)))
FILE = {"sha256": sha256_hex(TEXTS), "bytes": len(TEXTS)}
COUNTED = {"count": 3, "draws": 1, "digest": completions_digest(COMPLETIONS)}
UNSIGNED = AttestationChecker(None)


def check(remote: Path, folder: Path, checker: AttestationChecker = UNSIGNED) -> CheckedBranch:
    git = fetch_history(str(remote), folder=folder)
    tip = commit_id(git, "refs/heads/results")
    return check_files(git, tip, checker)


def bundle(path: Path) -> str:
    return path.with_name(f"{path.stem}.sigstore.json").as_posix()


def push(remote: Path, tmp_path: Path, git_in: GitIn, files: dict[str, bytes]) -> None:
    """Push files by hand."""
    clone = tmp_path / "clone"
    if not clone.exists():
        git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), str(clone))
    for name, data in files.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes(data)
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "-m", "By hand")
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")


def placed(record: NamedRecord) -> dict[str, bytes]:
    return {record.path(Path(NIGHTLY)).as_posix(): record.to_bytes()}


def edited(record: NamedRecord, change: Callable[[Any], object], *, new_id: bool = True) -> dict[str, bytes]:
    """Return the file of a record after a change, with the id and the name that follow from it."""
    value = json.loads(record.to_bytes())
    change(value)
    if new_id:
        content = {name: field for name, field in value.items() if name != "id"}
        value["id"] = digest_canonical(value.get("result", content))
    path = record.path(Path(NIGHTLY)).with_name(f"{record.night}.{value['id']}.json")
    return {path.as_posix(): canonical_json(value) + b"\n"}
