"""Rules of what a lake does to a walker.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of
from workshop.suites.humaneval_v.families._lake_walks import AROUND, LakeMap, Square

LAKES = (
    "slide",
    "one on",
    "wade",
    "stay",
    "two back",
    "before",
    "turn back",
    "start",
    "right",
    "left",
    "next lake",
    "end",
)
#: Parts of what a reader may see in a walk → their choices.
PARTS: Mapping[str, Sequence[Any]] = {
    "lake": LAKES,
    "long lake": LAKES,
    "entered": ("always", "N and S", "E and W", "straight on", "after a turn"),  # else the walker wades
    "times": ("always", "first", "second", "every other"),
    "compass": (0, 1, 2, 3),  # quarter turns from the one that is drawn
    "then": ("goes on", "loses a step", "takes the step again"),
    "ways after": (0, 1, 2, 3),  # quarter turns
}


def tracked(choices: Sequence[Any], steps: str, *, land: LakeMap) -> list[str]:
    """Return the square after each step by a rule of the space."""
    single, long, entered, times, turned, then, turns_after = choices
    lakes, turn = land.lakes, land.north + turned
    track, seen, met, waits, at = [land.start], [], 0, False, land.start
    for place, letter in enumerate(steps):
        if waits:
            waits = False
            seen.append(at)
            continue
        way = AROUND[("NESW".index(letter) + turn) % 4]
        into = at[0] + way[0], at[1] + way[1]
        if into not in lakes:
            at = into
        else:
            met += 1
            straight = place > 0 and steps[place - 1] == letter
            acts = {
                "N and S": letter in "NS",
                "E and W": letter in "EW",
                "straight on": straight,
                "after a turn": not straight,
            }.get(entered, True)
            acts &= {"first": met == 1, "second": met == 2, "every other": met % 2 == 1}.get(times, True)
            is_long = any((into[0] + dx, into[1] + dy) in lakes for dx, dy in AROUND)
            kind = (long if is_long else single) if acts else "wade"
            if kind == "end":
                return [_name(square) for square in [*seen, *[into] * (len(steps) - place)]]
            at = _after_lake(kind, land, track, into, way)
            if acts:
                turn += turns_after
                waits = then == "loses a step"
                if then == "takes the step again":
                    further = at[0] + way[0], at[1] + way[1]
                    at = at if further in lakes else further
        track.append(at)
        seen.append(at)
    return [_name(square) for square in seen]


def _after_lake(kind: str, land: LakeMap, track: Sequence[Square], into: Square, way: Square) -> Square:
    """Return where a walker is who stepped into a lake, after the squares of a track."""

    def dry(step: Square) -> Square:
        square = into
        while square in land.lakes:
            square = square[0] + step[0], square[1] + step[1]
        return square

    match kind:
        case "slide":
            return dry(way)
        case "right":
            return dry((-way[1], way[0]))
        case "left":
            return dry((way[1], -way[0]))
        case _:
            return _place_of(kind, land, track, into, way)


def _place_of(kind: str, land: LakeMap, track: Sequence[Square], into: Square, way: Square) -> Square:
    at = track[-1]
    return {
        "one on": (into[0] + way[0], into[1] + way[1]),
        "stay": at,
        "two back": track[-2:][0],
        "before": track[-3:][0],
        "turn back": (at[0] - way[0], at[1] - way[1]),
        "start": land.start,
        "next lake": land.lakes[(land.lakes.index(into) + 1) % len(land.lakes)],
    }.get(kind, into)


def _name(square: Square) -> str:
    return f"{chr(65 + square[0])}{square[1] + 1}"


def walked(choices: Sequence[Any], steps: str, *, land: LakeMap) -> str:
    """Return the square at the end of a walk."""
    return [_name(land.start), *tracked(choices, steps, land=land)][-1]


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (mutation, mutation, "always", "always", 0, "goes on", 0))


@lru_cache(maxsize=4)
def lake_rules(land: LakeMap, program: Callable[..., Any] = walked) -> RuleSpace:
    """Return the space of a map."""
    return program_space(PARTS, partial(program, land=land))
