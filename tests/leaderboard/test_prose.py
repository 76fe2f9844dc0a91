"""The examples on the written pages are valid."""

import json
import re

import pytest
import yaml
from pydantic import TypeAdapter

from benchmark.authoring.canary import CANARY
from benchmark.authoring.reviews import Reviews, review_state
from benchmark.files.predictions import PredictionLine
from benchmark.files.task_line import TaskLine
from benchmark.files.verdicts import AnyVerdictLine
from benchmark.leaderboard.build.build import checkout
from benchmark.submissions.schema import Submission

PAGES = checkout() / "site" / "pages"


def _blocks(page: str, language: str, heading: str = "") -> list[str]:
    text = (PAGES / page / "index.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0] if heading else text
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(3))
def test_an_example_of_a_task_is_valid_and_solved_by_its_reference(number: int) -> None:
    task = TaskLine.model_validate(json.loads(_blocks("formats", "json", "Tasks")[number]))
    names: dict[str, object] = {}
    if task.check.kind == "function":
        exec(task.reference, names)  # noqa: S102 - our own example
        for test in task.check.tests:
            exec(test, dict(names))  # noqa: S102
    else:
        compile(task.reference, "reference", "exec")


def test_the_example_of_a_prediction_is_valid() -> None:
    line, upstream = map(json.loads, _blocks("formats", "json", "Predictions"))
    assert PredictionLine.model_validate(line).draw == 0
    assert set(upstream[0]) == {"qid", "predictions"}


def test_the_examples_of_verdicts_are_valid() -> None:
    for block in _blocks("formats", "json", "Verdicts"):
        TypeAdapter(AnyVerdictLine).validate_python(json.loads(block))


def test_the_example_of_a_submission_is_valid_and_has_five_lines() -> None:
    (block,) = _blocks("submit", "yaml")
    assert len(block.splitlines()) == 5
    assert Submission.model_validate(yaml.safe_load(block)).slug == "acme-vl-7b"


def test_the_example_of_a_review_is_valid() -> None:
    (block,) = _blocks("authoring", "yaml")
    review = Reviews.model_validate(yaml.safe_load(block))
    assert review.canary == CANARY
    assert review_state(review.tasks["knotted-beads-1"]) == "1 of 1 people solved it"
    assert review_state(None) == "not reviewed"


def test_the_example_of_a_family_matches_the_shipped_module() -> None:
    """The code blocks on the page are lines of the module."""
    blocks = _blocks("authoring", "python")
    module = (PAGES.parent.parent / "benchmark/suites/humaneval_v/open/families/knotted_beads.py").read_text()
    for block in blocks[:4]:
        for line in block.splitlines():
            assert line.strip() in ("", "...") or line.partition("  #")[0] in module, line
