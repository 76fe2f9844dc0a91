"""Logs that inspect_ai itself writes, in both of its formats, give the answers that are in them."""

from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log, write_eval_log

from benchmark.files.predictions import read_predictions
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

pytestmark = pytest.mark.filterwarnings("default")


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_answers_in_a_log_of_inspect_are_read(
    in_process: Sightbench, kept_row: KeptRow, tmp_path: Path, ending: str
) -> None:
    assert in_process("export", "inspect", kept_row("PWP"), "--out", "logs").returncode == 0
    (exported,) = (tmp_path / "logs").iterdir()
    log = read_eval_log(str(exported))
    changed = log.samples[0].id
    log.samples[0].output.choices[0].message.content = long = "A long answer with ünïcode.\n" * 20_000
    written = tmp_path / f"own.{ending}"
    write_eval_log(log, str(written))
    done = in_process("import", "inspect", written, "--out", "out.jsonl")
    assert (done.returncode, done.stdout) == (0, "out.jsonl: 3 answers to 3 tasks\n")
    found = {answer.task_id: answer.text for answer in read_predictions(tmp_path / "out.jsonl")}
    assert found.pop(changed) == long
    assert found == {sample.id: sample.output.completion for sample in log.samples if sample.id != changed}
