"""Ponds of gardens act when a reading says so, and do what it says."""

import pytest

from workshop.suites.mmcode.families._garden_rules import Garden

#: Ponds 0, 1, 2 and 7 in a row: a plain path, one with a gate, one with a turnstile that points back. 0 and 2
#: have a passage, too.
ROW = Garden({
    "paths": [(0, 1), (1, 2), (2, 7)], "signs": {(0, 1): "", (1, 2): "|", (2, 7): "<"}, "crossings": {},
    "passages": {0: 4, 2: 4}, "red": [], "looks": {1: "b", 2: "y"},
})  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "end", "moves"),
    [
        ({}, 2, 1),
        ({"y": ("passage", "thrice")}, 2, 3),
        ({"y": ("gate", "thrice")}, 2, 1),
        ({"b": ("come", "free"), "y": ("passage", "thrice")}, 2, 3),
        ({"b": ("come", "swap"), "y": ("passage", "thrice")}, 2, 2),
        ({}, 7, -1),
        ({"y": ("none y", "turn")}, 7, 2),
        ({"y": ("none b", "as turned")}, 7, 2),
        ({"y": ("any b", "turn")}, 7, 4),
        ({"y": ("odd here", "turn")}, 7, 4),
        ({"y": ("odd all", "turn")}, 7, 4),
        ({"y": ("two all", "turn")}, 7, 6),
        ({"y": ("come", "any stile")}, 7, 2),
        ({"y": ("come", "turn once")}, 7, 2),
        ({"y": ("turned", "any stile")}, 7, -1),
        ({"b": ("come", "free"), "y": ("gate", "thrice")}, 1, 0),
        ({"b": ("come", "free")}, 2, 1),
        ({"b": ("come", "still")}, 2, 1),
        ({"b": ("come", "swap once"), "y": ("passage", "thrice")}, 2, 2),
    ],
)
def test_a_reading_decides_how_long_a_walk_is(rule: dict[str, tuple[str, str]], end: int, moves: int) -> None:
    assert ROW.lengths(rule, 0).get(end, -1) == moves
