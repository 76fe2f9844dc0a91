"""The bundled model: its completions, how they came about, and what a row says of both."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.submissions.check import read_submission
from benchmark.suites import SUITES

SMOLLM = Path(__file__).resolve().parents[3] / "submissions" / "smollm2-135m-q4"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMOLLM, tmp_path / SMOLLM.name))


def change_manifest(folder: Path, changes: Mapping[str, object]) -> None:
    path = manifest_path(folder / "predictions.jsonl")
    document = json.loads(path.read_text(encoding="utf-8"))
    document["config"] |= changes
    path.write_text(json.dumps(document), encoding="utf-8")


def test_a_row_says_how_the_completions_came_about() -> None:
    submission = read_submission(SMOLLM, known_suites())
    (run,) = submission.runs
    said = row_identity(SMOLLM, submission, run)
    assert said.generation is not None
    assert said.generation.model == submission.slug
    assert said.generation.revision is not None
    assert said.generation.revision.startswith("sha256 b179c952")
    assert (said.setting, said.protocol, said.prompt) == ("text", "greedy", "sightbench")


def test_the_completions_answer_the_prompt_that_the_suite_has_now() -> None:
    """When it does not: ``./noxw -s smollm -- --keep``."""
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
    assert manifest.totals.tokens_out == sum(one.tokens_out or 0 for one in completions)
    assert len({one.text for one in completions}) > 160
    assert {(one.model, one.resolved_model, one.draw) for one in completions} == {
        ("smollm2-135m-q4", "smollm2-135m-q4", 0)
    }


@pytest.mark.parametrize(("name", "value"), [("setting", "flowchart"), ("prompt", "upstream")])
def test_a_manifest_that_says_something_else_than_the_run_is_refused(
    name: str, value: str, copy: Path
) -> None:
    change_manifest(copy, {name: value})
    submission = read_submission(copy, known_suites())
    with pytest.raises(BadInput, match=f"{name}: '{value}' is not what the submission says"):
        row_identity(copy, submission, submission.runs[0])
