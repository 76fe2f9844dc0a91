"""Tests of `export rows --format inspect`; the session `formats` reads the logs with inspect_ai."""

import json
from pathlib import Path
from typing import Any

from benchmark.results.ledger import read_row
from benchmark.suites import load
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

ROOT = Path(__file__).resolve().parent.parent.parent
GPT = next((ROOT / "recorded" / "code-vision" / "official" / "gpt-4o").glob("*.json"))


def written(folder: Path) -> dict[str, Any]:
    (path,) = folder.iterdir()
    log: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return log


def test_a_log_has_every_score_and_every_verdict_of_a_row(in_process: Sightbench, tmp_path: Path) -> None:
    done = in_process("export", "rows", "--format", "inspect", GPT, "--out", "out")
    assert (done.returncode, done.stderr) == (0, "")
    log, row = written(tmp_path / "out"), read_row(GPT)
    assert [*log["results"]["scores"][0]["metrics"]][:2] == ["pass@1", "execution_success"]
    found = {
        (metric["name"], "" if group["name"] == "sightbench" else group["name"]): metric["value"]
        for group in log["results"]["scores"]
        for metric in group["metrics"].values()
    }
    assert found == {(score.metric, score.category): score.value for score in row.result.scores}
    passed = [sample["id"] for sample in log["samples"] if sample["scores"]["sightbench"]["value"] == "C"]
    assert passed == [task for task, drawn in row.result.statuses.items() if drawn == ["passed"]]
    assert (log["eval"]["model"], log["plan"]["config"]["temperature"]) == ("openai/gpt-4o", 0.2)
    assert not any(sample["input"] or sample["messages"] for sample in log["samples"])


def test_a_sample_of_our_own_tasks_has_question_answer_and_what_was_judged(
    in_process: Sightbench, tmp_path: Path, kept_row: KeptRow
) -> None:
    assert in_process("export", "rows", "--format", "inspect", kept_row("PW"), "--out", "out").returncode == 0
    first, second = written(tmp_path / "out")["samples"]
    assert [message["role"] for message in first["messages"]] == ["user", "assistant"]
    assert first["output"]["completion"] == "I say:\ufffd\n**B**"
    assert first["output"]["usage"]["total_tokens"] == 12
    task = load("mathopeval").datasets["open-choice"]()[0]
    assert first["target"] == task.check.answer  # type: ignore[union-attr]
    assert (first["epoch"], first["scores"]["sightbench"]["answer"]) == (1, "B")
    assert second["scores"]["sightbench"]["explanation"] == "the reason"
