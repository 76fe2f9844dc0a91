"""Figures are judged by worker processes; programs that draw the same by other means get all points."""

from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.verdicts import read_verdicts, write_verdicts
from benchmark.judging.scenes.comparison import compare
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.case_files import read_cases
from tests.judging.scenes.conftest import SceneOf
from tests.judging.scenes.figures import BAR, FIGURES
from tests.sampling import first_of


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


REWRITES = read_cases("figures/rewrites.yaml")


@pytest.mark.parametrize("name", first_of(REWRITES, 5, "gate"))
def test_a_rewrite_gets_all_points(scene_of: SceneOf, name: str) -> None:
    reference, answer = FIGURES[REWRITES[name]["figure"]], REWRITES[name]["program"]
    found = compare(scene_of(reference), scene_of(answer))
    assert (found.points, found.differences) == (10, ())
    assert compare(scene_of(answer), scene_of(reference)).same
