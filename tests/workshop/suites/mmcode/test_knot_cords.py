"""Numbers on knotted cords: how cords are read and written, and that examples leave one rule."""

from itertools import permutations, product

import pytest

from benchmark.core.draws import Draws
from tests.sampling import gate_of
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.form import PROBLEMS
from workshop.pins import read_pinned
from workshop.suites.mmcode import OPEN
from workshop.suites.mmcode.families import knot_cords
from workshop.suites.mmcode.families._knot_readings import space_of
from workshop.suites.mmcode.families._knots import PAIRS, SINGLE, SUM, Example, Rule

#: The middle place is the first, that at the tassel the second, and the last one is furthest from the tassel.
RULE = Rule({"a": 3, "b": 1, "c": 6}, (1, 0, 2), (4, 7), {SINGLE: (1,), SUM: (1, 1), 1: (2, -1)})


def test_a_digit_counts_what_the_order_of_places_says() -> None:
    assert RULE.weights == [4, 1, 28]
    assert RULE.limits == [7, 4, 8]
    assert RULE.number(SINGLE, ["cab"]) == 6 * 4 + 3 + 28
    assert RULE.number(SUM, ["cab", ".a."]) == 58
    assert RULE.number(1, ["cab", ".a."]) == 107


@pytest.mark.parametrize(
    ("cords", "total"), [(["cab", ".a."], None), ([".b.", ".a."], "b.."), (["cb.", ".a."], "..b")]
)
def test_a_sum_carries_from_place_to_place_in_their_order(cords: list[str], total: str | None) -> None:
    """In the second case 1 + 3 is a one at the tassel, and in the third case this one makes 7 there."""
    if total is None:
        with pytest.raises(UnfitError, match="no cord"):
            RULE.written(RULE.number(SUM, cords))
    else:
        assert RULE.written(RULE.number(SUM, cords)) == total


@pytest.mark.parametrize("number", [0, -3, 2, 4 * 7 * 8], ids=["empty", "negative", "no-kind", "too-large"])
def test_a_number_without_a_cord_is_unfit(number: int) -> None:
    with pytest.raises(UnfitError):
        RULE.written(number)


EXAMPLES = [
    Example(SINGLE, ("ab",), 7),
    Example(SUM, ("ab", "b."), ".a"),
    Example(1, ("ab", "ba"), "bb"),
    Example(1, ("b.", ".b"), "a."),
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_search_finds_as_many_rules_as_trying_each_one(example: Example) -> None:
    def fits(rule: Rule) -> bool:
        below = all(
            kind == "." or rule.digits[kind] < limit
            for cord in example.all_cords
            for kind, limit in zip(cord, rule.limits, strict=True)
        )
        result = example.result
        number = rule.number(SINGLE, [result]) if isinstance(result, str) else result
        return below and rule.number(example.bar, example.cords) == number

    bars = PAIRS if example.bar == 1 else ((1, 1),)
    rules = [
        Rule({"a": one, "b": other}, order, (rate,), {SINGLE: (1,), SUM: (1, 1), 1: pair})
        for one, other in permutations(range(1, 8), 2)
        for order, rate, pair in product([(0, 1), (1, 0)], range(3, 9), bars)
    ]
    space = space_of("ab", (0,), ())
    assert space.size([example.bar]) == len(rules)
    assert 0 < space.fitting([example]).count == sum(map(fits, rules)) < len(rules)


def test_known_rates_and_orders_leave_fewer_rules() -> None:
    assert space_of("ab", (0, 0), ()).size([1, 2]) == 42 * 36 * 6 * 36 * 36
    assert space_of("ab", (5, 0), (2, 0, 1)).size([SUM]) == 42 * 6


@gate_of("problems")
@pytest.mark.parametrize("level", range(1, 6))
def test_the_examples_of_the_open_tasks_leave_only_the_rule_of_the_program(level: int) -> None:
    pins = read_pinned(PROBLEMS.pins, OPEN, "knot_cords")
    assert pins is not None
    values = knot_cords.sample(Draws("knot_cords", pins.version, pins.seed, pins.index))
    shown, weights = values[f"shown{level}"], values[f"weights{level}"]
    known = knot_cords._LEVELS[level][1]
    order = tuple(sorted(range(len(weights)), key=weights.__getitem__)) if any(known) else ()
    digits = {kind: digit for kind, digit in values[f"digits{level}"].items() if digit}
    (found,) = space_of("".join(digits), known, order).fitting(shown).by_order.items()
    assert sorted(range(len(weights)), key=weights.__getitem__) == [*found[0]]
    assert {kind: int(digit[0]) for kind, digit in found[1].digits.items()} == digits
    for bar, fit in found[1].fits.items():
        assert [PAIRS[place] for place in fit[0].nonzero()[0]] == [tuple(values[f"bars{level}"][bar])]
    used = {"".join(example.all_cords) for example in shown}
    assert all(sum(kind in cords for cords in used) > 1 for kind in digits)


def test_a_level_whose_examples_always_leave_several_rules_is_unfit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knot_cords, "_MOST", knot_cords._LEAST[5])
    monkeypatch.setattr(knot_cords, "_ATTEMPTS", 2)
    with pytest.raises(UnfitError, match="each drawn rule"):
        knot_cords.sample(Draws("test"))
