"""The data set ``open`` as it is in the repository."""

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.datasets.collection import load_tasks
from benchmark.datasets.twins import expected_results
from benchmark.files.mermaid import parse_mermaid
from workshop.authoring.chart_families.calls import FEWEST, FEWEST_WITH_LARGE
from workshop.authoring.chart_families.dataset import ChartPins
from workshop.authoring.chart_families.family import LARGE_CALLS
from workshop.flowchart.phraser import source_labels
from workshop.pins import read_pinned
from workshop.suites.code_vision import OPEN

TASKS = load_tasks(OPEN)
FEWER_TESTS = {"shelf-fill": 50}  #: the family says why


def calls(task: Task) -> dict[str, int]:
    """Return the number of asserts of each kind."""
    assert isinstance(task.check, FunctionCheck)
    return {
        kind: test.count("\nassert ") for kind, test in zip(task.check.kinds, task.check.tests, strict=True)
    }


@pytest.mark.gate
def test_a_task_has_its_problem_its_pictures_and_tests_of_each_kind() -> None:
    for task in TASKS:
        problem, *pictures = task.parts
        assert isinstance(problem, Text)
        assert 1 <= len(pictures) <= 3, task.id
        assert all(isinstance(picture, Picture) for picture in pictures)
        typical, edge = FEWEST[task.subset]
        counts = calls(task)
        assert counts["typical"] >= typical, task.id
        assert counts["edge"] >= edge, task.id
        if task.subset == "algorithm" and task.level not in DIAL_LEVELS:
            assert counts["large"] == LARGE_CALLS
            assert sum(counts.values()) == FEWER_TESTS.get(task.stem, 100), task.id
        assert sum(counts.values()) >= FEWEST_WITH_LARGE[task.subset], task.id
        assert len(expected_results(task)) == sum(counts.values()), task.id
        assert task.limits.seconds == 3


def test_no_label_holds_source_text_and_pins_hold_the_digest_of_each_chart() -> None:
    pinned = {
        pin.id: pin
        for name in OPEN.names()
        for pin in getattr(read_pinned(ChartPins, OPEN, name), "tasks", ())
    }
    assert set(pinned) == {task.id for task in TASKS}
    for task in TASKS:
        if task.level not in DIAL_LEVELS:
            assert source_labels(parse_mermaid(task.chart)) == []
        assert pinned[task.id].chart == sha256_hex(task.chart.encode())
        assert (pinned[task.id].measured is None) == ("large" not in task.kinds)
