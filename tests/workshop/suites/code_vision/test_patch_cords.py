"""Panels whose cords have clips: what a walk does, and examples that settle every kind of clip."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import gate_of
from tests.workshop.suites.code_vision.fresh_charts import fresh_tasks
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _cord_panels as panels
from workshop.suites.code_vision.families import patch_cords
from workshop.suites.code_vision.families._cord_draws import draw_tangles, misread
from workshop.suites.code_vision.families._cord_panels import END, Cord, Panel
from workshop.suites.code_vision.families._cord_space import cord_space
from workshop.suites.code_vision.families._settled_rules import Example

TASKS = [task for task in load_tasks(OPEN) if task.stem == "patch-cords"]
#: A takes two from n, B leads back to A if n is above three, and C adds n to t if c is not even.
PANEL = Panel(
    ("n - 2", "n > 3 ?", "c even ?", "t + n"),
    (
        (Cord(1, ("ring", "disk")),),
        (Cord(0, ()), Cord(2, ("ring",))),
        (Cord(END, ("disk", "disk")), Cord(3, ())),
        (Cord(END, ("ring",)),),
    ),
    0,
    (0, 1, 2, 3),
    (),
    (),
    False,
)
RULE = {"ring": "+ 3", "disk": "x 2", "limit": "8"}


@pytest.mark.parametrize(
    ("changed", "numbers", "expected"),
    [
        ({}, [], 0),
        ({}, [5], 6 + (6 + 3) % 8 + 1 + 3 + (1 + 3)),  # from A to B, C, D and Z; D adds n
        ({}, [6], 6 + 6 + 2 + 5 + 5 + 2 + 0),  # B leads back, also without clips c is added to t
        ({}, [5, 5], 15 + 6 + 1 + 1 + 3 + 4),  # the charge is kept
        ({"ring": "turn"}, [5], 0),
        ({"limit": "11"}, [5], 6 + 9 + 9 + 3 + 1),
        ({"disk": "+ 1"}, [5], 4 + 7 + 7 + 3 + 2),
        ({"disk": "x 3", "ring": "+ 1"}, [5], 3 + 4 + 4 * 9 % 8),
    ],
)
def test_walks_give_what_was_worked_out_by_hand(
    changed: dict[str, str], numbers: list[int], expected: int
) -> None:
    rule = {**RULE, **changed}
    assert panels.run(PANEL, rule, (numbers,)) == expected
    assert compile_solution(panels.program(PANEL, rule))(numbers) == expected


def test_an_endless_walk_has_no_total() -> None:
    endless = PANEL._replace(boxes=("n + 2", *PANEL.boxes[1:]))
    assert panels.run(endless, RULE, ([5],)) is None
    assert panels.run(endless, RULE, ([0],)) is not None


def space_of(panel: Panel) -> Any:
    return cord_space(panel, lambda _draws: Example(panel, (([5],), ([6, 9],))), lambda _draws, small: small)


@pytest.mark.parametrize("runs", [(([5],),), (([6, 9], ), ([2],)), (([12],), ([0, 7],))])  # fmt: skip
def test_a_space_keeps_those_rules_that_give_the_results(runs: Any) -> None:
    """All rules of a small panel, tried one by one; one box asks about the charge."""
    space, example = space_of(PANEL), Example(PANEL, runs)
    wanted = [panels.run(PANEL, RULE, run) for run in runs]
    every = [
        dict(zip(("ring", "disk", "limit"), chosen, strict=True))
        for chosen in product(panels.CLIPS, panels.CLIPS, panels.LIMITS)
    ]
    fitting = [rule for rule in every if [panels.run(PANEL, rule, run) for run in runs] == wanted]
    assert len(every) == space.size
    assert RULE in fitting
    found = space.left([(example, wanted)])
    assert sorted(sorted(rule.items()) for rule in found) == sorted(sorted(rule.items()) for rule in fitting)
    assert space.ambiguity([(example, [999] * len(runs))], []).startswith("none of")


def test_examples_that_settle_nothing_are_refused() -> None:
    with pytest.raises(UnfitError, match="leave"):
        space_of(PANEL).settle(RULE, [], lambda *_: pytest.fail("not used"), 2, Draws("same"))


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_cords_of_a_plan_cross_from_level_two_on(level: int) -> None:
    plan = patch_cords.PLANS[level]
    bundles = draw_tangles(Draws("bundles", level), plan)
    assert tuple(len(bundle.ends) for bundle in bundles) == plan.bundles
    for bundle in bundles:
        assert sum(bundle.under) == sum(bundle.over)
        assert sum(bundle.over) >= plan.form[0] * plan.form[1]
        assert (list(bundle.ends) == sorted(bundle.ends)) == (level == 1)


def test_there_is_a_task_of_each_level_that_is_unique_among_its_space() -> None:
    assert sorted(task.level for task in TASKS) == sorted(DIAL_LEVELS)
    sizes = {task.level: task.unique_among for task in TASKS}
    assert [sizes[str(level)] for level in range(1, 6)] == [10, 100, 10**3 * 8, 10**4 * 8, 10**5 * 8]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_all_marks_of_a_panel_are_in_its_examples(task: Any) -> None:
    main, examples = task.chart.split("subgraph", 1)
    marks = ["ring", "disk", "bars", "cross", "square", "•", "limit ?"]
    assert {mark for mark in marks if mark in main} <= {mark for mark in marks if mark in examples}


@gate_of("charts")
def test_examples_of_a_fresh_instance_leave_one_rule_and_misread_cords_fail() -> None:
    for task, space, shown, asked in fresh_tasks("patch_cords"):
        assert space.ambiguity(shown, asked) == ""
        (rule,) = space.left(shown)
        every = np.arange(space.size)
        if int(task.level) > 2:
            assert not any(space.settled_alone(space.kept(every, *example)) for example in shown)
        for near in misread(space.chart):
            failed = sum(panels.run(near, rule, call) != result for call, result in asked)
            assert 3 * failed > len(asked)
        for name in space.parts:
            other = next(each for each in panels.CHOICES[name] if each not in ("", rule[name]))
            failed = sum(
                panels.run(space.chart, {**rule, name: other}, call) != result for call, result in asked
            )
            assert 3 * failed > len(asked)
