"""The gate `programs`: a family has 50 different programs or more."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from benchmark.datasets.collection import programs_path
from workshop.authoring.family_module import family_named
from workshop.authoring.picture_form import PICTURES
from workshop.authoring.programs import count_programs, program_faults, program_file
from workshop.family_collection import FamilyCollection
from workshop.pins import pins_path

pytestmark = pytest.mark.gate

WriteFamily = Callable[..., FamilyCollection]
CODE = "0" * 64
NO_JUDGE: Any = None
FEW = ("draws.integer(20, 79)", "draws.integer(20, 22)")


def test_programs_are_counted_over_mutations_and_constants(write_family: WriteFamily) -> None:
    count = count_programs(family_named(write_family(FEW), "row_left"), CODE)
    assert (count.programs, set(count.mutations.values())) == (9, {3})


def test_a_constant_that_only_the_picture_uses_makes_no_program(write_family: WriteFamily) -> None:
    unused = ("limit=row.limit)", "limit=7)")
    assert count_programs(family_named(write_family(unused), "row_left"), CODE).programs == 3


def test_too_few_programs_are_a_fault(write_family: WriteFamily) -> None:
    collection = write_family(FEW)
    assert list(program_faults(collection, "row_left")) == []  # `pinned` reports that it is not built
    PICTURES.write(collection, family_named(collection, "row_left"), NO_JUDGE)
    (fault,) = program_faults(collection, "row_left")
    assert "100 seeds make 9 different programs, fewer than 50" in str(fault)


def test_a_count_is_kept_until_code_changes(write_family: WriteFamily) -> None:
    collection = write_family(FEW)
    family = family_named(collection, "row_left")
    PICTURES.write(collection, family, NO_JUDGE)
    path = programs_path(collection, "row_left")
    path.write_text(path.read_text("utf-8").replace('"programs": 9', '"programs": 99'), encoding="utf-8")
    assert program_file(collection, family) == {path: path.read_bytes()}
    (fault,) = PICTURES.measured_faults(collection, PICTURES.make(collection, family, None), NO_JUDGE)
    assert "programs: a new count differs from programs/row_left.json; delete" in str(fault)
    module = collection.module("row_left")
    module.write_text(module.read_text("utf-8") + "# changed\n", encoding="utf-8")
    assert b'"programs": 9,' in program_file(collection, family)[path]


def test_a_build_keeps_the_instance_that_was_built_while_it_is_good(write_family: WriteFamily) -> None:
    collection = write_family(FEW)
    family = family_named(collection, "row_left")
    PICTURES.write(collection, family, NO_JUDGE)
    path = pins_path(collection, "row_left")
    text = path.read_text("utf-8")
    later = PICTURES.first(family, family.seed, first=1)[0].index
    assert f'"index": {later},' not in text
    path.write_text(re.sub(r'"index": \d+,', f'"index": {later},', text), encoding="utf-8")
    PICTURES.write(collection, family, NO_JUDGE)
    assert f'"index": {later},' in path.read_text("utf-8")
