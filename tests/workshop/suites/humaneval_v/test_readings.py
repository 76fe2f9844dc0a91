"""Worked examples must contradict wrong readings that earlier versions of the pictures allowed."""

import contextlib
from functools import cache
from itertools import count

import pytest

from tests.case_files import read_cases
from tests.sampling import first_of, gate_of
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.family_module import family_named
from workshop.authoring.instance import FamilyTask, instance
from workshop.authoring.source import compile_solution
from workshop.pins import read_pins
from workshop.suites.humaneval_v import OPEN

pytestmark = gate_of("open tasks")

READINGS = read_cases("humaneval_v/readings.yaml")


@cache
def first_instance(family: str, seed: str) -> dict[str, FamilyTask]:
    """Return the first instance of a seed that makes twins; of the public seed the one that is kept."""
    pins = read_pins(OPEN, family)
    for index in count(pins.index if pins and seed == pins.seed else 0):
        with contextlib.suppress(UnfitError):
            return instance(family_named(OPEN, family), seed, index)
    raise AssertionError


@pytest.mark.parametrize("seed", first_of(["public-1", "a", "e"]))
@pytest.mark.parametrize("name", READINGS)
def test_examples_contradict_a_wrong_reading(name: str, seed: str) -> None:
    reading = READINGS[name]
    made = first_instance(reading["family"], seed)[reading["mutation"]]
    assert reading["meant"] in made.reference
    misread = compile_solution(made.reference.replace(reading["meant"], reading["read"]))

    def results(calls: tuple[Call, ...]) -> tuple[object, ...]:
        return tuple(misread(*call) for call in calls)

    assert results(made.examples) != made.example_results or results(made.calls) == made.expected
