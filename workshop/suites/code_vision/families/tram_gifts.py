"""Trams whose ticket machines are picky: the stops that a passenger reaches.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "algorithm"
LEVEL = "easy"
CATEGORIES = ("graphs",)
TEXT = '''\
def solution(stops: int, links: list[list[int]]) -> int:
    """
    Trams go between the stops of a town, which have the numbers from 0 on. A passenger is at stop 0.

    Parameters:
        stops (int): The number of stops, from 1 to 60,000.
        links (list[list[int]]): 0 to 60,000 links, each a list of two different stops and a price in coins from
            1 to 1,000. Trams go in both directions.

    Returns:
        int: A number of coins.
    """
'''
REFERENCE = """\
def solution(stops: int, links: list[list[int]]) -> int:
    ways = []
    for stop in range(stops):
        ways.append([])
    for first, second, price in links:
        if $change:
            ways[first].append(second)
            ways[second].append(first)
    seen = {0}
    waiting = [0]
    coins = 0
    while len(waiting) > 0:
        stop = waiting.pop()
        coins += $gift + stop % $rest
        for other in ways[stop]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return coins
"""
VARIANTS = {"cheap": "price <= $limit", "round": "price % $coin == 0"}
_PROBLEM = """\
A passenger at stop 0 can use a link between two stops, in both directions, only if its price is {rule}; she never
uses the other links. She may use as many links as she likes, one after the other, and never pays, for she has a free
pass. At stop 0 and at each further stop that she can reach in this way she collects a gift, once per stop: $gift
coins, plus the remainder of the number of the stop when it is divided by $rest. Return the coins of all gifts. If she
can go nowhere, this is the gift of stop 0 alone, that is $gift.""".replace("\n", " ")
PROBLEMS = {
    "cheap": _PROBLEM.format(rule="at most $limit coins"),
    "round": _PROBLEM.format(rule="a multiple of $coin coins"),
}
SLOW = """\
def solution(stops: int, links: list[list[int]]) -> int:
    seen = {0}
    changed = True
    while changed:
        changed = False
        for first, second, price in links:
            if $change and (first in seen) != (second in seen):
                seen.add(first)
                seen.add(second)
                changed = True
    return sum($gift + stop % $rest for stop in seen)
"""
LARGE = """
import random


def large(number):
    count = 45000
    chance = random.Random($seed + number)
    names = list(range(1, count))
    chance.shuffle(names)
    names = [0] + names
    prices = [price for price in range(1, $limit + 1) if price % $coin == 0]
    long = count - chance.randint(2, count // 10)
    links = []
    for place in range(1, count):
        price = chance.choice(prices)
        if place > long:
            price = $limit // $coin * $coin + $coin if chance.randrange(2) else 1
        back = 1 if place <= long else chance.randint(1, count // 2)
        links.append([names[place - back], names[place], price])
    links.reverse()
    return count, links
"""


def sample(draws: Draws) -> dict[str, Any]:
    coin = draws.integer(2, 4)
    limit = coin * draws.integer(4, 9) + draws.integer(0, 1)
    rows = []
    for _ in range(18):
        stops = draws.integer(5, 11)
        links = []
        for _ in range(draws.integer(stops, 2 * stops)):
            price = draws.choice((limit, limit + 1, coin * draws.integer(1, 20), draws.integer(1, 2 * limit)))
            links.append([*draws.sample(range(stops), 2), price])
        rows.append((stops, links))
    return {
        "coin": coin,
        "limit": limit,
        "gift": draws.integer(11, 30),
        "rest": draws.integer(3, 9),
        "seed": draws.integer(1, 10**6),
        "rows": rows,
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(stops, [list(link) for link in links]) for stops, links in values["rows"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    coin, limit = values["coin"], values["limit"]
    odd, dear = coin + 1, limit // coin * coin + coin
    return [
        (1, []),
        (60_000, []),
        (2, [[0, 1, odd]]),
        (2, [[1, 0, dear]]),
        (2, [[1, 0, limit]]),
        (3, [[0, 1, coin], [1, 0, coin], [2, 1, dear]]),
        (4, [[2, 3, coin], [3, 2, odd]]),
        (5, [[4, 3, odd], [3, 2, odd], [2, 1, odd], [1, 0, odd]]),
        (9, [[place, place + 1, coin] for place in range(8)] + [[8, 0, coin]]),
        (6, [[0, place, 1_000 // coin * coin] for place in range(1, 6)]),
        (59_999, [[0, 59_998, coin], [59_998, 29_999, odd], [29_999, 12_345, coin]]),
    ]
