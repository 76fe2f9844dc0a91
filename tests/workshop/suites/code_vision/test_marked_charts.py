"""Families with a dial, whose charts have marks with a meaning that small charts show."""

from collections import Counter

import pytest

from benchmark.core.draws import Draws
from benchmark.core.suite import DIAL_LEVELS
from benchmark.datasets.collection import load_tasks
from tests.case_files import table
from tests.sampling import gate_of
from workshop.authoring.chart_families.family import ChartFamily
from workshop.authoring.chart_families.form import CHARTS
from workshop.authoring.chart_families.instance import make_instance
from workshop.authoring.family import UnfitError
from workshop.authoring.source import compile_solution
from workshop.suites.code_vision import OPEN
from workshop.suites.code_vision.families import _marked_walks as walks
from workshop.suites.code_vision.families import _stranded_charts as strands
from workshop.suites.code_vision.families._mark_meanings import MEANINGS, parts
from workshop.suites.code_vision.families._mark_places import BLOCK, WAY_FACTS
from workshop.suites.code_vision.families._mark_programs import program
from workshop.suites.code_vision.families._mark_readings import NOTHING, WHENS
from workshop.suites.code_vision.families._mark_space import mark_space
from workshop.suites.code_vision.families._mark_walks import run
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way, fences_touch

TASKS = [task for task in load_tasks(OPEN) if task.level in DIAL_LEVELS]
#: Families whose texts state every rule that may hold.
STATED = ("button-piles-", "patch-cords-", "stepped-registers-", "token-nets-", "tolled-walks-")


def family() -> ChartFamily:
    """Return the family of the tests."""
    found: ChartFamily = CHARTS.family(OPEN, "marked_ways")
    return found


def test_tasks_of_each_level_are_unique_among_many_meanings() -> None:
    # one family has captures of its hardest levels
    assert Counter(task.level for task in TASKS) == Counter([*DIAL_LEVELS * 14, *DIAL_LEVELS[2:]])
    assert all(task.unique_among > 100_000 for task in TASKS if not task.id.startswith(STATED))


@gate_of("charts")
def test_examples_that_leave_two_meanings_are_refused() -> None:
    made = next(CHARTS.search(family(), "few").twins())[0]
    assert made.marked
    asked = list(zip(made.calls, made.results, strict=True))
    assert made.marked.space.ambiguity(made.marked.shown, asked) == ""
    assert "wrong for a call" in made.marked.space.ambiguity(made.marked.shown[:1], asked)


def test_a_second_walk_tells_each_passage_from_the_first_and_others() -> None:
    boxes = (Box("at", "A"), Box("do", "t + n"), Box("do", "t + 3"), Box("at", "A"))
    charts = (("A", MarkedChart(boxes, (Way(0, 1, "", "ring"), Way(1, 2), Way(2, 3)))),)
    space, once, twice = mark_space(charts, ("ring",)), [4], [4, 7]
    total = {len(numbers): sum(numbers) + 4 * len(numbers) for numbers in (once, twice)}
    after_one = space.left([((charts, [once]), [total[1]])], space.start())
    assert {"t + 1", "late t + 1", "n + 1"} == {name for left in after_one for name in left["ring"]}
    after_two = space.left([((charts, [twice]), [total[2]])], after_one)
    whens = {when for left in after_two for when in times_of(left["ring"]["t + 1"])}
    assert {"", "own walk first", "kind walk odd", "n >= p"} <= whens
    assert not {"own ever first", "own ever second", "own walk later", "n even", "walks odd"} & whens


def times_of(bits: int) -> list[str]:
    return [when for place, when in enumerate(WHENS) if bits >> place & 1]


def test_bars_of_two_questions_tell_what_counts_together() -> None:
    """Bars end a walk at every second passage of their own."""
    boxes = (
        *(Box("at", "A"), Box("ask", "n > 3 ?"), Box("do", "t + 3"), Box("ask", "n > 6 ?")),
        *(Box("do", "t - 2"), Box("at", "A")),
    )
    two = (
        Way(0, 1),
        Way(1, 2, "yes", "bar"),
        Way(1, 2, "no"),
        Way(2, 3),
        Way(3, 4, "yes"),
        Way(3, 4, "no", "bar"),
    )
    charts = (("A", MarkedChart(boxes, (*two, Way(4, 5)))),)
    space = mark_space(charts, ("bar",))
    rule = {"bar": list(MEANINGS["bar"]).index("end even"), "shared": 0}
    seen = []
    for lists in ([[1, 1]], [[1, 1], [5]]):
        totals = [run(charts, rule, numbers) for numbers in lists]
        left = space.left([((charts, lists), totals)], space.start())
        seen.append({when for some in left for when in times_of(some["bar"].get("end", 0))})
    assert {"own ever even", "box ever even", "kind ever even"} <= seen[0]
    assert {"own ever even", "box ever even"} <= seen[1]
    assert "kind ever even" not in seen[1]


