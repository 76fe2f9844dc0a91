"""Water organs: what presses and bells do, and which rules worked examples leave."""

from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from benchmark.core.draws import Draws
from tests.sampling import gate_of
from workshop.authoring.problem_families.form import PROBLEMS
from workshop.authoring.source import compile_solution, fill
from workshop.pins import read_pinned
from workshop.suites.mmcode import OPEN
from workshop.suites.mmcode.families import _organ_readings, water_organ
from workshop.suites.mmcode.families._water_organs import (
    WAYS,
    Example,
    Organ,
    Rule,
    Scale,
    large_organ,
    play,
    small_organ,
    tuned,
)

#: A pipe of kind 0 at its red mark, and one of kind 1 below it; each of three keys has its own sign.
ORGAN = Organ(kinds=(0, 1), marks=(5, 7), reds=(3, 4), keys=(2, 0, 1), levels=(3, 0))
CHANGES = ((1, 2, -1), (-2, 0, 1))


@pytest.mark.parametrize(
    ("bells", "levels"),
    [
        ((), (4, 5)),
        (((0, "turn"),), (2, 2)),
        (((0, "right"),), (0, 0)),
        (((0, "left"),), (2, 1)),
        (((1, "turn"),), (4, 5)),
        (((0, "left"), (1, "turn")), (2, 1)),
    ],
)
def test_a_bell_changes_a_press_if_it_rings_before_it(
    bells: tuple[tuple[int, str], ...], levels: tuple[int, ...]
) -> None:
    assert play(Rule(CHANGES, bells), ORGAN, [1]).levels == levels


def test_both_bells_change_a_press_and_the_last_key_is_followed_by_the_first() -> None:
    rule = Rule(CHANGES, ((0, "right"), (1, "turn")))
    assert play(rule, replace(ORGAN, levels=(3, 4)), [2]).levels == (4, 3)


def test_a_bell_rings_by_any_pipe_of_its_kind_and_not_without_one() -> None:
    two = Organ(kinds=(1, 1), marks=(7, 7), reds=(4, 4), keys=(0,), levels=(0, 5))
    rule = Rule(((1,), (2,)), ((1, "turn"),))
    assert play(rule, two, [0]).levels == (5, 3)
    assert play(Rule(rule.changes, ((0, "turn"),)), two, [0]).levels == (2, 0)


def _examples(draws: Draws, rule: Rule, scale: Scale, count: int) -> list[Example]:
    organs = [small_organ(draws, scale) for _ in range(count)]
    presses = [tuple(draws.choices(range(scale.signs), draws.integer(*scale.presses))) for _ in organs]
    return [
        Example(organ, keys, play(rule, organ, keys).levels)
        for organ, keys in zip(organs, presses, strict=True)
    ]


@pytest.mark.parametrize(("signs", "kinds", "bells"), [(2, 2, 0), (3, 1, 1), (2, 2, 2), (1, 3, 3)])
def test_the_rules_that_fit_are_those_of_a_search_through_all(signs: int, kinds: int, bells: int) -> None:
    scale = Scale(
        signs=signs, kinds=kinds, bells=bells, presses=(1, 3), pipes=3, small=(4, 6), large=(5, 8), examples=1
    )
    every = [
        Rule(tuple(zip(*[iter(changes)] * signs, strict=True)), tuple(zip(belled, ways, strict=True)))
        for changes in product(range(-2, 3), repeat=signs * kinds)
        for belled in combinations(range(kinds), bells)
        for ways in permutations(WAYS, bells)
    ]
    assert len(every) == _organ_readings.size(scale)
    draws = Draws("test", signs, kinds, bells)
    for count in (2, 3, 4):
        shown = _examples(draws, draws.choice(every), scale, count)
        fitting = {
            rule
            for rule in every
            if all(play(rule, one.organ, one.presses).levels == one.after for one in shown)
        }
        found = _organ_readings.fitting(scale, shown)
        assert found is not None
        assert len(found) == len(fitting) > 0
        assert {*found} == fitting


@pytest.mark.parametrize("bells", [(), ((1, "left"), (3, "turn"))])
def test_an_organ_is_tuned_such_that_presses_lead_to_its_levels(bells: tuple[tuple[int, str], ...]) -> None:
    scale = Scale(signs=3, kinds=4, bells=0, presses=(1, 1), pipes=3, small=(4, 6), large=(5, 8), examples=1)
    rule = Rule(tuple((kind, -1, 2 - kind) for kind in range(4)), bells)
    organs = [large_organ(Draws("test", number), scale) for number in range(12)]
    found = [(organ, before) for organ in organs if (before := tuned(rule, organ, [0, 5, 2])) is not None]
    assert len(found) > 3
    assert all(play(rule, before, [0, 5, 2]) == organ != before for organ, before in found)


def test_an_organ_that_no_press_leads_to_is_not_tuned() -> None:
    """Below its red mark the water rises by one, and from there on it falls: nothing leads to the top."""
    organ = Organ(kinds=(0,), marks=(5,), reds=(3,), keys=(0,), levels=(4,))
    assert tuned(Rule(((1,),), ((0, "turn"),)), organ, [0]) is None


@cache
def _built() -> dict[str, Any]:
    pins = read_pinned(PROBLEMS.pins, OPEN, "water_organ")
    assert pins is not None
    return dict(water_organ.sample(Draws("water_organ", pins.version, pins.seed, pins.index)))


@gate_of("problems")
@pytest.mark.parametrize("level", range(1, 6))
def test_worked_examples_follow_the_program(level: int) -> None:
    rule, source = _built()[f"rule{level}"], water_organ.REFERENCE[water_organ.VARIANTS[level - 1]]
    for one in _built()[f"examples{level}"]:
        # The small organ has fewer keys than six, so another one comes after the last.
        order = water_organ.LETTERS[: len(one.organ.keys)]
        tables = {f"{name}{level}": value for name, value in water_organ._tables(rule, one.organ).items()}
        solve = compile_solution(fill(source, **tables).replace('"ABCDEF"', repr(order)))
        pressed = "".join(order[place] for place in one.presses)
        assert solve(f"1\n{pressed}\n") == " ".join(map(str, one.after))


@gate_of("problems")
@pytest.mark.parametrize("level", range(1, 6))
def test_worked_examples_leave_one_rule_and_if_more_than_two_none_can_be_left_out(level: int) -> None:
    examples, scale = _built()[f"examples{level}"], water_organ._SCALES[level]
    assert _organ_readings.fitting(scale, examples) == [_built()[f"rule{level}"]]
    for left_out in examples if len(examples) > 2 else ():
        fewer = [one for one in examples if one is not left_out]
        assert _organ_readings.fitting(scale, fewer, 1) is None
