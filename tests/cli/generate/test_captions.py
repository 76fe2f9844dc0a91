"""MMCode from model to row: interleaved pictures, captions of another model, the first picture only."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from loopback import ApiRequest, LoopbackServer, Script, ServedRequest

from benchmark.files.predictions import read_predictions
from benchmark.pipeline.rows.row_files import descriptions_of
from benchmark.results.ledger import read_row
from tests.conftest import Sightbench

pytestmark = pytest.mark.gate  #: tests/pipeline/generate/test_submitted_model.py tests the plans

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
TASK = {
    "id": "sum",
    "suite": "mmcode",
    "dataset": "mine",
    "prompt": "Add what ![image](1.png) shows to what ![image](2.png) shows.",
    "images": ["1.png", "2.png"],
    "check": {"kind": "stdio", "cases": [{"input": "1\n", "output": "8\n"}], "compare": "tokens"},
}
CAPTIONS = "**Picture 1:** a three\n\n**Picture 2:** a four"
PROGRAM = "```python\nprint(int(input()) + 3 + 4)\n```"


def writer(request: ApiRequest, _index: int, _repetition: int) -> str:
    return CAPTIONS if "Describe each picture" in request.text else PROGRAM


def words(request: ServedRequest) -> str:
    return "".join(piece.value for piece in request.prompt if piece.kind == "text")


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer(Script(), writer) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", "sk-test-0123456789abcdefghijklmnop")
    monkeypatch.setenv("SIGHTBENCH_KEY_EYE", "sk-test-zyxwvutsrqponmlkjihgfedcb")
    (tmp_path / "tasks.jsonl").write_text(json.dumps(TASK) + "\n", encoding="utf-8")
    for name in ("1.png", "2.png"):
        (tmp_path / name).write_bytes(PNG)
    return tmp_path


def generate(
    folder: Path, server: LoopbackServer, in_process: Sightbench, setting: str, *seeing: str, **model: Any
) -> None:
    """Generate a run; ``seeing`` names a captioner, and ``model`` has fields of the model that sees."""

    def config(name: str, variable: str) -> dict[str, object]:
        return {
            "provider": "openai", "model": name, "base_url": server.openai_url,
            "api_key_env": f"SIGHTBENCH_KEY_{variable}",
        }  # fmt: skip

    run = {"suite": "mmcode", "dataset": "official", "setting": setting, "protocol": "greedy"}
    models = {"model": config("acme", "ACME")}
    for name in seeing:
        models["captioner"] = config(name, "EYE")
    models["captioner" if seeing else "model"] |= model
    document = {"slug": "acme", "name": "Acme", "owners": ["octocat"], "runs": [{**run, **models}]}
    (folder / "acme").mkdir(exist_ok=True)
    document["schema"] = "sightbench/submission/1"
    (folder / "acme" / "submission.yaml").write_text(yaml.safe_dump(document), encoding="utf-8")
    in_process("generate", "acme", "--tasks", "tasks.jsonl", "--out", "answers.jsonl", code=0)


def test_another_model_writes_the_captions_and_the_row_keeps_them(
    folder: Path, server: LoopbackServer, in_process: Sightbench
) -> None:
    generate(folder, server, in_process, "image-replacement-eye", "eye")
    eye, acme = server.served
    assert (eye.model, len(eye.pictures), acme.model, len(acme.pictures)) == ("eye", 2, "acme", 0)
    assert eye.order == "tptpt"
    assert eye.key != acme.key
    assert "Add what [Picture 1: a three] shows to what [Picture 2: a four] shows." in words(acme)
    (captions,) = read_predictions(folder / "answers.stage-1.jsonl")
    assert captions.text == CAPTIONS
    in_process(
        *("evaluate", "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl", "--slug", "acme"),
        *("--rows", "rows", "--workers", "1"),
        code=0,
    )
    (path,) = (folder / "rows").rglob("*.json")
    row = read_row(path)
    assert (row.result.setting, row.result.scores[0].value) == ("image-replacement-eye", 1.0)
    assert [captions.text for captions in descriptions_of(row, path)] == [CAPTIONS]
