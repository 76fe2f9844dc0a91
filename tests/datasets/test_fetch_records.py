"""A data set of records is fetched from the hub: one file, from which both of its data sets are made."""

import base64
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.datasets.lock import DatasetsLock, Pin, PinnedFile, PinnedText, pin_of, read_lock, write_lock
from benchmark.datasets.store import read_fetched
from benchmark.suites import load
from tests.case_files import read_text

from .conftest import COMMIT, picture
from .published import PublishedFiles

REPOSITORY, REVISION, FILE = "likaixin/MMCode", "6" * 40, "mmcode_full.jsonl.gz"
CODE = "likaixin2000/MMCode"
SOURCES = {path: read_text(f"mmcode/{path}") for path in ("generate.py", "models.py")}


def record(number: int, split: str) -> dict[str, Any]:
    data = picture("red")["bytes"]
    assert isinstance(data, bytes)
    return {
        "problem_id": f"p{number}",
        "question": "See ![image](1.png).",
        "images": [base64.b64encode(data).decode("ascii")],
        "image_tags": ["Graph"],
        "input_output": '{"inputs": ["1"], "outputs": ["2"]}',
        "data_split": split,
    }


@pytest.fixture
def lock(tmp_path: Path, hub: PublishedFiles) -> Path:
    records = [record(1, "test"), record(2, "extra"), record(3, "test")]
    data = gzip.compress("".join(json.dumps(each) + "\n" for each in records).encode())
    hub.files[REPOSITORY, REVISION, FILE] = data
    texts = []
    for path, source in SOURCES.items():
        hub.sources[f"/{CODE}/{COMMIT}/{path}"] = source.encode()
        digest = hashlib.sha256(source.encode()).hexdigest()
        texts.append(PinnedText(repository=CODE, commit=COMMIT, path=path, sha256=digest))
    file = PinnedFile(path=FILE, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    whole = Pin(repository=REPOSITORY, revision=REVISION, rows=3, content="", files=[file], texts=texts)
    test = Pin(repository=REPOSITORY, revision=REVISION, rows=2, content="")
    path = tmp_path / "mmcode.lock"
    write_lock(path, DatasetsLock({"mmcode": {"official-all": whole, "official": test}}))
    return path


@pytest.mark.gate
def test_one_fetch_stores_the_test_split_and_the_whole(home, hub, lock, in_process) -> None:
    done = in_process("dataset", "fetch", "mmcode", "--record", "--lock", lock)
    assert done.returncode == 0, done.stderr
    assert f"official: 2 tasks in {home / 'mmcode' / 'official'}" in done.stdout
    assert f"official-all: 3 tasks in {home / 'mmcode' / 'official-all'}" in done.stdout
    assert "test scripts" not in done.stdout
    assert hub.downloads() == [""]
    datasets = load("mmcode").datasets
    assert [task.id for task in datasets["official"]()] == ["p1", "p3"]
    assert [task.id for task in datasets["official-all"]()] == ["p1", "p2", "p3"]
    found = read_fetched("mmcode", "official")
    assert found is not None
    assert (found.revision, found.prompts["system"], found.prompts["call"]) == (
        REVISION,
        "You solve.",
        "\nReturn.",
    )
    assert found.content == pin_of(read_lock(lock), lock, "mmcode", "official").content
    assert not (home / ".parts").exists()
    again = in_process("dataset", "fetch", "mmcode", "--lock", lock)
    assert again.stdout.startswith("official-all is already here")
    assert hub.downloads() == [""]
