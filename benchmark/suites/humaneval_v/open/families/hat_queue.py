"""People with hats who join a queue: where each of them stands.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill
from benchmark.core.draws import Draws
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame

VERSION = 3
KINDS = ("sequence",)
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Spatial Transformations")
MUTATIONS = ("behind", "trades", "ahead", "second")

HATS = "btp"
NAMES = {"b": "bare head", "t": "tall hat", "p": "pointed hat"}
LETTERS = "ABCDEFGHKLMN"

TEXT = '''\
def solution(people: list[str]) -> str:
    """
    People join the queue at a till one after another. Find the order in which they stand when all of them have
    come, by the queue that the picture shows after each newcomer. The person with one
    of the letters, which the picture shows, wears a scarf.

    Parameters:
        people (list[str]): The people in the order in which they come, such as "Gt": first a letter as name,
            then "b" for a bare head, "t" for a tall hat or "p" for a pointed hat.

    Returns:
        str: The names in the queue, from the till to the end.
    """
'''

QUEUE = """
def solution(people: list[str]) -> str:
    queue = []
    for person in people:
        friends = [other for other in queue if other[1] == person[1]]
        if person[0] == $scarf:
            queue.append(person)
        elif person[1] == $free:
            queue.insert(0, person)
        elif friends:
            {joins}
        else:
            queue.append(person)
    return "".join(person[0] for person in queue)
