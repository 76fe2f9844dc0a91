"""Logs that inspect_ai itself writes, in both of its formats, give the answers that are in them."""

import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log, write_eval_log

from benchmark.files.predictions import read_predictions
from tests.conftest import Sightbench
from tests.interchange.conftest import KeptRow

pytestmark = pytest.mark.filterwarnings("default")
#: Runs a task with a model that has its answers ready. Without counts of tokens, Inspect fetches a tokenizer.
RUN = """
import sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate
replies = [ModelOutput.from_content("mockllm/model", f"answer {number}") for number in range(6)]
for reply in replies:
    reply.usage = ModelUsage(input_tokens=5, output_tokens=7, total_tokens=12, reasoning_tokens=2)
replies[0].choices[0].stop_reason = "max_tokens"
model = get_model("mockllm/model", custom_outputs=replies, memoize=False)
task = Task(dataset=[Sample(id=name, input="Write f.") for name in ("a-1", "a-2", 7)], solver=generate())
eval(task, model=model, epochs=2, log_dir=sys.argv[1], log_format=sys.argv[2], display="none")
"""


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_answers_in_a_log_of_inspect_are_read(
    in_process: Sightbench, kept_row: KeptRow, tmp_path: Path, ending: str
) -> None:
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
