"""Rules of a pour from one bottle of layered sand into another.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

SANDS = "RYBGO"
#: Parts of what a reader may see in a pour → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "from": ("top", "bottom"),  # of the bottle that is poured from
    "onto": ("top", "bottom"),  # of the other one
    "turned": (False, True),  # whether the layers land in the other order
    "amount": (
        "one",
        "two",
        "half",
        "one colour",
        "all but one",
        "all",
        "all or nothing",
        "one colour or nothing",
    ),
    "room": (-1, 0, 1, 99),  # layers more than the marks of a bottle
    "glued": ("", *SANDS),
    "glue": ("stays", "is passed over", "closes its bottle", "takes nothing", "moves alone"),
    "onto what": ("anything", "its colour", "another colour", "any sand", "an empty bottle"),
    "spilt": (False, True),  # whether sand that finds no room is lost
    "again": (1, 2),  # times that a pour is done
}


def poured(
    choices: Sequence[Any], bottles: Sequence[str], pours: Sequence[Sequence[int]], *, marks: int
) -> list[str]:
    """Return the bottles after pours by a rule of the space."""
    origin, onto, turned, amount, more, glued, glue, target, spilt, again = choices
    held = list(bottles)
    for start, end in [pour for pour in pours for _ in range(again)]:
        layers = held[start][::-1] if origin == "top" else held[start]  # the first one leaves first
        place = layers.find(glued) if glued else -1
        if place >= 0 and glue != "is passed over":
            layers = (
                "" if glue == "closes its bottle" else layers[: place + (glue == "moves alone" and not place)]
            )
        elif place >= 0:
            layers = layers.replace(glued, "")
        tip = held[end][-1:] if onto == "top" else held[end][:1]
        if not layers or (glue == "takes nothing" and glued and tip == glued):
            continue
        fits = {
            "its colour": tip == layers[0],
            "another colour": tip != layers[0],
            "any sand": tip,
            "an empty bottle": not tip,
        }
        run = len(layers) - len(layers.lstrip(layers[0]))
        count = {
            "one": 1,
            "two": 2,
            "half": -(-len(layers) // 2),
            "all but one": len(layers) - 1,
            "one colour": run,
            "one colour or nothing": run,
        }.get(amount, len(layers))
        room = max(0, marks + more - len(held[end]))
        if not fits.get(target, True) or (count > room and amount.endswith("nothing")):
            continue
        leaving = layers[:count] if spilt else layers[: min(count, room)]
        landing = leaving[:room][::-1] if turned else leaving[:room]
        for sand in leaving:
            kept = held[start]
            at = kept.rindex(sand) if origin == "top" else kept.index(sand)
            held[start] = kept[:at] + kept[at + 1 :]
        held[end] = held[end] + landing if onto == "top" else landing[::-1] + held[end]
    return held


#: Mutation → where sand is taken from, and how much.
RIGHT = {
    "one-colour": ("top", "one colour"),
    "from-below": ("bottom", "one"),
    "as-much": ("top", "all"),
    "one-layer": ("top", "one"),
}


def right_rule(mutation: str, glued: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    origin, amount = RIGHT[mutation]
    meant = (origin, "top", False, amount, 0, glued, "stays", "anything", False, 1)
    return rule_of(PARTS, meant)


@lru_cache(maxsize=4)
def pour_rules(marks: int) -> RuleSpace:
    """Return the space of bottles with a number of marks."""
    return program_space(PARTS, partial(poured, marks=marks))
