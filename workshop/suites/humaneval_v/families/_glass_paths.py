"""Ways of light in ``glass_table``, and tables on which much happens.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.humaneval_v.families._glass_programs import PROGRAM_PARTS
from workshop.suites.humaneval_v.families._glass_rules import EAST, LONGEST, STEPS

SIGNS = ("prism", "mirror", "filter", "pane")
Table = tuple[tuple[str, ...], int]


@dataclass(frozen=True)
class Glass:
    """Parameters: the mutation, the letters, the angles, the colours that matter, and the tables."""

    mutation: str
    letters: tuple[str, ...]  #: of prism, mirror, filter and pane
    turns: tuple[int, ...]  #: eighths of a turn clockwise by which a prism bends each colour
    axis: int  #: direction of the mirror, sixteenths of a turn clockwise from the top
    tint: int  #: the colour that a tinted mirror throws back
    kept: int  #: the colour of the filter
    sides: tuple[int, ...]  #: headings at which light falls on the signs in the second rings
    shown: Table
    tested: tuple[Table, ...]

    def after(self, sign: str, colour: int, heading: int, *, is_alone: bool) -> int | None:
        """Return the heading of a colour behind a sign; None if it ends there."""
        match sign:
            case "prism" if not (is_alone and self.mutation == "once"):
                return (heading + self.turns[colour]) % 8
            case "mirror" if colour == self.tint or "tinted" not in self.mutation:
                return (self.axis - heading) % 8
            case "filter" if (colour == self.kept) == ("blocks" in self.mutation):
                return None
            case _:
                return heading

    def path(self, table: Table, colour: int) -> list[tuple[int, int, int, int | None]]:
        """Return rows, columns and headings before and after each square that a colour reaches.

        Raises:
            UnfitError: if it does not leave the table.
        """
        rows, row = table
        names = dict(zip(self.letters, SIGNS, strict=True))
        column, heading, is_alone = 0, EAST, False
        passed: list[tuple[int, int, int, int | None]] = []
        while 0 <= row < len(rows) and 0 <= column < len(rows[0]):
            sign = names.get(rows[row][column], "")
            after = self.after(sign, colour, heading, is_alone=is_alone)
            if len(passed) > LONGEST:
                raise UnfitError("light that does not leave the table")
            is_alone = is_alone or sign in ("prism", "filter")
            passed.append((row, column, heading, after))
            if after is None:
                break
            heading = after
            row, column = row + STEPS[heading][0], column + STEPS[heading][1]
        return passed


def face(axis: int, heading: int) -> int:
    """Return which side of a mirror light falls on: 0 or 1."""
    return (axis - 2 * heading) % 16 // 8


def random_table(draws: Draws, letters: Sequence[str], height: int, width: int) -> Table:
    """Choose a table on which a third of the squares have signs."""
    signs = [letters[0]] * 3 + [letters[1]] * 3 + [letters[2], letters[3]] + ["."] * 14
    rows = tuple("".join(draws.choices(signs, width)) for _ in range(height))
    return rows, draws.integer(0, height - 1)


Event = tuple[object, ...]


def _events(glass: Glass, table: Table) -> dict[str, set[Event]]:
    """Return what happens on a table under each rule: which colours meet which signs, and from where.

    Raises:
        UnfitError: if light does not leave the table, or colours that were parted meet a prism together.
    """
    rows, _ = table
    events: dict[str, set[Event]] = {}
    for name in PROGRAM_PARTS:
        other = replace(glass, mutation=name)
        met = events[name] = set()
        alone: set[Event] = set()
        for colour in range(3):
            path = other.path(table, colour)
            signs = [rows[row][column] for row, column, _, _ in path if rows[row][column] != "."]
            parted = [step[:3] for step in path if rows[step[0]][step[1]] in glass.letters[::2]][1:]
            if name == "once" and not alone.isdisjoint(parted):
                raise UnfitError("colours that were parted come together again")
            alone.update(step for step in parted if rows[step[0]][step[1]] == glass.letters[0])
            met |= {(colour, rows[row][column], before, after) for row, column, before, after in path}
            met.add(("parted", *[sign for sign in signs if sign in glass.letters[::2]][:2]))
            met |= {(row < 1, column < 1, after) for row, column, _, after in path}
            met |= {(colour, first, second) for first, second in pairwise(signs)}
    return events


def telling_table(glass: Glass, tables: Sequence[Table]) -> Table:
    """Return the table that shows most under every rule, and another result under each.

    Raises:
        UnfitError: if there is none.
    """
    shows: dict[Table, int] = {}
    for table in tables:
        rules = [replace(glass, mutation=name) for name in PROGRAM_PARTS]
        try:
            events = _events(glass, table)
        except UnfitError:
            continue
        lit = {
            str([sorted({step[:2] for step in rule.path(table, colour)}) for colour in range(3)])
            for rule in rules
        }
        if len(lit) == len(rules):
            shows[table] = min(map(len, events.values()))
    if not shows:
        raise UnfitError("no table that tells the rules apart")
    return max(shows, key=lambda table: shows[table])


def best_tables(glass: Glass, tables: Sequence[Table], count: int) -> list[Table]:
    """Return tables on which as much as possible happens, under all rules together."""
    events: dict[Table, set[Event]] = {}
    for table in tables:
        with suppress(UnfitError):
            each = _events(glass, table)
            events[table] = {(name, *event) for name, met in each.items() for event in met}
    chosen: list[Table] = []
    found: set[Event] = set()
    while len(chosen) < count:
        best = max(events, key=lambda table: len(events[table] - found))
        found |= events.pop(best)
        chosen.append(best)
    return chosen
