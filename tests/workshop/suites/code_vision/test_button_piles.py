"""Piles of charts: what they are worth, what examples settle, and that misread piles change results."""

from itertools import product

import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import gate_of
from tests.workshop.suites.code_vision.fresh_charts import fresh_tasks
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _pile_charts as charts
from workshop.suites.code_vision.families import _pile_draws as drawn
from workshop.suites.code_vision.families import _pile_pictures as pictures
from workshop.suites.code_vision.families import _pile_programs as texts
from workshop.suites.code_vision.families._pile_charts import Box, Chart
from workshop.suites.code_vision.families._pile_space import pile_space
from workshop.suites.code_vision.families._settled_rules import Example

#: Numbers above 20 after the first box leave out the second one, whose pile is taken.
CHART = Chart(
    (
        Box(False, (3, 1, 0), "n > 20 ?", (2, 1), 1),
        Box(True, (1, 2, 2), "", (2,), 2),
        Box(False, (2, 2, 1), "", (), 3),
    ),
    ("odd", "most", "pairs"),
    1.35,
    (),
    (),
)
RULE = {
    "coin": "2", "button": "5", "shell": "1", "odd": "button x -1",
    "most": "coin +4", "pairs": "button coin +2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "numbers", "expected"),
    [
        ((), [20], 20 + 11 + 15),
        ((), [4], 4 + 11 - 14 + 15),
        ((), [4, 20], 16 + 46),
        (("most",), [20], 20 + 11 + 4 + 15),  # two coins are not more than two buttons
        (("odd",), [21], 21 + (6 - 5) + 15),  # 22 is even
        (("odd",), [4], 4 + 11 - (2 - 10 + 2) + (4 - 10 + 1)),  # 15 and 21 are odd
        (("pairs",), [20], 20 + 11 + 15 + 2 * 2 * 3),
        (("pairs",), [4], 4 + 11 - (14 + 2 * 2 * 3) + 15 + 2 * 2 * 1),
        (("pairs",), [4, 20], 8 + 58),  # nothing is before a first box
    ],
)
def test_walks_give_what_was_worked_out_by_hand(
    parts: tuple[str, ...], numbers: list[int], expected: int
) -> None:
    chart = CHART._replace(parts=parts)
    assert charts.run(chart, RULE, (numbers,)) == expected
    assert compile_solution(texts.program(chart, RULE))(numbers) == expected


def test_a_pile_has_most_of_a_kind_only_if_it_has_more_of_it_than_of_each_other() -> None:
    assert charts.has_most((3, 2, 2), 0)
    assert not charts.has_most((3, 3, 2), 0)
    assert not charts.has_most((3, 2, 4), 0)


def test_a_space_keeps_those_rules_that_give_the_results() -> None:
    """All rules of two kinds, tried one by one."""
    boxes = tuple(box._replace(pile=(*box.pile[:2], 0)) for box in CHART.boxes)
    chart = CHART._replace(boxes=boxes, parts=("odd", "pairs"))
    choices = drawn.choices_of(("coin", "button"), chart.parts)
    space = pile_space(chart, choices, lambda *_, **__: Example(chart, ()))
    example = Example(chart, (([7],), ([20],)))
    rule = {"coin": "3", "button": "4", "odd": "coin x 2", "pairs": "coin button -1"}
    wanted = [charts.run(chart, rule, run) for run in example.runs]
    every = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    assert len(every) == space.size == 6**2 * 6 * 16
    fitting = [each for each in every if [charts.run(chart, each, run) for run in example.runs] == wanted]
    assert rule in fitting
    assert len(fitting) > 1
    found = space.left([(example, wanted)])
    assert sorted(map(sorted, map(dict.items, fitting))) == sorted(sorted(each.items()) for each in found)
    assert "wrong for a call" in space.ambiguity([(example, wanted)], [(([9, 9, 3],), 0)])
    assert space.ambiguity([(example, [999, 999])], []).startswith("none of")


def test_examples_that_tell_too_much_are_refused() -> None:
    choices = drawn.choices_of(charts.KINDS, ("most",))
    chart = CHART._replace(parts=("most",))
    alone = Example(chart._replace(boxes=(Box(False, (5, 0, 0), "", (), 1),)), (([0],),))
    space = pile_space(chart, choices, lambda *_, **__: alone)
    rule = {"coin": "6", "button": "1", "shell": "1", "most": "coin +9"}
    assert not space.is_common(alone, [charts.run(alone.chart, rule, ([0],))])  # 39 is the largest result
    with pytest.raises(UnfitError, match="tells too much"):
        space.settle(rule, [], lambda *_: alone, 4, Draws("extreme"))


def test_things_of_a_pile_are_as_many_as_it_says_and_none_hides_a_mark() -> None:
    for look, pile in enumerate(((3, 4, 4), (1, 5, 2), (2, 0, 1), (0, 3, 0))):
        places = pictures.pile_places(Box(False, pile, "", (), look), 1.35)
        assert tuple(sum(kind == each for each, _, _ in places) for kind in range(3)) == pile
        spots = [spot for _, _, spot in places]
        assert all(abs(x) <= 52 and abs(y) <= 38 for x, y in spots)
        near = [
            ((a - x) ** 2 + (b - y) ** 2) ** 0.5
            for place, (x, y) in enumerate(spots)
            for a, b in spots[:place]
        ]
        assert min(near, default=99) > 13 + 2


def test_there_is_a_task_of_each_level_that_is_unique_among_its_space() -> None:
    tasks = [task for task in load_tasks(OPEN) if task.stem == "button-piles"]
    assert sorted(task.level for task in tasks) == sorted(DIAL_LEVELS)
    sizes = {task.level: task.unique_among for task in tasks}
    assert [sizes[level] for level in sorted(sizes)] == [
        6,
        6**2,
        6**2 * 6 * 36,
        6**3 * 9 * 54,
        6**3 * 9 * 54 * 36,
    ]


@gate_of("charts")
def test_examples_of_a_fresh_instance_settle_its_rule_and_misread_piles_fail() -> None:
    for _, space, shown, asked in fresh_tasks("button_piles"):
        (rule,), chart = space.left(shown), space.chart
        if len(rule) > 2:
            assert all(len(space.narrow(space.every, [example]).number) > 1 for example in shown)
        assert all(charts.run(chart, rule, call) == result for call, result in asked)
        for misread in drawn.miscounted(chart):
            failed = sum(charts.run(misread, rule, call) != result for call, result in asked)
            assert 2 * failed > len(asked)
        for part in chart.parts:
            forgotten = chart._replace(parts=tuple(each for each in chart.parts if each != part))
            assert any(charts.run(forgotten, rule, call) != result for call, result in asked), part
