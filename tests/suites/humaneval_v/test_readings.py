"""Worked examples must contradict wrong readings that earlier versions of the pictures allowed."""

import contextlib
from functools import cache
from itertools import count

import pytest

from benchmark.authoring.family import Call, UnfitError
from benchmark.authoring.family_module import family_named
from benchmark.authoring.instance import FamilyTask, instance
from benchmark.authoring.source import compile_solution
from benchmark.suites.humaneval_v.open import OPEN

#: Wrong reading → family, mutation, a part of the reference, and this part as a reader understood it.
READINGS = {
    "a litre more than half": ("bucket_stairs", "spout", "(size + 1) // 2", "size // 2 + 1"),
    "only the last pile with room": (
        "card_piles",
        "from-the-right",
        " and card < pile[-1]]",
        "][-1:]\n        open_piles = [pile for pile in open_piles if card < pile[-1]]",
    ),
    "only those who have six": (
        "marble_throw",
        "groups",
        "if marbles[child]",
        "if marbles[child] == 6 and marbles[child]",
    ),
    "always the last column": ("market_slips", "slip", "table[good][column]", "table[good][-1]"),
    "all of the lowest colour": (
        "sand_bottles",
        "from-below",
        "if bottles[start] and",
        "lowest = bottles[start][:1]\n        while lowest and bottles[start][:1] == lowest and",
    ),
    **{f"{less} less": ("solar_lantern", "half", "charge //= 2", f"charge -= {less}") for less in (7, 8, 9)},
}


@cache
def first_instance(family: str, seed: str) -> dict[str, FamilyTask]:
    """Return the first instance of a seed that makes twins."""
    for index in count():
        with contextlib.suppress(UnfitError):
            return instance(family_named(OPEN, family), seed, index)
    raise AssertionError


@pytest.mark.parametrize("seed", ["public-1", "a", "e"])
@pytest.mark.parametrize(("family", "mutation", "meant", "read"), READINGS.values(), ids=READINGS.keys())
def test_examples_contradict_a_wrong_reading(
    family: str, mutation: str, meant: str, read: str, seed: str
) -> None:
    made = first_instance(family, seed)[mutation]
    assert meant in made.reference
    misread = compile_solution(made.reference.replace(meant, read))

    def results(calls: tuple[Call, ...]) -> tuple[object, ...]:
        return tuple(misread(*call) for call in calls)

    assert results(made.examples) != made.example_results or results(made.calls) == made.expected
