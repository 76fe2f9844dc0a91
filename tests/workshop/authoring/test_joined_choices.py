"""Choices that act alike are tried as one, and the proof is that of all rules tried one by one."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from benchmark.core.draws import Draws
from workshop.authoring import joined_choices
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.joined_choices import JoinedChoices, settling_examples
from workshop.authoring.rule_space import Choices, RuleSpace, count_rules

#: When a number doubles; the first choice is never.
WHEN = (
    lambda _number: False, lambda number: number == 4, lambda number: number == 7, lambda number: number > 3,
    lambda number: number % 2 == 0, lambda number: number % 7 == 4, lambda number: number == 9,
)  # fmt: skip
PARTS = {"more": 4, "when": len(WHEN)}
MEANT = {"more": 2, "when": 1}


def doubled(rules: Choices, call: Call) -> np.ndarray:
    (number,) = call
    factors = np.array([1 + when(number) for when in WHEN])
    return np.asarray((number + rules["more"]) * factors[rules["when"]])


def acts(call: Call) -> dict[str, np.ndarray]:
    return {
        "more": np.arange(PARTS["more"])[:, None],
        "when": np.array([[int(when(call[0]))] for when in WHEN]),
    }


EVERY = RuleSpace(parts=PARTS, results=doubled)
SPACE = JoinedChoices(parts=PARTS, results=doubled, acts=acts)


@pytest.mark.parametrize("seed", range(60))
def test_a_proof_is_that_of_all_rules_tried_one_by_one(seed: int) -> None:
    draws = Draws("joined", seed)
    numbers = draws.sample(range(10), draws.integer(2, 6))
    shown, asked = ([(number,) for number in some] for some in (numbers[:-1], numbers[-1:]))
    rule = {part: draws.integer(0, count - 1) for part, count in PARTS.items()}
    assert SPACE.proves(shown, rule, asked) == EVERY.proves(shown, rule, asked)
    fitting, every = SPACE.agreeing(rule, shown), EVERY.agreeing(rule, shown)
    found, wanted = (
        set(zip(*map(np.ndarray.tolist, rules.values()), strict=True)) for rules in (fitting, every)
    )
    assert found <= wanted
    assert found


def test_a_rule_that_acts_in_one_example_is_open_until_another_tells_when() -> None:
    """The number 4 doubles: because it is 4, large, even, or 4 more than seven?"""
    asked = [(2,), (6,), (9,)]
    assert "are wrong for a call" in SPACE.ambiguity(
        SPACE.given(MEANT, [(1,), (4,)]), SPACE.given(MEANT, asked)
    )
    assert SPACE.proves([(1,), (4,), (5,), (8,), (9,)], MEANT, asked)
    assert SPACE.ambiguity([((1,), 99)], []) == "none of 28 rules gives the results of all examples"


def test_at_most_one_choice_is_unusual_and_each_rule_is_counted_once() -> None:
    few = replace(SPACE, usual={"more": 2, "when": 3})
    rules = [rule for rule in product(range(4), range(7)) if rule[0] < 2 or rule[1] < 3]
    assert few.size == len(rules)
    assert not count_rules(few.agreeing({"more": 3, "when": 4}, [(1,), (2,), (3,), (4,)]))
    assert count_rules(few.agreeing({"more": 0, "when": 4}, [(1,), (2,), (3,), (4,)]))


def test_a_choice_that_no_example_shows_counts_only_if_it_may_add_to_a_rule() -> None:
    shown, asked = [(1,), (2,), (4,)], [(9,)]
    assert not SPACE.proves(shown, MEANT, asked)  # 9 may double, too
    only_seen = replace(SPACE, usual={"when": 3}, adding={"when": 5})
    assert only_seen.size == 20
    assert not only_seen.proves(shown, MEANT, asked)  # above 3 is among those that may add
    assert only_seen.proves([*shown, (8,)], MEANT, asked)
    assert not only_seen.proves(
        [*shown, (8,)], MEANT, [(18,)]
    )  # 4 more than sevens explains the 4 that doubles


def test_examples_settle_each_rule_and_show_each_effect_twice() -> None:
    draws, rules, asked = Draws("settled"), [{"more": 0, "when": 0}, {"more": 1, "when": 3}], [(2,), (24,)]
    found = settling_examples(
        SPACE, rules=rules, asked=asked, shown=[(1,)], candidate=lambda: (draws.integer(0, 40),),
        numbers=range(3, 12), effects=["when"],
    )  # fmt: skip
    assert all(SPACE.proves(found, rule, asked) for rule in rules)
    assert sum(number > 3 for (number,) in found) >= 2
    assert not {*found} & {*asked}
    with pytest.raises(UnfitError, match="2 examples leave several rules"):
        settling_examples(
            SPACE, rules=rules, asked=asked, shown=[(1,)], candidate=lambda: (draws.integer(0, 3),),
            numbers=range(1, 2),
        )  # fmt: skip


def test_too_many_rules_at_once_make_an_instance_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_choices, "_MOST", 5)
    with pytest.raises(UnfitError, match="too many to try together"):
        SPACE.agreeing(MEANT, [(4,)])
