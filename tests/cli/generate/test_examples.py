"""The example of a model behind an API and the five lines on the page *Submit a model* can be run."""

import re
from pathlib import Path

import pytest
import yaml

from benchmark.suites import load
from tests.conftest import Sightbench

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "site" / "pages" / "submit" / "index.md"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up keys; an estimate sends none."""
    for name in ("SIGHTBENCH_KEY_EXAMPLE", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "sk-test-0123456789abcdefghijklmnop")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.mark.gate
def test_the_example_of_a_model_behind_an_api_is_estimated(in_process: Sightbench) -> None:
    folder = ROOT / "submissions" / "_examples" / "api-model"
    (run,) = yaml.safe_load((folder / "submission.yaml").read_text(encoding="utf-8"))["runs"]
    assert (run["dataset"], run["setting"]) == ("rebuilt", "flowchart")
    done = in_process("generate", str(folder), "--estimate", code=0)
    assert done.stdout.startswith("example-vl-7b: 164 completions in 164 calls, about ")


@pytest.mark.parametrize("setting", load("code-vision").settings_for("rebuilt"))
def test_the_five_lines_are_estimated_with_the_model_of_the_page(tmp_path, in_process, setting) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (lines,) = re.findall(r"```yaml\n(slug: .*?)```", text, re.DOTALL)
    (model,) = re.findall(r"`(model: \{.*?\})`", text)
    assert lines.count("\n") == 5
    with_model = lines.replace("predictions: predictions.jsonl.gz", model)
    assert "setting: flowchart" in with_model
    assert model in with_model
    folder = tmp_path / "acme-vl-7b"
    folder.mkdir()
    submission = with_model.replace("setting: flowchart", f"setting: {setting}")
    (folder / "submission.yaml").write_text(submission, encoding="utf-8")
    done = in_process("generate", str(folder), "--estimate", code=0)
    assert done.stdout.startswith("acme-vl-7b: 164 completions in 164 calls, about ")
