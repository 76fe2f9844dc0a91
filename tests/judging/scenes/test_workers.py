"""Figures are judged by worker processes, and their verdicts go to files and back."""

from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.verdicts import read_verdicts, write_verdicts
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.judging.scenes.figures import BAR


@pytest.mark.gate
def test_points_and_parts_reach_the_verdict_file(tmp_path: Path) -> None:
    task = Task(id="t", check=FigureCheck(reference=BAR, operation="generate", type="bar"))
    answers = [BAR, BAR.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]"), "x = 1\n"]
    completions = [
        Completion(task_id="t", draw=draw, text=f"```python\n{answer}```")
        for draw, answer in enumerate(answers)
    ]
    found = evaluate([task], completions, rule=ExtractionRule("own", extract), executor=LocalPool(1))
    assert [outcome.status for outcome in found.outcomes if isinstance(outcome, Verdict)] == [
        Status.PASSED, Status.WRONG_ANSWER, Status.NO_FIGURE,
    ]  # fmt: skip
    write_verdicts(tmp_path / "v.jsonl", found.outcomes)
    verdicts = [verdict for verdict in read_verdicts(tmp_path / "v.jsonl") if isinstance(verdict, Verdict)]
    assert [verdict.points for verdict in verdicts] == [10, 7.89, 1]
    assert [verdict.parts.get("content") for verdict in verdicts] == [1, 0.9167, None]
    assert set(found.guest) > {"python", "matplotlib"}
