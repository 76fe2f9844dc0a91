"""How films with texts lie on a chart, by what their signs mean, and all readings of the signs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import NamedTuple

from workshop.authoring.family import Call
from workshop.suites.code_vision.families._film_charts import Film, Laid, Place
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS

SIGNS = tuple(LOOKS)
#: How a film is laid on → in words.
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
ANY = ("with any", "without any")
LINKED = {
    "with": "for numbers for which the film before it lies there",
    "without": "for numbers for which the film before it does not lie there, or if it is the first film",
    "with any": "for numbers for which any film before it lies there",
    "without any": "for numbers for which no film before it lies there",
}
COMPARED = {
    "n > p": "for numbers greater than the number before, which is 0 for the first",
    "n < p": "for numbers less than the number before, which is 0 for the first",
    "r even": "for numbers before which an even number left the chart, or 0",
    "r odd": "for numbers before which an odd number left the chart",
}
RIVALS = ("first", "later", *ANY, "n < p")  #: times that no task has
WHEN = {**TIMES, **LINKED, **COMPARED}


class Now(NamedTuple):
    """A number that walks, and what came before it."""

    earlier: int  #: numbers before
    n: int
    p: int  #: the number before, or 0
    r: int  #: what left the chart for it, or 0


_COMPARE: Mapping[str, Callable[[Now], bool]] = {
    "n > p": lambda now: now.n > now.p,
    "n < p": lambda now: now.n < now.p,
    "n >= p": lambda now: now.n >= now.p,
    "n <= p": lambda now: now.n <= now.p,
    "r even": lambda now: now.r % 2 == 0,
    "r odd": lambda now: now.r % 2 == 1,
    "r > n": lambda now: now.r > now.n,
    "r < n": lambda now: now.r < now.n,
}


def _compared(test: Callable[[Now], bool], *, first: bool | None = None) -> Callable[[Now, bool], bool]:
    """Return a test of whether a film lies there; ``first`` is its answer for the first number, None to ask it."""
    return lambda now, _before: test(now) if first is None or now.earlier else first


#: Whether a film lies there, by the number and by whether the film before, or any, does.
LIES: Mapping[str, Callable[[Now, bool], bool]] = {
    "": lambda _now, _before: True,
    "odd": lambda now, _before: now.earlier % 2 == 0,
    "even": lambda now, _before: now.earlier % 2 == 1,
    "n even": lambda now, _before: now.n % 2 == 0,
    "n odd": lambda now, _before: now.n % 2 == 1,
    "first": lambda now, _before: now.earlier == 0,
    "later": lambda now, _before: now.earlier > 0,
    "with": lambda _now, before: before,
    "without": lambda _now, before: not before,
    "with any": lambda _now, before: before,
    "without any": lambda _now, before: not before,
    **{time: _compared(test) for time, test in _COMPARE.items()},
    **{f"{time} no": _compared(test, first=False) for time, test in _COMPARE.items()},
    **{f"{time} yes": _compared(test, first=True) for time, test in _COMPARE.items()},
}
#: What a text does where films before it have one for the same box.
MEETS = {
    "": "its texts act after those of films before it",
    " under": "its texts act before those of films before it",
    " over": "where it has a text, those of films before it do nothing",
    " off": "where films before it have a text, its own does nothing",
}
LaidFilms = tuple[tuple[int, str, str], ...]  #: place, way and meet of each film that lies there
#: Begin of a way → in words, what a film follows before it is turned or flipped; in tasks, the film before it.
FOLLOWS = {
    "": "",
    "then ": "as the film before it, even if that one does not lie there for the number (as drawn if it is the "
    "first film), and then, from there, ",
    "upon ": "as the last film before it that lies there for the number (as drawn if there is none), and then, "
    "from there, ",
}
#: How often a film is turned or flipped further, in words.
BY = {
    "times": "for each number before for which it lay there",
    "kind": "for each time that a film with its sign lay there before",
    "numbers": "for each number before",
    "n": "as many times as the number says",
}
PLAIN = ("", *(f"{way}{meet} | {time}" for way, meet, time in product(LAID, tuple(MEETS)[:3], TIMES)))
_FURTHER = ("", *(f", {turn} by {by}" for by in ("times", "numbers", "n") for turn in ("right", "left")))
_OTHER = tuple(
    f"{follows}{way}{further}{meet} | {time}"
    for follows, way, further, meet, time in product(("", "then "), LAID, _FURTHER, MEETS, WHEN)
    if (follows or further) and (follows or further[-1] != "n" or time[:2] != "n ") and time not in RIVALS
)
CHOICES = dict.fromkeys(SIGNS, (*PLAIN, *_OTHER))


class Meaning(NamedTuple):
    """A meaning of a sign."""

    follows: str
    way: str
    meet: str
    time: str
    turn: str = ""  #: how it is turned or flipped further
    by: str = ""  #: how often


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


@cache
def turned(way: str, turn: str, often: int) -> str:
    """Return a way, and then another so many times."""
    return turned(joined(way, turn), turn, often - 1) if often else way


def needed(chart: Laid) -> set[str]:
    return {film.sign for film in chart.films}


@cache
def parts(choice: str) -> Meaning:
    """Return the parts of a meaning."""
    follows = next((each for each in FOLLOWS if each and choice.startswith(each)), "")
    what, _, time = choice.removeprefix(follows).partition(" | ")
    meet = next((each for each in MEETS if each and what.endswith(each)), "")
    way, _, further = what.removesuffix(meet).partition(", ")
    turn, _, by = further.partition(" by ")
    return Meaning(follows, way, meet, time, turn, by)


def placed_texts(chart: Laid, film: Film) -> dict[str, list[tuple[int, str]]]:
    """Return by the way a film lies its texts on boxes, each as (number of the box, text)."""
    boxes = {box: number for number, box in enumerate(chart.boxes)}
    return {
        way: [(boxes[to], text) for at, text in film.texts if (to := moved(way, at, chart.rows - 1)) in boxes]
        for way in LAID
    }


def often(chart: Laid, place: int, by: str, times: Sequence[int], now: Now) -> int:
    """Return how often a film is turned further, by how often each film lay there."""
    if by == "kind":
        sign = chart.films[place].sign
        return sum(count for film, count in zip(chart.films, times, strict=True) if film.sign == sign)
    return {"times": times[place], "numbers": now.earlier, "n": now.n}[by]


def _lying(chart: Laid, rule: Rule, now: Now, times: list[int]) -> LaidFilms:
    """Return place, way and meet of each film that lies there for a number; count it in ``times``."""
    before, under, lies = "as drawn", "as drawn", False
    found: list[tuple[int, str, str]] = []
    for place, film in enumerate(chart.films):
        follows, way, meet, time, turn, by = parts(rule.get(film.sign, ""))
        if turn:
            way = turned(way, turn, often(chart, place, by, times, now) % 4)
        if follows:
            way = joined(before if follows == "then " else under, way)
        before = way or "as drawn"
        lies = bool(way) and LIES[time](now, bool(found) if time in ANY else lies)
        if lies:
            found.append((place, way, meet))
            times[place] += 1
            under = way
    return tuple(found)


def texts_on(chart: Laid, rule: Rule) -> list[list[tuple[str, str, str]]]:
    """Return of each box the texts of films that follow none, in their order, each as (text, meet, time)."""
    found: list[list[tuple[str, str, str]]] = [[] for _ in chart.boxes]
    for place, film in enumerate(chart.films):
        _, way, meet, time, _, _ = parts(rule.get(film.sign, ""))
        for box, text in effects_of(chart).placed[place][way] if way else ():
            found[box].append((text, meet, time))
    return found


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


class Effects(dict[LaidFilms, tuple[int, int, int]]):
    """What films that lie on a chart do: factors of the number and of the last result, and a sum."""

    def __init__(self, boxes: int, placed: Sequence[Mapping[str, Sequence[tuple[int, str]]]]) -> None:
        self.boxes, self.placed = boxes, placed  #: number of boxes, and of each film its placed texts

    def __missing__(self, laid: LaidFilms) -> tuple[int, int, int]:
        """Join the texts of the films, in the order in which they act."""
        found: list[tuple[str, ...]] = [()] * self.boxes
        for place, way, meet in laid:
            for box, text in self.placed[place][way]:
                old = found[box]
                if not (meet == " off" and old):
                    found[box] = (
                        (text,) if meet == " over" else (text, *old) if meet == " under" else (*old, text)
                    )
        effect = self[laid] = _effect(chain.from_iterable(found))
        return effect

    def result(self, laid: LaidFilms, now: Now) -> int:
        """Return what leaves the chart for a number."""
        times, lasts, more = self[laid]
        return times * now.n + lasts * now.r + more


@lru_cache(maxsize=64)
def effects_of(chart: Laid) -> Effects:
    """Return a store of what films on a chart do."""
    return Effects(len(chart.boxes), [placed_texts(chart, film) for film in chart.films])


def steps(chart: Laid, rule: Rule, call: Call) -> Iterator[tuple[LaidFilms, Now]]:
    """Yield for each number the films that lie there, and what came before it."""
    effects, times, p, r = effects_of(chart), [0] * len(chart.films), 0, 0
    for count, number in enumerate(call[0]):
        now = Now(count, number, p, r)
        laid = _lying(chart, rule, now, times)
        yield laid, now
        p, r = number, effects.result(laid, now)


def run(chart: Laid, rule: Rule, call: Call) -> list[int]:
    effects = effects_of(chart)
    return [effects.result(*step) for step in steps(chart, rule, call)]
