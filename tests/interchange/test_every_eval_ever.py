"""Tests of `export rows --format every-eval-ever`; the session `formats` runs the format's own validator."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.results.ledger import read_row
from benchmark.suites import load
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

ROOT = Path(__file__).resolve().parent.parent.parent
EXPORT = ("export", "rows", "--format", "every-eval-ever", "--out", "out")
GPT = next((ROOT / "recorded" / "code-vision" / "official" / "gpt-4o").glob("*.json"))


def written(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the only aggregate record of a folder, and its records of samples."""
    (aggregate,) = folder.rglob("*[!s].json")
    record = json.loads(aggregate.read_text("utf-8"))
    detailed = record.get("detailed_evaluation_results")
    if detailed is None:
        assert not [*folder.rglob("*.jsonl")]
        return record, []
    content = (folder / detailed["file_path"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == detailed["checksum"]
    lines = [json.loads(line) for line in content.splitlines()]
    assert len(lines) == detailed["total_rows"]
    return record, lines


def test_every_score_and_every_verdict_of_a_recorded_row_is_exported(in_process, tmp_path) -> None:
    done = in_process(*EXPORT, GPT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "without texts of tasks: Its source states no licence" in done.stdout
    row = read_row(GPT)
    record, samples = written(tmp_path / "out")
    assert record["schema_version"] == "0.3.0"
    assert record["model_info"]["id"] == "openai/gpt-4o"
    exported = [
        (result["metric_config"]["metric_name"], result["score_details"]["score"])
        for result in record["evaluation_results"]
    ]
    assert exported == [(score.metric, score.value) for score in row.result.scores]
    ranked = {result["evaluation_result_id"]: result for result in record["evaluation_results"]}
    of_samples = ranked[f"{row.id[:12]}:pass@1"]["score_details"]["score"]
    assert sum(sample["evaluation"]["score"] for sample in samples) / len(samples) == pytest.approx(
        of_samples, abs=1e-6
    )
    assert {sample["evaluation_result_id"] for sample in samples} == {f"{row.id[:12]}:pass@1"}
    assert {sample["evaluation_id"] for sample in samples} == {record["evaluation_id"]}
    # Others publish these answers, and the tasks have no licence.
    assert all(not sample["input"]["raw"] and not sample["output"]["raw"] for sample in samples)
    assert not any("failed_check" in sample["metadata"] for sample in samples)


def test_tasks_of_our_own_are_shown_with_answers_and_what_was_judged(in_process, tmp_path, kept_row) -> None:
    assert in_process(*EXPORT, kept_row("PW")).returncode == 0
    _, (first, second) = written(tmp_path / "out")
    task = load("mathopeval").datasets["open-choice"]()[0]
    assert first["sample_id"] == task.id
    assert "![image](1.png)" in first["input"]["raw"]
    assert first["input"]["reference"] == [task.check.answer]  # type: ignore[union-attr]
    assert first["output"]["raw"] == ["I say:\ufffd\n**B**"]
    assert first["answer_attribution"][0]["extracted_value"] == "B"
    assert first["token_usage"]["total_tokens"] == 12
    assert (first["evaluation"], second["evaluation"]) == (
        {"score": 1.0, "is_correct": True},
        {"score": 0.0, "is_correct": False},
    )
    assert second["metadata"]["failed_check"] == "the reason"


@pytest.mark.parametrize("options", [["--aggregate"], []], ids=["on request", "of a fresh set"])
def test_an_aggregate_says_nothing_about_single_tasks(in_process, tmp_path, kept_row, options) -> None:
    path = kept_row("PW", name="open-choice" if options else "fresh-0123456789ab-choice")
    assert in_process(*EXPORT, path, *options).returncode == 0
    record, samples = written(tmp_path / "out")
    assert samples == []
    assert record["evaluation_results"][0]["score_details"]["score"] == 0.5
    said = "".join(file.read_text("utf-8") for file in (tmp_path / "out").rglob("*.json"))
    assert not [task for task in read_row(path).result.statuses if task in said]


def test_a_missing_file_of_answers_is_an_error_with_two_ways_out(in_process, tmp_path, kept_row) -> None:
    path = kept_row("PW")
    path.with_name(f"{path.stem}.completions.jsonl.gz").unlink()
    done = in_process(*EXPORT, path)
    assert done.returncode == 2
    assert "completions.jsonl.gz: does not exist" in done.stderr
    assert "--assets OWNER/NAME, or export only the scores with --aggregate" in done.stderr
    assert not (tmp_path / "out").exists()
    assert in_process(*EXPORT, path, "--aggregate").returncode == 0


def test_baselines_and_folders_without_rows_are_refused(in_process, tmp_path, make_row) -> None:
    row = make_row("gold", "P")
    path = tmp_path / f"{row.id}.json"
    path.write_text(row.model_dump_json(by_alias=True), encoding="utf-8")
    done = in_process(*EXPORT, path)
    assert (done.returncode, "is of gold, which checks the benchmark" in done.stderr) == (2, True)
    (tmp_path / "empty").mkdir()
    done = in_process(*EXPORT, "empty")
    assert (done.returncode, "empty: contains no rows" in done.stderr) == (2, True)


def test_a_withdrawn_row_is_refused_by_name_and_left_out_of_its_folder(
    in_process: Sightbench, tmp_path: Path, kept_row: KeptRow
) -> None:
    path, other = kept_row("PW"), kept_row("WW")
    withdrawal = {
        "schema": "sightbench/retraction/1",
        "row": path.stem,
        "suite": "mathopeval",
        "dataset": "open-choice",
        "slug": "acme-1",
        "reason": "The answers were made by another model.",
        "date": "2026-03-01T12:00:00Z",
        "by": "jane",
    }
    place = tmp_path / "rows" / "retractions" / f"{path.stem}.json"
    place.parent.mkdir()
    place.write_text(json.dumps(withdrawal), encoding="utf-8")
    done = in_process(*EXPORT, path)
    assert (done.returncode, "this row was withdrawn" in done.stderr) == (2, True)
    assert in_process(*EXPORT, "rows").returncode == 0
    record, _ = written(tmp_path / "out")
    assert record["source_metadata"]["additional_details"]["row"] == other.stem


def test_a_model_without_a_developer_is_named_by_an_option(in_process, tmp_path, kept_row) -> None:
    path = kept_row("PW", organisation="")
    command = ("export", "rows", "--format", "every-eval-ever", path, "--aggregate", "--out")
    assert (
        "the developer of acme-1 is unknown: name the model with --model-id"
        in in_process(*command, "a").stdout
    )
    done = in_process(*command, "b", "--model-id", "Acme/acme-1-7B")
    assert (done.returncode, "unknown" in done.stdout) == (0, False)
    record, _ = written(tmp_path / "b")
    assert (record["model_info"]["id"], record["model_info"]["developer"]) == ("Acme/acme-1-7B", "Acme")
    assert [*(tmp_path / "b").glob("data/sightbench-mathopeval/Acme/acme-1-7B/*.json")]
    assert "--model-id: 'acme' is not valid" in in_process(*command, "c", "--model-id", "acme").stderr
    done = in_process(
        "export", "rows", "--format", "every-eval-ever", GPT, path, "--model-id", "a/b", "--out", "d"
    )
    assert (done.returncode, "the rows are of gpt-4o and acme-1" in done.stderr) == (2, True)
