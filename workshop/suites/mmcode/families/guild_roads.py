"""A parcel travels on roads of guilds that hand it over to one another: the fastest way.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point, point_before
from workshop.suites.mmcode.families._guild_signs import draw_guild, draw_number, example_picture

VERSION = 1
TITLE = "Guild Roads"
LEVEL = "long"
CATEGORY = "graph"
PICTURES = (("graph",), ("graph",))
VARIANTS = ("forth", "back")
COMPARE = "tokens"

MOST_TOWNS, MOST_ROADS, MOST_MINUTES = 80, 240, 60

STATEMENT = """
Parcels in the mountains are carried from town to town by five guilds. Every road belongs to one guild, and only carriers of
this guild use it, in both directions. On a way that has roads of several guilds, the parcel has to be handed over in
towns. Not every guild hands parcels over to every other guild. The first picture shows the letters of the guilds: an arrow
leads from a guild to a guild that takes parcels from it, and the number on the arrow is the time of this hand-over in
minutes. There are no other hand-overs.

![image](1.png)

If two roads that follow one another on the way belong to the same guild, no hand-over is needed and no time is lost.
On its way a parcel can be handed over any number of times, but between two roads that follow one another only once: from
the guild of the one road to the guild of the next. Any guild can carry it first, and any guild can bring it to its end. A way may lead through the same town or along the same road several times.

The second picture shows an example: on the left are four towns and the roads between them, each with its guild and its minutes; on
the right is the fastest way of a parcel from town 1 to town 4, with the minutes of roads and hand-overs and, below
the line, the minutes of the whole way.

![image](2.png)

Input

The first line has two integers n and m, the number of towns and the number of roads (2 <= n <= 80, 1 <= m <= 240). Each of the
next m lines has two different integers from 1 to n, the towns at the ends of a road, the letter of its guild,
and its minutes, an integer from 1 to 60. Two towns can have several roads.

Output

Print the smallest number of minutes for a parcel from town 1 to town n, or -1 if it cannot get there.
"""

REFERENCE = """
import heapq
from collections import defaultdict


def solution(text: str) -> str:
    takes = defaultdict(dict)
    for arrow in $arrows.split():
        $change, time = arrow.split(":")
        takes[giver][taker] = int(time)
    first, *lines = text.strip().split("\\n")
    roads = defaultdict(list)
    for line in lines:
        one, other, guild, time = line.split()
        takes["none"][guild] = takes[guild][guild] = 0
        roads[one].append((other, guild, int(time)))
        roads[other].append((one, guild, int(time)))
    waiting = [(0, "1", "none")]
    done = set()
    while waiting:
        minutes, town, giver = heapq.heappop(waiting)
        if town == first.split()[0]:
            return str(minutes)
        if (town, giver) not in done:
            done.add((town, giver))
            for other, guild, time in roads[town]:
                if guild in takes[giver]:
                    heapq.heappush(waiting, (minutes + takes[giver][guild] + time, other, guild))
    return "-1"
