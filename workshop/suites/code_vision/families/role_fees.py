"""Actors get roles one after the other: the smallest sum of their fees.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "long"
CATEGORIES = ("dynamic-programming",)
TEXT = '''\
def solution(fees: list[list[int]]) -> int:
    """
    Actors of a theatre get roles. Find the smallest sum of money.

    Parameters:
        fees (list[list[int]]): For each actor, 0 to 12 of them, the fee in each role of the play, from 0 to 500.
            All rows have the same number of roles, 1 to 12.

    Returns:
        int: A number from 0 on, or -1.
    """
'''
REFERENCE = """\
def solution(fees: list[list[int]]) -> int:
    sums = {(0, 50): 0}
    for row in fees:
        later = {}
        for (taken, last), money in sums.items():
            for role, fee in enumerate(row):
                if fee == 0:
                    continue
                if taken >> role & 1:
                    continue
                total = money + fee
                if fee > $limit:
                    total += $tax
                if $change:
                    total -= $saved
                state = (taken | 1 << role, role)
                if state not in later or total < later[state]:
                    later[state] = total
        sums = later
    return min(sums.values()) if sums else -1
"""
VARIANTS = {"next": "role == last + 1", "before": "role == last - 1"}
EQUIVALENT = {
    "50 → *": "no role stands next to 49, 50 or 51",
    "total < later[state] → total <= later[state]": "both sums are the same",
}
_PROBLEM = (
    "A theatre gives roles to its actors. Row i of the list has the fees of actor i, one for each role of the play; a "
    "fee of 0 means that this actor cannot play this role. For each fee greater than $limit that is paid, the theatre "
    "also pays $tax tax. Every actor gets exactly one role, and no role is given twice; roles may stay open. The "
    "roles stand in the order in which they come on stage, and so do the actors in the list. If the role of an actor "
    "stands directly {} the role of the actor one row above in the list, the two share a dressing room, and that "
    "saves $saved. Every such pair saves this amount once. Return the smallest possible sum: all fees and taxes paid, "
    "less everything saved. Without actors it is 0. If not every actor can get a role, return -1."
)
PROBLEMS = {"next": _PROBLEM.format("after"), "before": _PROBLEM.format("before")}
SLOW = """\
def solution(fees: list[list[int]]) -> int:
    def cheapest(actor, last, taken):
        if actor == len(fees):
            return 0
        best = None
        for role, fee in enumerate(fees[actor]):
            if fee == 0 or role in taken:
                continue
            rest = cheapest(actor + 1, role, [*taken, role])
            if rest is None:
                continue
            total = fee + rest
            if fee > $limit:
                total += $tax
            if $change:
                total -= $saved
            if best is None or total < best:
                best = total
        return best

    found = cheapest(0, 50, [])
    return -1 if found is None else found
"""
LARGE = """
import random


def large(number):
    chosen = random.Random($seed + number)
    actors = 10 + number % 2
    return ([[chosen.randint($limit - 5, $limit + 5) for _ in range(12)] for _ in range(actors)],)
"""


def sample(draws: Draws) -> dict[str, Any]:
    saved, limit = draws.integer(4, 9), draws.integer(24, 29)
    rows = []
    for number in range(18):
        roles = 3 + number % 4
        actors = draws.integer(3, roles)
        fees = [[draws.integer(20, 20 + saved + 3) for _ in range(roles)] for _ in range(actors)]
        if number % 3 == 0:
            fees[draws.integer(0, actors - 1)][draws.integer(0, roles - 1)] = 0
        rows.append(fees)
    return {
        "saved": saved,
        "limit": limit,
        "tax": draws.integer(2, 4),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(fees,) for fees in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    saved, limit = values["saved"], values["limit"]
    return [
        ([],),
        ([[7]],),
        ([[0]],),
        ([[limit]],),
        ([[limit + 1]],),
        ([[0, 0, 3]],),
        ([[5], [5]],),
        ([[500, 1], [1, 500]],),
        ([[500, 500], [500, 500]],),
        ([[0, 9], [0, 9]],),
        ([[9, 0], [0, 9]],),
        ([[0, 9], [9, 0]],),
        ([[10, 10 + saved, 0], [0, 10, 10], [10, 0, 10 + saved]],),
        ([[1, 2, 3, 4, 5, 6]] * 5,),
        ([[10] * 6] * 6,),
        ([[0, limit, 0, limit + 1], [0, limit - 1, limit + 1, 0]],),
        ([[0, limit, 0, limit + 2], [0, limit + 1, limit + 1, 0]],),
    ]
