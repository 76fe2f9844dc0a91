"""The labels of the open families: types, aspects, kinds of pictures and levels."""

from collections import Counter
from dataclasses import replace

import pytest

from benchmark.authoring.family_module import family_named
from benchmark.authoring.instance import MIN_TRUTH_CALLS
from benchmark.authoring.picture_form import MINIMUMS, count_shown, hard_counts, hard_lines
from benchmark.leaderboard.build.build import checkout
from benchmark.suites.humaneval_v.labels import (
    ASPECT_MEANINGS,
    ASPECTS,
    LEVEL_MEANINGS,
    LEVELS,
    MIN_HARD_STATEMENTS,
    TASK_TYPES,
    TYPE_MEANINGS,
)
from benchmark.suites.humaneval_v.open import OPEN

FAMILIES = {name: family_named(OPEN, name) for name in OPEN.names()}
CORE = [family for family in FAMILIES.values() if family.level == "core"]


def test_every_type_and_aspect_of_the_paper_has_core_families() -> None:
    types = Counter(family.task_type for family in CORE)
    aspects = Counter(aspect for family in CORE for aspect in family.aspects)
    assert set(types) == set(TASK_TYPES)
    assert set(aspects) == set(ASPECTS)
    assert min(aspects.values()) >= 6  # enough families for a range of their own
    assert max(map(len, (family.aspects for family in CORE))) <= 3


def test_kinds_of_pictures_that_were_wrong_once() -> None:
    kinds = {
        "sand_bottles": "section", "roof_quilt": "tiling", "lamp_buttons": "states",
        "sunlit_floors": "section", "dice_masks": "dice",
    }  # fmt: skip
    assert all(kind in FAMILIES[name].kinds for name, kind in kinds.items())
    assert "pipes" not in FAMILIES["sand_bottles"].kinds
    assert "folding" not in FAMILIES["roof_quilt"].kinds


def test_categories_name_the_type_and_the_aspects_with_their_keys() -> None:
    assert FAMILIES["tracing_strip"].categories == (
        "folding", "type:Rearrangement", "aspect:Spatial Transformations", "aspect:Topological Relations",
    )  # fmt: skip


def test_the_guide_has_the_same_meanings_and_numbers() -> None:
    guide = (checkout() / "site" / "pages" / "authoring" / "index.md").read_text(encoding="utf-8")
    meanings = {**TYPE_MEANINGS, **ASPECT_MEANINGS, **LEVEL_MEANINGS}
    assert tuple(meanings) == (*TASK_TYPES, *ASPECTS, *LEVELS)
    assert [name for name, meaning in meanings.items() if f"| `{name}` | {meaning} |" not in guide] == []
    assert f"reference of {MIN_HARD_STATEMENTS} statements or more" in guide
    assert f"and {MIN_TRUTH_CALLS} calls if it returns a bool" in guide


def test_hard_families_are_counted_by_what_they_return() -> None:
    some = FAMILIES["pebble_chart"]
    text = "def solution(a: int) -> {}:\n    ..."
    types = ("bool", "str", "float", "tuple[int, int]", "list[list[bool]]")
    hard = [replace(some, level="hard", text=text.format(result)) for result in types]
    assert list(hard_counts([some, *hard]).values()) == [5, 1, 2, 1]
    assert hard_lines([some, *hard])[0] == f"hard families: 5 of {MINIMUMS['hard families']}"
    assert hard_lines([some]) == []


@pytest.mark.gate
def test_there_are_as_many_hard_families_as_planned() -> None:
    counts = hard_counts(FAMILIES.values())
    assert {name: number for name, number in counts.items() if number < MINIMUMS[name]} == {}


def test_the_steps_of_a_film_are_one_worked_example() -> None:
    film = [([4],), ([4, -2],), ([4, -2, 7],)]
    assert count_shown(film) == 1
    assert count_shown([*film, ([5, -2],)]) == 2
    assert count_shown([([1, 2], 3), ([1, 2, 3], 4)]) == 2  # another second argument
    assert count_shown([]) == 0
