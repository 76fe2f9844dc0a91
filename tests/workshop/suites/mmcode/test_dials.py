"""Problems with a dial or of calls, and problems whose picture stands at the end of the text."""

import pytest

from benchmark.core.draws import Draws
from benchmark.core.task import FunctionCheck, Picture
from benchmark.datasets.collection import load_tasks
from benchmark.datasets.twins import expected_results
from tests.sampling import gate_of
from workshop.authoring.problem_families.form import PROBLEMS
from workshop.authoring.source import compile_solution, fill
from workshop.pins import read_pinned
from workshop.suites.mmcode import OPEN
from workshop.suites.mmcode.families import braided_sums

TASKS = load_tasks(OPEN)


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


@gate_of("problems")
@pytest.mark.parametrize("level", range(1, 6))
def test_the_meetings_of_a_key_follow_the_program_of_the_braid(level: int) -> None:
    pins = read_pinned(PROBLEMS.pins, OPEN, "braided_sums")
    assert pins is not None
    values = dict(braided_sums.sample(Draws("braided_sums", pins.version, pins.seed, pins.index)))
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
