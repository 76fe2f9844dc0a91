"""People with hats who join a queue: where each of them stands.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from functools import lru_cache, partial

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace, telling_examples
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._hat_rules import HATS, queue_rules, right_rule

VERSION = 4
KINDS = ("sequence",)
TASK_TYPE = "Rearrangement"
ASPECTS = ("Data Structures", "Spatial Transformations")
MUTATIONS = ("behind", "trades", "ahead", "second")

NAMES = {"b": "bare head", "t": "tall hat", "p": "pointed hat"}
LETTERS = "ABCDEFGHKLMN"
COMING = 7  #: people in each queue of the picture

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


@dataclass(frozen=True)
class Queue:
    """Parameters: the mutation, the hat whose wearers go straight to the till, who wears a scarf, and the people of the tests."""

    mutation: str
    free: str
    scarf: str
    seed: str  #: of the people in the picture
    tested: tuple[tuple[str, ...], ...]


def sample(mutation: str, draws: Draws) -> Queue:
    free = draws.choice(HATS)
    others = HATS.replace(free, "")
    scarf = draws.choice(LETTERS)

    people = partial(_people, draws, scarf)

    def with_scarf(hats: str) -> str:
        """Give the scarf to somebody who has a friend in the queue and is not the last to come, or has the free hat."""
        fit = [place for place, hat in enumerate(hats[:-1]) if hat == free or hat in hats[:place]]
        place = draws.choice(fit or [0])
        return hats[:place] + hats[place].upper() + hats[place + 1 :]

    tested = [(), people(free * 2), people(others[0] * 3), people(others + others[0] + others[1] + others)]
    tested += [people(free + free.upper() + others[0])]
    tested += [people(with_scarf(draws.text(HATS + others, draws.integer(6, 11)))) for _ in range(6)]
    tested += [people(draws.text(HATS + others, draws.integer(6, 11))) for _ in range(2)]
    return Queue(mutation, free, scarf, draws.text("ABCDEFGH", 16), tuple(dict.fromkeys(tested)))


def _people(draws: Draws, scarf: str, hats: str) -> tuple[str, ...]:
    """Give names to people with these hats; a capital wears the scarf."""
    names = draws.sample(LETTERS.replace(scarf, ""), len(hats))
    named = zip(names, hats, strict=True)
    return tuple((scarf if hat.isupper() else name) + hat.lower() for name, hat in named)


def calls(queue: Queue) -> list[Call]:
    return [(list(people),) for people in queue.tested]


def examples(queue: Queue) -> list[Call]:
    shown = _shown(replace(queue, mutation=""))
    return [([*people[: count + 1]],) for count in reversed(range(COMING)) for people in shown]


@lru_cache(maxsize=4)
def _shown(queue: Queue) -> tuple[list[str], ...]:
    """Choose people whose queues at the end leave one rule of the space for every mutation."""
    draws = Draws(queue.seed, "shown")

    def candidate() -> Call:
        own, place = draws.choice(HATS), draws.integer(1, COMING - 3)
        before = "".join(draws.shuffled(own + draws.text(HATS, place - 1)))
        after = "".join(draws.shuffled(own + draws.text(HATS, COMING - place - 2)))
        hats = before + own.upper() + after
        return (list(_people(draws, queue.scarf, hats)),)

    found = telling_examples(
        queue_rules(queue.scarf),
        rules=[right_rule(mutation, queue.free) for mutation in MUTATIONS],
        asked=calls(queue),
        shown=[],
        candidate=candidate,
        numbers=range(3, 4),
    )
    return tuple(people for (people,) in found)


def rule_space(queue: Queue) -> RuleSpace:
    return queue_rules(queue.scarf)


def reference(queue: Queue) -> str:
    return fill(QUEUE.replace("{joins}", JOINS[queue.mutation]), free=queue.free, scarf=queue.scarf)


def picture(queue: Queue, solve: Solve) -> Canvas:
    canvas = Canvas(1020, 1020)
    for column, people in enumerate(_shown(replace(queue, mutation=""))):
        x = 8 + column * 336
        frame(canvas, x, 10, 332, 1000, title=f"Queue {column + 1}")
        hats = {person[0]: person[1] for person in people}
        canvas.text(x + 30, 76, "till", size=20)
        for moment in range(COMING):
            foot = 188 + moment * 134
            canvas.rect(x + 8, foot - 80, 42, 80, fill="silver")
            canvas.text(x + 29, foot - 40, moment + 1, bold=True, size=24)
            canvas.line((x + 50, foot), (x + 326, foot), stroke="grey", line=3)
            for place, name in enumerate(solve(people[: moment + 1])):
                new, scarf = name == people[moment][0], name == queue.scarf
                _person(canvas, name, hats[name], x + 73 + place * 39, foot, new=new, scarf=scarf)
    return canvas


def _person(canvas: Canvas, name: str, hat: str, x: float, foot: float, *, new: bool, scarf: bool) -> None:
    head = foot - 66
    if hat == "t":
        canvas.rect(x - 10, head - 48, 20, 38, fill="ink", stroke=None)
        canvas.rect(x - 17, head - 17, 34, 9, fill="ink", stroke=None)
    if hat == "p":
        canvas.polygon([(x, head - 56), (x + 17, head - 11), (x - 17, head - 11)], fill="sky")
    canvas.circle(x, head, 13, fill="white")
    canvas.rect(x - 17, foot - 50, 34, 50, fill="orange" if new else "white", radius=8)
    if scarf:
        canvas.rect(x - 17, foot - 54, 34, 15, fill="green")
    canvas.text(x, foot - 20, name, bold=True, size=23)


def describe(queue: Queue, solve: Solve) -> str:
    parts = []
    for column, people in enumerate(_shown(replace(queue, mutation="")), 1):
        moments = "; ".join(
            f"moment {number}: newcomer {person[0]} with a {NAMES[person[1]]}, queue {' '.join(solve(list(people[:number])))}"
            for number, person in enumerate(people, 1)
        )
        parts.append(f"Queue {column}: {moments}.")
    return (
        "The picture shows three queues, each at a till, which stands at the left, after each of seven newcomers; the "
        "numbers 1 to 7 on the till count them. The people have letters on their coats, and a bare head, a tall black "
        "hat or a pointed blue hat. At each moment one newcomer wears an orange coat, the others wear white ones. "
        f"{queue.scarf} wears a green scarf. From the till to the end: {' '.join(parts)}"
    )
