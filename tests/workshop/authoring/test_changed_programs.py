"""Worked examples must contradict every changed program that the tests contradict."""

from collections.abc import Callable

import pytest

from benchmark.core.errors import BadInput
from workshop.authoring.changed_programs import changed_programs, misleading_changes
from workshop.authoring.family import UnfitError
from workshop.authoring.family_module import family_named
from workshop.authoring.instance import instance, shown_rules
from workshop.authoring.picture_form import PICTURES
from workshop.family_collection import FamilyCollection

WriteFamily = Callable[..., FamilyCollection]
#: The worked examples of the scaffold's family, and examples without numbers next to the limit.
SHOWN = "tuple(tuple(draws.shuffled([*near, *draws.sample(others, 3)])) for _ in range(2))"
FAR = (SHOWN, "((99, 1, 98), (0, 99, 2))")


def misleading(collection: FamilyCollection, mutation: str) -> list[str]:
    family = family_named(collection, "row_left")
    rule = shown_rules(family, "a", 0)[mutation]
    return [changed.name for changed in misleading_changes(rule, family.settled)]


@pytest.mark.gate
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


def test_a_settled_change_needs_no_example(write_family: WriteFamily) -> None:
    listed = ("VERSION = 1", 'VERSION = 1\nSETTLED = {"*": "all is said in the text"}')
    assert misleading(write_family(FAR, listed), "at-least") == []


def test_a_loop_that_never_ends_is_left() -> None:
    program = "def solution(n):\n    while n > 0:\n        n -= 1\n    return n\n"
    programs = dict(changed_programs(program))
    with pytest.raises(RuntimeError, match="does not end"):
        programs["n -= 1: n -= 1 → pass"](3)
    assert programs["while n > 0: once"](3) == 2


def test_a_step_becomes_a_loop() -> None:
    program = "def solution(n):\n    if n > 9:\n        n //= 2\n    return n\n"
    assert dict(changed_programs(program))["if n > 9: again and again"](99) == 6


def test_an_operand_becomes_a_constant_or_its_neighbour() -> None:
    program = "def solution(here, fall):\n    return min(here + fall, 7)\n"
    programs = dict(changed_programs(program))
    line = "return min(here + fall, 7)"
    assert programs[f"{line}: here + fall → here + 1"](4, 2) == 5
    assert programs[f"{line}: min(here + fall, 7) → min(7, 7)"](4, 2) == 7
    assert programs[f"{line}: min(here + fall, 7) → min(here + fall, here + fall)"](4, 5) == 9
