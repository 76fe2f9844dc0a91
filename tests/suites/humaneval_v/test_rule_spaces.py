"""Small plans, rounds and examples of single families leave one rule of a whole space of rules."""

import itertools
from dataclasses import replace

import pytest

from benchmark.authoring.family_module import family_named
from benchmark.core.draws import Draws
from benchmark.datasets.collection import read_pins
from benchmark.suites.humaneval_v.open import OPEN
from benchmark.suites.humaneval_v.open.families import chair_lift

#: Where a kind of ground can matter, in the words of the programs of ``chair_lift``.
PLACES = (
    "start", "end", "end if next_top > top else start", "start if next_top > top else end",
    "end if second > first else start", "start if second > first else end",
)  # fmt: skip
SHAPES = ("next_top > top", "second > first", "kinds[start] == kinds[end]", "abs(next_top - top) > 1")


def _sampled(name: str):  # type: ignore[no-untyped-def]
    family, pins = family_named(OPEN, name), read_pins(OPEN, name)
    assert pins is not None
    return family.sample(family.mutations[0], Draws(name, pins.version, pins.seed, pins.index))


@pytest.mark.parametrize("mutation", chair_lift.MUTATIONS)
def test_small_plans_of_the_chair_lift_leave_one_condition_of_long_spans(mutation: str) -> None:
    """One or two of 44 clauses, with ``and`` or ``or``: 1,936 conditions."""
    lift = replace(_sampled("chair_lift"), mutation=mutation)
    clauses = [f"kinds[{place}] == {kind!r}" for place in PLACES for kind in "oxs"] + list(SHAPES)
    clauses += [f"not ({clause})" for clause in clauses]
    pairs = itertools.combinations_with_replacement(clauses, 2)
    texts = [f"({one}) {word} ({other})" for one, other in pairs for word in ("and", "or")]
    right = chair_lift.LONG[mutation].replace("$firm", repr(lift.firm))
    names = "kinds, start, end, top, next_top, first, second"
    right_rule, *rules = (eval(f"lambda {names}: {text}") for text in (right, *texts))  # noqa: S307 - ours

    def spans(ground, kinds, masts):  # type: ignore[no-untyped-def]
        for (start, first), (end, second) in itertools.pairwise(masts):
            tops = int(ground[start]) + first, int(ground[end]) + second
            yield end - start, (kinds, start, end, *tops, first, second)

    shown = [
        (span, plan.is_good)
        for plan in chair_lift._small_plans(lift)[0]
        for width, span in spans(plan.ground, plan.kinds, plan.masts)
        if lift.short < width <= lift.long
    ]
    assert all(right_rule(*span) == good for span, good in shown)
    tested = [
        span
        for plan in lift.tested
        for width, span in spans(lift.ground, lift.kinds, plan)
        if lift.short < width <= lift.long
    ]
    fitting = [rule for rule in rules if all(rule(*span) == good for span, good in shown)]
    assert fitting
    assert tested
    assert all(rule(*span) == right_rule(*span) for rule in fitting for span in tested)
