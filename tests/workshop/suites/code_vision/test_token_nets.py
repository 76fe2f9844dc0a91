"""Nets whose bars move tokens: what a beat does, and examples that leave one number for each unknown."""

from itertools import product
from typing import Any

import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import gate_of
from tests.workshop.suites.code_vision.fresh_charts import fresh_tasks
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _net_charts as charts
from workshop.suites.code_vision.families import _net_runs as nets
from workshop.suites.code_vision.families import token_nets
from workshop.suites.code_vision.families._marked_boxes import distance
from workshop.suites.code_vision.families._net_draws import linked_net, lively_net
from workshop.suites.code_vision.families._net_runs import Bar, Net
from workshop.suites.code_vision.families._net_space import net_space

TASKS = [task for task in load_tasks(OPEN) if task.stem == "token-nets"]
#: Bar 1 takes a ring from A and puts a disk into B; bar 2, blue, takes two from B and puts a ring into A.
NET = Net(
    (
        Bar(((0, "ring"),), ((1, "disk"),), ((1, "disk"),), False),
        Bar(((1, "2"),), ((0, "ring"),), (), True),
    ),
    ("bbbw", "b"),
    (1,),
    ((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)),
    "dice",
)
RULE = {"ring": "2", "disk": "4", "blue": "1", "rim": "6", "white": "3"}


@pytest.mark.parametrize(
    ("added", "beats", "expected"),
    [
        ([], 0, [6, 1]),  # a white dot is three tokens
        ([], 1, [4, 5]),
        ([], 2, [7, 2]),  # B has no fewer than four: bar 1 is stopped, and blue bar 2 moves three
        ([], 3, [5, 6]),
        ([0, 1], 1, [4, 6]),
        ([0, 2], 1, [4, 6]),  # B is full at six
        ([0, 9], 0, [6, 6]),
        ([0, 9], 1, [9, 3]),
    ],
)
def test_beats_move_what_was_worked_out_by_hand(added: list[int], beats: int, expected: list[int]) -> None:
    assert nets.run(NET, RULE, (added, beats)) == expected
    assert compile_solution(nets.program(NET, RULE))(added, beats) == expected


def test_a_net_stands_still_if_no_bar_can_act() -> None:
    still = NET._replace(tokens=("b", "b"))
    assert nets.acting(still, RULE, (2,)) == [-1, -1]
    assert nets.run(still._replace(shown=(1,)), RULE, (2,)) == ["B 1"]


@pytest.mark.parametrize(
    ("calls", "missing"),
    [
        ([([0, 0], 0)], 11),
        ([([0, 0], 1)], 10),  # bar 1 acts
        ([([0, 0], 2)], 9),  # and bar 2
        ([([0, 9], 0)], 10),  # B is filled over its rim
        ([([0, 2], 1)], 8),  # bar 1 acts with one token fewer than stops it, and fills B over its rim
    ],
)
def test_calls_test_conditions_by_one_token(calls: list[Any], missing: int) -> None:
    assert nets.untested(NET, RULE, calls) == missing


def test_a_family_has_a_task_of_each_level() -> None:
    assert sorted(task.level for task in TASKS) == sorted(DIAL_LEVELS)
    sizes = {task.level: task.unique_among for task in TASKS}
    assert [sizes[str(level)] for level in range(1, 6)] == [5, 25, 125, 5**4 * 3 * 4, 5**5 * 3 * 6 * 4]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_all_marks_of_a_net_are_in_its_examples(task: Any) -> None:
    main, examples = task.chart.split("subgraph", 1)
    looks = ["ring", "disk", "bars", "cross", "square", "is blue", "double rim", "white", "-.-"]
    assert {look for look in looks if look in main} <= {look for look in looks if look in examples}


