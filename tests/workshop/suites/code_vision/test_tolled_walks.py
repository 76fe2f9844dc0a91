"""Tolls of charts: what walks pay, what examples settle, and what programs with a wrong rule get."""

import ast
import math
from itertools import combinations, product

import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import gate_of
from tests.workshop.suites.code_vision.fresh_charts import fresh_tasks
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families import _toll_pictures as pictures
from workshop.suites.code_vision.families import _toll_rules as tolls
from workshop.suites.code_vision.families._settled_rules import Example
from workshop.suites.code_vision.families._toll_charts import Arrow, Chart
from workshop.suites.code_vision.families._toll_draws import Form, draw_chart
from workshop.suites.code_vision.families._toll_space import toll_space


def arrow(start: int, end: int, answer: str, line: str) -> Arrow:
    return Arrow(start, end, answer, line, 0.0, (1, 1))


#: Numbers above that of the star go round; every number ends in a box with a heavy border.
LOOP = Chart(
    ("n > star ?", "n - 2", "end"),
    ("plain", "round", "heavy"),
    "thin",
    (arrow(0, 1, "yes", "thick"), arrow(0, 2, "no", "thin"), arrow(1, 0, "", "thin")),
    (),
    False,
)
RULE = {
    "plain": "2",
    "round": "-1",
    "heavy": "3",
    "thin": "x 1",
    "thick": "x 2",
    "turn": "none",
    "star": "= 4",
}
#: The same boxes one after the other, each of which changes n or does nothing.
ROW = LOOP._replace(boxes=("n - 2", "", "end"), arrows=(arrow(0, 1, "", "thick"), arrow(1, 2, "", "thin")))


@pytest.mark.parametrize(
    ("changed", "numbers", "expected"),
    [
        ({}, [4], 2 + 3),
        ({}, [5], 2 + -1 * 2 + 2 + 3),
        ({}, [5, 4], 2 - 2 + 2 + 3 + 2 + 3),
        ({"star": "= 2"}, [5], 2 - 2 + 2 - 2 + 2 + 3),
        ({"thick": "x -1"}, [5], 2 + 1 + 2 + 3),
        ({"turn": "plain"}, [4], 2 - 3),  # its own toll counts as before
        ({"turn": "plain"}, [5], 2 + 2 - 2 + 3),  # and that of the next one with the other sign
        ({"turn": "plain"}, [4, 4], 2 - 3 + 2 - 3),  # each walk begins unturned
        ({"turn": "heavy"}, [4, 4], 2 + 3 + 2 + 3),
        ({"turn": "round"}, [5], 2 - 2 - 2 - 3),
    ],
)
def test_tolls_are_what_was_worked_out_by_hand(
    changed: dict[str, str], numbers: list[int], expected: int
) -> None:
    rule = {**RULE, **changed}
    assert tolls.run(LOOP, rule, (numbers,)) == expected
    space = toll_space(LOOP, lambda _draws: Example(LOOP, ()))
    assert rule in space.left([(Example(LOOP, ((numbers,),)), [expected])])


def test_an_endless_walk_has_no_total() -> None:
    endless = LOOP._replace(boxes=("n > 4 ?", "n + 1", "end"))
    assert tolls.run(endless, RULE, ([5],)) is None
    assert tolls.run(endless, RULE, ([4],)) == 5


