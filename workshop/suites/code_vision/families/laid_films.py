"""A chart with empty boxes, and films with the texts of its boxes, which are turned or flipped and laid on it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from benchmark.core.draws import Draws
from workshop.authoring.family import Call
from workshop.suites.code_vision.families import _film_charts as films
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")

TEXT = '''\
def solution(numbers: list[int]) -> list[int]:
    """
    Each number walks through a chart of empty boxes. Their texts are on films, which are as large as the chart
    and lie on it. The sign above a film says how it is turned or flipped before it is laid on, for which of the
    numbers it lies there, and what happens where films before it have a text for the same box. Small charts
    with their films and results show what the signs mean.

    In a box, +3 adds 3 to the number, x2 doubles it, and +r adds what left the chart for the number before, or
    0. Films are laid on in the order in which they are drawn, row by row. A box without a text changes nothing,
    and so does a text that lies on no box. A walk goes from the yellow dot to the black one.

    Parameters:
        numbers (list[int]): 0 to 8 whole numbers from 0 to 12.

    Returns:
        list[int]: What leaves the chart for each number.
    """
'''
DIAL = walks.DIAL
CAPTURED = {"3": "scan", "4": "notebook", "5": "folded"}
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
RIVALS = ("first", "later")  #: times that no task has
#: Whether a film lies there, by how many numbers came before and the number.
LIES: Mapping[str, Callable[[int, int], bool]] = {
    "": lambda _count, _number: True,
    "odd": lambda count, _number: count % 2 == 0,
    "even": lambda count, _number: count % 2 == 1,
    "n even": lambda _count, number: number % 2 == 0,
    "n odd": lambda _count, number: number % 2 == 1,
    "first": lambda count, _number: count == 0,
    "later": lambda count, _number: count > 0,
}
#: What a text does where films before it have one for the same box.
MEETS = {
    "": "its texts act after those of films before it",
    " under": "its texts act before those of films before it",
    " over": "where it has a text, those of films before it do nothing",
}
CHOICES = dict.fromkeys(
    SIGNS, ("", *(f"{way}{meet} | {time}" for way in LAID for meet in MEETS for time in TIMES))
)


@cache
def moved(way: str, place: films.Place, last: int) -> films.Place:
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


def _main(draws: Draws, signs: Sequence[str], _level: int) -> films.Laid:
    """Draw ten boxes and five films of these kinds."""
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(5)])
    return films.Laid(4, films.draw_walk(draws, 4, 10), films.draw_films(draws, 4, kinds, 6))


def _small(draws: Draws, signs: Sequence[str]) -> films.Laid:
    """Draw five boxes and two or three films of these kinds."""
    return films.Laid(
        3,
        films.draw_walk(draws, 3, 5),
        films.draw_films(draws, 3, draws.shuffled([*signs, *signs][: max(2, len(signs))]), 4),
    )


def _needed(chart: films.Laid) -> set[str]:
    return {film.sign for film in chart.films}


def _texts(chart: films.Laid, rule: Rule) -> list[list[tuple[str, str, str]]]:
    """Return of each box the texts on it in the order of the films, each as (text, meet, time)."""
    found: dict[films.Place, list[tuple[str, str, str]]] = {box: [] for box in chart.boxes}
    for film in chart.films:
        what, _, time = rule.get(film.sign, "").partition(" | ")
        way = what.removesuffix(" under").removesuffix(" over")
        for place, text in film.texts if way else ():
            found.get(moved(way, place, chart.rows - 1), []).append((text, what[len(way) :], time))
    return [found[box] for box in chart.boxes]


def _run(chart: films.Laid, rule: Rule, call: Call) -> list[int]:
    boxes, results, last = _texts(chart, rule), [], 0
    times = {time for texts in boxes for _, _, time in texts}
    for count, number in enumerate(call[0]):
        lies = {time: LIES[time](count, number) for time in times}
        value = number
        for texts in boxes:
            acting: list[str] = []
            for text, meet, time in texts:
                if lies[time]:
                    acting = [text] if meet == " over" else [text, *acting] if meet else [*acting, text]
            for text in acting:
                value = 2 * value if text == "x2" else value + (last if text == "+r" else int(text))
        results.append(value)
        last = value
    return results


def _box_lines(texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Return the lines of a program for a box with these texts."""
    tests = {
        "": "",
        "odd": "turn",
        "even": "not turn",
        "n even": "number % 2 == 0",
        "n odd": "number % 2 == 1",
    }
    lines: list[str] = []
    for text, meet, time in texts:
        line = {"x2": "n *= 2", "+r": "n += r"}.get(text, f"n {text[0]}= {text[1:]}")
        act = programs.either(tests[time], [line], lines if meet == " over" else [])
        lines = act if meet == " over" else [*act, *lines] if meet else [*lines, *act]
    return lines


