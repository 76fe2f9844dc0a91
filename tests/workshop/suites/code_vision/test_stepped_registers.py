"""Stepped registers: keys that stand for steps and questions, and a limit, which worked examples settle."""

import contextlib
from typing import Any

import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import first_of, gate_of
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _key_examples as examples
from workshop.suites.code_vision.families import _register_keys as keys
from workshop.suites.code_vision.families import stepped_registers as family
from workshop.suites.code_vision.families._keyed_charts import draw_key, key_look, run_text
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way
from workshop.suites.code_vision.families._settled_rules import Example

SEED = "HGFEDCBAHGFEDCBA"
UP, DOWN = "up left", "down right"
#: A step, and a question that leads back to it or to the end.
ROUND = MarkedChart(
    (Box("at", "A"), Box("do", UP), Box("ask", DOWN), Box("at", "Z")),
    (Way(0, 1), Way(1, 2), Way(2, 1, "yes"), Way(2, 3, "no")),
)
#: Two steps, one after the other.
LINE = MarkedChart(
    (Box("at", "A"), Box("do", UP), Box("do", DOWN), Box("at", "Z")), (Way(0, 1), Way(1, 2), Way(2, 3))
)


def test_each_level_has_a_task_that_is_unique_among_all_meanings_of_its_keys() -> None:
    tasks = {task.level: task for task in load_tasks(OPEN) if task.stem == "stepped-registers"}
    assert sorted(tasks) == sorted(DIAL_LEVELS)
    sizes = {1: 4 * 3, 2: 6 * 5 * 4, 3: 10 * 9 * 8 * 6, 4: 14 * 13 * 12 * 11 * 8 * 7}
    sizes[5] = 16 * 15 * 14 * 13 * 12 * 8 * 7 * 8
    assert {int(level): task.unique_among for level, task in tasks.items()} == sizes


@pytest.mark.parametrize(
    ("step", "question", "limit", "expected"),
    [
        ("a += b", "a < 3", "20", [2 + 2, 2, 5]),  # goes back once, from 2
        ("a -= b", "a < 3", "20", [0 - 10 * 2, 2, 5]),  # never ends: ten steps and ten questions
        ("a -= b", "a < 3", "13", [0 - 7 * 2, 2, 5]),  # the limit comes after the seventh step
        ("a, c = c, a", "c even", "20", [0, 2, 5]),  # goes back once, as 0 is even
        ("b -= a // 2", "b < 0", "20", [0, 2, 5]),
        ("c = a - c", "c > a", "20", [0, 2, -5]),
    ],
)
def test_a_walk_does_what_was_worked_out_by_hand(
    step: str, question: str, limit: str, expected: list[int]
) -> None:
    rule = {UP: step, DOWN: question, keys.LIMIT: limit}
    registers, passed = keys.walker(ROUND, rule)([0, 2, 5])
    assert [*registers] == expected
    assert len(passed) <= int(limit)


def test_b_and_c_stay_from_walk_to_walk() -> None:
    rule = {UP: "b += a", DOWN: "c += b"}
    assert keys.run(LINE, rule, ([4, 7],)) == [7, 4 + 7, 4 + 11]


def test_different_keys_stand_for_different_steps() -> None:
    space = keys.key_space(LINE, ("a += b", "b += a", "c += 3"), (), ("20",))
    assert space.size == 3 * 2
    told = Example(LINE, ((1, 2, 3),)), ((1, 2, 9),)
    assert space.left([(told[0], ((None, None, None),))]) != space.left([told]) == []


def test_what_is_not_told_leaves_several_rules_and_further_examples_settle_them() -> None:
    space = keys.key_space(LINE, ("a += b", "b += a", "c += 3"), (), ("20",))
    rule = {UP: "a += b", DOWN: "b += a"}
    asked = [(([4, 7],), keys.run(LINE, rule, ([4, 7],)))]
    little = Example(LINE, ((1, 2, 3),)), ((None, None, 3),)
    assert space.ambiguity([little], asked) == "1 rules fit them and are wrong for a call"
    more = Example(LINE, ((1, 2, 3),)), ((3, None, None),)
    assert not space.ambiguity([little, more], asked)
    assert space.ambiguity([(more[0], ((9, None, None),))], asked).startswith("none of 6 rules")


def test_a_limit_is_unknown_only_where_walks_may_go_round() -> None:
    assert keys.LIMIT in keys.unknowns_of(ROUND)
    assert keys.LIMIT not in keys.unknowns_of(LINE)
    space = keys.key_space(ROUND, ("a += b", "a -= b"), ("a < 3", "b < 0"), ("13", "14", "15"))
    endless = Example(ROUND, ((0, 2, 5),)), ((-14, None, None),)
    assert {rule[keys.LIMIT] for rule in space.left([endless])} == {"13", "14"}  # a question changes nothing


