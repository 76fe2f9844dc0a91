"""Rules of ``palace_rounds``, other readings of its small rounds, and small rounds that tell them apart.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from benchmark.authoring.family import UnfitError
from benchmark.core.draws import Draws

#: Ways on a triangular lattice, in sixths of a turn from 30 degrees above the right, to the left.
ACROSS = (1, 0, -1, -1, 0, 1)
DOWN = (0, -1, 0, 0, 1, 0)

#: What a turn is compared with, and whether it has to be like it or unlike it.
Rule = tuple[str, str]
#: Mutation → its rule. ``point`` means left in rooms that point up and right in those that point down.
RULES: Mapping[str, Rule] = {
    "like-sign": ("sign", "like"),
    "unlike-last": ("last", "unlike"),
    "point-up": ("point", "like"),
    "unlike-sign": ("sign", "unlike"),
    "like-last": ("last", "like"),
    "point-down": ("point", "unlike"),
}
COUNT = 15  #: of small rounds
_COMPARED = ("last", "sign", "point", "fixed", "first", "earlier", "turner", "other", "level", "compass")
_TURNING = ("around", "for good", "one sign", "next room", "never", "other", "both", "forgets", "renews")
#: What the turner or the third sign could do besides; read together with what a turn is really compared with.
_ALSO_TURNING = (
    "whole round", "other sets back", "other renews", "other begins anew",
    "both later", "both after the sign", "both after the turner", "other turns", "twice",
)  # fmt: skip
_EVERY_FLOOR = "111"
_FLOOR_TRIES = 400
_TWICE = 2


@dataclass(frozen=True)
class Small:
    """A small round: the sign of each room that is left, the turns, the first room's way, and floors."""

    signs: str
    turns: str
    heading: int
    floors: str


def is_kept(
    rule: Rule,
    small: Small,
    sign: str,
    turner: str,
    turning: str = "around",
    *,
    signed: str = _EVERY_FLOOR,
    turned: str = _EVERY_FLOOR,
) -> bool:
    """Whether a small round keeps a rule.

    Args:
        rule: the rule.
        small: the small round.
        sign: the sign that the rule is about.
        turner: the sign that turns it around.
        turning: how it does so; only ``around`` is right.
        signed: for each colour of a floor, whether the rule holds on it (1), its opposite (2) or none (0).
        turned: for each colour of a floor, whether the turner acts on it.
    """
    compared, wanted = rule
    is_turned = turning == "whole round" and small.signs.count(turner) % 2 == 1
    heading = small.heading
    seen: dict[str, str] = {"fixed": "L"}
    for place, (room, turn) in enumerate(zip(small.signs, small.turns, strict=True)):
        is_other = room not in (".", sign, turner)
        acts = turned[int(small.floors[place])] == "1"
        turns_here = _turns(turning, small.signs[: place + 1], sign, turner, acts=acts)
        if turns_here:
            is_turned = (turning == "for good" or not is_turned) and turning not in ("never", "forgets")
            if turning in ("forgets", "renews"):
                seen = {"fixed": "L"}
        if is_other and turning in ("other sets back", "other begins anew"):
            is_turned = False
        is_turned = is_turned or (is_other and turning == "other turns")
        if is_other and turning in ("other renews", "other begins anew"):
            seen = {"fixed": "L"}
        if room == sign:
            here = signed[int(small.floors[place])]
            model = "RL"[heading % 2] if compared == "point" else seen.get(compared, "")
            chosen = str((heading + (1 if turn == "L" else -1)) % 6) if compared == "compass" else turn
            if compared == "level":  # the door in the level wall, whatever its side
                model = "L" if heading in (0, 3) else "R"
            is_against = ((chosen == model) != (wanted == "like")) != (is_turned != (here == "2"))
            if model and is_against and here != "0":
                return False
            seen["sign"] = turn
            seen["compass"] = str((heading + (1 if turn == "L" else -1)) % 6)
            is_turned = is_turned and turning != "one sign"
        if turning == "next room" and not turns_here:
            is_turned = False
        seen["earlier"] = small.turns[place - 1] if place else ""
        seen["last"] = turn
        if not is_other:
            seen["last but other"] = turn
        if room != turner:
            seen["last but turner"] = turn
        seen.setdefault("first", turn)
        if room not in (".", sign):
            seen["turner" if room == turner else "other"] = turn
        heading = (heading + (1 if turn == "L" else -1)) % 6
    return True


def _turns(turning: str, signs: str, sign: str, turner: str, *, acts: bool) -> bool:
    """Whether the last of the rooms turns the rule around by a reading.

    Args:
        turning: the reading.
        signs: the signs until this room.
        sign: the sign that the rule is about.
        turner: the sign that turns it around.
        acts: whether a turner does so on this floor.
    """
    room, before = signs[-1], signs[:-1]
    if room in (".", sign):
        return False
    if room == turner:
        is_over = turning == "twice" and before.count(turner) >= _TWICE
        return acts and not is_over and turning not in ("other", "whole round")
    when = {
        "other": True,
        "both": True,
        "both later": before != "",
        "both after the sign": sign in before,
        "both after the turner": turner in before,
    }
    return when.get(turning, False)


