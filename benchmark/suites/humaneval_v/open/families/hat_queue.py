"""People with hats who join a queue: where each of them stands.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.examples import frame
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Solve
from benchmark.authoring.source import fill

VERSION = 2
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
    come, by the queue that the picture shows after each newcomer.

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
        if person[1] == $free:
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
#: Pairs of orders in which people come, by their hats: f goes straight to the till, x and y join friends. Each
#: pair contradicts every other way to join (at the till, at the end, behind, in front of or in the place of the
#: first or the last friend) for one, two or all kinds of hats.
COMINGS = (
    ("xfxyxf", "yxfyyf"),
    ("xyfyxx", "yxyyff"),
    ("yxxyxf", "xyxyyf"),
    ("xyxyyf", "yxxfxy"),
    ("xxyyxf", "yfxfyy"),
)


@dataclass(frozen=True)
class Queue:
    """Parameters: the mutation, the hat whose wearers go straight to the till, and the people."""

    mutation: str
    free: str
    shown: tuple[tuple[str, ...], ...]  #: two queues, with people in the order in which they come
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Queue:
    free = draws.choice(HATS)
    others = HATS.replace(free, "")

    def people(hats: str) -> tuple[str, ...]:
        names = draws.sample(LETTERS, len(hats))
        return tuple(name + hat for name, hat in zip(names, hats, strict=True))

    first, second = draws.choice(COMINGS)
    heads = str.maketrans("fxy", free + "".join(draws.shuffled(others)))
    named = people((first + second).translate(heads))
    shown = (named[: len(first)], named[len(first) :])
    tested = [(), people(free * 2), people(others[0] * 3), people(others + others[0] + others[1] + others)]
    tested += [people(draws.text(HATS + others, draws.integer(5, 11))) for _ in range(8)]
    return Queue(mutation, free, shown, tuple(dict.fromkeys(tested)))


#: (queue, friends of the newcomer in it) → the place that the newcomer takes, as a reader may think.
READINGS: dict[str, Callable[[list[str], list[str]], int]] = {
    "till": lambda _queue, _friends: 0,
    "end": lambda queue, _friends: len(queue),
    "behind the first": lambda queue, friends: queue.index(friends[0]) + 1,
    "behind the last": lambda queue, friends: queue.index(friends[-1]) + 1,
    "ahead of the first": lambda queue, friends: queue.index(friends[0]),
    "ahead of the last": lambda queue, friends: queue.index(friends[-1]),
}


def rivals(_queue: Queue) -> dict[str, Solve]:
    ways = {f"{way}, {leaves}": (way, leaves) for way in READINGS for leaves in ("stays", "leaves")}
    every = product(ways, repeat=len(HATS))
    return {"; ".join(names): partial(_queued, [ways[name] for name in names]) for names in every}


def _queued(ways: Sequence[tuple[str, str]], people: list[str]) -> str:
    """Return the queue if people join friends in a way that depends on their hat, and the friend stays or leaves."""
    queue: list[str] = []
    for person in people:
        way, leaves = ways[HATS.index(person[1])]
        friends = [other for other in queue if other[1] == person[1]]
        place = READINGS[way](queue, friends) if friends or way == "till" else len(queue)
        if leaves == "leaves" and friends and "ahead" in way:
            queue.append(queue[place])
            queue[place] = person
        else:
            queue.insert(place, person)
    return "".join(person[0] for person in queue)


def calls(queue: Queue) -> list[Call]:
    return [(list(people),) for people in queue.tested]


def examples(queue: Queue) -> list[Call]:
    return [(list(people[: count + 1]),) for people in queue.shown for count in range(len(people))]


def reference(queue: Queue) -> str:
    return fill(QUEUE.replace("{joins}", JOINS[queue.mutation]), free=queue.free)


def picture(queue: Queue, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 960)
    for column, people in enumerate(queue.shown):
        x = 10 + column * 494
        frame(canvas, x, 10, 486, 940, title=f"Queue {column + 1}")
        hats = {person[0]: person[1] for person in people}
        canvas.text(x + 47, 76, "till", size=20)
        for moment in range(len(people)):
            foot = 190 + moment * 149
            canvas.rect(x + 20, foot - 80, 54, 80, fill="silver")
            canvas.text(x + 47, foot - 40, moment + 1, bold=True, size=24)
            canvas.line((x + 74, foot), (x + 470, foot), stroke="grey", line=3)
            for place, name in enumerate(solve(list(people[: moment + 1]))):
                new = name == people[moment][0]
                _person(canvas, name, hats[name], x + 118 + place * 62, foot, new=new)
    return canvas


def _person(canvas: Canvas, name: str, hat: str, x: float, foot: float, *, new: bool) -> None:
    head = foot - 66
    if hat == "t":
        canvas.rect(x - 11, head - 48, 22, 38, fill="ink", stroke=None)
        canvas.rect(x - 19, head - 17, 38, 9, fill="ink", stroke=None)
    if hat == "p":
        canvas.polygon([(x, head - 56), (x + 18, head - 11), (x - 18, head - 11)], fill="sky")
    canvas.circle(x, head, 14, fill="white")
    canvas.rect(x - 20, foot - 50, 40, 50, fill="orange" if new else "white", radius=8)
    canvas.text(x, foot - 25, name, bold=True, size=24)


def describe(queue: Queue, solve: Solve) -> str:
    parts = []
    for column, people in enumerate(queue.shown, 1):
        moments = "; ".join(
            f"moment {number}: newcomer {person[0]} with a {NAMES[person[1]]}, queue {' '.join(solve(list(people[:number])))}"
            for number, person in enumerate(people, 1)
        )
        parts.append(f"Queue {column}: {moments}.")
    return (
        "The picture shows two queues, each at a till, which stands at the left, after each of six newcomers; the "
        "numbers 1 to 6 on the till count them. The people have letters on their coats, and a bare head, a tall black "
        "hat or a pointed blue hat. At each moment one newcomer wears an orange coat, the others wear white ones. From "
        f"the till to the end: {' '.join(parts)}"
    )