"""
CHANGE = {"forth": "giver, taker", "back": "taker, giver"}

WRONG = {
    "one-best-time-for-a-town": REFERENCE.replace(
        "if (town, giver) not in done:", "if town not in done:"
    ).replace("done.add((town, giver))", "done.add(town)"),
    "arrows-in-both-directions": REFERENCE.replace(
        "takes[giver][taker] = int(time)", "takes[giver][taker] = takes[taker][giver] = int(time)"
    ),
    "hand-over-takes-no-time": REFERENCE.replace("minutes + takes[giver][guild] + time", "minutes + time"),
    "fewest-roads": REFERENCE.replace('[(0, "1", "none")]', '[(0, 0, "1", "none")]')
    .replace("minutes, town, giver = heapq", "steps, minutes, town, giver = heapq")
    .replace("waiting, (minutes", "waiting, (steps + 1, minutes"),
}
EQUIVALENT = {"'none' → 'none~'": "Any name that is no guild can stand for the beginning."}

#: Corners of the first picture, and the pairs of corners that an arrow can join; the last one is in the middle.
_CORNERS: tuple[Point, ...] = ((110, 100), (590, 110), (600, 500), (100, 490), (350, 300))
_PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4))


def _arrows(guilds: list[str], draws: Draws) -> list[str]:
    """Return arrows between guilds so that each guild gives to one and takes from one."""
    for _ in range(200):
        found = []
        for pair in _PAIRS:
            giver, taker = (guilds[corner] for corner in draws.shuffled(pair))
            found.append(f"{giver}:{taker}:{draws.integer(2, 25)}")
        if all(len({arrow.split(":")[place] for arrow in found}) == len(guilds) for place in (0, 1)):
            return found
    raise UnfitError("a guild gives or takes nothing")


def sample(draws: Draws) -> dict[str, Any]:
    guilds = draws.shuffled(draws.sample("BDFGHKLMPRSTVW", 5))
    arrows_drawn = _arrows(guilds, draws)
    values: dict[str, Any] = {"arrows": " ".join(arrows_drawn), "guilds": guilds}
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    shown: list[str] = []
    for count in range(400):
        text = _random_input(draws, guilds, 4 + count % 2, 6 + count % 2, 20)
        if agreeing([text], solve) and solve["forth"](text) != "-1" and _plain(text) != solve["forth"](text):
            shown.append(text)
    if len(shown) < 2:
        raise UnfitError("no sample")
    examples = {variant: _example(draws, values, variant) for variant in VARIANTS}
    return {**values, "shown": shown[:2], **examples, "seed": draws.integer(1, 10**9)}


def _plain(text: str) -> str:
    """Return the minutes of the fastest way without hand-overs; -1 without a way."""
    first, *lines = text.strip().split("\n")
    best = {1: 0}
    for _ in lines:
        for line in lines:
            one, other, _, time = line.split()
            for here, there in ((int(one), int(other)), (int(other), int(one))):
                if here in best:
                    best[there] = min(best.get(there, 10**6), best[here] + int(time))
    return str(best.get(int(first.split()[0]), -1))


def _example(draws: Draws, values: dict[str, Any], variant: str) -> dict[str, Any]:
    """Return the example of the second picture: towns in a diamond, where the way with fewer minutes is forbidden."""
    takes = {tuple(arrow.split(":")[:2]): int(arrow.split(":")[2]) for arrow in values["arrows"].split()}
    if variant == "back":
        takes = {(taker, giver): time for (giver, taker), time in takes.items()}
    giver, taker = draws.choice(sorted(pair for pair in takes if pair[::-1] not in takes))
    first, second, third = draws.sample(range(21, 41), 3)
    # 1-2 and 2-4 would need a hand-over against the arrow; 1-3-4 needs one along the arrow; 2-3 is of one guild.
    roads = [("1", "2", taker, 6), ("2", "4", giver, 5), ("1", "3", giver, first), ("3", "4", taker, second)]
    roads.append(("2", "3", draws.choice(values["guilds"]), third))
    text = "\n".join(["4 5", *(" ".join(map(str, road)) for road in roads)])
    total = solvers(with_changes(REFERENCE, CHANGE), values)[variant](text)
    if total != str(first + second + takes[giver, taker]):
        raise UnfitError("another way is faster")
    return {"roads": roads, "total": total, "pair": (giver, taker, takes[giver, taker])}


def _random_input(draws: Draws, guilds: list[str], towns: int, roads: int, longest: int) -> str:
    """Return towns along a valley: most roads join towns with close numbers."""
    lines = []
    for number in range(roads):
        one = draws.integer(1, towns - 1) if number >= towns - 1 else number + 1
        reach = 1 if number < towns - 1 else max(2, towns // 6)
        other = min(towns, one + draws.integer(1, reach))
        ends = draws.shuffled([one, other])
        lines.append(f"{ends[0]} {ends[1]} {draws.choice(guilds)} {draws.integer(1, longest)}")
    return "\n".join([f"{towns} {roads}", *draws.shuffled(lines)]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *roads = text.removesuffix("\n").split("\n")
    n, m = map(int, head.split(" "))
    if not (2 <= n <= MOST_TOWNS and 1 <= m == len(roads) <= MOST_ROADS):
        raise ValueError("another number of towns or roads")
    for road in roads:
        one, other, guild, minutes = road.split(" ")
        if not (1 <= int(one) <= n and 1 <= int(other) <= n and one != other and guild in values["guilds"]):
            raise ValueError("a road with wrong ends or guild")
        if not 1 <= int(minutes) <= MOST_MINUTES:
            raise ValueError("minutes out of range")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("guild_roads", values["seed"], "typical")
    sizes = ((5, 12), (6, 14), (8, 20), (10, 30), (15, 40), (20, 60), (30, 80))
    return [_random_input(draws, values["guilds"], *size, MOST_MINUTES) for size in sizes]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("guild_roads", values["seed"], "edge")
    guilds = values["guilds"]
    giver, taker, time = values["arrows"].split()[0].split(":")
    other = next(guild for guild in guilds if guild not in (giver, taker))
    detour = [
        f"1 2 {giver} 1",
        f"2 4 {taker} 1",
        f"1 4 {giver} {int(time) + 1}",
        f"1 3 {other} 9",
        f"3 4 {other} 9",
    ]
    alone = [f"{town} {town + 1} {guilds[2]} {draws.integer(1, 9)}" for town in range(1, 20)]
    return [
        f"2 1\n2 1 {guilds[0]} {MOST_MINUTES}\n",
        f"3 2\n1 2 {guilds[1]} 1\n2 1 {guilds[2]} 1\n",
        f"3 2\n1 2 {giver} 7\n2 3 {taker} 8\n",
        f"3 2\n3 2 {giver} 9\n2 1 {taker} 3\n",
        "\n".join(["4 5", *detour]) + "\n",
        "\n".join(["20 19", *alone]),
        _random_input(draws, guilds[:2] + guilds[4:], 12, 60, 3),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("guild_roads", values["seed"], "large")
    return [
        _random_input(draws, values["guilds"], MOST_TOWNS, MOST_ROADS, longest)
        for longest in (9, MOST_MINUTES, 20)
    ]


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    chart = Canvas(700, 600)
    places = dict(zip(values["guilds"], _CORNERS, strict=True))
    for arrow in values["arrows"].split():
        start, end, time = arrow.split(":")
        if variant == "back":
            start, end = end, start
        arrows.arrow(
            chart,
            point_before(places[start], places[end], 30),
            point_before(places[end], places[start], 52),
            line=4,
            head=22,
        )
        x, y = ((places[start][axis] + places[end][axis]) / 2 for axis in (0, 1))
        draw_number(chart, x, y, time)
    for guild, place in places.items():
        draw_guild(chart, place[0], place[1], guild, 44)
    return [chart, example_picture(values[variant])]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    told = []
    for arrow in values["arrows"].split():
        start, end, time = arrow.split(":")
        told.append(
            f"from {start} to {end}, {time}" if variant == "forth" else f"from {end} to {start}, {time}"
        )
    example = values[variant]
    roads = [f"{one}-{other}, guild {guild}, {time}" for one, other, guild, time in example["roads"]]
    giver, taker, extra = example["pair"]
    return [
        (
            f"The picture shows five diamonds with the letters {', '.join(values['guilds'])}, one in each corner and the last one "
            f"in the middle. Eight arrows with a number on each join them: {'; '.join(told)}."
        ),
        (
            "On the left of the picture are four round towns, 1 to 4. Lines between them are roads, with a diamond for the guild and "
            f"a number: {'; '.join(roads)}. On the right is a column with three rows and a number in each: the road from 1 to 3 of "
            f"guild {giver}, {example['roads'][2][3]}; an arrow from the diamond {giver} to the diamond {taker}, {extra}; the road "
            f"from 3 to 4 of guild {taker}, {example['roads'][3][3]}. Below a line stands {example['total']}."
        ),
    ]
