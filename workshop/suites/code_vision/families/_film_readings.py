"""How films with texts lie on a chart, by what their signs mean, and all readings of the signs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain

from workshop.authoring.family import Call
from workshop.suites.code_vision.families._film_charts import Laid, Place
from workshop.suites.code_vision.families._settled_rules import JoinedSpace, Rule, joined_space
from workshop.suites.code_vision.families._settled_signs import LOOKS

SIGNS = tuple(LOOKS)
#: How a film is laid on → in words, and the row and column that a row and column come to, of ``last`` + 1.
LAID = {
    "as drawn": "as it is drawn",
    "right": "turned by a quarter to the right",
    "half": "turned by a half",
    "left": "turned by a quarter to the left",
    "mirrored": "flipped, left and right change places",
    "upside": "flipped, top and bottom change places",
    "falling": "flipped about the diagonal from top left to bottom right",
    "rising": "flipped about the diagonal from bottom left to top right",
}
TIMES = {
    "": "for all numbers",
    "odd": "for the first, third, fifth number and so on",
    "even": "for the second, fourth, sixth number and so on",
    "n even": "for even numbers",
    "n odd": "for odd numbers",
    "first": "for the first number",
    "later": "for all numbers but the first",
}
_ANY = ("with any", "without any")
RIVALS = ("first", "later", *_ANY)  #: times that no task has
LINKED = {
    "with": "for numbers for which the film before it lies there",
    "without": "for numbers for which the film before it does not lie there, or if it is the first film",
    "with any": "for numbers for which any film before it lies there",
    "without any": "for numbers for which no film before it lies there",
}
WHEN = {**TIMES, **LINKED}
#: Whether a film lies there, by how many numbers came before, the number, and whether the film before, or any, does.
LIES: Mapping[str, Callable[[int, int, bool], bool]] = {
    "": lambda _count, _number, _before: True,
    "odd": lambda count, _number, _before: count % 2 == 0,
    "even": lambda count, _number, _before: count % 2 == 1,
    "n even": lambda _count, number, _before: number % 2 == 0,
    "n odd": lambda _count, number, _before: number % 2 == 1,
    "first": lambda count, _number, _before: count == 0,
    "later": lambda count, _number, _before: count > 0,
    "with": lambda _count, _number, before: before,
    "without": lambda _count, _number, before: not before,
    "with any": lambda _count, _number, before: before,
    "without any": lambda _count, _number, before: not before,
}
#: What a text does where films before it have one for the same box.
MEETS = {
    "": "its texts act after those of films before it",
    " under": "its texts act before those of films before it",
    " over": "where it has a text, those of films before it do nothing",
}
#: Begin of a way → in words, what a film follows before it is turned or flipped.
FOLLOWS = {
    "": "",
    "then ": "as the film before it, even if that one does not lie there for the number (as drawn if it is the "
    "first film), and then, from there, ",
    "upon ": "as the last film before it that lies there for the number (as drawn if there is none), and then, "
    "from there, ",
}
_PLAIN = tuple(f"{way}{meet} | {time}" for way in LAID for meet in MEETS for time in TIMES)
_OTHER = tuple(
    f"{follows}{way}{meet} | {time}"
    for follows in FOLLOWS
    for way in LAID
    for meet in MEETS
    for time in WHEN
    if follows or time in LINKED
)
CHOICES = dict.fromkeys(SIGNS, ("", *_PLAIN, *_OTHER))
ORDER = "order"  #: the part of a rule that says which of two ways comes first
ORDERS = ("followed", "own")  #: the first of them in all tasks
_MOST = 640_000  #: rules that are joined for one example


@cache
def moved(way: str, place: Place, last: int) -> Place:
    """Return where a place of a film comes to lie."""
    row, column = place
    return {
        "as drawn": (row, column),
        "right": (column, last - row),
        "half": (last - row, last - column),
        "left": (last - column, row),
        "mirrored": (row, last - column),
        "upside": (last - row, column),
        "falling": (column, row),
        "rising": (last - column, last - row),
    }[way]


@cache
def joined(first: str, second: str) -> str:
    """Return the way that is one way and then another."""
    found = moved(second, moved(first, (0, 1), 3), 3)
    return next(way for way in LAID if moved(way, (0, 1), 3) == found)


def space(chart: Laid) -> JoinedSpace:
    """Return the readings of a chart: with strings, as at level 5, a film may depend on one before it."""
    if not chart.strands:
        return joined_space(dict.fromkeys(SIGNS, ("", *_PLAIN)), chart, needed, run)
    choices = {**CHOICES, ORDER: ORDERS}
    return joined_space(choices, chart, needed, run, stepwise=True, apart=ORDER, most=_MOST)


def needed(chart: Laid) -> set[str]:
    return {film.sign for film in chart.films}


@cache
def parts(choice: str) -> tuple[str, str, str, str]:
    """Return the parts of a meaning: what the film follows, way, meet and time."""
    follows = next((each for each in FOLLOWS if each and choice.startswith(each)), "")
    what, _, time = choice.removeprefix(follows).partition(" | ")
    way = what.removesuffix(" under").removesuffix(" over")
    return follows, way, what[len(way) :], time


@lru_cache(maxsize=64)
def _placed(chart: Laid) -> list[dict[str, list[tuple[int, str]]]]:
    """Return of each film, by the way it lies, its texts on boxes, each as (number of the box, text)."""
    boxes = {box: number for number, box in enumerate(chart.boxes)}
    return [
        {
            way: [
                (boxes[to], text)
                for at, text in film.texts
                if (to := moved(way, at, chart.rows - 1)) in boxes
            ]
            for way in LAID
        }
        for film in chart.films
    ]


def _lying(chart: Laid, rule: Rule, count: int, number: int) -> list[tuple[int, str, str]]:
    """Return place, way and meet of each film that lies there for a number, of ``count`` before."""
    own_first = rule.get(ORDER) == ORDERS[1]
    before, under, lies = "as drawn", "as drawn", False
    found: list[tuple[int, str, str]] = []
    for place, film in enumerate(chart.films):
        follows, way, meet, time = parts(rule.get(film.sign, ""))
        if follows:
            followed = before if follows == "then " else under
            way = joined(way, followed) if own_first else joined(followed, way)
        before = way or "as drawn"
        lies = bool(way) and LIES[time](count, number, bool(found) if time in _ANY else lies)
        if lies:
            found.append((place, way, meet))
            under = way
    return found


def texts_on(chart: Laid, rule: Rule) -> list[list[tuple[str, str, str]]]:
    """Return of each box the texts of films that follow none, in their order, each as (text, meet, time)."""
    found: list[list[tuple[str, str, str]]] = [[] for _ in chart.boxes]
    for place, film in enumerate(chart.films):
        _, way, meet, time = parts(rule.get(film.sign, ""))
        for box, text in _placed(chart)[place][way] if way else ():
            found[box].append((text, meet, time))
    return found


def acting(chart: Laid, rule: Rule, count: int, number: int) -> list[str]:
    """Return the texts that act on a number, of ``count`` before, in their order."""
    return _joined_texts(chart, _lying(chart, rule, count, number))


def _joined_texts(chart: Laid, laid: Iterable[tuple[int, str, str]]) -> list[str]:
    """Return the texts of films that lie there, by place, way and meet, in the order in which they act."""
    found: list[tuple[str, ...]] = [()] * len(chart.boxes)
    for place, way, meet in laid:
        for box, text in _placed(chart)[place][way]:
            old = found[box]
            found[box] = (text,) if meet == " over" else (text, *old) if meet else (*old, text)
    return list(chain.from_iterable(found))


@lru_cache(maxsize=64)
def _effects(_chart: Laid) -> dict[tuple[tuple[int, str, str], ...], tuple[int, int, int]]:
    """Return a store of what films that lie there do: factors of the number and of the last result, and a sum."""
    return {}


def _effect(texts: Iterable[str]) -> tuple[int, int, int]:
    number, last, more = 1, 0, 0
    for text in texts:
        if text == "x2":
            number, last, more = 2 * number, 2 * last, 2 * more
        elif text == "+r":
            last += 1
        else:
            more += int(text)
    return number, last, more


def run(chart: Laid, rule: Rule, call: Call) -> list[int]:
    results, last, effects = [], 0, _effects(chart)
    for count, number in enumerate(call[0]):
        laid = tuple(_lying(chart, rule, count, number))
        if laid not in effects:
            effects[laid] = _effect(_joined_texts(chart, laid))
        times, lasts, more = effects[laid]
        last = times * number + lasts * last + more
        results.append(last)
    return results
