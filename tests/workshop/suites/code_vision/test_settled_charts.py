"""Families whose signs have meanings that worked examples settle, rule by rule and example by example."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.sampling import first_of, gate_of
from tests.workshop.suites.code_vision.fresh_charts import fresh_tasks
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _film_charts as film_charts
from workshop.suites.code_vision.families import _film_readings as film_readings
from workshop.suites.code_vision.families import _film_space as film_spaces
from workshop.suites.code_vision.families import _jump_readings as jump_readings
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families import (
    joined_streams,
    jump_lines,
    laid_films,
)
from workshop.suites.code_vision.families._column_charts import Column, Line
from workshop.suites.code_vision.families._film_charts import Film, Laid
from workshop.suites.code_vision.families._film_space import film_space
from workshop.suites.code_vision.families._jump_readings import readings_of
from workshop.suites.code_vision.families._routed_ways import place_ways
from workshop.suites.code_vision.families._settled_rules import (
    Example,
    joined_space,
    settling_examples,
)
from workshop.suites.code_vision.families._stream_makes import FIRST_MADE, READINGS, Past, box_lines

FAMILIES = (joined_streams, jump_lines, laid_films)
every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda each: each.__name__.rpartition(".")[2])
#: Two boxes, and a line from the second back to the first.
BACK = Column(
    ("t + n", "t + 3"),
    (Line(1, 0, "ring", (1, 1), (1, 1), 200.0),),
    ((116.0, 44.0), (116.0, 96.0)),
)


@every_family
def test_a_family_has_a_task_of_each_level_that_is_unique_among_many_rules(family: Any) -> None:
    stem = family.__name__.rpartition(".")[2].replace("_", "-")
    tasks = [task for task in load_tasks(OPEN) if task.stem == stem]
    assert sorted(task.level for task in tasks) == sorted([*DIAL_LEVELS, *getattr(family, "CAPTURED", ())])
    notation = family.NOTATION
    if notation.wider:
        sizes = {notation.wider(None).size}
        assert min(sizes) > 1000 * len(family.CHOICES["bars"]) ** 5
    else:
        sizes = {notation.space(FILMS).size, notation.space(STRUNG).size}
        assert len(sizes) == 2
    assert {task.unique_among for task in tasks} == sizes


@pytest.mark.parametrize(
    ("means", "numbers", "expected"),
    [
        ("", [4, 7], 4 + 3 + 7 + 3),
        ("go | own ever odd", [4], 4 + 3 + 4 + 3),  # the first passage goes back, the second does not
        ("go | own ever even", [4, 7], 4 + 3 + 7 + 3 + 7 + 3),
        ("go | kind walk first", [4, 7], 2 * (4 + 3) + 2 * (7 + 3)),
        ("go | own walk first", [4, 7], 2 * (4 + 3) + 2 * (7 + 3)),
        ("instead | own walk first", [4, 7], 4 + 4 + 3 + 7 + 7 + 3),
        ("go t + 2 | own walk odd", [4], 4 + 3 + 2 + 4 + 3),
        ("early n + 1 | own walk first", [4], 4 + 3 + 5 + 3),
        ("go n - 1 | own walk first", [4], 4 + 3 + 3 + 3),
        ("stay t + 2 | walks even", [4, 7], 4 + 3 + 7 + 3 + 2),
        ("stay t + 2 | own ever later", [4, 7, 1], 4 + 3 + 7 + 3 + 2 + 1 + 3 + 2),
        ("stay t + 2 | n odd", [4, 7], 4 + 3 + 7 + 3 + 2),
    ],
)
def test_a_line_back_does_what_was_worked_out_by_hand(means: str, numbers: list[int], expected: int) -> None:
    rule = {"ring": means}
    notation = jump_lines.NOTATION
    assert notation.run(BACK, rule, (numbers,)) == expected
    assert [total for total, _ in jump_readings.outcomes(BACK, [readings_of(rule)], numbers)] == [expected]
    if not means or notation.fit(means, 5):
        assert compile_solution(notation.program(BACK, rule))(numbers) == expected


def test_a_walk_without_an_end_has_no_result() -> None:
    assert jump_lines.NOTATION.run(BACK, {"ring": "go | "}, ([4],)) is None


@pytest.mark.parametrize("make", sorted({*joined_streams.MAKES} - {*joined_streams.RIVALS}))
def test_a_program_makes_of_two_numbers_what_the_meaning_says(make: str) -> None:
    lines, begin = box_lines(make, "f", "ring", "d", "e")
    names: dict[str, Any] = {name: eval(value) for name, value in begin.items()}  # noqa: S307 - ours
    past = Past([make])
    for number, (left, right) in enumerate([(7, 2), (1, 6), (4, 4), (3, 8)]):
        past.begin(number)
        names |= {"d": left, "e": right}
        exec("\n".join(lines), names)  # noqa: S102 - ours
        assert names["f"] == past.made(make, "ring", 5, left, right), number


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        ("left + left - right", [7, 9, 6, 8]),
        ("right - old left", [1, 1, 0 - 4, 2 - 5]),  # of the number before, at the same box
        ("right - last left", [1, 1 - 4, 0 - 5, 2 - 3]),  # of the last box with this sign
        ("right - above left", [1, 1 - 4, 0, 2 - 3]),  # of the box above it for the same number
        ("right - below left", [1, 1, 0 - 5, 2 - 5]),  # of the lowest box for the number before
        ("left + old made", [4, 5, 3 + 4, 5 + 5]),
        ("left + last rights", [4, 5 + 1, 3 + 2, 5 + 2]),
        ("right + entered", [1, 1, 0 + 9, 2 + 9]),
        ("turn + -", [5, 6, 3, 3]),
        ("all right left", [1, 5, 0, 5]),
        ("down right left", [1, 5, 0, 5]),
        ("all-second right left", [4, 1, 3, 5]),
        ("turn-first + -", [5, 6, 3, 3]),
        ("number-even + -", [3, 4, 3, 7]),
    ],
)
def test_what_is_made_was_worked_out_by_hand(make: str, expected: list[int]) -> None:
    """Two boxes with the same sign, for the numbers 9 and 6."""
    past, made = Past([make]), []
    for number, pairs in ((9, [(4, 1), (5, 1)]), (6, [(3, 0), (5, 2)])):
        past.begin(number)
        made += [past.made(make, "ring", box, *pair) for box, pair in enumerate(pairs)]
    assert made == expected
    assert make in READINGS


@pytest.mark.parametrize("once", [True, False])
def test_a_meaning_makes_of_the_first_number_what_the_simplest_one_like_it_makes(once: bool) -> None:
    """At a box with another sign, and at one or two with its own."""
    for make, simplest in FIRST_MADE[once].items():
        for left, right, number in ((7, 2, 9), (-3, 4, 6), (-6, -1, 0), (5, 5, 3)):
            made = []
            for each in (make, simplest):
                past = Past([each, "left + any rights"])
                past.begin(number)
                signs = ("disk", "ring") if once else ("disk", "ring", "ring")
                means = {"ring": each, "disk": "left + any rights"}
                made.append(
                    [
                        past.made(means[sign], sign, box, left + box, right - box)
                        for box, sign in enumerate(signs)
                    ]
                )
            assert made[0] == made[1], make


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("as drawn", (0, 1)),
        ("right", (1, 2)),
        ("half", (2, 1)),
        ("left", (1, 0)),
        ("mirrored", (0, 1)),
        ("upside", (2, 1)),
        ("falling", (1, 0)),
        ("rising", (1, 2)),
    ],
)
def test_a_place_in_the_middle_of_the_top_comes_to_lie_where_a_film_is_turned_to(
    way: str, expected: tuple[int, int]
) -> None:
    assert film_readings.moved(way, (0, 1), 2) == expected
    assert len({film_readings.moved(each, (0, 1), 3) for each in film_readings.LAID}) == 8


def test_a_way_after_another_is_one_of_the_eight() -> None:
    ways = list(film_readings.LAID)
    for first in ways:
        assert sorted(film_readings.joined(first, second) for second in ways) == sorted(ways)
    assert film_readings.joined("right", "half") == "left"
    assert film_readings.joined("right", "mirrored") == "falling"
    assert film_readings.joined("mirrored", "right") == "rising"


#: Two boxes; the first film has a text for each, the second one for the first box if it is flipped.
FILMS = Laid(
    3,
    ((0, 0), (0, 1)),
    (Film("ring", (((0, 0), "+3"), ((0, 1), "+r"))), Film("disk", (((0, 2), "x2"), ((2, 2), "+5")))),
)


#: The same with strings, as from level 4 on; where they go does not matter here.
STRUNG = FILMS._replace(strands=(((0.0, 0.0), (0.0, -80.0)),) * 2)


@pytest.mark.parametrize(
    ("disk", "expected"),
    [
        ("then half | ", [4 * 2, 1 * 2]),  # the first film is turned also where it does not lie
        ("upon half | ", [4 * 2, 1 + 5]),  # for the second number, no film lies below
        ("upon mirrored | ", [4, 1 * 2]),
        ("half | with", [4 + 5, 1]),
        ("half | without", [4, 1 + 5]),
        ("then half | without", [4, 1 * 2]),
        ("half | with any", [4 + 5, 1]),
        ("half | without any", [4, 1 + 5]),
        ("left, left by numbers | ", [4 * 2, 1 + 5]),
        ("half, right by n | ", [4 + 5, 1 * 2]),  # by four quarters further, and by one
        ("left, left by times | odd", [4 * 2, 1]),
        ("half | n > p", [4 + 5, 1]),
        ("half | r odd", [4, 1]),
        ("half | r even", [4 + 5, 1]),
        ("half | r even no", [4, 1 + 5]),
        ("half | r odd yes", [4 + 5, 1 + 5]),
    ],
)
def test_films_follow_what_came_before_them(disk: str, expected: list[int]) -> None:
    rule, notation = {"ring": "right | odd", "disk": disk}, laid_films.NOTATION
    assert notation.run(STRUNG, rule, ([4, 1],)) == expected


@pytest.mark.parametrize(
    "disk",
    [
        "then half | ",
        "then half under | odd",
        "then rising, right by times over | n even",
        "mirrored, left by n off | r odd",
        "then mirrored, right by numbers | n > p",
        "right, left by times | without",
    ],
)
def test_a_program_of_stacks_does_what_films_that_follow_do(disk: str) -> None:
    notation = laid_films.NOTATION
    strung = STRUNG._replace(rows=4, boxes=((0, 0), (0, 1), (2, 2), (0, 3), (3, 3)))
    for ring in ("right, right by times | odd", "as drawn, left by n | "):
        rule, numbers = {"ring": ring, "disk": disk}, [4, 1, 7, 8, 0]
        expected = notation.run(strung, rule, (numbers,))
        assert compile_solution(notation.program(strung, rule))(numbers) == expected


@pytest.mark.gate
@pytest.mark.parametrize(
    "disk",
    first_of(
        [
            "then half, left by n off | r even",
            "",
            "upon left | with any",
            "right, rising by kind under | n > p",
        ],
        rest="charts",
    ),
)
def test_readings_that_are_left_are_those_that_give_the_results(disk: str) -> None:
    """Of three films, two with one sign."""
    chart = STRUNG._replace(films=(*STRUNG.films, Film("disk", (((0, 0), "+1"), ((1, 0), "+2")))))
    chart, notation = chart._replace(boxes=((0, 0), (0, 1), (2, 0))), laid_films.NOTATION
    space, rule = film_space(chart), {"ring": "right, left by times | odd", "disk": disk}
    shown = space.shown(rule, [Example(chart, (([4, 1, 7],),))])
    left = space.left(shown)
    assert left
    other = [(shown[0][0], [[each + 1000 for each in shown[0][1][0]]])]
    assert space.open_call(space.left(other), []).startswith("none of")
    assert "wrong for a call" in space.open_call(left, space.shown(rule, [([0, 3, 2],)]))
    groups = _sets(left)
    for each in notation.choices["ring"]:
        gives = notation.run(chart, {**rule, "ring": each}, ([4, 1, 7],)) == shown[0][1][0]
        assert _has(groups, ring=_option(each), disk=_option(disk)) == gives, each
    assert _has(groups, ring=_option(rule["ring"]), disk=_option(disk))


def test_readings_of_films_that_are_too_many_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film_spaces, "_MOST", 1_000_000)
    space = film_space(STRUNG)
    asked = space.shown({"ring": "right | odd", "disk": "half | first"}, [([4, 1, 7, 2],)])
    with pytest.raises(UnfitError, match="are too many to be tried"):
        space.ambiguity([], asked)
    assert not space.settles({}, [], asked)


def _sets(groups: Sequence[Mapping[str, Any]]) -> list[dict[str, set[int]]]:
    return [{sign: set(group[sign].tolist()) for sign in ("ring", "disk")} for group in groups]


def _has(groups: Sequence[Mapping[str, set[int]]], **options: int) -> bool:
    """Whether readings of signs, by their numbers, are left together."""
    return any(all(option in group[sign] for sign, option in options.items()) for group in groups)


def _option(text: str, first: bool = True) -> int:
    """Return the number of a reading: follows, way, turn and meet before the stroke, the time after it."""
    if not text:
        return film_spaces.OPTIONS - 1
    laid, _, time = text.partition(" | ")
    meet = next(each for each in reversed(tuple(film_readings.MEETS)) if laid.endswith(each))
    laid, _, turn = laid.removesuffix(meet).partition(", ")
    follows = laid[:5] if laid.startswith(("then ", "upon ")) else ""
    places = [
        film_spaces._FOLLOWS.index((follows, first)),
        film_spaces._WAYS.index(laid.removeprefix(follows)),
        film_spaces._TURNS.index(tuple(turn.split(" by ")) if turn else ("", "")),
        film_spaces._MEETS.index(meet),
        film_spaces._TIMES.index(time),
    ]
    lengths = [len(film_spaces._FOLLOWS), len(film_spaces._WAYS), len(film_spaces._TURNS)]
    return int(np.ravel_multi_index(places, (*lengths, len(film_spaces._MEETS), len(film_spaces._TIMES))))


@pytest.mark.parametrize("right", film_spaces._WAYS)
def test_a_film_that_follows_is_turned_as_the_one_before_first_or_last(right: str) -> None:
    chart, rule = STRUNG, {"ring": "right | ", "disk": f"{right} | "}
    space = film_space(chart)
    groups = _sets(space.left(space.shown(rule, [Example(chart, (([4],),))])))
    ring = _option("right | ")
    for way in film_spaces._WAYS:
        for first, pair in ((True, ("right", way)), (False, (way, "right"))):
            plain = _option(f"{film_readings.joined(*pair)} | ")
            follows = _option(f"then {way} | ", first)
            assert _has(groups, ring=ring, disk=follows) == _has(groups, ring=ring, disk=plain)


def test_a_third_film_lies_there_with_the_one_before_it_or_with_any() -> None:
    chart = STRUNG._replace(films=(*STRUNG.films, Film("cross", (((0, 0), "+1"),))))
    for time, expected in (("with", [4]), ("with any", [4 + 1]), ("without", [4 + 1]), ("without any", [4])):
        rule = {"ring": "right | odd", "disk": "as drawn | even", "cross": f"as drawn | {time}"}
        assert laid_films.NOTATION.run(chart, rule, ([4],)) == expected


def test_texts_that_do_nothing_move_to_other_places() -> None:
    rule = {"ring": "as drawn | ", "disk": "as drawn | "}
    idle = laid_films.idle_texts(STRUNG, rule, [([4, 1],)])
    assert idle == [(1, (0, 2)), (1, (2, 2))]
    moved = film_charts.moved_texts(Draws("moved"), STRUNG, idle)
    assert moved.films[0] == STRUNG.films[0]
    assert {text for _, text in moved.films[1].texts} == {"x2", "+5"}
    assert not {place for place, _ in moved.films[1].texts} & {(0, 2), (2, 2)}


def test_strings_and_ways_cross_clear_of_others() -> None:
    strands = film_charts.draw_strands(Draws("strings"), 5, 4)
    assert sorted(round(strand[-1][0] / 108) for strand in strands) == list(range(5))
    for high in range(4):
        turns = [strand[high : high + 2] for strand in strands]
        for one in turns:
            others = [spot for two in turns if two != one for spot in film_charts.strand_points(two)]
            assert min(math.dist(spot, other) for spot in one for other in others) > 13
    assert crossings([*pairwise(strand)] for strand in strands) > 4
    boxes = film_charts.draw_crossing_walk(Draws("walk"), 4, 12)
    ways = [*pairwise(boxes)]
    assert crossings([way] for way in ways) >= 12
    for (ax, ay), (bx, by) in ways:
        for x, y in {*boxes} - {(ax, ay), (bx, by)}:
            beside = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by))
            assert beside >= 0.4 or min(math.dist((x, y), end) for end in ((ax, ay), (bx, by))) >= 0.4


def crossings(parts) -> int:
    """Count pairs of lines of different parts whose ends lie on different sides of each other."""

    def side(a, b, c) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return sum(
        side(*one, two[0]) * side(*one, two[1]) < 0 > side(*two, one[0]) * side(*two, one[1])
        for first, second in combinations(parts, 2)
        for one in first
        for two in second
    )


@pytest.mark.parametrize(
    ("disk", "expected"),
    [
        ("", [4 + 3, 1 + 3 + 7]),
        ("as drawn | ", [4 + 3, 1 + 3 + 7]),  # its texts lie on no box
        ("mirrored | ", [(4 + 3) * 2, (1 + 3) * 2 + 14]),
        ("mirrored under | ", [4 * 2 + 3, 1 * 2 + 3 + 11]),
        ("mirrored over | ", [4 * 2, 1 * 2 + 8]),
        ("mirrored over | even", [4 + 3, 1 * 2 + 7]),
        ("mirrored over | n even", [4 * 2, 1 + 3 + 8]),
        ("half | n odd", [4 + 3, 1 + 3 + 5 + 7]),
        ("mirrored | first", [(4 + 3) * 2, 1 + 3 + 14]),
    ],
)
def test_films_do_what_was_worked_out_by_hand(disk: str, expected: list[int]) -> None:
    rule, notation = {"ring": "as drawn | ", "disk": disk}, laid_films.NOTATION
    assert notation.run(FILMS, rule, ([4, 1],)) == expected
    if disk and notation.fit(disk, 5):
        assert compile_solution(notation.program(FILMS, rule))([4, 1]) == expected


@every_family
def test_two_fitting_rules_are_an_ambiguity(family: Any) -> None:
    """Of one example, with one result, many rules are left."""
    draws, notation = Draws("ambiguous"), family.NOTATION
    signs = notation.signs[:1]
    chart = notation.small(draws, signs)
    space = joined_space(notation.choices, chart, notation.needed, notation.run)
    rule = {sign: notation.choices[sign][-1] for sign in notation.signs}
    shown = space.shown(rule, [Example(chart, (([3],),))])
    asked = space.shown(rule, [([1, 2, 3, 4, 5, 6],), ([7, 0, 7, 12, 3],)])
    assert "wrong for a call" in space.ambiguity(shown, asked)
    assert space.ambiguity([(shown[0][0], [0.5])], asked).startswith("none of")
    with pytest.raises(UnfitError, match="leave several rules"):
        settling_examples(space, rule, [call for call, _ in asked], lambda *_: shown[0][0], 1, draws)


def test_signs_that_an_example_adds_are_joined_with_the_rules_that_fit() -> None:
    choices = {"a": ("", "1", "2"), "b": ("", "1", "2")}

    def run(chart: str, rule: Any, _call: Any) -> int:
        return sum(int(rule[sign] or 0) for sign in chart)

    space = joined_space(choices, "ab", set, run)
    first, both = Example("a", (((),),)), Example("ab", (((),),))
    assert space.left([(first, [2])]) == [{"a": "2"}]
    assert space.left([(first, [2]), (both, [3])]) == [{"a": "2", "b": "1"}]
    assert len(space.left([(both, [2])])) == 3
    assert space.size == 9


def test_counts_of_passages_are_of_a_place_or_a_kind_and_of_all_walks_or_one() -> None:
    passages = programs.Passages()

    def walk(when: str) -> list[bool]:
        passages.begin()
        return [passages.holds(when, "ring", place, 0) for place in (1, 2, 1)]

    assert walk("own ever odd") == [True, True, False]
    assert walk("own ever odd") == [True, False, False]
    assert walk("kind walk even") == [False, True, False]
    assert walk("kind walk first") == [True, False, False]
    assert walk("kind ever odd") == [True, False, True]
    assert walk("kind ever odd") == [False, True, False]
    assert walk("walks odd") == [True, True, True]


def test_ways_share_no_port_and_no_upright() -> None:
    spots = [(120.0, 60.0), (360.0, 140.0), (600.0, 220.0), (120.0, 300.0)]
    wanted = [(0, 1, ""), (0, 2, ""), (1, 3, "left"), (2, 3, "right")]
    ways = place_ways(Draws("ways", 0), spots, (240, 4), (-104, -86, 86, 104), wanted)
    ends = [
        (box, way.track > spots[box][0], port)
        for way in ways
        for box, port in zip(way[:2], way.ports, strict=True)
    ]
    assert len({*ends}) == len(ends)
    assert [way.track > spots[3][0] for way in ways[2:]] == [False, True]
    with pytest.raises(UnfitError, match="no room"):
        place_ways(Draws("ways"), spots, (240, 4), (80,), [(0, 1, "")] * 6)


def leaves_several(space: Any, shown: Sequence[Any], asked: Sequence[Any]) -> bool:
    """Whether examples leave several rules; they may be too many to be tried."""
    try:
        return bool(space.ambiguity(shown, asked))
    except UnfitError as error:
        return "are too many" in str(error)


@gate_of("charts")
@every_family
def test_examples_of_a_fresh_instance_settle_its_rules(family: Any) -> None:
    for task, space, shown, asked in fresh_tasks(family.__name__.rpartition(".")[2]):
        assert space.ambiguity(shown, asked) == ""
        assert leaves_several(space, shown[:1], asked) or task.level == "1"
        signs = {sign for (example, _) in shown for sign in family.NOTATION.needed(example.chart)}
        assert signs >= family.NOTATION.needed(space.chart)