def test_too_many_meanings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_JOINED", 5)
    space = keys.key_space(LINE, ("a += b", "b += a", "c += 3"), (), ("20",))
    with pytest.raises(UnfitError, match="further meanings are too many"):
        space.left([(Example(LINE, ((1, 2, 3),)), ((None, None, None),))])


@pytest.fixture(scope="module", params=first_of(["two-keys", "four-keys", "six-keys"], rest="charts"))
def made(request: pytest.FixtureRequest) -> Any:
    return family.marked({"seed": SEED}, request.param)


@pytest.mark.gate
def test_examples_leave_one_rule_which_is_that_of_the_program(made: Any) -> None:
    space = made.space
    (rule,) = space.joined(space.left(made.shown), space.chart)
    solve = compile_solution(made.reference)
    for call in family.typical({"seed": SEED})[:20]:
        assert solve(*call) == keys.run(space.chart, rule, call)


@pytest.mark.gate
def test_no_example_is_superfluous_and_every_key_occurs(made: Any) -> None:
    space = made.space
    for pair in made.shown:
        fewer = [each for each in made.shown if each is not pair]
        left = space.left(fewer)
        assert {*keys.keys_of(space.chart)} - {*left[0]} or len([*space.joined(left, space.chart)]) > 1
    assert {*keys.keys_of(space.chart)} == {key for each, _ in made.shown for key in keys.keys_of(each.chart)}


def test_exchanged_keys_and_answers_give_other_results(made: Any) -> None:
    """Two keys of a kind change places, or the ways of a diamond."""
    space, calls = made.space, family.typical({"seed": SEED})
    (rule,) = space.joined(space.left(made.shown), space.chart)
    right = [keys.run(space.chart, rule, call) for call in calls]
    kinds = keys.keys_of(space.chart)
    for one in kinds:
        for two in (each for each in kinds if each > one and kinds[each] == kinds[one]):
            wrong = {**rule, one: rule[two], two: rule[one]}
            assert [keys.run(space.chart, wrong, call) for call in calls] != right
    for number in (number for number, box in enumerate(space.chart.boxes) if box.kind == "ask"):
        ways = [
            way._replace(label={"yes": "no", "no": "yes"}[way.label]) if way.start == number else way
            for way in space.chart.ways
        ]
        other = space.chart._replace(ways=tuple(ways))
        assert [keys.run(other, rule, call) for call in calls] != right


@gate_of("charts")
@pytest.mark.parametrize(("variant", "least"), [("four-keys", 2), ("six-keys", 3), ("seven-keys", 4)])
def test_from_level_3_on_no_example_settles_a_key_alone(variant: str, least: int) -> None:
    made = family.marked({"seed": SEED}, variant)
    for pair in made.shown:
        left = made.space.left([pair])
        assert all(len({rule[key] for rule in left}) >= least for key in keys.keys_of(pair[0].chart))


@pytest.mark.parametrize("name", examples.FORMS)
def test_the_places_of_a_small_chart_are_those_of_its_form(name: str) -> None:
    form = examples.FORMS[name]
    kinds = {"-": "at", "d": "do", "a": "ask"}
    boxes = tuple(Box(kinds[kind], "") for kind in form.kinds)
    assert examples.small_spots(MarkedChart(boxes, tuple(Way(*way) for way in form.ways))) == form.spots


def test_keys_are_eight_and_all_look_different() -> None:
    drawn = set()
    for key in keys.KEYS:
        canvas = Canvas(100, 100)
        draw_key(canvas, key, (50, 50))
        drawn.add(canvas.svg())
    assert len({*keys.KEYS}) == len(drawn) == len({*map(key_look, keys.KEYS)}) == 8
    assert key_look("left up") == "a key with its ring at the left and its teeth pointing up"


def test_a_small_chart_has_a_key_of_which_something_is_open() -> None:
    draws, some = Draws("small"), {UP: "do", DOWN: "do", "left up": "do", "right up": "do"}
    fit = 0
    for _ in range(40):
        with contextlib.suppress(UnfitError):
            chart = examples.small_chart(draws, 2, ["right up"], some)
            assert "right up" in keys.keys_of(chart)
            fit += len(keys.keys_of(chart)) > 1
    assert fit > 5


def test_a_run_shows_what_is_told() -> None:
    assert run_text((4, 0, -7), (None, 9, None)) == "4, 0, -7 → ?, 9, ?"
