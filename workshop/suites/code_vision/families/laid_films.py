"""A chart with empty boxes, and films with the texts of its boxes, which are turned or flipped and laid on it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, UnfitError
from workshop.suites.code_vision.families import _film_charts as films
from workshop.suites.code_vision.families import _film_programs as film_programs
from workshop.suites.code_vision.families import _film_readings as readings
from workshop.suites.code_vision.families import _settled_walks as walks
from workshop.suites.code_vision.families._film_space import film_space
from workshop.suites.code_vision.families._settled_rules import Rule, SettledSpace, joined_space
from workshop.suites.code_vision.families._settled_signs import LOOKS

VERSION = 1
SUBSET = "algorithm"
CATEGORIES = ("graphs", "search")
EQUIVALENT = {"turns += 2 → turns -= 2": "a half turn is the same in both directions"}

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
_MOVES = 8  #: times that idle texts are moved
_PAST = (*readings.COMPARED, "with", "without")
LINKED = 4  #: level from which on how a film lies depends on numbers and films before
CAPTURED = {"3": "scan", "4": "notebook", "5": "folded"}
#: The films of the tasks before them were not turned further.
RENUMBERED = {"four-signs": 13, "4": 14, "five-signs": 15, "5": 16}


def _main(draws: Draws, signs: Sequence[str], level: int) -> films.Laid:
    """Draw ten boxes and five films of these kinds; from level 4 on more of both, whose ways and strings cross."""
    count = 5 if level < LINKED else 7
    kinds = draws.shuffled([signs[place % len(signs)] for place in range(count)])
    if level < LINKED:
        return films.Laid(4, films.draw_walk(draws, 4, 10), films.draw_films(draws, 4, kinds, 6))
    laid, bands = films.draw_films(draws, 4, kinds, 6), 4 if level == LINKED else 7
    return films.Laid(4, films.draw_crossing_walk(draws, 4, 12), laid, films.draw_strands(draws, 7, bands))


def _tested(draws: Draws, chart: films.Laid, calls: Sequence[Call]) -> tuple[films.Laid, Rule]:
    """Draw a rule for a chart with strings, and move texts to places where they change a result.

    Raises:
        UnfitError: if few signs depend on what came before, or texts do nothing.
    """
    if not chart.strands:
        return chart, {}
    signs = sorted(readings.needed(chart))
    rule = {
        sign: draws.choice([each for each in readings.CHOICES[sign] if _fit(each, len(signs))])
        for sign in signs
    }
    means = [readings.parts(rule[sign]) for sign in signs]
    if min(sum(bool(mean.turn) for mean in means), sum(mean.time in _PAST for mean in means)) < 2:
        raise UnfitError("few films depend on what came before")
    for _ in range(_MOVES):
        idle = idle_texts(chart, rule, calls)
        if not idle:
            return chart, rule
        chart = films.moved_texts(draws, chart, idle)
    raise UnfitError("a text does nothing")


def idle_texts(chart: films.Laid, rule: Rule, calls: Sequence[Call]) -> list[tuple[int, films.Place]]:
    """Return number and place of each text of films without which the results of calls are the same.

    Without a text, films lie as they do with it until a result differs. So each number is tried by itself.
    """
    found: dict[readings.LaidFilms, set[readings.Now]] = {}
    for laid, now in (step for call in calls for step in readings.steps(chart, rule, call)):
        found.setdefault(laid, set()).add(now)
    right, idle = readings.effects_of(chart), []
    for number, film in enumerate(chart.films):
        for place, text in film.texts:
            fewer = film._replace(texts=tuple(each for each in film.texts if each != (place, text)))
            placed = [*right.placed]
            placed[number] = readings.placed_texts(chart, fewer)
            without = readings.Effects(right.boxes, placed)
            changed = (laid for laid in found if without[laid] != right[laid])
            if all(
                without.result(laid, now) == right.result(laid, now)
                for laid in changed
                for now in found[laid]
            ):
                idle.append((number, place))
    return idle


def _inputs(draws: Draws, level: int) -> Call:
    return (
        walks.numbers_for(draws, level) if level < LINKED else (draws.integers(draws.integer(4, 5), 0, 12),)
    )


def _small(draws: Draws, signs: Sequence[str]) -> films.Laid:
    """Draw five boxes and two or three films of these kinds."""
    return films.Laid(
        3,
        films.draw_walk(draws, 3, 5),
        films.draw_films(draws, 3, draws.shuffled([*signs, *signs][: max(2, len(signs))]), 4),
    )


def _fit(choice: str, level: int) -> bool:
    """Whether a sign of a task of a level may have a meaning."""
    follows, _, meet, time, turn, _ = readings.parts(choice)
    if level < LINKED:
        return (
            not follows
            and not turn
            and time in readings.TIMES
            and time not in readings.RIVALS
            and (level > 2 or not meet)
        )
    return bool(turn or follows) and (level > LINKED or not follows)


def _space(chart: films.Laid) -> SettledSpace:
    """Return the readings of a chart: with strings, as from level 4 on, a film depends on what came before it."""
    if chart.strands:
        return film_space(chart)
    return joined_space(dict.fromkeys(readings.SIGNS, readings.PLAIN), chart, readings.needed, readings.run)


def _named(place: films.Place) -> str:
    return f"row {place[0] + 1} column {place[1] + 1}"


def _words(chart: films.Laid, rule: Rule) -> str:
    said = [
        f"film {number} with the sign {film.sign} has {', '.join(f'{text} in {_named(at)}' for at, text in film.texts)}"
        for number, film in enumerate(chart.films, 1)
    ]
    means = []
    for sign in [sign for sign in readings.SIGNS if sign in readings.needed(chart)]:
        follows, way, meet, time, turn, by = readings.parts(rule[sign])
        laid = readings.FOLLOWS[follows] + readings.LAID[way]
        laid += f", and then {readings.LAID[turn]} once more {readings.BY[by]}" if turn else ""
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
    space=_space,
    main=_main,
    small=_small,
    inputs=_inputs,
    tested=_tested,
    needed=readings.needed,
    run=readings.run,
    program=film_programs.program,
    words=_words,
    mermaid=_mermaid,
    pages=films.pages,
    draw_small=films.draw_small,
    size=(506, 232),
    text=TEXT,
    equivalent=EQUIVALENT,
    typical=walks.typical,
    edge=walks.edge,
    results_at=lambda place: (150, -58 + 32 * place),
    longest=36,
    doubled=LINKED,
)
sample, typical, edge = walks.sample, walks.typical, walks.edge
marked = walks.marked_by(NOTATION)