def small_rounds(draws: Draws, sign: str, turner: str) -> tuple[Small, ...]:
    """Choose small rounds that contradict every other reading of each rule.

    Raises:
        UnfitError: if the choices do not contradict all of them.
    """
    drawn = [_small(draws, sign, turner) for _ in range(600)]
    pool = [*{(small.signs, small.turns): small for small in drawn if _is_compact(small)}.values()]
    ways = ("like", "unlike")
    readings = list(product(product(_COMPARED, ways), _TURNING))
    readings += product(product(("last", "sign", "point"), ways), _ALSO_TURNING)
    readings += product(product(("last but other", "last but turner"), ways), ["around"])
    judged = {
        (rule, turning): [is_kept(rule, small, sign, turner, turning) for small in pool]
        for rule, turning in readings
    }
    open_pairs = [
        (judged[rule, "around"], results)
        for rule in RULES.values()
        for results in judged.values()
        if results != judged[rule, "around"]
    ]
    chosen: list[int] = []
    while len(chosen) < COUNT:
        best = max(
            (place for place in range(len(pool)) if place not in chosen),
            key=lambda place: (
                sum(right[place] != other[place] for right, other in open_pairs)
                / (2 + len(pool[place].turns))
            ),
        )
        chosen.append(best)
        open_pairs = [pair for pair in open_pairs if pair[0][best] == pair[1][best]]
    if open_pairs:
        raise UnfitError("the small rounds allow another reading")
    rounds = sorted((pool[place] for place in chosen), key=lambda small: (len(small.turns), small.turns))
    return _with_floors(draws, rounds, sign, turner)


def _with_floors(draws: Draws, rounds: Sequence[Small], sign: str, turner: str) -> tuple[Small, ...]:
    """Choose floors of small rounds that show that colours do not matter, whatever the rule.

    Raises:
        UnfitError: if no floors show it.
    """
    right = {rule: [is_kept(rule, small, sign, turner) for small in rounds] for rule in RULES.values()}
    effects = ["".join(effect) for effect in product("012", repeat=3)]
    readings = [(signed, _EVERY_FLOOR) for signed in effects]
    readings += [(_EVERY_FLOOR, turned) for turned in effects if "2" not in turned]
    readings = [reading for reading in readings if reading != (_EVERY_FLOOR, _EVERY_FLOOR)]

    for _ in range(_FLOOR_TRIES):
        painted = [replace(small, floors=draws.text("012", len(small.floors))) for small in rounds]
        if not any(
            all(
                is_kept(rule, small, sign, turner, signed=signed, turned=turned) == good
                for small, good in zip(painted, results, strict=True)
            )
            for (signed, turned), (rule, results) in product(readings, right.items())
        ) and not _is_forbidden_rooms(painted, right.values()):
            return tuple(painted)
    raise UnfitError("the floors of the small rounds allow another reading")


def _is_forbidden_rooms(rounds: Sequence[Small], results: Iterable[Sequence[bool]]) -> bool:
    """Whether three or fewer forbidden kinds of rooms explain a rule's results.

    A kind has a sign or any, a colour or any, and a turn or any, such as left turns in blue rooms with a ring.
    """
    found: set[int] = set()  # for each kind of room, the rounds that have one, as bits
    for kind in product(".cds", "012", "LR"):
        for free in product((False, True), repeat=3):
            wanted = tuple(None if is_free else part for part, is_free in zip(kind, free, strict=True))
            found.add(sum(_has_room(small, wanted) << place for place, small in enumerate(rounds)))
    for good in results:
        crossed = sum((not kept) << place for place, kept in enumerate(good))
        fitting = [rooms for rooms in found if rooms | crossed == crossed]
        if any(a | b | c == crossed for a, b, c in combinations_with_replacement(fitting, 3)):
            return True
    return False


def _has_room(small: Small, wanted: Sequence[str | None]) -> bool:
    rooms = zip(small.signs, small.floors, small.turns, strict=False)
    return any(all(part in (None, own) for part, own in zip(wanted, room, strict=True)) for room in rooms)


def walk(small: Small) -> list[tuple[int, int, bool]]:
    """Return row, column and whether it points up for each room of a small round."""
    row, column, heading = 0, 0, small.heading
    rooms = [(row, column, heading % 2 == 1)]
    for turn in small.turns:
        heading = (heading + (1 if turn == "L" else -1)) % 6
        row, column = row + DOWN[heading], column + ACROSS[heading]
        rooms.append((row, column, heading % 2 == 1))
    return rooms


def _is_compact(small: Small) -> bool:
    rows = [row for row, _, _ in walk(small)]
    columns = [column for _, column, _ in walk(small)]
    return max(rows) - min(rows) <= 1 and max(columns) - min(columns) <= 4


def _small(draws: Draws, sign: str, turner: str) -> Small:
    other = next(letter for letter in "cds" if letter not in (sign, turner))
    count = draws.integer(2, 5)
    signs = draws.choice("." * 4 + turner + other)
    signs += "".join(draws.choices(sign * 4 + turner * 3 + other * 2 + "..", count - 2)) + sign
    return Small(signs, draws.text("LR", count), draws.choice(range(6)), draws.text("012", count + 1))
