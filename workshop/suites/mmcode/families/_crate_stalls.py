"""Levels of ``market_crates``: crates whose prices settle a rule, and the crates on the shelf.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.mmcode.families._crates import EMPTY, KINDS, PLACES, Crate, Rule, drawn_rule, fitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What is drawn at a level."""

    kinds: int
    rules: str  #: those of N, T and F that hold
    examples: int
    mixed: int  #: kinds in an example, at most
    filled: tuple[int, int]  #: compartments with pieces
    most: int  #: pieces in a compartment
    side: int  #: of a compartment, px
    turned: bool = False


LEVELS = {
    1: Level(kinds=2, rules="", examples=2, mixed=2, filled=(4, 6), most=2, side=66),
    2: Level(kinds=3, rules="", examples=3, mixed=3, filled=(5, 7), most=3, side=66),
    3: Level(kinds=4, rules="T", examples=3, mixed=2, filled=(6, 9), most=3, side=66),
    4: Level(kinds=5, rules="N", examples=5, mixed=2, filled=(7, 10), most=5, side=66, turned=True),
    5: Level(kinds=5, rules="NTF", examples=5, mixed=3, filled=(10, 12), most=9, side=66, turned=True),
}


def _crate(
    draws: Draws, level: Level, kinds: Sequence[str], filled: int, *, double: bool, quarters: int
) -> Crate:
    full = {*draws.sample(range(PLACES), filled)}
    cells = [
        f"{draws.choice(kinds)}{draws.integer(1, level.most)}" if at in full else EMPTY
        for at in range(PLACES)
    ]
    return Crate(tuple(cells), double, quarters if level.turned else 0)


def _crates(draws: Draws, level: Level, count: int, mixed: int) -> list[Crate]:
    kinds = [draws.sample(KINDS[: level.kinds], draws.integer(min(2, mixed), mixed)) for _ in range(count)]
    doubles = draws.shuffled([place % 2 == 0 and "F" in level.rules for place in range(count)])
    turns = draws.shuffled([place % 4 for place in range(count)])
    return [
        _crate(draws, level, some, draws.integer(*level.filled), double=double, quarters=quarters)
        for some, double, quarters in zip(kinds, doubles, turns, strict=True)
    ]


def priced_crates(draws: Draws, level: Level) -> tuple[Rule, list[tuple[Crate, int]]]:
    """Return a rule, and crates with prices that no other rule gives; without one of them, others do."""
    for _ in range(200):
        rule = drawn_rule(draws, level.kinds, level.rules)
        given = [(crate, rule.price(crate)) for crate in _crates(draws, level, 10, level.mixed)]
        if not _is_settled(level, given):
            continue
        for own in [*given]:
            rest = [one for one in given if one is not own]
            given = rest if _is_settled(level, rest) else given
        if len(given) == level.examples and _shows_all(level, [crate for crate, _ in given]):
            return rule, given
    raise UnfitError("no examples settle a rule")


def _shows_all(level: Level, crates: Sequence[Crate]) -> bool:
    """Whether crates show every number of pieces, and both frames and three turns if a level has them; none has one kind."""
    pieces = {int(cell[1]) for crate in crates for cell in crate.cells}
    turns = {crate.quarters for crate in crates}
    doubles = sum(crate.double for crate in crates)
    mixed = min(len({cell[0] for cell in crate.cells if cell != EMPTY}) for crate in crates)
    return (
        mixed > 1
        and pieces == {*range(level.most + 1)}
        and len(turns) >= 1 + 2 * level.turned
        and ("F" not in level.rules or 2 <= doubles < len(crates))
    )


def _is_settled(level: Level, given: Sequence[tuple[Crate, int]]) -> bool:
    """Whether one rule alone gives crates their prices."""
    crates, totals = [crate for crate, _ in given], [total for _, total in given]
    return bool(given) and len([*islice(fitting(crates, totals, level.kinds, level.rules), 2)]) == 1


def sold_of(rule: Rule, crate: Crate) -> int:
    """Return the result of both orders of the sample: the price of crate F after F11 and F12 are exchanged."""
    one, other, *more = crate.cells
    return rule.price(replace(crate, cells=(other, one, *more)))


def shelf_of(draws: Draws, level: Level, rule: Rule, sold: int) -> list[Crate]:
    """Return the crates of a shelf with a given result of the sample; 0 stands for one from 30 to 60."""
    for _ in range(3_000):
        light = replace(level, most=draws.integer(1, level.most))
        last = _crate(
            draws,
            light,
            KINDS[: level.kinds],
            draws.integer(4, 8),
            double=False,
            quarters=draws.integer(0, 3),
        )
        found = sold_of(rule, last)
        if last.cells[0] != last.cells[1] and (found == sold or (not sold and 30 <= found <= 60)):
            return [*_mixed_crates(draws, level), last]
    raise UnfitError("no shelf has the result of the sample")


def _mixed_crates(draws: Draws, level: Level) -> list[Crate]:
    """Return crates A to E, in which no kind is much rarer than the others."""
    for _ in range(1_000):
        crates = _crates(draws, level, 5, level.kinds)
        held = [cell[0] for crate in crates for cell in crate.cells if cell != EMPTY]
        if all(held.count(kind) >= 0.8 * len(held) / level.kinds for kind in KINDS[: level.kinds]):
            return crates
    raise UnfitError("some kinds are rare")
