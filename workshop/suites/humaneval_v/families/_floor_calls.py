"""Floors of tiles that the tests and the pictures of ``sign_floor`` have.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.humaneval_v.families._floor_rules import DOES, RIGHT, Step, steps

HIGH, WIDE = 5, 6  #: size of a floor in the picture, tiles
MAX_CALLS = 16

#: The rows of a floor, and the row in which the cart starts.
Start = tuple[tuple[str, ...], int]


def test_floors(draws: Draws) -> tuple[Start, ...]:
    """Choose floors on which, under every rule, signs are met from all sides and carts leave on all sides."""
    offered: dict[Start, set[str]] = {}
    for _ in range(240):
        rows, columns = draws.integer(3, 8), draws.integer(3, 8)
        start = tuple(draws.text("ABC....", columns) for _ in range(rows)), draws.integer(0, rows - 1)
        tracks = [track_of(does, *start) for does in DOES.values()]
        if all(tracks) and len({str(track[-1:]) for track in tracks}) >= len(DOES) - 1:
            offered[start] = set().union(*(_track_facts(name, *start) for name in DOES))
    chosen: list[Start] = [((".",), 0), (("...", "..."), 1)]
    found = set[str]()
    while offered and len(chosen) < MAX_CALLS:
        best = max(offered, key=lambda start: _worth(offered[start] - found))
        found |= offered.pop(best)
        chosen.append(best)
    leaps = all(
        {f"{name} needs {list(does)[-1]} {down}" for down in (-1, 0, 1)} & found
        for name, does in DOES.items()
    )
    if len(chosen) < MAX_CALLS or not leaps or sum("out" in fact for fact in found) < 4 * len(DOES):
        raise UnfitError
    return tuple(chosen)


def _worth(facts: set[str]) -> tuple[int, int]:
    """Return a sort key of the facts that a floor shows; exits and signs that change them count most."""
    return sum("out" in fact or "needs" in fact for fact in facts), len(facts)


def _track_facts(name: str, floor: tuple[str, ...], start: int) -> set[str]:
    """Return what a track shows: signs with the direction of travel, the exit, and signs that change the exit."""
    track = track_of(DOES[name], floor, start)
    facts = {f"{name} {step.sign} {step.down} {step.right}" for step in track if step.sign != "."}
    last = track[-1]
    if last.length == 1:
        facts.add(f"{name} out {last.down} {last.right}")
    for step in track:
        other = track_of({**DOES[name], step.sign: "none"}, floor, start)
        if not other or (other[-1].row, other[-1].column) != (last.row, last.column):
            facts.add(f"{name} needs {step.sign} {step.down}")
    return facts


def sign_floors(draws: Draws) -> tuple[Start, ...]:
    """Choose one floor for each sign.

    The cart meets this sign first, and meets it again if it turns. The other two signs are behind it.
    """
    floors: list[Start] = []
    for sign in "ABC":
        before = "." * draws.integer(1, 2)
        after = draws.shuffled("ABC".replace(sign, ""))
        middle = (before + sign + "".join(after)).ljust(WIDE, ".")
        edge = (before + sign).ljust(WIDE, ".")
        floors.append(((edge, "." * WIDE, middle, "." * WIDE, edge), 2))
    return tuple(floors)


def mixed_floor(draws: Draws) -> Start:
    """Draw a floor on which the cart meets a sign under every rule and passes no tile twice.

    Raises:
        UnfitError: if none is found.
    """
    for _ in range(900):
        floor = tuple(draws.text("ABC....", WIDE) for _ in range(HIGH)), draws.integer(1, HIGH - 2)
        tracks = [track_of(does, *floor) for does in DOES.values()]
        if all(
            len(track) > 3
            and any(step.sign != "." for step in track)
            and len({(step.row, step.column) for step in track}) == len(track)
            for track in tracks
        ):
            return floor
    raise UnfitError("no floor has a clear track for every rule")


def track_of(does: Mapping[str, str], floor: tuple[str, ...], start: int) -> list[Step]:
    """Return the steps of a cart; none if it never leaves, or leaps over the last tile."""
    track = steps(does, RIGHT, floor, start)
    last = track[-1] if track else None
    if last and last.length > 1:
        row, column = last.row + last.down, last.column + last.right
        return [] if 0 <= row < len(floor) and 0 <= column < len(floor[0]) else track
    return track
