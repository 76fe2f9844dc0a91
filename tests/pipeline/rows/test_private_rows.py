"""A row on tasks with private rules shows no answer, and only holders of the pack can judge it again."""

import dataclasses
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.fresh import HOLDERS, KEPT_BACK
from benchmark.core.sample import Completion
from benchmark.core.verdict import MissingSample
from benchmark.files.predictions import prediction_record
from benchmark.files.tasks import task_record
from benchmark.pipeline.judge import missing
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows.record import make_row, record_evaluation
from benchmark.results.attestation import AttestationChecker
from benchmark.results.ledger import read_row, row_bytes, row_path, write_row
from benchmark.results.objects import TreeEntry
from benchmark.results.row import RowFile
from benchmark.results.soundness import check_files

from .. import conftest

PRIVATE = "fresh-private-0123456789ab"
IDENTITY = dataclasses.replace(conftest.IDENTITY, suite="humaneval-v", dataset=PRIVATE)


@pytest.fixture
def row(tmp_path: Path, judged: Evaluation) -> Path:
    description = Completion(task_id="a-1", draw=0, text="a picture of x * 2")
    return record_evaluation(tmp_path / "rows", judged, IDENTITY, [description])


def test_a_row_has_no_files_and_no_text_of_an_answer(row: Path, tmp_path: Path) -> None:
    assert [path for path in (tmp_path / "rows").rglob("*") if path.is_file()] == [row]
    assert read_row(row).run.files == ()
    assert b"x *" not in row.read_bytes()
    assert b"return" not in row.read_bytes()


def test_reasons_for_missing_samples_are_kept_back(
    judged: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing, "MISSING_LIMIT", 0.5)
    lost = MissingSample(task_id="a-1", draw=0, reason="the provider refused: draw x * 2")
    some = dataclasses.replace(
        judged, outcomes=(lost, *judged.outcomes[1:]), unlinted={"a-2#0": "pylint: x * 3"}
    )
    found, files = make_row(some, IDENTITY)
    assert files == {}
    assert found.run.missing == {"a-1#0": KEPT_BACK}
    assert found.run.unlinted == {"a-2#0": KEPT_BACK}


def test_verify_says_who_can_verify_the_row(in_process, row: Path) -> None:
    done = in_process("verify", row)
    assert done.returncode == 2
    assert f"{PRIVATE}: {HOLDERS}" in done.stderr
    assert "sightbench author build --private --seed @FILE" in done.stderr
    some = in_process("verify", row, "--no-judge")
    assert (some.returncode, HOLDERS in some.stdout) == (0, True)
    every = in_process("verify", "rows", "--judge")
    assert every.returncode == 0
    assert f"note: {HOLDERS}; id, path and signature were checked" in every.stdout
    assert "0 judged again, 0 wrong" in every.stdout


def test_holders_of_tasks_and_answers_verify_the_row(
    in_process, row: Path, tmp_path: Path, small: conftest.SmallDataset, judged: Evaluation
) -> None:
    answers = "".join(json.dumps(prediction_record(each)) + "\n" for each in judged.completions)
    (tmp_path / "answers.jsonl").write_text(answers)
    without_set = in_process("verify", row, "--predictions", "answers.jsonl")
    assert without_set.returncode == 2
    assert f"{PRIVATE} is not on this machine: its rules are private" in without_set.stderr
    tasks = "".join(json.dumps(task_record(each)) + "\n" for each in small.tasks)
    (tmp_path / "tasks.jsonl").write_text(tasks)
    done = in_process("verify", row, "--predictions", "answers.jsonl", "--tasks", "tasks.jsonl")
    assert "4 of 4 statuses agree" in done.stdout


@pytest.mark.parametrize("change", ["completions_file", "missing"])
def test_no_command_writes_a_row_that_names_files_or_reasons(row: Path, tmp_path: Path, change: str) -> None:
    private = read_row(row)
    file = RowFile(name=f"{private.id}.completions.jsonl.gz", sha256="0" * 64, bytes=10)
    shown = {"completions_file": file, "missing": {"a-1#0": "the provider refused: draw x * 2"}}
    run = private.run.model_copy(update={change: shown[change]})
    leaking = private.model_copy(update={"run": run})
    with pytest.raises(BadInput, match="the rules of its tasks are private"):
        write_row(tmp_path / "other", leaking)
    assert not (tmp_path / "other").exists()
    path, data = str(row_path(Path("results"), leaking)), row_bytes(leaking)
    entry = TreeEntry(mode="100644", id="0" * 40, size=len(data), path=path)
    findings = check_files(
        [entry], lambda entries: iter([data for _ in entries]), AttestationChecker(None)
    ).findings
    assert any("the rules of its tasks are private" in finding.problem for finding in findings)


def test_rescore_leaves_such_rows_as_they_are(in_process, tmp_path: Path, judged: Evaluation) -> None:
    record_evaluation(tmp_path / "rows", judged, dataclasses.replace(IDENTITY, suite_version=0))
    done = in_process("rescore", "--suite", "humaneval-v", "--rows", "rows")
    assert done.returncode == 0, done.stderr
    assert f"not judged again: {HOLDERS}" in done.stdout
