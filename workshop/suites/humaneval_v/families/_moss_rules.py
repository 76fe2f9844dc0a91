"""Rules by which three mosses may spread over a pavement of hexagonal stones.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

PACES = (1, 2, 3, 4)
#: Which of several mosses gets a stone: the one that is first by (moss, stones that touch, all its stones, paces).
CONTESTS: dict[str, Callable[..., Any]] = {
    "bare": lambda _moss, _touching, _all, _pace: 0,
    "more": lambda _moss, touching, _all, _pace: -touching,
    "fewer": lambda _moss, touching, _all, _pace: touching,
    "slower": lambda _moss, _touching, _all, pace: -pace,
    "faster": lambda _moss, _touching, _all, pace: pace,
    "first letter": lambda moss, _touching, _all, _pace: ord(moss),
    "last letter": lambda moss, _touching, _all, _pace: -ord(moss),
    "rare": lambda _moss, _touching, every, _pace: every,
    "common": lambda _moss, _touching, every, _pace: -every,
}
#: Parts of what a reader may see in a pavement → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "A": PACES,  # days per spread of the moss
    "B": PACES,
    "C": PACES,
    "since": (0, 1),  # the day from which these days are counted
    "salt": ("bars", "stops", "slows"),  # what it does to stones that touch it
    "mind": ("", "A", "B", "C", "AB", "AC", "BC", "ABC"),  # mosses to which it does so
    "contest": tuple(CONTESTS),
    "tie": ("bare", "slower", "faster", "first letter", "last letter"),  # where that leaves several mosses
}


def right_rule(mutation: str, paces: Sequence[int], salt: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    return rule_of(PARTS, (*paces, 0, salt, "ABC", mutation, "bare"))


def is_telling(
    mutations: Sequence[str], paces: Sequence[int], salt: str, stones: Sequence[str], days: int
) -> bool:
    """Whether all mutations, and pavements with another effect of salt, end in different ways."""
    rules = [(salt, "ABC", mutation) for mutation in mutations]
    rules += [("stops" if salt == "bars" else "bars", "ABC", "more"), (salt, "", "more")]
    ends = [grown((*paces, 0, *rule, "bare"), stones, days) for rule in rules]
    return all(end not in ends[:place] for place, end in enumerate(ends))


def grown(choices: Sequence[Any], stones: Sequence[str], days: int) -> list[str]:
    """Return a pavement after some days by a rule of the space."""
    a, b, c, since, salt, mind, contest, tie = choices
    wide, text = len(stones[0]), "".join(stones)
    ranked = contest in _BY_PACE or tie in _BY_PACE
    for day in range(1, days + 1):
        text = _next_day(text, wide, _spread((a, b, c), day - since, salt, mind, ranked), contest, tie)
    return [text[place : place + wide] for place in range(0, len(text), wide)]


_BY_PACE = "slower", "faster"

#: Mosses that spread on a day, those that do so from stones that touch salt, those that never spread to such
#: stones, and the ranks of the mosses from the fastest on, if they matter.
Spread = tuple[str, str, str, tuple[int, ...]]


@lru_cache(maxsize=100_000)
def _spread(paces: tuple[int, ...], day: int, salt: str, mind: str, ranked: bool) -> Spread:
    pace = dict(zip("ABC", paces, strict=True))
    movers = "".join(moss for moss in pace if day % pace[moss] == 0)
    minding = "" if salt == "bars" else mind
    salted = "".join(
        moss for moss in movers if moss not in minding or (salt == "slows" and day % (2 * pace[moss]) == 0)
    )
    slow = sorted({pace[moss] for moss in movers if ranked})
    ranks = tuple(slow.index(pace[moss]) if ranked and moss in movers else 0 for moss in pace)
    return movers, salted, mind if salt == "bars" else "", ranks


@lru_cache(maxsize=200_000)
def _next_day(text: str, wide: int, spread: Spread, contest: str, tie: str) -> str:
    """Return a pavement, its rows as one text, a day later."""
    movers, salted, barred, paces = spread
    near, after = _neighbours(len(text) // wide, wide), list(text)
    by_salt = _salted(text, wide)
    for place, stone in enumerate(text):
        if stone != ".":
            continue
        comers = [
            text[other] for other in near[place] if text[other] in (salted if other in by_salt else movers)
        ]
        if place in by_salt:
            comers = [moss for moss in comers if moss not in barred]
        kinds = set(comers)
        for rule in (contest, tie):
            if len(kinds) > 1:
                keys = {
                    moss: CONTESTS[rule](moss, comers.count(moss), text.count(moss), paces["ABC".index(moss)])
                    for moss in kinds
                }
                kinds = {moss for moss in kinds if rule != "bare" and keys[moss] == min(keys.values())}
        if len(kinds) == 1:
            after[place] = kinds.pop()
    return "".join(after)


@lru_cache(maxsize=64)
def _neighbours(rows: int, wide: int) -> list[list[int]]:
    found = []
    for r in range(rows):
        for c in range(wide):
            left = c - 1 + r % 2
            places = [(r, c - 1), (r, c + 1)]
            places += [(i, j) for i in (r - 1, r + 1) for j in (left, left + 1)]
            found.append([i * wide + j for i, j in places if 0 <= i < rows and 0 <= j < wide])
    return found


@lru_cache(maxsize=256)
def _salted(text: str, wide: int) -> set[int]:
    """Return the stones that touch salt."""
    near = _neighbours(len(text) // wide, wide)
    return {place for place, others in enumerate(near) if any(text[other] == "s" for other in others)}


MOSS_RULES: RuleSpace = program_space(PARTS, grown)
