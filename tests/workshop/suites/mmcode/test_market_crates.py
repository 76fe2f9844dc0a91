"""Prices of crates: the parts of a price, the search for all rules that fit, and the right programs."""

from dataclasses import replace
from itertools import product

import pytest

from benchmark.core.draws import Draws
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.heaps import are_seen
from workshop.suites.mmcode.families import _crate_pictures, market_crates
from workshop.suites.mmcode.families._crate_stalls import LEVELS, priced_crates
from workshop.suites.mmcode.families._crates import (
    ADDED,
    CHANGES,
    EMPTY,
    KINDS,
    PLACES,
    Crate,
    Rule,
    drawn_rule,
    fitting,
    space_size,
)


def _crate(rows: str, *, double: bool = False) -> Crate:
    return Crate(tuple(rows.split()), double)


def _drawn(draws: Draws, kinds: int) -> Crate:
    cells = [draws.choice([EMPTY, *(f"{kind}{draws.integer(1, 4)}" for kind in KINDS[:kinds])])]
    while len(cells) < PLACES:
        cells.append(draws.choice([EMPTY, *(f"{kind}{draws.integer(1, 4)}" for kind in KINDS[:kinds])]))
    return Crate(tuple(cells), draws.chance(1, 2))


def test_every_third_piece_is_free_across_compartments() -> None:
    crate = _crate("a2 .0 .0 .0  .0 b4 .0 .0  .0 .0 .0 a2")
    assert [Rule((5, 7), free).price(crate) for free in ("", "a", "b")] == [48, 43, 41]


def test_a_compartment_changes_the_price_once_and_not_for_a_diagonal_neighbour() -> None:
    crate = _crate("b1 a3 b1 .0  .0 .0 .0 b1  .0 a1 .0 .0")
    prices = [Rule((1, 1), "", pair, -4).price(crate) for pair in ("ab", "ba", "aa", "bb")]
    assert prices == [3, -1, 7, 7]


@pytest.mark.parametrize(("double", "lines", "more"), [(True, 0, 6), (True, 1, 12), (False, 1, 0)])
def test_a_full_row_or_column_adds_to_a_crate_with_a_double_frame(
    double: bool, lines: int, more: int
) -> None:
    crate = _crate("a1 a1 .0 a1  a1 a1 a1 a1  a1 .0 .0 a1", double=double)
    assert Rule((1,), added=6, lines=lines).price(crate) == 9 + more


@pytest.mark.parametrize("rules", ["", "T", "N", "NT", "F"])
def test_the_search_finds_the_rules_that_trying_each_one_finds(rules: str) -> None:
    draws = Draws("test", rules)
    crates = [_drawn(draws, 2) for _ in range(2)]
    right = drawn_rule(draws, 2, rules)
    totals = [right.price(crate) for crate in crates]
    every = [
        Rule(prices, free, pair, change, added, lines)
        for prices in product(range(1, 10), repeat=2)
        for free in ("ab" if "T" in rules else [""])
        for pair in (["aa", "ab", "ba", "bb"] if "N" in rules else [""])
        for change in (CHANGES if "N" in rules else [0])
        for added in (ADDED if "F" in rules else [0])
        for lines in ((0, 1) if "F" in rules else [0])
    ]
    assert len(every) == space_size(2, rules)
    wanted = {rule for rule in every if [rule.price(crate) for crate in crates] == totals}
    assert right in wanted
    found = list(fitting(crates, totals, 2, rules))
    assert len(found) == len(wanted)
    assert {*found} == wanted


def test_the_crates_of_a_level_leave_one_rule_and_each_of_them_is_needed() -> None:
    level = LEVELS[3]
    rule, given = priced_crates(Draws("test"), level)
    crates, totals = [crate for crate, _ in given], [total for _, total in given]
    assert [*fitting(crates, totals, level.kinds, level.rules)] == [rule]
    for place in range(len(given)):
        rest = fitting(
            crates[:place] + crates[place + 1 :],
            totals[:place] + totals[place + 1 :],
            level.kinds,
            level.rules,
        )
        assert len([*rest]) > 1


@pytest.mark.parametrize("level", LEVELS)
def test_the_right_program_exchanges_goods_and_sums_prices(level: int) -> None:
    draws, own = Draws("test", level), LEVELS[level]
    rule = drawn_rule(draws, own.kinds, own.rules)
    shelf = [_drawn(draws, own.kinds) for _ in market_crates.LETTERS]
    values = {f"{name}{level}": value for name, value in market_crates._tables(rule, shelf).items()}
    solve = compile_solution(fill(market_crates.REFERENCE[market_crates.VARIANTS[level - 1]], **values))
    orders, wanted = [], []
    for _ in range(40):
        (one, here), (other, there) = ((draws.integer(0, 5), draws.integer(0, PLACES - 1)) for _ in range(2))
        cells = [[*crate.cells] for crate in shelf]
        cells[one][here], cells[other][there] = cells[other][there], cells[one][here]
        shelf = [replace(crate, cells=tuple(held)) for crate, held in zip(shelf, cells, strict=True)]
        first, second = (
            f"{market_crates.LETTERS[crate]}{place // 4 + 1}{place % 4 + 1}"
            for crate, place in ((one, here), (other, there))
        )
        orders.append(f"{first} {second} {market_crates.LETTERS[one]}F"[: 9 if one == 5 else None])
        wanted.append(sum(rule.price(shelf[place]) for place in {one, 5}))
    assert solve("\n".join([str(len(orders)), *orders])) == "\n".join(map(str, wanted))


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_of_a_heap_lie_in_their_compartment_and_leave_more_than_half_of_each_other_open(
    kind: str,
) -> None:
    places = _crate_pictures._heap(Draws("test", kind), kind, 9)
    assert len(places) == 9
    assert all(max(abs(across), abs(down)) <= 0.56 for across, down in places)
    wide, high = (2 * _crate_pictures._SIZE * half for half in _crate_pictures._HALVES[kind])
    scaled = [(across / wide, down / high) for across, down in places]
    assert are_seen(scaled, _crate_pictures._SEEN)
    assert not are_seen([*scaled, (scaled[0][0] + 0.5, scaled[0][1])], _crate_pictures._SEEN)