def test_a_mark_may_act_at_some_places_only() -> None:
    boxes = (Box("at", "A"), Box("do", "t + n", "dashed"), Box("do", "t + 3"), Box("at", "A"))
    ways = (Way(0, 1), Way(1, 2, "", "ring"), Way(2, 3, "", "ring"))
    charts = (("A", MarkedChart(boxes, ways)),)
    space = mark_space(charts, ("ring",))
    (left,) = space.left([((charts, [[4]]), [4 + 3 + 2])], [{"meet": NOTHING, "dashed": NOTHING}])
    fact = 1 + 2 * list(WAY_FACTS).index("from a filled, dashed or blue box")
    everywhere, only_there, elsewhere = (
        left["ring"]["t + 2"] >> BLOCK * at & 1 for at in (0, fact, fact + 1)
    )
    assert (everywhere, only_there, elsewhere) == (0, 1, 1)
    assert left["ring"]["t + 1"] & 1


def test_a_number_that_a_step_changed_is_told_from_the_number_as_taken() -> None:
    boxes = (Box("at", "A"), Box("do", "n - 1"), Box("do", "t + 3"), Box("at", "A"))
    charts = (("A", MarkedChart(boxes, (Way(0, 1), Way(1, 2, "", "ring"), Way(2, 3)))),)
    space = mark_space(charts, ("ring",))
    (left,) = space.left([((charts, [[4, 4]]), [3 + 2 + 3])])
    assert "n < p" in (times := times_of(left["ring"]["t + 2"]))
    assert not {"taken < p", "taken >= p", "n even"} & {*times}


@pytest.mark.parametrize(("at", "expected"), [(300.0, False), (220.0, True)])
def test_sides_of_two_fences_that_lie_on_each_other_touch(at: float, expected: bool) -> None:
    """A blue fence ends 8 px from its box, a dashed one 18 px."""
    chart = MarkedChart((Box("do", "t + 3", "wall"), Box("do", "t - 2", "gate")), ())
    assert fences_touch(chart, [(100.0, 100.0), (at, 100.0)]) == expected


@table("suites")
def test_a_chart_of_two_steps_gives_what_was_worked_out_by_hand(
    mark: str, box: str, numbers: list[int], expected: int
) -> None:
    boxes = (Box("at", "A"), Box("do", box), Box("do", "t + 3"), Box("at", "A"))
    chart = MarkedChart(boxes, (Way(0, 1, "", mark), Way(1, 2), Way(2, 3)))
    rule = dict.fromkeys(parts(("filled", "ring", "bar", "dashed", "thick")), 0) | {
        "ring": 1,
        "thick": 1,
    }
    assert run((("A", chart),), rule, numbers) == expected
    assert compile_solution(program((("A", chart),), rule))(numbers) == expected


@pytest.mark.parametrize(
    ("early", "blue", "expected"),
    [
        (0, "", 3 - 2 + 3),  # the needle points to t + 3, and turns after each walk
        (1, "", -2 + 3 - 2),  # it turns before the way is taken
        (0, "drawn", 3 + 3 + 3),  # it is as drawn at the begin of every walk
        (0, "against", -2 + 3 - 2),
    ],
)
def test_a_switch_turns_as_was_worked_out_by_hand(early: int, blue: str, expected: int) -> None:
    steps = (Box("do", "t + 3"), Box("do", "t - 2"))
    boxes = (Box("at", "A"), Box("switch", "", "blue"), *steps, Box("at", "A"))
    ends = (Way(2, 4), Way(3, 4))
    chart = MarkedChart(boxes, (Way(0, 1), Way(1, 2, "on"), Way(1, 3, "off"), *ends))
    rule = dict.fromkeys(parts(("turn", "blue", "cross", "ring", "thick")), 0)
    rule |= {"early": early, "turn": list(MEANINGS["turn"]).index("always")}
    rule |= {"blue": list(MEANINGS["blue"]).index(blue)}
    assert run((("A", chart),), rule, [4, 7, 9]) == expected
    assert compile_solution(program((("A", chart),), rule))([4, 7, 9]) == expected


