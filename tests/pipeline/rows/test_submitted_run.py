"""The bundled model: its completions, how they were generated, and what a row records about both."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from benchmark import cli
from benchmark.cli.verify.rows import changed_versions
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.generation.record.manifest import config_digest, manifest_path, read_manifest
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.pipeline.rows.verify import OFFICIAL_PYTHON, other_python_notes
from benchmark.results.branch_record import add_record
from benchmark.results.row import Row, RowVersions
from benchmark.submissions.check import read_submission
from benchmark.suites import load
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
    run = submission.runs[0]
    identity = row_identity(SMOLLM, submission, run)
    assert identity.generation is not None
    assert identity.generation.model == submission.slug
    assert identity.generation.revision is not None
    assert identity.generation.revision.startswith("sha256 b179c952")
    assert (identity.setting, identity.protocol, identity.prompt) == ("text", "greedy", "sightbench")


def test_the_completions_answer_the_current_prompt_of_the_suite() -> None:
    """If the prompt has changed, run ``./noxw -s small -- --keep``."""
    submission = read_submission(SMOLLM, known_suites())
    assert submission.runs
    for run in submission.runs:
        prompt = load(run.suite).prompt(run.prompt, run.setting)
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


ROOT = Path(__file__).resolve().parents[3]


def versions(**guest: str) -> RowVersions:
    return RowVersions(suite=1, judge=2, guest=guest)


def test_every_job_of_ci_installs_the_python_of_official_rows() -> None:
    """No workflow sets up another one; the rules for workflows let only our own action do it."""
    action = yaml.safe_load((ROOT / ".github/actions/python/action.yml").read_text())
    (python,) = (
        step["with"]["python-version"] for step in action["runs"]["steps"] if "setup-python" in step["uses"]
    )
    assert python == OFFICIAL_PYTHON
    workflows = [path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")]
    assert not [text for text in workflows if "setup-python" in text]
    page = (ROOT / "site/pages/results/index.md").read_text(encoding="utf-8")
    assert f"run on Python {OFFICIAL_PYTHON}: `.github/actions/python` installs it" in page


def test_an_official_row_on_the_same_python_needs_no_note() -> None:
    assert other_python_notes(versions(python=OFFICIAL_PYTHON), OFFICIAL_PYTHON) == ()
    assert other_python_notes(versions(python=OFFICIAL_PYTHON), None) == ()


def test_another_python_of_the_row_or_of_this_machine_is_named() -> None:
    other, here = other_python_notes(versions(python="3.11"), "3.13")
    assert other == f"judged with Python 3.11; official rows are judged with Python {OFFICIAL_PYTHON}"
    assert "Python 3.13 here, and ran on Python 3.11" in here
    assert other_python_notes(versions(), OFFICIAL_PYTHON)[0].startswith("judged with Python an unknown")


def test_a_version_of_the_sandbox_that_differs_is_named_alone(make_row) -> None:
    then, now = (
        with_versions(make_row(), serial, **guest)
        for serial, guest in (
            (None, {"python": "3.12", "numpy": "2.4.6"}),
            ("5d41402abc4b", {"python": "3.11", "numpy": "2.4.6", "sympy": "1.14.0"}),
        )
    )
    assert changed_versions(then, now) == [
        ("python of the sandbox", "3.12", "3.11"),
        ("sympy of the sandbox", "none", "1.14.0"),
    ]


def test_another_serial_number_of_the_judge_is_a_version_that_differs(make_row) -> None:
    then, now = (with_versions(make_row(), serial, python="3.12") for serial in ("aa", "bb"))
    assert changed_versions(then, now) == [("serial number of the judge", "aa", "bb")]
    assert changed_versions(then, then) == []


def with_versions(row: Row, serial: str | None, **guest: str) -> Row:
    result = row.result.model_copy(update={"versions": versions(**guest)})
    run = row.run.model_copy(update={"judge_serial": serial})
    return row.model_copy(update={"result": result, "run": run})


def test_verify_of_a_folder_counts_rows_of_another_python(tmp_path, make_row, capsys) -> None:
    add_record(tmp_path, make_row("acme", dataset="official-v1"))
    with pytest.raises(SystemExit):
        cli.main(["verify", str(tmp_path)])
    assert (
        f"note: 1 row judged with Python 3.11.9; official rows are judged with Python {OFFICIAL_PYTHON}"
        in (capsys.readouterr().out)
    )
