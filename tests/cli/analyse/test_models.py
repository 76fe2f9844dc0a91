"""Tests of `analyse models`: Table 10 of HumanEval-V, made from submissions."""

import json
from pathlib import Path

import pytest

RUN = (
    "{{suite: {}, dataset: {}, setting: {}, protocol: greedy, prompt: sightbench,"
    " model: {{provider: openai, model: m}}}}"
)
SEES = RUN.format("humaneval-v", "open", "image")
READS = RUN.format("evalplus", "official", "text")


@pytest.fixture
def submissions(tmp_path: Path, shared_data: Path) -> Path:
    """Write submissions of the paper's models, with the values of its Table 10."""
    folder = tmp_path / "submissions"
    table = json.loads((shared_data / "papers" / "humanevalv_table10.json").read_text())
    for number, row in enumerate(table["rows"]):
        slug = f"model-{number}"
        lines = [
            "schema: sightbench/submission/1",
            f"slug: {slug}",
            f"name: {json.dumps(row['model'])}",
            "owners: [octocat]",
            f"weights: {'closed' if row['kind'] == 'proprietary' else 'open'}",
            *([f"parameters_b: {row['params_b']}"] if row["params_b"] else []),
            *([f"links: {{model card: {json.dumps(row['link'])}}}"] if row["link"] else []),
            f"runs: [{READS if 'LLM' in row['kind'] else SEES}]",
        ]
        (folder / slug).mkdir(parents=True)
        (folder / slug / "submission.yaml").write_text("\n".join(lines) + "\n")
    (folder / "gold").mkdir()
    (folder / "gold" / "submission.yaml").write_text("broken")
    (folder / "gold").rename(folder / "_examples")
    return folder


def test_the_models_of_the_paper_are_listed_in_its_order(
    in_process, submissions: Path, shared_data: Path
) -> None:
    """Proprietary models first, then open ones that see, then open ones that read."""
    models = json.loads(in_process("analyse", "models", "--submissions", submissions, "--json").stdout)[
        "models"
    ]
    table = json.loads((shared_data / "papers" / "humanevalv_table10.json").read_text())["rows"]
    assert len(models) == len(table) == 30
    kinds = [(model["weights"], model["sees"]) for model in models]
    assert kinds == [("closed", True)] * 5 + [("open", True)] * 14 + [("open", False)] * 11
    published = sorted((row["model"], row["params_b"] or 0, row["link"] or "") for row in table)
    ours = sorted(
        (model["name"], model["parameters_b"] or 0, next(iter(model["links"].values()), ""))
        for model in models
    )
    assert ours == published


def test_the_table_is_that_of_the_paper(in_process, submissions: Path) -> None:
    lines = in_process("analyse", "models", "--submissions", submissions).stdout.splitlines()
    found = [line for line in lines if line.startswith("Qwen2-VL")]
    assert [line.split()[1:4] for line in found] == [["open,", "sees", "73.4"], ["open,", "sees", "8.3"]]


def test_a_folder_without_submissions_is_refused(in_process, tmp_path: Path) -> None:
    done = in_process("analyse", "models", "--submissions", tmp_path)
    assert done.returncode == 2
    assert "has no NAME/submission.yaml" in done.stderr
