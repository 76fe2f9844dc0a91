"""The bundled model: its completions, how they were generated, and what a row records about both."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.submissions.check import read_submission
from benchmark.suites import SUITES
from benchmark.suites.run_names import known_suites

SMOLLM = Path(__file__).resolve().parents[3] / "submissions" / "smollm2-135m-q4"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMOLLM, tmp_path / SMOLLM.name))


def change_manifest(folder: Path, changes: Mapping[str, object]) -> None:
    path = manifest_path(folder / "predictions.jsonl")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["config"] |= changes
    path.write_text(json.dumps(document), encoding="utf-8")


def test_a_row_records_how_the_completions_were_generated() -> None:
    submission = read_submission(SMOLLM, known_suites())
    (run,) = submission.runs
    identity = row_identity(SMOLLM, submission, run)
    assert identity.generation is not None
    assert identity.generation.model == submission.slug
    assert identity.generation.revision is not None
    assert identity.generation.revision.startswith("sha256 b179c952")
    assert (identity.setting, identity.protocol, identity.prompt) == ("text", "greedy", "sightbench")


def test_the_completions_answer_the_current_prompt_of_the_suite() -> None:
    """If the prompt has changed, run ``./noxw -s smollm -- --keep``."""
    submission = read_submission(SMOLLM, known_suites())
    (run,) = submission.runs
    prompt = SUITES[run.suite].prompt(run.prompt, run.setting)
    assert row_identity(SMOLLM, submission, run).prompt_digest == prompt.digest


def test_manifest_and_completions_agree() -> None:
    completions = read_predictions(SMOLLM / "predictions.jsonl")
    manifest = read_manifest(SMOLLM / "predictions.jsonl")
    assert manifest is not None
    assert manifest.digest == config_digest(manifest.config)
    assert (manifest.totals.completions, manifest.wanted, manifest.missing) == (164, 164, {})
    assert manifest.totals.tokens_out == sum(completion.tokens_out or 0 for completion in completions)
    assert len({completion.text for completion in completions}) > 160
    origins = {(completion.model, completion.resolved_model, completion.draw) for completion in completions}
    assert origins == {("smollm2-135m-q4", "smollm2-135m-q4", 0)}


def test_a_run_with_the_first_picture_only_names_another_prompt(copy: Path) -> None:
    submission = read_submission(copy, known_suites())
    run = submission.runs[0].model_copy(update={"single_picture": True})
    with pytest.raises(BadInput, match=r"prompt: is 'sightbench', but .* 'sightbench-first-picture'"):
        row_identity(copy, submission, run)
    change_manifest(copy, {"prompt": "sightbench-first-picture"})
    assert row_identity(copy, submission, run).prompt == "sightbench-first-picture"


@pytest.mark.parametrize(("name", "value"), [("setting", "flowchart"), ("prompt", "upstream")])
def test_a_manifest_that_contradicts_the_run_is_refused(name: str, value: str, copy: Path) -> None:
    change_manifest(copy, {name: value})
    submission = read_submission(copy, known_suites())
    with pytest.raises(BadInput, match=f"{name}: is '{value}', but the submission has"):
        row_identity(copy, submission, submission.runs[0])