"""
JOINS = {
    "behind": "queue.insert(queue.index(friends[-1]) + 1, person)",
    "trades": "place = queue.index(friends[0])\n            queue[place] = person\n"
    "            queue.append(friends[0])",
    "ahead": "queue.insert(queue.index(friends[0]), person)",
    "second": "queue.insert(queue.index(friends[0]) + 1, person)",
}
#: Pairs of orders in which people come, by their hats: f goes straight to the till, x and y join friends, and a
#: capital wears the scarf. Each pair contradicts every other way to join (at the till, at the end, behind, in front of
#: or in the place of the first or the last friend) for one, two or all kinds of hats, and ten ways for the scarf.
COMINGS = (
    ("xfFfyxx", "ffYfxyy"),
    ("yyfFyxy", "fffXyxx"),
    ("ffXyxxf", "yyfFfyf"),
    ("yxfFyyx", "ffXyxxy"),
)


@dataclass(frozen=True)
class Queue:
    """Parameters: the mutation, the hat whose wearers go straight to the till, who wears a scarf, and the people."""

    mutation: str
    free: str
    scarf: str
    shown: tuple[tuple[str, ...], ...]  #: two queues, with people in the order in which they come
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Queue:
    free = draws.choice(HATS)
    others = HATS.replace(free, "")
    scarf = draws.choice(LETTERS)

    def people(hats: str) -> tuple[str, ...]:
        """Give names to people with these hats; a capital wears the scarf."""
        names = draws.sample(LETTERS.replace(scarf, ""), len(hats))
        named = zip(names, hats, strict=True)
        return tuple((scarf if hat.isupper() else name) + hat.lower() for name, hat in named)

    def with_scarf(hats: str) -> str:
        """Give the scarf to somebody who has a friend in the queue and is not the last to come, or has the free hat."""
        fit = [place for place, hat in enumerate(hats[:-1]) if hat == free or hat in hats[:place]]
        place = draws.choice(fit or [0])
        return hats[:place] + hats[place].upper() + hats[place + 1 :]

    heads = "".join([free, *draws.shuffled(others)])
    table = str.maketrans("fxyFXY", heads + heads.upper())
    shown = tuple(people(coming.translate(table)) for coming in draws.choice(COMINGS))
    tested = [(), people(free * 2), people(others[0] * 3), people(others + others[0] + others[1] + others)]
    tested += [people(free + free.upper() + others[0])]
    tested += [people(with_scarf(draws.text(HATS + others, draws.integer(6, 11)))) for _ in range(6)]
    tested += [people(draws.text(HATS + others, draws.integer(6, 11))) for _ in range(2)]
    return Queue(mutation, free, scarf, shown, tuple(dict.fromkeys(tested)))


#: Queue → a place that does not depend on friends, as a reader may think.
PLACES: dict[str, Callable[[list[str]], int]] = {
    "till": lambda _queue: 0,
    "end": len,
    "second": lambda queue: min(1, len(queue)),
    "before the last": lambda queue: max(0, len(queue) - 1),
}
#: (queue, friends in it, of whom there are some) → a place next to friends, as a reader may think.
FRIENDS: dict[str, Callable[[list[str], list[str]], int]] = {
    "behind the first": lambda queue, friends: queue.index(friends[0]) + 1,
    "behind the last": lambda queue, friends: queue.index(friends[-1]) + 1,
    "ahead of the first": lambda queue, friends: queue.index(friends[0]),
    "ahead of the last": lambda queue, friends: queue.index(friends[-1]),
}
#: Ways to join for a kind of hat, and whether the friend leaves the place.
WAYS = (
    *product(("till", "end", *FRIENDS), ["stays"]),
    *product(("ahead of the first", "ahead of the last"), ["leaves"]),
)
#: The right way of each mutation.
RIGHT = {
    "behind": ("behind the last", "stays"),
    "trades": ("ahead of the first", "leaves"),
    "ahead": ("ahead of the first", "stays"),
    "second": ("behind the first", "stays"),
}
#: Possible readings of where the person with the scarf goes.
SCARF = ("end", "like all", "till", "second", "before the last", "no friend", "stays last", *FRIENDS)


def rivals(queue: Queue) -> dict[str, Solve]:
    right = tuple(("till", "stays") if hat == queue.free else RIGHT[queue.mutation] for hat in HATS)
    every = [
        *product(product(WAYS, repeat=len(HATS)), ("end", "like all", "stays last")),
        *product([right], SCARF),
    ]
    return {
        f"{'; '.join(map(' '.join, ways))}; scarf {scarf}": partial(_queued, ways, queue.scarf, scarf)
        for ways, scarf in every
    }


def _queued(ways: Sequence[tuple[str, str]], letter: str, scarf: str, people: list[str]) -> str:
    """Return the queue if people join friends in a way that depends on their hat, and the friend stays or leaves.

    Args:
        ways: the way for each kind of hat.
        letter: who wears the scarf.
        scarf: where that person goes.
        people: the people in the order in which they come.
    """
    queue: list[str] = []
    for person in people:
        way, leaves = ways[HATS.index(person[1])]
        if person[0] == letter and scarf != "like all":
            way, leaves = {"no friend": "end", "stays last": "end"}.get(scarf, scarf), "stays"
        friends = [
            other for other in queue if other[1] == person[1] and (other[0] != letter or scarf != "no friend")
        ]
        place = _place(way, queue, friends)
        if leaves == "leaves" and friends:
            queue.append(queue[place])
            queue[place] = person
        else:
            queue.insert(place, person)
        if scarf == "stays last":
            queue.sort(key=lambda other: other[0] == letter)
    return "".join(person[0] for person in queue)


def _place(way: str, queue: list[str], friends: list[str]) -> int:
    """Return the place in the queue that a newcomer takes."""
    if way in PLACES:
        return PLACES[way](queue)
    return FRIENDS[way](queue, friends) if friends else len(queue)


def calls(queue: Queue) -> list[Call]:
    return [(list(people),) for people in queue.tested]


def examples(queue: Queue) -> list[Call]:
    return [(list(people[: count + 1]),) for people in queue.shown for count in range(len(people))]


def reference(queue: Queue) -> str:
    return fill(QUEUE.replace("{joins}", JOINS[queue.mutation]), free=queue.free, scarf=queue.scarf)


def picture(queue: Queue, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 1020)
    for column, people in enumerate(queue.shown):
        x = 10 + column * 494
        frame(canvas, x, 10, 486, 1000, title=f"Queue {column + 1}")
        hats = {person[0]: person[1] for person in people}
        canvas.text(x + 47, 76, "till", size=20)
        for moment in range(len(people)):
            foot = 188 + moment * 134
            canvas.rect(x + 20, foot - 80, 54, 80, fill="silver")
            canvas.text(x + 47, foot - 40, moment + 1, bold=True, size=24)
            canvas.line((x + 74, foot), (x + 470, foot), stroke="grey", line=3)
            for place, name in enumerate(solve(list(people[: moment + 1]))):
                new = name == people[moment][0]
                _person(
                    canvas, name, hats[name], x + 112 + place * 57, foot, new=new, scarf=name == queue.scarf
                )
    return canvas


def _person(canvas: Canvas, name: str, hat: str, x: float, foot: float, *, new: bool, scarf: bool) -> None:
    head = foot - 66
    if hat == "t":
        canvas.rect(x - 11, head - 48, 22, 38, fill="ink", stroke=None)
        canvas.rect(x - 19, head - 17, 38, 9, fill="ink", stroke=None)
    if hat == "p":
        canvas.polygon([(x, head - 56), (x + 18, head - 11), (x - 18, head - 11)], fill="sky")
    canvas.circle(x, head, 14, fill="white")
    canvas.rect(x - 20, foot - 50, 40, 50, fill="orange" if new else "white", radius=8)
    if scarf:
        canvas.rect(x - 20, foot - 54, 40, 15, fill="green")
    canvas.text(x, foot - 20, name, bold=True, size=24)


def describe(queue: Queue, solve: Solve) -> str:
    parts = []
    for column, people in enumerate(queue.shown, 1):
        moments = "; ".join(
            f"moment {number}: newcomer {person[0]} with a {NAMES[person[1]]}, queue {' '.join(solve(list(people[:number])))}"
            for number, person in enumerate(people, 1)
        )
        parts.append(f"Queue {column}: {moments}.")
    return (
        "The picture shows two queues, each at a till, which stands at the left, after each of seven newcomers; the "
        "numbers 1 to 7 on the till count them. The people have letters on their coats, and a bare head, a tall black "
        "hat or a pointed blue hat. At each moment one newcomer wears an orange coat, the others wear white ones. "
        f"{queue.scarf} wears a green scarf. From the till to the end: {' '.join(parts)}"
    )
