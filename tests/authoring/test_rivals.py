"""Worked examples must contradict every other rule that the tests contradict."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmark.authoring.family import UnfitError
from benchmark.authoring.family_module import family_named
from benchmark.authoring.instance import instance, shown_rules
from benchmark.authoring.picture_form import PICTURES
from benchmark.authoring.rivals.derived import changed_rivals
from benchmark.authoring.rivals.misleading import tried_rivals
from benchmark.authoring.rivals.orders import BOX, NUMBERS, TEXT, choose, in_order, orders
from benchmark.core.errors import BadInput
from benchmark.datasets.collection import Collection

WriteFamily = Callable[..., Collection]
#: The worked examples of the scaffold's family, and examples without numbers next to the limit.
SHOWN = "tuple(tuple(draws.shuffled([*near, *draws.sample(others, 3)])) for _ in range(2))"
FAR = (SHOWN, "((99, 1, 98), (0, 99, 2))")
RIVALS = """
def rivals(row):
    return {
        "numbers above 97": lambda numbers: [number for number in numbers if number > 97],
        "numbers above 98": lambda numbers: [number for number in numbers if number > 98],
        "as meant": lambda numbers: [number for number in numbers if number >= row.limit],
    }


def calls(row"""


def misleading(collection: Collection, mutation: str) -> list[str]:
    family = family_named(collection, "row_left")
    rule = shown_rules(family, "a", 0)[mutation]
    return [rival.name for rival in tried_rivals(rule, family.settled) if rival]


def test_examples_far_from_a_limit_allow_another_limit(write_family: WriteFamily) -> None:
    collection = write_family(FAR)
    found = misleading(collection, "at-least")
    assert any(name.startswith("if number >= ") and "→ number > " in name for name in found), found
    family = family_named(collection, "row_left")
    with pytest.raises(UnfitError, match=r"the examples of at-least allow another rule: `if number >= "):
        instance(family, "a", 0)
    with pytest.raises(BadInput, match=r"none of 240 instances .* allow another rule"):
        PICTURES.tasks(family, "a")


def test_examples_next_to_a_limit_decide(write_family: WriteFamily) -> None:
    assert misleading(write_family(), "at-least") == []


def test_a_declared_rival_is_contradicted_or_reported(write_family: WriteFamily) -> None:
    """One rival fits the examples and fails the tests, one contradicts an example, one is the rule itself."""
    found = misleading(write_family(FAR, ("\ndef calls(row", RIVALS)), "at-least")
    assert found[0] == "numbers above 97"
    assert not {"numbers above 98", "as meant"}.intersection(found)


def test_a_settled_rival_needs_no_example_and_a_declared_one_does(write_family: WriteFamily) -> None:
    listed = ("VERSION = 1", 'VERSION = 1\nSETTLED = {"*": "all is said in the text"}')
    found = misleading(write_family(FAR, ("\ndef calls(row", RIVALS), listed), "at-least")
    assert found == ["numbers above 97"]


def test_one_result_for_all_examples_shows_nothing(write_family: WriteFamily) -> None:
    low = (SHOWN, "((0, 1, 0), (1, 0, 2))")
    assert "always the result of the first example" in misleading(write_family(low), "at-least")


def test_a_loop_that_never_ends_is_left() -> None:
    program = "def solution(n):\n    while n > 0:\n        n -= 1\n    return n\n"
    rivals = dict(changed_rivals(program))
    with pytest.raises(RuntimeError, match="does not end"):
        rivals["n -= 1: n -= 1 → pass"](3)
    assert rivals["while n > 0: once"](3) == 2


def test_a_step_becomes_a_loop() -> None:
    program = "def solution(n):\n    if n > 9:\n        n //= 2\n    return n\n"
    assert dict(changed_rivals(program))["if n > 9: again and again"](99) == 6


def test_an_operand_becomes_a_constant_or_its_neighbour() -> None:
    program = "def solution(here, fall):\n    return min(here + fall, 7)\n"
    rivals = dict(changed_rivals(program))
    line = "return min(here + fall, 7)"
    assert rivals[f"{line}: here + fall → here + 1"](4, 2) == 5
    assert rivals[f"{line}: min(here + fall, 7) → min(7, 7)"](4, 2) == 7
    assert rivals[f"{line}: min(here + fall, 7) → min(here + fall, here + fall)"](4, 5) == 9


TWICE = "def solution(n):\n    return n * 2 + 3\n"
LINE = "return n * 2 + 3"


def test_two_changes_are_made_at_two_places_and_one_within_the_other() -> None:
    every = list(changed_rivals(TWICE, pairs=True))
    rivals = dict(every)
    assert len(rivals) == len(every)
    assert rivals[f"{LINE}: 2 → 3; {LINE}: 3 → 2"](4) == 14
    assert rivals[f"{LINE}: n * 2 + 3 → n * 2 - 3; {LINE}: n * 2 → n + 2"](4) == 3
    assert not any(name.startswith(f"{LINE}: {LINE} → return None; ") for name in rivals)
    assert not any("2 → 3" in name for name, _ in changed_rivals(TWICE, ["*: 2 → 3"], pairs=True))


def test_two_changes_that_fit_the_examples_together_are_rivals(write_family: WriteFamily) -> None:
    rule = shown_rules(family_named(write_family(), "row_left"), "a", 0)["at-least"]
    rule = replace(
        rule, reference=TWICE, examples=((1,),), example_results=(5,), calls=((2,),), expected=(7,)
    )
    settled = ["*: n * 2 *", "guess *"]
    assert not any(tried_rivals(rule, settled))
    found = [rival.name for rival in tried_rivals(rule, settled, pairs=True) if rival]
    assert found == [f"{LINE}: 2 → 3; {LINE}: 3 → 2", f"{LINE}: 2 → 1; {LINE}: 3 → 4"]


def test_a_claim_counts_the_programs_that_were_tried(write_family: WriteFamily) -> None:
    family = family_named(write_family(), "row_left")
    made, rule = instance(family, "a", 0)["at-least"], shown_rules(family, "a", 0)["at-least"]
    assert made.unique_among == 1 + len(list(tried_rivals(rule, (), pairs=True))) > 50


def test_orders_have_both_directions_and_keep_equal_objects_in_their_order() -> None:
    boxes = [(0, 0, 2, 6), (1, 0, 3, 4), (2, 5, 3, 3)]
    by = {name: in_order(order, boxes) for name, order in orders(BOX).items()}
    assert (by["first"], by["last"]) == ([0, 1, 2], [2, 1, 0])
    assert (by["smallest area"], by["largest area"]) == ([2, 0, 1], [0, 1, 2])
    assert by["smallest shorter side"] == [0, 1, 2]
    words = {name: choose(order, ["cat", "apple", "dog"]) for name, order in orders(TEXT).items()}
    assert (words["smallest alphabet"], words["largest alphabet"], words["largest length"]) == (
        "apple", "dog", "apple",
    )  # fmt: skip
    assert choose(orders(NUMBERS)["largest spread"], [[5, 6], [1, 9], [7]]) == [1, 9]
