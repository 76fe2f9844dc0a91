"""Logs that inspect_ai itself writes are read, and it reads those that we write."""

import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log, write_eval_log

from benchmark.files.predictions import read_predictions
from benchmark.results.ledger import read_rows
from tests.case_files import read_text
from tests.conftest import Sightbench

pytestmark = pytest.mark.filterwarnings("default")
#: Runs a task with a model that has its answers ready. Without counts of tokens, Inspect fetches a tokenizer.
RUN = read_text("programs/run_inspect.py")


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_answers_in_a_log_of_inspect_are_read(in_process, kept_row, tmp_path, ending) -> None:
    assert (
        in_process("export", "rows", "--format", "inspect", kept_row("PWP"), "--out", "logs").returncode == 0
    )
    (exported,) = (tmp_path / "logs").iterdir()
    log = read_eval_log(str(exported))
    changed = log.samples[0].id
    log.samples[0].output.choices[0].message.content = long = "A long answer with ünïcode.\n" * 20_000
    written = tmp_path / f"own.{ending}"
    write_eval_log(log, str(written))
    done = in_process("import", "answers", "inspect", written, "--out", "out.jsonl")
    assert (done.returncode, done.stdout) == (0, "out.jsonl: 3 answers to 3 tasks\n")
    found = {answer.task_id: answer.text for answer in read_predictions(tmp_path / "out.jsonl")}
    assert found.pop(changed) == long
    assert found == {sample.id: sample.output.completion for sample in log.samples if sample.id != changed}


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_answers_of_a_run_of_inspect_are_read(in_process: Sightbench, tmp_path: Path, ending: str) -> None:
    """A real run in a process of its own; ids of samples are texts or numbers."""
    command = [sys.executable, "-c", RUN, str(tmp_path / "logs"), ending]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (log,) = (tmp_path / "logs").glob(f"*.{ending}")
    done = in_process("import", "answers", "inspect", log, "--out", "out.jsonl")
    assert (done.returncode, done.stdout) == (0, "out.jsonl: 6 answers to 3 tasks\n")
    found = [*read_predictions(tmp_path / "out.jsonl")]
    keys = [(name, draw) for name in ("7", "a-1", "a-2") for draw in (0, 1)]
    assert sorted(answer.key for answer in found) == keys
    assert {answer.text for answer in found} == {f"answer {number}" for number in range(6)}
    assert {(each.tokens_in, each.tokens_out, each.tokens_thinking) for each in found} == {(5, 7, 2)}
    assert sorted(answer.finish_reason for answer in found) == ["length", *["stop"] * 5]


ROOT = Path(__file__).resolve().parent.parent.parent


def headline(log: EvalLog) -> str:
    """The metric that lists of logs show: the first one of the first scorer."""
    return next(iter(log.results.scores[0].metrics.values())).name


def test_inspect_reads_every_log_without_loss(in_process, kept_row, tmp_path) -> None:
    paths = (ROOT / "recorded", kept_row("PWP"), kept_row("PP", name="fresh-0123456789ab-choice"))
    assert (
        in_process("export", "rows", "--format", "inspect", *paths, "--out", tmp_path / "logs").returncode
        == 0
    )
    found = list_eval_logs(str(tmp_path / "logs"))
    assert len(found) == 27
    rows = {row.id: row for row in read_rows(ROOT / "recorded")}
    samples = 0
    for info in found:
        log = read_eval_log(info)
        assert log.status == "success"
        own = str(tmp_path / "own.eval")
        write_eval_log(log, own)
        again = read_eval_log(own)
        assert again.results == log.results
        assert len(again.samples or ()) == len(log.samples or ())
        assert headline(log) == "pass@1"
        row = rows.get(log.eval.metadata["row"])
        if row is not None:
            assert len(log.samples) == row.result.tasks.count
            value = log.results.scores[0].metrics["pass@1"].value
            assert value == next(score.value for score in row.result.scores if score.metric == "pass@1")
        samples += len(log.samples or ())
    print(len(found), "logs with", samples, "samples read")
