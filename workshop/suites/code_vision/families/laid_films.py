"""A chart with empty boxes, and films with the texts of its boxes, which are turned or flipped and laid on it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families import _film_charts as films
from workshop.suites.code_vision.families import _film_readings as readings
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
LINKED = 5  #: level from which on a film may depend on one before it
CAPTURED = {"3": "scan", "4": "notebook", "5": "folded"}
RENUMBERED = {"five-signs": 10, "5": 12}  #: films of those before them followed no other film


def _main(draws: Draws, signs: Sequence[str], level: int) -> films.Laid:
    """Draw ten boxes and five films of these kinds; at level 5 more of both, whose ways and strings cross."""
    if level < LINKED:
        kinds = draws.shuffled([signs[place % len(signs)] for place in range(5)])
        return films.Laid(4, films.draw_walk(draws, 4, 10), films.draw_films(draws, 4, kinds, 6))
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(7)])
    laid = films.draw_films(draws, 4, kinds, 6)
    return films.Laid(4, films.draw_crossing_walk(draws, 4, 12), laid, films.draw_strands(draws, 7, 7))


def _small(draws: Draws, signs: Sequence[str]) -> films.Laid:
    """Draw five boxes and two or three films of these kinds."""
    return films.Laid(
        3,
        films.draw_walk(draws, 3, 5),
        films.draw_films(draws, 3, draws.shuffled([*signs, *signs][: max(2, len(signs))]), 4),
    )


def _line(text: str) -> str:
    """Return the line of a program for a text."""
    return {"x2": "n *= 2", "+r": "n += r"}.get(text, f"n {text[0]}= {text[1:]}")


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
        act = programs.either(tests[time], [_line(text)], lines if meet == " over" else [])
        lines = act if meet == " over" else [*act, *lines] if meet else [*lines, *act]
    return lines


def _case_lines(chart: films.Laid, rule: Rule) -> list[str]:
    """Return the lines of a program for all boxes, by whether a number and its place in the list are even."""
    signs = readings.needed(chart)
    follows, _, _, times = zip(*(readings.parts(rule[sign]) for sign in signs), strict=True)
    found, linked = {*follows}, {*times} & {*readings.LINKED}
    few = len(signs) > 2 * sum(map(bool, follows))
    if few or (len(signs) == len(readings.SIGNS) and not (linked and found == {*readings.FOLLOWS})):
        raise UnfitError("few films follow one before")
    cases = []
    for count in (0, 1):
        even, odd = ([*map(_line, readings.acting(chart, rule, count, number))] for number in (0, 1))
        if not (even and odd):
            raise UnfitError("no film lies there for some numbers")
        by_number = any(time.startswith("n ") for time in times)
        cases.append(programs.either("number % 2 == 0", even, odd) if by_number else even)
    return programs.either("turn", *cases) if {*times} & {"odd", "even"} else cases[0]


def _program(chart: films.Laid, rule: Rule) -> str:
    if chart.strands:
        lines = _case_lines(chart, rule)
    else:
        lines = [line for texts in readings.texts_on(chart, rule) for line in _box_lines(texts)]
    turns = any("turn:" in line for line in lines)
    again = any("n += r" in line for line in lines)
    lines = ["n = number", *["turn = not turn"] * turns, *lines, *["r = n"] * again, "results.append(n)"]
    begin = ["results = []", *["turn = False"] * turns, *["r = 0"] * again]
    body = [*begin, "for number in numbers:", *programs.indented(lines), "return results"]
    return "\n".join(["def solution(numbers: list[int]) -> list[int]:", *programs.indented(body)])


def _fit(choice: str, level: int) -> bool:
    """Whether a sign of a task of a level may have a meaning."""
    follows, way, meet, time = readings.parts(choice)
    known = readings.WHEN if level >= LINKED else readings.TIMES
    if follows and (level < LINKED or way == "as drawn"):
        return False
    return time in known and time not in readings.RIVALS and (level > 2 or not meet)


def _named(place: films.Place) -> str:
    return f"row {place[0] + 1} column {place[1] + 1}"


def _words(chart: films.Laid, rule: Rule) -> str:
    said = [
        f"film {number} with the sign {film.sign} has {', '.join(f'{text} in {_named(at)}' for at, text in film.texts)}"
        for number, film in enumerate(chart.films, 1)
    ]
    means = []
    for sign in [sign for sign in readings.SIGNS if sign in readings.needed(chart)]:
        follows, way, meet, time = readings.parts(rule[sign])
        laid = readings.FOLLOWS[follows] + readings.LAID[way]
        means.append(f"{sign}: {laid}, {readings.WHEN[time]}, and {readings.MEETS[meet]}")
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
    signs=readings.SIGNS,
    choices=readings.CHOICES,
    fit=_fit,
    space=readings.space,
    main=_main,
    small=_small,
    inputs=walks.numbers_for,
    needed=readings.needed,
    run=readings.run,
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
