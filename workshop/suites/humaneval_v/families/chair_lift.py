"""Masts of a chair lift on a slope: whether a plan of them is accepted.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from benchmark.core.draws import Draws
from workshop.authoring.balanced_calls import balanced_calls
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._lift_drawings import (
    GROUNDS,
    SIDE,
    SmallPlan,
    draw_slope,
    draw_small_plan,
    small_plan_words,
)
from workshop.suites.humaneval_v.families._lift_plans import (
    END,
    KINDS_OF_GROUND,
    MOST,
    Lift,
    Masts,
    argument,
    as_masts,
    firm_pairs,
    near_plans,
    random_plan,
)
from workshop.suites.humaneval_v.families._lift_rules import lift_space

VERSION = 2
KINDS = ("coordinates", "geometry")
LEVEL = "hard"
TASK_TYPE = "Validation"
ASPECTS = ("Geometric Objects", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("high", "left", "down", "right")
EQUIVALENT = {
    "'*oo*' → '*~'": "the text is only read up to the end of the axis",
    "next_top > top → next_top >= top": "no long span in the tests is level",
    "next_top < top → next_top <= top": "no long span in the tests is level",
}

CALLS = 12
SLOPES = 20  #: that are tried for an instance
COMMON = 6  #: minimum number of metres of each kind of ground

TEXT = '''\
def solution(masts: list[list[int]]) -> bool:
    """
    A chair lift is planned on the slope in the picture. Its cable runs straight from the top of each mast to the
    top of the next mast. Tell whether a plan is accepted, by the small plans in the picture. Every square of the
    picture is a metre wide and a metre high.

    Parameters:
        masts (list[list[int]]): The masts from left to right, two or more. Each has two numbers: its place on the
            axis below the slope, and its height above the ground, in metres.

    Returns:
        bool: Whether the plan is accepted.
    """
'''

PROGRAM = """
def solution(masts: list[list[int]]) -> bool:
    ground = [int(metres) for metres in $ground]
    kinds = $kinds
    slope = None
    for (start, first), (end, second) in zip(masts, masts[1:]):
        width = end - start
        top = ground[start] + first
        next_top = ground[end] + second
        limit = $short
        if {is_long}:
            limit = $long
        if width > limit:
            return False
        for x in range(start, end):
            cable = top + (next_top - top) * (x - start) / width
            if cable - ground[x] < $clear:
                return False
        next_slope = (next_top - top) / width
        if slope is not None and {bends} and kinds[start] != $holding:
            return False
        slope = next_slope
    return True
