"""A small copy of HumanEval-V's second version: three tasks of the same schema, on a local hub."""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import FixedText, LoopbackServer, Rule, Script

from benchmark.datasets.lock import DatasetsLock, Pin, PinnedFile, PinnedText, write_lock
from tests.case_files import read_text
from tests.conftest import Sightbench

from .published import PublishedFiles, serve

pyarrow = pytest.importorskip("pyarrow", reason="fetching needs the extra hub")
Image = pytest.importorskip("PIL.Image", reason="fetching needs the extra hub")
pytest.importorskip("huggingface_hub", reason="fetching needs the extra hub")

REPOSITORY = "HumanEval-V/HumanEval-V-Benchmark"
REVISION = "8a3465c8cdcd25f65b3e13651e21cef9406e1799"
PATH = "data/test-00000-of-00001.parquet"
COMMIT = "c" * 40
ASPECTS = ("Common Sense", "Data Structures", "Geometric Objects")

#: Source code in the format of upstream's; the texts are ours.
SOURCE = read_text("humaneval_v/prompts.py")
V1_SOURCE = "CODE_GEN_TASK_PROMPT = '''Answer:\n{signature}\n'''\n"

Rows = list[dict[str, Any]]


def picture(colour: str, kind: str = "PNG") -> dict[str, object]:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, kind)
    return {"bytes": out.getvalue(), "path": f"{colour}.png"}


def row(qid: str, operation: str, colour: str) -> dict[str, Any]:
    return {
        "qid": qid,
        "ground_truth_solution": f"def solution(a: int, b: int) -> int:\n    return a {operation} b\n",
        "ground_truth_diagram_description": f"A {colour} sheet: {operation}.",
        "test_script": f"def test():\n    assert solution(7, 3) == 7 {operation} 3\n\ntest()\n",
        "function_signature": 'def solution(a: int, b: int) -> int:\n    """As in the picture."""',
        "diagram": picture(colour),
        "capability_aspects": {
            "Common Sense": [],
            "Data Structures": ["Stack"],
            "Geometric Objects": ["Line"],
        },
        "task_type": "Calculation",
    }


def v2_rows() -> Rows:
    return [row("q1", "+", "red"), row("q1-2", "-", "green"), row("q2", "*", "blue")]


def v1_rows() -> Rows:
    columns = ("qid", "ground_truth_solution", "test_script", "function_signature")
    return [{**{name: row[name] for name in columns}, "image": row["diagram"]} for row in v2_rows()]


def schema(rows: Rows, **other: Any) -> Any:
    """The schema that the hub's library writes; ``other`` overrides the types of columns."""
    text = pyarrow.string()
    types = {
        "diagram": pyarrow.struct({"bytes": pyarrow.binary(), "path": text}),
        "image": pyarrow.struct({"bytes": pyarrow.binary(), "path": text}),
        "capability_aspects": pyarrow.struct({name: pyarrow.list_(text) for name in ASPECTS}),
        **other,
    }
    return pyarrow.schema({name: types.get(name, text) for name in rows[0]}, {"huggingface": "{}"})


def parquet(rows: Rows, **other: Any) -> bytes:
    import pyarrow.parquet

    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema(rows, **other)), out)
    return out.getvalue()


def arrow(rows: Rows) -> bytes:
    import pyarrow.ipc

    table = pyarrow.Table.from_pylist(rows, schema(rows))
    out = io.BytesIO()
    with pyarrow.ipc.new_stream(out, table.schema) as stream:
        stream.write_table(table)
    return out.getvalue()


def text_pin(path: str, source: str) -> PinnedText:
    digest = hashlib.sha256(source.encode()).hexdigest()
    return PinnedText(repository=REPOSITORY, commit=COMMIT, path=path, sha256=digest)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of fetched data sets."""
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "home"))
    for name in ("HF_TOKEN", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture
def hub(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PublishedFiles]:
    del home
    published = PublishedFiles()
    published.files[REPOSITORY, REVISION, PATH] = parquet(v2_rows())
    published.sources[f"/{REPOSITORY}/{COMMIT}/prompts.py"] = SOURCE.encode()
    published.sources[f"/{REPOSITORY}/{COMMIT}/inference.py"] = V1_SOURCE.encode()
    with serve(published):
        monkeypatch.setenv("HF_ENDPOINT", published.address)
        monkeypatch.setenv("SIGHTBENCH_GITHUB", published.address)
        yield published


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """A lock without recorded digests; the entry of the first version has no revision either."""
    path = tmp_path / "datasets.lock"
    source = text_pin("inference.py", V1_SOURCE)
    v1 = Pin(repository=REPOSITORY, revision="", rows=3, content="", texts=[source])
    v2 = Pin(
        repository=REPOSITORY,
        revision=REVISION,
        rows=3,
        content="",
        note="not fetched yet",
        files=[PinnedFile(path=PATH)],
        texts=[text_pin("prompts.py", SOURCE)],
    )
    write_lock(path, DatasetsLock({"humaneval-v": {"official-v1": v1, "official-v2": v2}}))
    return path


@pytest.fixture
def without_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Import data sets without trying their test scripts, which other tests do."""
    monkeypatch.setattr("benchmark.pipeline.judge.script_check.broken_tests", lambda *_: {})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """A server whose model adds."""
    adds = FixedText(text="```python\ndef solution(a, b):\n    return a + b\n```")
    with LoopbackServer(Script(rules=(Rule(fault=adds),))) as server:
        yield server


def import_set(in_process: Sightbench, lock: Path, rows: Rows, version: str) -> str:
    """Fetch a data set from a folder that looks like a clone of upstream; return the output."""
    folder = lock.parent / f"clone-{version}"
    folder.mkdir()
    (folder / "data.arrow").write_bytes(arrow(rows))
    (folder / "prompts.py").write_text(SOURCE, encoding="utf-8")
    (folder / "inference.py").write_text(V1_SOURCE, encoding="utf-8")
    command = ["dataset", "fetch", "humaneval-v", "--version", version, "--from", folder, "--record"]
    done = in_process(*command, "--lock", lock)
    assert done.returncode == 0, done.stderr
    return done.stdout
