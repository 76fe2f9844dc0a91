"""Rules by which people with hats join a queue, and by which one of them with a scarf does.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from zlib import crc32

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

HATS = "btp"
PLACES = ("till", "end", "second", "before the last")
#: Place next to a friend → which one: the first or last in the queue, or the newest; how far behind the friend; and
#: whether the friend leaves and goes to the end.
NEXT_TO = {
    "ahead of the first": ("first", 0, False),
    "behind the last": ("last", 1, False),
    "ahead of the last": ("last", 0, False),
    "behind the first": ("first", 1, False),
    "ahead of the newest": ("newest", 0, False),
    "behind the newest": ("newest", 1, False),
    "instead of the first": ("first", 0, True),
    "instead of the last": ("last", 0, True),
}
#: (newcomer, somebody in the queue) → whether they are friends.
FRIENDS: dict[str, Callable[[str, str], bool]] = {
    "same head": lambda new, other: new[1] == other[1],
    "another head": lambda new, other: new[1] != other[1],
    "both with or both without a hat": lambda new, other: (new[1] == "b") == (other[1] == "b"),
    "earlier letter": lambda new, other: new[0] > other[0],
}
WAYS = ("till", "end", *NEXT_TO)
STAYS = ("", "stays at the till", "stays at the end")
#: Parts of what a reader may see in the queues → their choices.
PARTS: dict[str, Sequence[object]] = {
    **dict.fromkeys(HATS, WAYS),  # where newcomers with each kind of head go
    "scarf": ("like all", *STAYS[1:], *PLACES, *tuple(NEXT_TO)[:2]),
    "before the head": (True, False),  # whether the scarf counts even for a head that needs no friends
    "befriended": (True, False),  # whether the one with the scarf is a friend of newcomers
    "alone": PLACES[:2],  # where newcomers without friends go
    "friends": tuple(FRIENDS),
}
#: Mutation → where newcomers with friends go.
RIGHT = {
    "behind": "behind the last",
    "trades": "instead of the first",
    "ahead": "ahead of the first",
    "second": "behind the first",
}
_EVERY = (*PLACES, *NEXT_TO)


def right_rule(mutation: str, free: str) -> Mapping[str, int]:
    """Return the rule of a mutation, in which one kind of head goes to the till, by the choice of each part."""
    ways = ("till" if hat == free else RIGHT[mutation] for hat in HATS)
    return rule_of(PARTS, (*ways, "end", True, True, "end", "same head"))


@lru_cache(maxsize=4)
def queue_rules(scarf: str) -> RuleSpace:
    """Return the space of queues in which the person with one letter wears a scarf."""
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=partial(_queues, scarf=scarf), coded=_coded, compared=2_000)


def _coded(names: str) -> int:
    return crc32(names.encode())


def _queues(rules: Choices, call: Call, *, scarf: str) -> npt.NDArray[np.int64]:
    """Return the queue of each rule as a number; a newcomer joins a queue of several rules once."""
    (people,) = call
    queues: list[tuple[str, ...]] = [()]
    of_rule = np.zeros(len(rules["scarf"]), np.int64)
    ways, scarfed = (
        np.array([_EVERY.index(way) if way in _EVERY else -1 for way in PARTS[part]])
        for part in (HATS[0], "scarf")
    )
    stays = np.where(rules["scarf"] < len(STAYS), rules["scarf"], 0)
    rest = [rules[part] for part in ("befriended", "alone", "friends")]
    for person in people:
        way = ways[rules[person[1]]]
        if person[0] == scarf:
            own = scarfed[rules["scarf"]]
            way = np.where((own < 0) | ((rules["before the head"] == 1) & (way < len(PLACES))), way, own)
        parts = [of_rule, way, stays, *rest]
        shape = [int(part.max(initial=0)) + 1 for part in parts]
        keys, of_key = np.unique(np.ravel_multi_index(parts, shape), return_inverse=True)
        joined = [
            _joined(queues[queue], person, people, scarf, *choices)
            for queue, *choices in np.stack(np.unravel_index(keys, shape), axis=1).tolist()
        ]
        queues = list(dict.fromkeys(joined))
        number = {queue: place for place, queue in enumerate(queues)}
        of_rule = np.array([number[queue] for queue in joined], np.int64)[of_key]
    return np.array([_coded("".join(person[0] for person in queue)) for queue in queues])[of_rule]


def _joined(
    queue: tuple[str, ...], person: str, people: Sequence[str], scarf: str, way: int, stays: int, *rest: int
) -> tuple[str, ...]:
    """Return a queue of some of the people with a newcomer."""
    befriended, alone, friends = rest
    name, new = _EVERY[way], list(queue)
    if name in NEXT_TO:
        which, behind, leaves = NEXT_TO[name]
        are_friends = list(FRIENDS.values())[friends]
        near = [other for other in queue if are_friends(person, other)]
        if not PARTS["befriended"][befriended]:
            near = [other for other in near if other[0] != scarf]
        if near:
            friend = max(near, key=people.index) if which == "newest" else near[0 if which == "first" else -1]
            place = new.index(friend)
            new[place : place + 1] = [person] if leaves else [person, friend][:: 1 - 2 * behind]
            new += [friend] * leaves
        else:
            name = PLACES[alone]
    if name in PLACES:
        new.insert({"till": 0, "end": len(new), "second": 1}.get(name, -1), person)
    if stays:
        new.sort(key=lambda other: other[0] == scarf, reverse=STAYS[stays] == "stays at the till")
    return tuple(new)