def _program(chart: films.Laid, rule: Rule) -> str:
    lines = [line for texts in _texts(chart, rule) for line in _box_lines(texts)]
    turns = any("turn:" in line for line in lines)
    again = any("n += r" in line for line in lines)
    lines = ["n = number", *["turn = not turn"] * turns, *lines, *["r = n"] * again, "results.append(n)"]
    begin = ["results = []", *["turn = False"] * turns, *["r = 0"] * again]
    body = [*begin, "for number in numbers:", *programs.indented(lines), "return results"]
    return "\n".join(["def solution(numbers: list[int]) -> list[int]:", *programs.indented(body)])


def _named(place: films.Place) -> str:
    return f"row {place[0] + 1} column {place[1] + 1}"


def _words(chart: films.Laid, rule: Rule) -> str:
    said = [
        f"film {number} with the sign {film.sign} has {', '.join(f'{text} in {_named(at)}' for at, text in film.texts)}"
        for number, film in enumerate(chart.films, 1)
    ]
    means = []
    for sign in [sign for sign in SIGNS if sign in _needed(chart)]:
        what, _, time = rule[sign].partition(" | ")
        way = what.removesuffix(" under").removesuffix(" over")
        means.append(f"{sign}: {LAID[way]}, {TIMES[time]}, and {MEETS[what[len(way) :]]}")
    return (
        "Each number in turn walks through empty boxes, whose texts are on films that are turned or flipped and laid on "
        "them. A text +3 adds 3 to the number, x2 doubles it, and +r adds what left the chart for the number before, or 0. "
        f"The boxes of a walk are in {', '.join(map(_named, chart.boxes))} of "
        f"{chart.rows} rows and columns. The films: {'; '.join(said)}. How the films lie there: {'; '.join(means)}. "
        "Return what leaves the chart for each number."
    )


def _mermaid(chart: films.Laid, name: str) -> list[str]:
    lines = [f'  {name}{number}["{_named(place)}"]' for number, place in enumerate(chart.boxes)]
    lines += [f"  {name}{number} --> {name}{number + 1}" for number in range(len(chart.boxes) - 1)]
    for film in chart.films:
        texts = "; ".join(f"{text} in {_named(place)}" for place, text in film.texts)
        lines.append(f"  %% a film with {LOOKS[film.sign]} above it: {texts}")
    return lines


NOTATION = walks.Notation(
    signs=SIGNS,
    choices=CHOICES,
    fit=lambda choice, level: not choice.endswith(RIVALS) and (level > 2 or "er |" not in choice),
    main=_main,
    small=_small,
    inputs=walks.numbers_for,
    needed=_needed,
    run=_run,
    program=_program,
    words=_words,
    mermaid=_mermaid,
    pages=films.pages,
    draw_small=films.draw_small,
    size=(506, 232),
    text=TEXT,
    equivalent={},
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (150, -58 + 32 * place),
    longest=28,
)
sample, typical, edge = walks.sample, walks.typical, walks.edge
marked = walks.marked_by(NOTATION)
