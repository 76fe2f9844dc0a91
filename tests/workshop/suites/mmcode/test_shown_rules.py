"""Rules of families whose pictures show them: hoops, vanes, and what lies on what in a heap of cards."""

import numpy as np
import pytest

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.rule_space import one_rule
from workshop.suites.mmcode.families import _card_heap, _hoops, _vanes
from workshop.suites.mmcode.families._vane_readings import (
    EXCEPTIONS,
    MORE,
    OWN,
    exceptions,
    reading_of,
    readings,
)


@pytest.mark.parametrize(
    ("effect", "carried"),
    [("swap", [0, 2, 0]), ("flip", [2, 0, 2]), ("never", [0, 0, 0]), ("half", [1, 0, 0])],
)
def test_a_mark_changes_what_a_hoop_that_lies_on_another_one_gives(effect: str, carried: list[int]) -> None:
    choice = 1 + _hoops.ROLES.index("carried") * len(_hoops.EFFECTS) + _hoops.EFFECTS.index(effect)
    rule = one_rule({"base": 0b001, "once": 0, "g": choice})
    kinds = (_hoops.ON, _hoops.UNDER, _hoops.LINKED)
    assert [int(_hoops.units(rule, kind, "", "g", False)[0]) for kind in kinds] == carried
    assert [int(_hoops.units(rule, kind, "g", "", False)[0]) for kind in kinds] == [2, 0, 0]


def test_a_hoop_that_is_half_as_much_carried_rises_with_two_others() -> None:
    choice = 1 + _hoops.ROLES.index("carried") * len(_hoops.EFFECTS) + _hoops.EFFECTS.index("half")
    rule = {"base": 0b001, "once": 0, "g": choice}
    two = ((0, 1, _hoops.ON), (0, 2, _hoops.ON), (1, 2, _hoops.ON))
    ((_, risen),) = _hoops.space("g").given(rule, [(("", "", "g"), two, 0)])
    ((_, left),) = _hoops.space("g").given(rule, [(("", "", "g"), two[:2], 0)])
    assert (int(risen), int(left)) == (0b111, 0b011)


@pytest.mark.parametrize(
    ("effect", "end", "hands"),
    [
        ("none", 2, [1, 1, 0, 0]),
        ("opposite", 2, [2, 1, 0, 0]),
        ("next", 0, [1, 0, 0, 0]),
        ("uncounted", 0, [1, 1, 1, 0]),
        ("ahead", 0, [1, 0, 1, 0]),
    ],
)
def test_a_look_changes_where_a_trip_of_two_crossings_ends(effect: str, end: int, hands: list[int]) -> None:
    """From island 0, whose lines lead to 1, 2 and 3; vanes turn by one line after the ferry has left."""
    rule = {"turn": 0, "early": 0, "start": 0, "s": _vanes.EFFECTS.index(effect)}
    ways = ((1, 2, 3), (2, 0), (0, 1), (0,))
    assert _vanes.sail(rule, (("s", "", "", ""), ways, (0, 0, 0, 0), 0, 2)) == (end, hands)


def test_a_ferry_that_never_ends_fits_no_task() -> None:
    rule = {"turn": 0, "early": 0, "start": 0, "s": _vanes.EFFECTS.index("uncounted")}
    with pytest.raises(UnfitError, match="never ends"):
        _vanes.sail(rule, (("s", "s"), ((1,), (0,)), (0, 0), 0, 1))


def test_cards_overlap_clearly_and_the_straight_pairs_imply_all_others() -> None:
    heap = _card_heap.heap_of(Draws("test"), 9, (920, 700), 0)
    assert _card_heap._closed({*heap.straight}, 9) == {*heap.above}
    masks = [_card_heap._mask(card, (920, 700)) for card in heap.cards]
    shared = [int((one & other).sum()) for place, one in enumerate(masks) for other in masks[:place]]
    assert all(cells == 0 or cells >= 36 for cells in shared)
    assert np.any(np.array(shared))


@pytest.mark.parametrize("effect", _vanes.EFFECTS)
def test_a_rule_of_vanes_is_one_of_their_readings(effect: str) -> None:
    rule = {"turn": 1, "early": 0, "start": 0, "s": _vanes.EFFECTS.index(effect)}
    ways = ((1, 2, 3), (0, 2), (0, 1, 3), (0, 2))
    call = (("s", "", "s", ""), ways, (0, 1, 2, 0), 0, 4)
    end, hands = _vanes.sail(rule, call)
    ((_, given),) = readings("s").given(reading_of(rule), [call])
    assert given.tolist() == [end, *hands]


def test_a_look_may_change_how_a_vane_turns_and_more() -> None:
    """A square island is left along the next line, and its vane turns anticlockwise."""
    rule = {"turn": 0, "early": 0, "start": 0, "s": OWN.index("opposite") * len(MORE) + MORE.index("ahead")}
    call = (("s", "", "", ""), ((1, 2, 3), (0,), (0,), (0,)), (0, 0, 0, 0), 0, 1)
    ((_, given),) = readings("s").given(rule, [call])
    assert given.tolist() == [2, 2, 0, 0, 0]


def _met() -> dict[str, int]:
    """Return a rule: a double shore turns the next vane, and a yellow island its own the other way."""
    effects = {"s": "none", "d": "next", "y": "opposite"}
    return {"turn": 0, "early": 0, "start": 0} | {
        mark: _vanes.EFFECTS.index(effect) for mark, effect in effects.items()
    }


@pytest.mark.parametrize(("lines", "is_open"), [((1, 0), True), ((1, 2, 0), False)])
def test_which_way_a_next_vane_turns_is_open_if_its_island_has_two_lines(
    lines: tuple[int, ...], is_open: bool
) -> None:
    call = (("d", "", "", "y"), ((3, 1), (0, 2), (1, 3), lines), (0, 0, 0, 0), 0, 1)
    fitting = exceptions(_met()).agreeing({"exception": 0}, [call])["exception"]
    assert (EXCEPTIONS.index(("next", "y", -1)) in fitting) == is_open
    assert EXCEPTIONS.index(("next", "y", 0)) not in fitting
    assert 0 in fitting


def test_a_look_with_an_exception_changes_nothing_after_a_plain_island() -> None:
    """The ferry comes from a plain island to a yellow one."""
    call = (("", "y", "", ""), ((1, 2, 3), (0, 2, 3), (0, 1), (0, 1)), (0, 0, 0, 0), 0, 2)
    results = dict.fromkeys((("", "", 0), ("y", "plain", 0)))
    for one in results:
        ((_, found),) = exceptions(_met()).given({"exception": EXCEPTIONS.index(one)}, [call])
        results[one] = found.tolist()
    assert list(results.values()) == [[0, 1, 2, 0, 0], [0, 1, 1, 0, 0]]


def test_a_rule_whose_looks_do_not_meet_has_no_exception() -> None:
    assert exceptions({**_met(), "d": 0}).size == 1
