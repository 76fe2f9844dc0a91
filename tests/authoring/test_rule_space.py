"""All rules of a space are tried, and worked examples are refused if they leave two that differ."""

import numpy as np
import pytest

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.rule_space import Choices, RuleSpace, telling_examples
from benchmark.core.draws import Draws


def thickness(rules: Choices, call: Call) -> np.ndarray:
    """Wax that falls: as before and one more for each cube of the fall, or one more alone; at most a cap."""
    here, fall = call
    gained = np.choose(rules["gain"], [here + fall, here + 1, here])
    return np.minimum(gained, 5 + rules["cap"])


WAX = RuleSpace(parts={"gain": 3, "cap": 5}, results=thickness)
MEANT = {"gain": 0, "cap": 2}


def shown(*calls: Call) -> list[tuple[Call, int]]:
    return [((here, fall), min(here + fall, 7)) for here, fall in calls]


def test_a_cap_that_hides_an_operand_leaves_another_rule() -> None:
    """The wrong rule of a task that was published once: the fall never counts, because of the cap."""
    assert WAX.size == 15
    asked = shown((2, 3), (6, 1))
    assert WAX.ambiguity(shown((6, 2), (7, 3)), asked) == "1 of 15 rules fit them and are wrong for a call"
    assert not WAX.ambiguity(shown((6, 2), (7, 3), (3, 2)), asked)


def test_rules_that_no_call_tells_apart_are_one() -> None:
    assert not WAX.ambiguity(shown((3, 2)), shown((2, 3), (1, 4)))  # every cap is above these


def test_examples_outside_of_the_space_prove_nothing() -> None:
    assert WAX.ambiguity([((1, 1), 9)], []) == "none of 15 rules gives the results of all examples"


def test_examples_are_chosen_that_prove_every_rule() -> None:
    draws, asked = Draws("wax"), [(2, 3), (6, 1)]
    rules = [MEANT, {"gain": 1, "cap": 4}]

    def candidate() -> Call:
        return draws.integer(1, 9), draws.integer(0, 4)

    def chosen(numbers: range) -> list[Call]:
        return telling_examples(
            WAX, rules=rules, asked=asked, shown=[(7, 3)], candidate=candidate, numbers=numbers
        )

    found = chosen(range(4, 9))
    assert len(found) >= 4
    assert not {*found} & {*asked}
    for rule in rules:
        right = {name: np.array([choice]) for name, choice in rule.items()}
        both = [[(call, int(thickness(right, call)[0])) for call in calls] for calls in (found, asked)]
        assert not WAX.ambiguity(*both)
    with pytest.raises(UnfitError, match="1 examples leave several rules"):
        chosen(range(1, 1))