def variant(source: str, how: str) -> str:
    """Return a program with a wrong reading of the rules of a net."""
    lines = source.splitlines()
    if how == "guards ignored":
        return "\n".join(
            line.split(":")[0].split(" < ")[0].rpartition(" and ")[0] + ":" if " < " in line else line
            for line in lines
        )
    if how == "rims ignored":
        return "\n".join(
            line.replace("min(", "(").rpartition(",")[0] + ")" if "min(" in line else line for line in lines
        )
    starts = [number for number, line in enumerate(lines) if line.lstrip().startswith(("if ", "elif "))]
    ends = [*starts[1:], len(lines) - 1]
    blocks = [lines[start:end] for start, end in zip(starts, ends, strict=True)][::-1]
    blocks = [[block[0].replace("elif", "if").replace("if", "elif" if number else "if", 1), *block[1:]]
              for number, block in enumerate(blocks)]  # fmt: skip
    return "\n".join([*lines[: starts[0]], *(line for block in blocks for line in block), lines[-1]])


@pytest.mark.parametrize(
    ("how", "levels"),
    [("guards ignored", "345"), ("highest first", "12345"), ("rims ignored", "5")],
)
def test_wrong_readings_fail_the_tests(how: str, levels: str) -> None:
    for task in TASKS:
        wrong = compile_solution(variant(task.reference, how))
        right = compile_solution(task.reference)
        calls = [*token_nets.typical({"seed": "any"}), *token_nets.edge({})]
        differ = sum(wrong(*call) != right(*call) for call in calls)
        assert (differ > len(calls) / 4) == (task.level in levels), task.id


@gate_of("charts")
def test_small_nets_leave_one_number_for_each_unknown_and_none_does_alone() -> None:
    draws, plan = Draws("nets", 1), token_nets.PLANS[3]
    calls = [*token_nets.typical({"seed": "any"}), *token_nets.edge({})]
    signs = token_nets.SIGNS[:3]
    for _ in range(20):
        try:
            choices = {sign: token_nets.CHOICES[sign] for sign in signs}
            net, rule = lively_net(draws, linked_net(draws, signs, plan), choices, calls)
            space = net_space(choices, net)
            chosen = space.settle(rule, calls, lambda *_: pytest.fail("not used"), 8, draws)
            break
        except UnfitError:
            continue
    fits = []
    for example in chosen:
        (call,) = example.runs
        expected = nets.run(example.chart, rule, call)
        points = [dict(zip(signs, point, strict=True)) for point in product("12345", repeat=3)]
        fits.append([point for point in points if nets.run(example.chart, point, call) == expected])
        assert all(len({point[sign] for point in fits[-1]}) > 1 for sign in signs)
    assert [point for point in fits[0] if all(point in fit for fit in fits)] == [rule]
    assert not space.ambiguity(space.shown(rule, chosen), space.shown(rule, calls[:20]))
    assert "wrong for a call" in space.ambiguity(space.shown(rule, chosen[:1]), space.shown(rule, calls))
    with pytest.raises(UnfitError, match="leave"):
        space.settle(rule, calls, lambda *_: pytest.fail("not used"), 1, draws)


def test_signs_are_clear_of_other_lines_and_places() -> None:
    spots = [(60.0, 60.0), (300.0, 300.0), (300.0, 60.0), (60.0, 300.0)]
    net = NET._replace(boxes=(NET.boxes[0]._replace(guards=()), NET.boxes[1]))
    found, lines = charts.place_signs(net, spots), charts.lines_of(net, spots)
    for number, spot in enumerate(found):
        assert distance(spot, lines[number][:2]) < 0.01
        assert all(distance(spot, line[:2]) > 15 for line in lines[:number] + lines[number + 1 :])
    with pytest.raises(UnfitError, match="no room"):
        charts.place_signs(NET, spots)  # bar 1 has two lines to B


@gate_of("charts")
def test_examples_of_a_fresh_instance_leave_one_rule() -> None:
    for _, space, shown, asked in fresh_tasks("token_nets"):
        assert space.ambiguity(shown, asked) == ""
        assert len(space.left(shown)) == 1
