"""Rules of children who throw marbles at a gong.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

#: How many of its marbles a child throws, by a number.
AMOUNTS = (
    *("count", "share", "share, rounded up", "all but a share", "all but the count"),
    *("remainder", "all but the remainder", "all"),
)
#: Which children throw: what about the marbles in the hand, and a number.
WHEN = (
    ("always", 0),
    *(("multiple", number) for number in (2, 3, 4)),
    *(("no multiple", number) for number in (2, 3, 4)),
    *(("at least", number) for number in range(2, 8)),
    *(("at most", number) for number in range(4, 9)),
    *(("more than the catcher", 0), ("as many as the catcher or more", 0), ("catcher's hand is not full", 0)),
)
#: Parts of what a reader may see in the gongs → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "amount": AMOUNTS,
    "number": tuple(range(1, 9)),
    "when": WHEN,
    "too few": ("all", "nothing"),  # thrown of fewer marbles than the count
    "at once": (99, 4, 5, 6, 8),  # marbles that are thrown at most
    "kept": (0, 1),  # marbles that always stay
    "full": (
        "rest is lost",
        "only as many find room as before the throw",
        "rest stays with the thrower",
        "no limit",
        "full hands catch nothing",
        "hand is empty if overfull",
        "catches all or nothing",
    ),
}


def thrown(
    choices: Sequence[Any],
    throws_to: Sequence[int],
    marbles: Sequence[int],
    gongs: int,
    *,
    most: int,
) -> list[int]:
    """Return what the children have after some gongs by a rule of the space, if a full hand has ``most``."""
    amount, number, (when, limit), too_few, at_once, kept, full = choices
    held = list(marbles)
    for _ in range(gongs):
        leaving = []
        for child, other in enumerate(throws_to):
            own, catcher = held[child], held[other]
            if not own or not (
                when == "always"
                or (when == "multiple" and own % limit == 0)
                or (when == "no multiple" and own % limit)
                or (when == "at least" and own >= limit)
                or (when == "at most" and own <= limit)
                or (when == "more than the catcher" and own > catcher)
                or (when == "as many as the catcher or more" and own >= catcher)
                or (when == "catcher's hand is not full" and catcher < most)
            ):
                leaving.append(0)
                continue
            if amount == "count":
                count = number if own >= number or too_few == "all" else 0
            elif amount == "share":
                count = own // number
            elif amount == "share, rounded up":
                count = -(-own // number)
            elif amount == "all but a share":
                count = own - own // number
            elif amount == "all but the count":
                count = own - number if own > number else own * (own < number and too_few == "all")
            elif amount == "remainder":
                count = own % number
            elif amount == "all but the remainder":
                count = own - own % number
            else:
                count = own
            leaving.append(min(count, at_once, max(0, own - kept)))
        held = _caught(full, throws_to, held, leaving, most)
    return held


def _caught(
    full: str, throws_to: Sequence[int], held: Sequence[int], leaving: Sequence[int], most: int
) -> list[int]:
    """Return what the children have after one gong, at which each throws so many."""
    after = [own - count for own, count in zip(held, leaving, strict=True)]
    rest = list(after)
    for child, other in enumerate(throws_to):
        count = leaving[child]
        if full == "only as many find room as before the throw":
            after[other] += min(count, max(0, most - held[other] - (after[other] - rest[other])))
        elif full == "rest stays with the thrower":
            room = min(count, max(0, most - after[other]))
            after[other] += room
            after[child] += count - room
        elif full == "full hands catch nothing":
            after[other] += count * (held[other] < most)
        elif full == "catches all or nothing":
            after[other] += count * (after[other] + count <= most)
        else:
            after[other] += count
    if full == "rest is lost":
        return [min(most, count) for count in after]
    return [0 if count > most else count for count in after] if full == "hand is empty if overfull" else after


#: Mutation → the amount that is thrown, and the constant of the seed that it takes.
RIGHT = {
    "share": ("share", "share"),
    "keeps": ("all but the count", "kept"),
    "few": ("count", "few"),
    "groups": ("all", "share"),
}


def right_rule(mutation: str, constants: Mapping[str, int]) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    amount, name = RIGHT[mutation]
    number = constants[name]
    when = ("multiple", number) if mutation == "groups" else ("always", 0)
    too_few = "nothing" if mutation == "keeps" else "all"
    meant = (amount, number, when, too_few, 99, 0, "rest is lost")
    return rule_of(PARTS, meant)


@lru_cache(maxsize=4)
def throw_rules(most: int) -> RuleSpace:
    """Return the space of children whose full hand has so many marbles."""
    return program_space(PARTS, partial(thrown, most=most))