@pytest.mark.parametrize(
    ("means", "extra", "expected"),
    [
        ({}, {}, (3 - 4 + 3) + (3 - 7 + 3) + (3 - 1 + 3)),
        ({"wall": "minus"}, {}, (-3 + 4 + 3) + (-3 + 7 + 3) + (-3 + 1 + 3)),
        ({"wall": "minus", "over": "minus"}, {}, (-3 - 4 + 3) + (-3 - 7 + 3) + (-3 - 1 + 3)),
        ({"wall": "p"}, {}, 3 + 3 + (3 - 1 + 3)),  # only 1 is less than the number before it
        ({"wall": "p", "over": "none"}, {}, (-4 + 3) + (-7 + 3) + (3 - 1 + 3)),
        ({"wall": "even"}, {}, 3 + (3 - 7 + 3) + 3),  # each step counts alone
        ({"wall": "even"}, {"common": 1}, (-4 + 3) + (-7 + 3) + (-1 + 3)),  # six steps are counted
        ({"gate": "n + 2"}, {"side": 0}, (3 - 6 + 3) + (3 - 9 + 3) + (3 - 3 + 3)),
        ({"gate": "n + 2"}, {"side": 1}, (3 - 4 + 3) + (3 - 7 + 3) + (3 - 1 + 3)),  # n is used before
        ({"gate": "t + 2"}, {"side": 2}, (3 - 4 + 3 + 4) + (3 - 7 + 3 + 4) + (3 - 1 + 3 + 4)),
        ({"wall": "twice", "over": "twice"}, {}, (6 - 16 + 3) + (6 - 28 + 3) + (6 - 4 + 3)),
        ({"over": "plus"}, {}, (3 - 4 + 1 + 3) + (3 - 7 + 1 + 3) + (3 - 1 + 1 + 3)),
    ],
)
def test_fences_do_what_was_worked_out_by_hand(
    means: dict[str, str], extra: dict[str, int], expected: int
) -> None:
    steps = (
        Box("do", "t + 3", "wall"),
        Box("do", "t - n", "wall gate"),
        Box("do", "t + 3"),
    )
    boxes = (Box("at", "A"), *steps, Box("at", "A"))
    chart = MarkedChart(boxes, tuple(Way(number, number + 1) for number in range(4)))
    rule = dict.fromkeys(parts(("wall", "gate", "over", "filled", "thick")), 0) | extra
    rule |= {mark: list(MEANINGS[mark]).index(name) for mark, name in means.items()}
    assert run((("A", chart),), rule, [4, 7, 1]) == expected
    assert compile_solution(program((("A", chart),), rule))([4, 7, 1]) == expected


@pytest.mark.parametrize(
    ("first", "meet", "expected"),
    [
        ("", "back", 4 + 1 + 3 + 7 + 1 + 3),  # a ring on a way from a box without a mark
        ("dashed", "", 4 + 1 + 3 + 7 + 1 + 3),
        ("dashed", "back", 4 - 1 + 3 + 7 - 1 + 3),
        ("dashed", "twice", 4 + 2 + 3 + 7 + 2 + 3),
    ],
)
def test_a_ring_acts_otherwise_on_a_way_from_a_marked_box(first: str, meet: str, expected: int) -> None:
    boxes = (
        Box("at", "A"),
        Box("do", "t + n", first),
        Box("do", "t + 3"),
        Box("at", "A"),
    )
    chart = MarkedChart(boxes, (Way(0, 1), Way(1, 2, "", "ring"), Way(2, 3)))
    rule = dict.fromkeys(parts(("filled", "ring", "bar", "dashed", "thick", "meet")), 0)
    rule |= {"ring": 1, "meet": list(MEANINGS["meet"]).index(meet)}
    assert run((("A", chart),), rule, [4, 7]) == expected
    assert compile_solution(program((("A", chart),), rule))([4, 7]) == expected


@pytest.mark.parametrize(
    ("mark", "meet", "expected"),
    [
        ("", "back", 3 + 2 - 4),
        ("thick", "", 3 + 2 - 4),
        ("thick", "back", 3 - 2 - 4),
        ("thick", "twice", 3 + 4 - 4),
    ],
)
def test_a_dashed_fence_acts_otherwise_on_a_thick_way(mark: str, meet: str, expected: int) -> None:
    steps = (Box("do", "t + 3", "gate"), Box("do", "t - n"))
    boxes = (Box("at", "A"), *steps, Box("at", "A"))
    chart = MarkedChart(boxes, (Way(0, 1, "", mark), Way(1, 2), Way(2, 3)))
    rule = dict.fromkeys(parts(("wall", "gate", "over", "filled", "thick", "meet")), 0)
    rule |= {"gate": list(MEANINGS["gate"]).index("t + 2"), "side": 0}
    rule |= {"meet": list(MEANINGS["meet"]).index(meet)}
    assert run((("A", chart),), rule, [4]) == expected
    assert compile_solution(program((("A", chart),), rule))([4]) == expected


@pytest.mark.parametrize(
    "ends", [[0, 1, 2], [2, 1, 0], [3, 5, 1, 7, 0, 6, 2, 4], [8, 7, 6, 5, 4, 3, 2, 1, 0]]
)
def test_each_strand_of_a_strip_ends_in_its_lane(ends: list[int]) -> None:
    rows = strands.braid(ends, Draws("strands"))
    places = strands.lane_places(len(ends))
    for lane, end in enumerate(ends):
        pieces = list(strands.strand_pieces(rows, lane, [2.2] * len(ends), range(len(ends))))
        assert pieces[0][0] == (places[lane], strands.TOP)
        assert pieces[-1][-1] == pytest.approx((places[end], strands.BOTTOM))


@gate_of("charts")
def test_a_program_that_the_chart_contradicts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = walks.program
    monkeypatch.setattr(walks, "program", lambda *given: right(*given).replace("return t", "return t + 1"))
    with pytest.raises(UnfitError, match="another meaning"):
        make_instance(family(), "contradicted", 0)