@pytest.mark.gate
def test_a_space_keeps_those_rules_that_give_the_results() -> None:
    """All rules of a small chart, tried one by one."""
    space = toll_space(LOOP, lambda _draws: Example(LOOP, ()))
    example = Example(LOOP, (([7, 2],), ([5],)))
    wanted = [tolls.run(LOOP, {**RULE, "turn": "round"}, run) for run in example.runs]
    choices = {name: [choice for choice in tolls.CHOICES[name] if choice] for name in space.parts}
    choices[tolls.TURN] = [tolls.NONE, *LOOP.borders]
    every = [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    assert len(every) == space.size == 6**3 * 3**2 * 4 * 9
    fitting = [rule for rule in every if [tolls.run(LOOP, rule, run) for run in example.runs] == wanted]
    found = space.left([(example, wanted)])
    assert sorted(map(sorted, map(dict.items, fitting))) == sorted(sorted(rule.items()) for rule in found)
    assert "wrong for a call" in space.ambiguity([(example, wanted)], [(([9, 9, 3],), 0)])
    assert space.ambiguity([(example, [999, 999])], []).startswith("none of")


def test_rules_with_the_same_tolls_are_several_points_of_the_space() -> None:
    space = toll_space(ROW, lambda _draws: Example(ROW, ()))
    left = space.narrow(None, [(Example(ROW, (([1],),)), [2 - 2 + 3])])
    assert not space.is_settled(left)
    same = [rule for rule in space.left([(Example(ROW, (([1],),)), [3])]) if rule["turn"] == "none"]
    paid = {
        tuple(
            tolls.value_of(rule, border) * tolls.value_of(rule, line)
            for border, line in (("plain", "thin"), ("round", "thick"), ("heavy", "thin"))
        )
        for rule in same
    }
    assert len(paid) < len(same)


@pytest.mark.gate
def test_a_result_that_few_rules_give_is_not_shown() -> None:
    space = toll_space(LOOP, lambda _draws: Example(LOOP, ()))
    example = Example(LOOP, (([4],),))
    assert space.is_common(example, [5])
    assert not space.is_common(example, [6 * 2])  # only of the largest weights and factors
    with pytest.raises(UnfitError, match="tell too much"):
        toll_space(LOOP, lambda _draws: Example(LOOP, (([12] * 3,),))).settle(
            {**RULE, "plain": "3", "round": "3", "heavy": "3", "thin": "x 2", "star": "= 1"},
            [], lambda *_: example, 4, Draws("extreme"),
        )  # fmt: skip


@pytest.mark.parametrize("count", [5, 6, 7, 8, 9])
def test_each_dot_of_a_heap_shows_its_middle_and_overlaps_another(count: int) -> None:
    for number in range(4):
        label, row = f"n - {count}", Canvas(320, 320)
        chart = ROW._replace(
            boxes=(label, "", "end"), spots=((90, 60 + number), (90, 120), (90, 180)), dots=True
        )
        pictures.draw(row, chart, 0, 0, (58, 23))
        assert sum(shape.tag == "circle" for shape in row.shapes) == count
        heap = pictures._heap(count, str(number))
        apart = [math.dist(*pair) for pair in combinations(heap, 2)]
        assert len(heap) == count
        assert min(apart) > pictures._DOT
        assert sum(each < 2 * pictures._DOT for each in apart) >= count - 2


def test_ways_that_no_chart_can_have_are_given_up() -> None:
    form = Form(5, ("n > 4 ?",) * 3, 3, (172.0, 2), (-82, 82), (56.0, 43.0), dots=False)
    with pytest.raises(UnfitError, match="no ways"):
        draw_chart(Draws("full"), form, ("plain",), ("thin",))


def test_a_program_whose_loop_does_not_end_fails_before_its_time_is_over() -> None:
    endless = ast.parse("def solution(n):\n    while n:\n        n += 1\n    return n\n")
    solve = walks._bounded_names(endless)["solution"]
    assert callable(solve)
    assert solve(0) == 0
    with pytest.raises(StopIteration):
        solve(1)
    assert solve(-5) == 0  # each call has all turns


@pytest.mark.gate
def test_there_is_a_task_of_each_level_that_is_unique_among_its_space() -> None:
    tasks = [task for task in load_tasks(OPEN) if task.stem == "tolled-walks"]
    assert sorted(task.level for task in tasks) == sorted(DIAL_LEVELS)
    sizes = {task.level: task.unique_among for task in tasks}
    assert [sizes[level] for level in sorted(sizes)] == [
        6**2 * 3 * 3,
        6**3 * 3 * 4,
        6**3 * 3**2 * 4,
        6**5 * 3**3 * 6,
        6**5 * 3**3 * 6 * 9**2,
    ]


def wrong_rules(chart: Chart, rule: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return rules of which each forgets something that a chart has."""
    found = {}
    if rule[tolls.TURN] != tolls.NONE:
        found["nothing turns"] = {**rule, tolls.TURN: tolls.NONE}
        found["every line counts once"] = {**rule, **dict.fromkeys(tolls.LINES, "x 1")}
    for sign in {*tolls.SIGNS} & tolls.needed(chart):
        found[sign] = {**rule, sign: f"= {tolls.value_of(rule, sign) + 1}"}
    return found


@gate_of("charts")
def test_examples_of_a_fresh_instance_settle_its_rule_and_wrong_ones_fail() -> None:
    for task, space, shown, asked in fresh_tasks("tolled_walks"):
        left = space.narrow(None, shown)
        assert space.is_settled(left)
        if int(task.level) > 2:
            assert not any(space.is_settled(space.narrow(None, [example])) for example in shown)
        (rule, *_), chart = space.left(shown), space.chart
        assert all(tolls.run(chart, rule, call) == result for call, result in asked)
        for name, wrong in wrong_rules(chart, dict(rule)).items():
            failed = sum(tolls.run(chart, wrong, call) != result for call, result in asked)
            assert 4 * failed >= len(asked), name
        if rule[tolls.TURN] != tolls.NONE:
            kept = task.reference.replace("        way = 1\n", "").replace(
                "    t = 0\n", "    t = 0\n    way = 1\n"
            )
            assert kept != task.reference
            lasting = compile_solution(kept)
            assert any(lasting(*call) != result for call, result in asked), "turns last over walks"