"""
#: Mutation → when the longer span is accepted.
LONG = {
    "left": "kinds[start] == $firm",
    "right": "kinds[end] == $firm",
    "down": "next_top < top",
    "high": "kinds[end if next_top > top else start] == $firm",
}
#: Mutation → when the cable needs a mast on the ground that holds.
BENDS = {
    name: "next_slope < slope" if name in ("left", "down") else "next_slope > slope" for name in MUTATIONS
}


def sample(mutation: str, draws: Draws) -> Lift:
    return replace(_lift(draws.text("abcdefgh", 16)), mutation=mutation)


@lru_cache(maxsize=8)
def _lift(seed: str) -> Lift:
    """Choose a slope, and plans that notice faults of every rule."""
    draws = Draws(seed)
    for _ in range(SLOPES):
        lift = _slope(draws)
        longer = compile_solution(reference(replace(lift, mutation="down", long=lift.long + 1)))
        if pairs := firm_pairs(lift, longer):
            break
    else:
        raise UnfitError("no slope has long spans between masts on firm ground")
    programs = {name: reference(replace(lift, mutation=name)) for name in MUTATIONS}
    rules = [compile_solution(text) for text in programs.values()]
    plans: dict[Masts, None] = dict.fromkeys(pairs)
    for number in range(200):
        plan = random_plan(draws, lift, rules[number % len(rules)])
        if len(plan) == 1:
            continue
        for near in (plan, *near_plans(draws, lift, plan)):
            plans[near] = None
    candidates = [(argument(plan),) for plan in plans]
    tested = balanced_calls(draws, programs, candidates, CALLS, equivalent=EQUIVALENT)
    return replace(lift, tested=tuple(as_masts(masts) for (masts,) in tested))


def _slope(draws: Draws) -> Lift:
    """Choose a slope that is high somewhere, with enough of each kind of ground."""
    heights, kinds = [0], ""
    while max(heights) < MOST - 2:
        heights = [draws.integer(0, 3)]
        while len(heights) <= END:
            step = draws.choice((-1, -1, 0, 1, 1, 2))
            heights.append(min(MOST, max(0, heights[-1] + step)))
            if len(heights) > 3 and len(set(heights[-4:])) == 1:
                heights.pop()
    while min(kinds[: END + 1].count(kind) for kind in KINDS_OF_GROUND) < COMMON:
        kinds = ""
        while len(kinds) <= END:
            kinds += draws.choice(KINDS_OF_GROUND.replace(kinds[-1:] or "-", "")) * draws.integer(2, 4)
    firm, holding, _ = draws.shuffled(KINDS_OF_GROUND)
    short = draws.integer(3, 4)
    return Lift(
        MUTATIONS[0], "".join(map(str, heights)), kinds[: END + 1], firm, holding, short,
        short + draws.integer(2, 3), draws.integer(2, 3),
    )  # fmt: skip


def calls(lift: Lift) -> list[Call]:
    return [(argument(plan),) for plan in lift.tested]


def examples(_lift: Lift) -> list[Call]:
    return []


def rule_space(lift: Lift) -> RuleSpace:
    plans = [plan for group in _small_plans(lift) for plan in group]
    return lift_space(lift, [((plan.ground, plan.kinds, plan.masts), plan.is_good) for plan in plans])


def reference(lift: Lift) -> str:
    return fill(
        PROGRAM.replace("{is_long}", LONG[lift.mutation]).replace("{bends}", BENDS[lift.mutation]),
        ground=lift.ground,
        kinds=lift.kinds,
        firm=lift.firm,
        holding=lift.holding,
        short=lift.short,
        long=lift.long,
        clear=lift.clear,
    )


#: Kinds of ground at both masts (f is firm, h holds, o neither), how much taller the second mast is, and how much
#: higher its ground.
LONG_SPANS = (
    ("fo", 1, 0), ("of", 1, -2), ("hh", -4, 0), ("fo", -1, 0), ("hf", 1, 0), ("of", -1, 3),
    ("fh", -1, 3), ("fh", 1, -2), ("ff", 4, 0), ("hf", -2, 0), ("oo", 1, -2), ("oh", 1, 0),
)  # fmt: skip


def _small_plans(lift: Lift) -> tuple[list[SmallPlan], list[SmallPlan], list[SmallPlan]]:
    """Return the small plans with two masts, those with three, and those over uneven ground."""
    f, h = lift.firm, lift.holding
    (o,) = {*KINDS_OF_GROUND} - {f, h}
    roles = str.maketrans("fho", f + h + o)
    c = lift.clear
    level = (c + 1, c + 1)
    spans = []
    for kinds, taller, step in LONG_SPANS:
        ground = f"{max(0, -step)}{'0' * (lift.long - 1)}{max(0, step)}"
        masts = (c + max(0, -taller), c + max(0, taller))
        spans.append(_small(lift, ground, kinds.translate(roles), masts))
    rise, fall = (c + 3, c + 4), (c + 4, c + 3)
    good = {"left": (f + o, rise), "right": (o + f, rise), "down": (o + f, fall), "high": (o + f, rise)}
    spans.insert(2, _small(lift, "0" * (lift.short + 1), o + h, (c, c + 4)))
    spans.insert(5, _small(lift, "0" * (lift.short + 2), h + o, rise))
    spans.insert(9, _small(lift, "0" * (lift.long + 2), *good[lift.mutation]))
    slow = (
        1 if "<" in BENDS[lift.mutation] else 0
    )  # a straight cable of which the longer span is the first one
    shapes: list[tuple[str, tuple[int, ...]]] = [
        ("fhf", (c + 2, c, c + 2)),
        ("fff", (c + 2, c, c + 2)),
        ("hoh", (c, c + 1, c + 3)),
        ("hhh", (c + 3, c + 1, c)),
        ("fhf", (c, c + 2, c)),
        ("hoh", (c, c + 2, c)),
        ("fff", (c, c + 2, c + 3)),
        ("hhh", (c + 3, c + 2, c)),
    ]
    bends = [_small(lift, "0" * 7, kinds.translate(roles), heights) for kinds, heights in shapes]
    bends.insert(4, _small(lift, "0000", f + o + h, (c, c + 1 + slow, c + 3), 1 + slow))
    low = [
        _small(lift, "0110", o + o, level),
        _small(lift, "0200", o + o, level),
        _small(lift, "013", o + o, (c, c)),
        _small(lift, "11" + "0" * (lift.long - 1), f + f, (c, c)),
    ]
    return spans, bends, low


def _small(
    lift: Lift, ground: str, kinds: str, heights: tuple[int, ...], middle: int | None = None
) -> SmallPlan:
    """Return a small plan with masts at both ends, and one in between if there are three heights."""
    end = len(ground) - 1
    places = (0, end) if len(heights) == 2 else (0, middle or end // 2, end)
    row = "".join(kinds[min(range(len(places)), key=lambda n: abs(places[n] - x))] for x in range(end + 1))
    program = reference(replace(lift, ground=ground, kinds=row))
    masts = tuple(zip(places, heights, strict=True))
    return SmallPlan(ground, row, masts, compile_solution(program)(argument(masts)))


def picture(lift: Lift, _solve: Solve) -> Canvas:
    canvas = Canvas(1010, 974)
    frame(canvas, 12, 10, 766, 340, title="Slope")
    draw_slope(canvas, lift.ground, lift.kinds, 56, 297, 29)
    spans, bends, low = _small_plans(lift)
    frame(canvas, 788, 10, 210, 340, title="Bumps")
    for number, plan in enumerate(low[:3]):
        draw_small_plan(canvas, plan, 806 + 68.0 * number, 164)
    draw_small_plan(canvas, low[3], 893 - lift.long * SIDE / 2, 297)
    frame(canvas, 12, 358, 986, 390, title="Two masts")
    for row, plans in enumerate((spans[:8], spans[8:])):
        _draw_row(canvas, plans, 516 + 168.0 * row)
    frame(canvas, 12, 756, 986, 206, title="Three masts")
    _draw_row(canvas, bends, 910)
    return canvas


def _draw_row(canvas: Canvas, plans: Sequence[SmallPlan], y: float) -> None:
    x = 32.0
    for plan in plans:
        draw_small_plan(canvas, plan, x, y)
        x += (len(plan.ground) - 1) * SIDE + 16


def describe(lift: Lift, _solve: Solve) -> str:
    spans, bends, low = _small_plans(lift)
    heights = ", ".join(lift.ground)
    kinds = ", ".join(GROUNDS[kind][1] for kind in lift.kinds)
    return (
        f"Under Slope is the side view of a slope on squared paper, with an axis from 0 to {END} below it and one for heights "
        f"at its left. From 0 to {END} metres the ground is {heights} metres high. The colour of the ground there is {kinds}. "
        "Below are small plans on squared paper, each with masts, a cable between their tops, and a tick or a cross. Under "
        f"Two masts: {' '.join(map(small_plan_words, spans))} Under Three masts: {' '.join(map(small_plan_words, bends))} "
        f"Under Bumps: {' '.join(map(small_plan_words, low))}"
    )
