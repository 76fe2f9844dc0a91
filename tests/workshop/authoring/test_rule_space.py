"""All rules of a space are tried, and worked examples are refused if they leave two that differ."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from benchmark.core.draws import Draws
from workshop.authoring.balanced_calls import balanced_calls
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, program_space, telling_examples


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


def test_examples_that_are_no_calls_prove_a_rule_too() -> None:
    space = replace(WAX, drawn=shown((3, 2)))
    assert WAX.ambiguity(shown((6, 2), (7, 3)), shown((2, 3)))
    assert not space.ambiguity(shown((6, 2), (7, 3)), shown((2, 3)))


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


def test_a_program_with_parts_is_a_space_and_its_errors_fit_nothing() -> None:
    parts = {"key": (None, len, str.upper), "place": (0, -1, 5)}
    space = program_space(parts, lambda choices, words: sorted(words, key=choices[0])[choices[1]])
    assert space.size == 9
    longest = (["b", "ccc", "aa"],), "ccc"
    assert space.ambiguity([longest], [((["B", "aa", "Cc"],), "Cc")])
    assert not space.ambiguity([longest, ((["z", "yy"],), "yy")], [((["b", "AA"],), "AA")])
    floats = program_space({"step": (0.1, 0.2)}, lambda choices, number: {"sum": [number + choices[0]]})
    assert not floats.ambiguity([((0.2,), {"sum": [0.3]})], [((1.0,), {"sum": [1.1]})])


def test_the_same_names_give_the_same_choices_everywhere() -> None:
    """Other choices would change every data set."""
    draws = Draws("family", 1, "seed", 0)
    assert draws.integers(8, 0, 99) == [38, 41, 94, 83, 41, 66, 32, 81]
    assert draws.shuffled("abcdef") == ["e", "a", "f", "c", "d", "b"]


def test_similar_seeds_share_nothing() -> None:
    first, second = (
        [Draws("f", 1, seed, index).integer(0, 10**9) for index in range(50)] for seed in ("42", "43")
    )
    assert len({*first, *second}) == 100


def test_names_are_kept_apart() -> None:
    assert Draws("ab", "c").integer(0, 10**9) != Draws("a", "bc").integer(0, 10**9)


def test_all_numbers_of_a_range_are_equally_likely() -> None:
    counts = Counter(Draws("evenness").integers(6000, 1, 6))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(880 < count < 1120 for count in counts.values())


def test_a_sample_contains_no_item_twice() -> None:
    assert sorted(Draws("sample").sample(range(30), 30)) == list(range(30))
    with pytest.raises(ValueError, match="31 of 30"):
        Draws("sample").sample(range(30), 31)
    with pytest.raises(ValueError, match="from 3 to 2"):
        Draws("sample").integer(3, 2)


PROGRAMS = {
    "small": "def solution(number):\n    return number < 50\n",
    "large": "def solution(number):\n    return number >= 40\n",
}
NUMBERS = [(number,) for number in range(100)]


def test_the_calls_are_mixed_and_notice_each_limit() -> None:
    chosen = {number for (number,) in balanced_calls(Draws("calls"), PROGRAMS, NUMBERS, 10, equivalent={})}
    assert {49, 50, 39, 40} <= chosen
    assert sum(number < 50 for number in chosen) in (4, 5, 6)
    assert sum((number < 50) != (number >= 40) for number in chosen) >= 4


def test_candidates_that_notice_too_little_are_refused() -> None:
    with pytest.raises(UnfitError, match="no candidate notices `number < 50 → number <= 50 of small`"):
        balanced_calls(Draws("calls"), PROGRAMS, NUMBERS[::7], 8, equivalent={"*49*": "", "*40*": ""})


def test_readers_who_misread_one_thing_are_noticed() -> None:
    bands = [range(start, start + 11) for start in (5, 20, 65, 80)]
    programs = [f"def solution(number):\n    return (number < 50) != (number in {band})\n" for band in bands]
    misread = {"small": programs}
    chosen = balanced_calls(Draws("calls"), PROGRAMS, NUMBERS, 12, equivalent={}, misread=misread)
    assert all(any(number in band for (number,) in chosen) for band in bands)


def test_programs_whose_mutants_could_run_forever_are_refused() -> None:
    program = "def solution(number):\n    while number > 3:\n        number -= 3\n    return number == 1\n"
    with pytest.raises(ValueError, match="the program of small has a while"):
        balanced_calls(Draws("calls"), {"small": program}, NUMBERS, 10, equivalent={})
