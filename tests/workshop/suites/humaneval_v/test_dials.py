"""Families with a dial: a task per level, and proofs that hold against programs written out as source."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmark.core.draws import Draws
from benchmark.datasets.collection import load_tasks
from tests.sampling import WHOLE, gate_of, sampled
from workshop.authoring.family import Call, Family
from workshop.authoring.family_module import family_named
from workshop.authoring.instance import shown_rules
from workshop.authoring.other_causes import OtherCause, settles
from workshop.authoring.rule_space import Choices
from workshop.authoring.source import compile_solution
from workshop.pins import read_pins
from workshop.suites.humaneval_v import OPEN
from workshop.suites.humaneval_v.families import coupled_dials, pebble_rings

FAMILIES = {name: family_named(OPEN, name) for name in OPEN.names()}
DIALS = [name for name, family in FAMILIES.items() if family.dial]
TASKS = load_tasks(OPEN)
SAMPLES = 4000 if WHOLE else 150  #: rules of each space that are written out as programs


def written(family: Family, values: Any, rule: dict[str, int]) -> str:
    """Return any rule of a family's space as the source of a program."""
    return family.reference(replace(values, rules=(tuple(rule.items()),) * len(family.mutations)))


def drawn(rules: Choices) -> Choices:
    """Return rules without those that are only read, which no program writes (see ``test_inked_folds``)."""
    is_drawn = rules["reading"] == 0 if "reading" in rules else slice(None)
    return {part: choice[is_drawn] for part, choice in rules.items()}


@pytest.mark.parametrize("name", DIALS)
def test_a_dial_is_unique_among_no_fewer_rules_on_higher_levels(name: str) -> None:
    """A level may have more: readings of marks that lower levels do not have."""
    tasks = [task for task in TASKS if task.family == name.replace("_", "-")]
    counts = [task.unique_among for task in sorted(tasks, key=lambda task: task.level)]
    assert counts == sorted(counts)
    assert counts[0] > 100_000


@gate_of("open tasks")
@pytest.mark.parametrize("name", sampled(DIALS, 5))
def test_a_claim_holds_against_programs_as_source(name: str) -> None:
    """Each stored task: its program is in the space, and whatever else fits passes the tests."""
    family, pins = FAMILIES[name], read_pins(OPEN, name)
    assert pins is not None
    for mutation, rule in shown_rules(family, pins.seed, pins.index).items():
        values = family.sample(mutation, Draws(family.name, family.version, pins.seed, pins.index))
        space = family.rule_space(values)
        shown = list(zip(rule.examples, rule.example_results, strict=True))
        fitting = drawn(space.fitting(space.rules(), shown))
        programs = [
            written(family, values, {part: int(choice[place]) for part, choice in fitting.items()})
            for place in range(min(SAMPLES, len(next(iter(fitting.values())))))
        ]
        assert programs
        for program in programs:
            solve = compile_solution(program)
            assert tuple(solve(*call) for call in rule.examples) == rule.example_results, program
            assert tuple(solve(*call) for call in rule.calls) == rule.expected, program


@gate_of("open tasks")
@pytest.mark.parametrize("name", sampled(DIALS, 5))
def test_rules_as_arrays_and_as_source_give_the_same(name: str) -> None:
    family, pins = FAMILIES[name], read_pins(OPEN, name)
    assert pins is not None
    for mutation in (family.mutations[0], family.mutations[-1]):
        values = family.sample(mutation, Draws(family.name, family.version, pins.seed, pins.index))
        space, calls = family.rule_space(values), family.calls(values)
        draws = Draws(name, "rules")
        for _ in range(SAMPLES // 2):
            rule = {part: draws.integer(0, count - 1) for part, count in space.parts.items()}
            rule |= {"reading": 0} if "reading" in rule else {}
            solve = compile_solution(written(family, values, rule))
            arrays = {part: np.array([choice]) for part, choice in rule.items()}
            for call in calls:
                assert np.array_equal(space.results(arrays, call)[0], space.coded(solve(*call))), rule


A_BOX = "isinstance(each, list) and each[0] == 'box'"
TWO_BOXES = f"sum({A_BOX} for each in inside[: len(parts)]) > 1"
NEXT_TO_A_BOX = f"any({A_BOX} for each in inside[max(0, len(parts) - 1) : len(parts) + 2])"
#: Drawings that level 5 of pebble rings had once: where a heap before a box and after none does not count.
DRAWN_ONCE = [
    ["ring", 4, 5, 2],
    ["box", 1, 4, 5],
    ["ring", ["box", 4], 5],
    ["ring", ["ring", 5], 6],
    ["box", ["box", 2], 1],
    ["ring", ["box", ["box", ["box", 1]]]],
    ["ring", ["box", 1, 4], 6],
    ["box", 3, ["box", 4, 3], 2],
    ["box", ["ring", 1, ["box", 2], 1]],
    ["ring", ["ring", 2], ["ring", ["box", 1], 4]],
    ["box", ["ring", ["box", 1, 3], ["box", 3, 6]]],
    ["box", ["box", ["box", ["ring", 5]], 5, ["box", 6]]],
]


@gate_of("open tasks")
@pytest.mark.parametrize(
    ("family", "captured", "found"),
    [
        (coupled_dials, True, OtherCause("upright", "left == 2", "")),
        (coupled_dials, True, OtherCause("upright", "middle == 7", "")),
        (coupled_dials, True, OtherCause("coupling", "-left % 8 < -right % 8", "")),
        (coupled_dials, True, OtherCause("coupling", "left >= middle", "")),
        (coupled_dials, False, OtherCause("together", "(left - right) % 4 == 0", "")),
        (pebble_rings, False, OtherCause("beside", TWO_BOXES, "and")),
    ],
    ids=[
        "a left hand", "a middle hand", "a smaller left value", "a left hand not before the middle one",
        "hands on one line", "a heap after two boxes",
    ],
)  # fmt: skip
def test_examples_of_level_5_settle_when_its_rules_act(
    family: Any, captured: bool, found: OtherCause
) -> None:
    """The examples of the other levels, which it had once, leave the reading ``found``."""
    few, values = (of_level(family, mutation, captured) for mutation in family.MUTATIONS[-2:])
    assert_settled(family, values, found, family.examples(few))


@gate_of("open tasks")
def test_drawings_of_level_5_settle_on_which_side_of_a_box_a_heap_changes() -> None:
    found = OtherCause("beside", NEXT_TO_A_BOX, "")
    values = of_level(pebble_rings, "with-four", captured=False)
    assert_settled(pebble_rings, values, found, [(drawing,) for drawing in DRAWN_ONCE])


def of_level(family: Any, mutation: str, captured: bool) -> Any:
    """Return the parameters of a public task, or of one whose picture is a capture."""
    name = family.__name__.rpartition(".")[-1]
    pins = read_pins(OPEN, name)
    assert pins is not None
    index = pins.captured if captured else pins.index
    return family.sample(mutation, Draws(name, family.VERSION, pins.seed, index))


def assert_settled(family: Any, values: Any, found: OtherCause, once: Sequence[Call]) -> None:
    """Check that examples of level 5 leave no reading open, and that those it had once leave ``found``."""
    rule, asked = dict(values.rules[-1]), family.calls(values)
    other = family.program(rule, found)
    assert other in family.readings(rule)
    assert not settles([family.program(rule), other], once, asked)
    assert settles(family.readings(rule), family.examples(values), asked)
