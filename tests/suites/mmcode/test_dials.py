"""Problems with a dial or of calls, and problems whose picture stands at the end of the text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmark.authoring.fresh import write_fresh
from benchmark.authoring.problem_families.form import PROBLEMS
from benchmark.authoring.source import compile_solution, fill
from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import FunctionCheck, Picture, Text
from benchmark.datasets.collection import load_tasks, read_pinned
from benchmark.datasets.twins import expected_results
from benchmark.files.tasks import read_tasks
from benchmark.suites.mmcode.open import OPEN
from benchmark.suites.mmcode.open.families import braided_sums
from tests.sampling import gate_of

FAMILIES = {name: PROBLEMS.family(OPEN, name) for name in OPEN.names()}
DIALS = [name for name, family in FAMILIES.items() if family.dial]
TASKS = load_tasks(OPEN)


@pytest.mark.parametrize("name", DIALS)
def test_a_dial_has_one_task_per_level_with_the_same_text_and_inputs(name: str) -> None:
    tasks = [task for task in TASKS if task.family == name.replace("_", "-")]
    assert [task.level for task in tasks] == list(DIAL_LEVELS)
    assert len({tuple(part.text for part in task.parts if isinstance(part, Text)) for task in tasks}) == 1
    assert len({tuple(expected_results(task)) for task in tasks}) == 1
    assert {bool(task.starter_code) for task in tasks} == {bool(FAMILIES[name].starter)}


def test_the_open_set_has_call_based_tasks_whose_tests_call_the_starter() -> None:
    called = [task for task in TASKS if isinstance(task.check, FunctionCheck)]
    assert len(called) >= 12
    for task in called:
        assert task.starter_code.startswith(f"def {task.entry_point}(")
        assert len(expected_results(task)) == len(task.check.tests) >= 12  # type: ignore[union-attr]


def test_pictures_stand_at_the_end_of_some_problems() -> None:
    """As in figure 3b of the paper."""
    ends = [
        [part for part in task.parts if isinstance(part, Picture) or part.text.strip()][-1] for task in TASKS
    ]
    assert sum(isinstance(end, Picture) for end in ends) >= 14


@pytest.fixture(scope="module")
def braid() -> Mapping[str, Any]:
    pins = read_pinned(PROBLEMS.pins, OPEN, "braided_sums")
    assert pins is not None
    return braided_sums.sample(Draws("braided_sums", pins.version, pins.seed, pins.index))


@gate_of("problems")
@pytest.mark.parametrize("level", range(1, 6))
def test_the_meetings_of_a_key_follow_the_program_of_the_braid(braid: Mapping[str, Any], level: int) -> None:
    values = dict(braid)
    source, fields = braided_sums.REFERENCE[braided_sums.VARIANTS[level - 1]], 4 if level > 2 else 3
    for (kind, over, thick, cloth, upper, lower, *hollow), after in values[f"shown{level}"]:
        sign = {"cross": "x", "touch": "t", "bead": "b"}[kind]
        values |= {
            f"meets{level}": f"0{sign}{over}{cloth}"[:fields],
            f"thick{level}": 5 if thick is None else thick,
            f"bare{level}": 4 if hollow in ([], [None]) else hollow[0],
        }
        solve = compile_solution(fill(source, **values))
        assert solve([upper, lower, 0, 0, 0, 0])[:2] == after


@pytest.mark.gate
def test_a_fresh_set_has_a_task_of_each_level(tmp_path: Path) -> None:
    write_fresh(OPEN, ["shunting_yard"], "0123456789abcdef" * 2, tmp_path / "fresh")
    tasks = list(read_tasks(tmp_path / "fresh" / "tasks.jsonl"))
    assert [task.level for task in tasks] == list(DIAL_LEVELS)
    public = {call for task in TASKS if task.family == "shunting-yard" for call in expected_results(task)}
    assert len({*expected_results(tasks[0])} - public) >= 8
