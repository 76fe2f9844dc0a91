"""Tasks of a family differ only in their rule; from level 3 of a dial on, also in their worked examples."""

from dataclasses import replace

import pytest

from workshop.authoring.instance import unfit_reasons
from workshop.authoring.shown_rule import ShownRule

CALLS = tuple((number,) for number in range(6))
FIRST = ShownRule(
    family="lamps",
    version=1,
    seed="s",
    index=0,
    mutation="plain",
    number=1,
    text="",
    calls=CALLS,
    expected=tuple(number for (number,) in CALLS),
    examples=((7,), (8,)),
    example_results=(7, 8),
    reference="",
)
SECOND = replace(
    FIRST, mutation="turned", expected=tuple(-1 - number for (number,) in CALLS), example_results=(-8, -9)
)
OWN = replace(SECOND, examples=((9,),), example_results=(-10,))


@pytest.mark.parametrize(("level", "are_twins"), [("2", False), ("3", True), ("5", True)])
def test_levels_from_3_on_may_have_examples_of_their_own(level: str, are_twins: bool) -> None:
    dial = {"plain": "1", "turned": level}
    assert not list(unfit_reasons([FIRST, SECOND], dial))
    assert (not list(unfit_reasons([FIRST, OWN], dial))) == are_twins


@pytest.mark.parametrize("level", ["2", "3", "5"])
def test_the_same_examples_have_other_results_at_each_level(level: str) -> None:
    same = replace(SECOND, example_results=FIRST.example_results)
    (reason,) = unfit_reasons([FIRST, same], {"plain": "1", "turned": level})
    assert reason == "the worked examples of plain and turned have the same results"
