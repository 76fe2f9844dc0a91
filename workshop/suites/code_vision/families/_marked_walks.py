"""Families of charts with marks: their tasks, and how worked examples are chosen.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from types import SimpleNamespace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart as Chart
from workshop.authoring.family import UnfitError
from workshop.authoring.gates.tests import coverage_faults
from workshop.authoring.source import assert_lines, compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._mark_meanings import Charts, Rule, draw_rule, needed
from workshop.suites.code_vision.families._mark_programs import program
from workshop.suites.code_vision.families._mark_readings import (
    OPTIONS,
    USUAL,
    Readings,
    count_readings,
    readings_of,
)
from workshop.suites.code_vision.families._mark_space import MarkSpace, mark_space
from workshop.suites.code_vision.families._mark_walks import is_strict, run
from workshop.suites.code_vision.families._mark_words import mermaid, problem
from workshop.suites.code_vision.families._marked_boxes import Spot
from workshop.suites.code_vision.families._marked_charts import SIZE, draw_chart

_SETTLED, _TOLD = 5, 2  #: tries to choose all examples by usual readings, and by all
_USUAL_LEVEL = 3  #: up to which usual readings may choose examples that settle all
_TRIED = 10  #: drawings from which an example is chosen
_LIKELY = 2  #: drawings of an example that are tried by readings of all marks together
_COMPARED = 12  #: calls of the tests by which readings are told apart before examples are chosen
_EVERYWHERE = ("turn", "each", "meet", "over")  #: whose readings may matter in any small chart
_TEXT = 23  #: maximum characters of the numbers and the total of a worked example
_RESULT = 226.0  #: px between two of them
STEPS = ("t + n", "t - n", "t + 3", "t - 2", "n + 2", "n - 1", "t + p")
ASKED = ("n > 3 ?", "n > 6 ?", "n even ?")


def sample(draws: Draws) -> dict[str, Any]:
    return {"seed": draws.text("ABCDEFGH", 16)}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    draws = Draws(values["seed"], "calls")
    return [(draws.integers(draws.integer(4, 8), 0, 12),) for _ in range(90)]


def edge(_values: dict[str, Any]) -> list[tuple[Any, ...]]:
    shown = [[], [0], [1], [4], [12], [7, 7], [3, 4], [12, 0, 12], [6] * 8, [9] * 8, [12] * 8, [5, 0] * 4]
    return [(numbers,) for numbers in [*shown, list(range(8)), list(range(12, 4, -1))]]


DIAL = {"one-mark": "1", "two-marks": "2", "three-marks": "3", "four-marks": "4", "five-marks": "5"}
_OTHER = "-other"  #: ending of variants whose marks come in the reverse order
DIAL_TWICE = DIAL | {variant + _OTHER: level for variant, level in DIAL.items()}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a family draws its charts, and the small charts that prove what its marks mean."""

    order: Sequence[str]  #: all marks of the family, of which a chart has as many as its level says
    main: Callable[[Draws, list[str]], Charts]  #: draws the charts of the task with some marks
    small: Callable[[Draws, list[str]], Charts]  #: draws the charts of a worked example
    sheets: Callable[[Charts, Draws], list[Canvas]]  #: draws the pictures of the task's charts
    spots: Sequence[Sequence[Spot]]  #: places of the boxes of a worked example's charts, px
    high: float  #: height of a worked example, px
    shown: int  #: number of worked examples
    wide: float = 470.0  #: width of a worked example, px
    columns: int = 2  #: worked examples next to each other
    sheet: int = 8  #: worked examples on a picture, at most
    #: Minimum and maximum numbers of each run of a worked example.
    runs: Sequence[tuple[int, int]] = ((2, 3), (4, 5))
    #: Each is a try, with draws of its own, if all before it make no good task.
    endings: Sequence[str] = ("",)
    #: Whether a worked example shows at least three marks, so that none of them can be read alone.
    joint: bool = False
    meet: bool = False  #: whether there is an exception where marks meet
    wider: "Plan | None" = None  #: has other small charts, for a task that those of this plan do not settle


def longer(plan: Plan, more: float, first: int = 0) -> Plan:
    """Return a plan whose small charts also show two results of single walks, if a task needs them to be settled.

    Args:
        plan: the plan.
        more: by how much these small charts are higher, px.
        first: number of the first of its own runs that they show, too.
    """
    runs = ((1, 1), (1, 1), *plan.runs[first:])
    return replace(plan, wider=replace(plan, runs=runs, high=plan.high + more))


def marked_by(usual: Plan, plans: Mapping[int, Plan] | None = None) -> Callable[[dict[str, Any], str], Chart]:
    """Return the function ``marked`` of a family.

    Args:
        usual: the plan of most levels.
        plans: level → its plan, for those with another one.
    """

    @lru_cache(maxsize=32)
    def made(seed: str, variant: str) -> Chart:
        level = int(DIAL_TWICE[variant])
        plan = (plans or {}).get(level, usual)
        for ending in plan.endings[:-1]:
            with contextlib.suppress(UnfitError):
                return _made_chart(plan, seed, f"{variant}{ending}", level)
        return _made_chart(plan, seed, f"{variant}{plan.endings[-1]}", level)

    def marked(values: dict[str, Any], variant: str) -> Chart:
        return made(values["seed"], variant)

    return marked


def _shown(given: Sequence[int], total: int) -> str:
    return f"{', '.join(map(str, given))} → {total}"


def _candidates(
    plan: Plan, marks: list[str], rule: Rule, draws: Draws, tried: int
) -> Iterator[tuple[Any, list[int]]]:
    """Yield worked examples with some marks and their totals, of so many drawings those that have room."""
    for _ in range(tried):
        drawn = plan.small(draws, marks)
        lists = tuple(tuple(draws.integers(draws.integer(*most), 0, 12)) for most in plan.runs)
        totals = [run(drawn, rule, numbers) for numbers in lists]
        if all(len(_shown(*pair)) <= _TEXT for pair in zip(lists, totals, strict=True)):
            yield (drawn, lists), totals


def _settling_examples(
    plan: Plan, space: MarkSpace, marks: Sequence[str], rule: Rule, draws: Draws, asked: Sequence[Any]
) -> list[Any]:
    """Choose worked examples that leave one usual reading for the calls of the tests: first for each mark, then for several.

    Raises:
        UnfitError: if several are left.
    """
    level, readings, chosen = len(marks), space.start(), list[Any]()
    for number in range(plan.shown):
        count = 2 + (number > 0) if plan.joint else 1 if number < level else draws.integer(2, 3)
        shown, tried = _in_turn(plan, marks, number, min(level, count)), 1 + (number > 0)
        if number >= level - plan.joint:
            loose = [mark for mark in marks if any(_is_loose(each, mark) for each in readings)]
            tight = draws.shuffled([mark for mark in marks if mark not in loose])
            shown, tried = [*draws.shuffled(loose), *tight][: min(level, count)], _TRIED
        scored = []
        for drawn, totals in _candidates(plan, shown, rule, draws, tried):
            with contextlib.suppress(UnfitError):
                left = space.left([(drawn, totals)], readings, USUAL)
                scored.append((sum(map(count_readings, left)), left, drawn))
        if not scored:
            raise UnfitError("no worked example has room")
        _, readings, best = min(scored, key=lambda each: each[0])
        chosen.append(best)
    if problem := space.open_call(readings, asked, USUAL):
        raise UnfitError(problem)
    return chosen


def _usual_examples(
    plan: Plan, space: MarkSpace, marks: Sequence[str], rule: Rule, draws: Draws, asked: Sequence[Any]
) -> list[Any]:
    """Choose worked examples by usual readings, which is quick; return none if they leave others."""
    for _ in range(_SETTLED):
        with contextlib.suppress(UnfitError):
            chosen = _settling_examples(plan, space, marks, rule, draws, asked)
            break
    else:
        return []
    shown = [(example, [run(example[0], rule, numbers) for numbers in example[1]]) for example in chosen]
    with contextlib.suppress(UnfitError):
        return [] if space.ambiguity(shown, asked) else chosen
    return []


def _told_examples(
    plan: Plan, space: MarkSpace, marks: Sequence[str], rule: Rule, draws: Draws, asked: Sequence[Any]
) -> list[Any]:
    """Choose worked examples as :func:`_telling_examples` does, in several tries.

    Raises:
        UnfitError: if all of them fail.
    """
    for _ in range(_TOLD - 1):
        with contextlib.suppress(UnfitError):
            return _telling_examples(plan, space, marks, rule, draws, asked)
    return _telling_examples(plan, space, marks, rule, draws, asked)


def _in_turn(plan: Plan, marks: Sequence[str], number: int, count: int) -> list[str]:
    """Return the marks of a worked example, each of which comes once before any comes again."""
    first = max(0, number + 1 - count + (plan.joint and len(marks) > 1 and number == 0))
    return list(marks[first : first + count])


def _telling_examples(
    plan: Plan, space: MarkSpace, marks: Sequence[str], rule: Rule, draws: Draws, asked: Sequence[Any]
) -> list[Any]:
    """Choose worked examples that leave one reading for the calls of the tests, of all that marks may mean.

    Those are chosen by which the fewest readings are left that are wrong for one mark only.

    Raises:
        UnfitError: if several are left.
    """
    level, readings, chosen, means = len(marks), space.start(), list[Any](), readings_of(rule)
    others = ["each", *["meet"] * space.exception]
    near: dict[str, list[Readings]] = {mark: [{**means, mark: OPTIONS[mark]}] for mark in (*marks, *others)}
    lists, totals = zip(*(((numbers), total) for (numbers,), total in asked[:_COMPARED]), strict=True)
    alike = {mark: space.left([((space.main, lists), totals)], some) for mark, some in near.items()}

    def wrong(mark: str) -> int:
        """Return the readings of a mark that are left, except those that give the calls their results."""
        return sum(
            (bits & ~sum(other[mark].get(name, 0) for other in alike[mark])).bit_count()
            for some in near[mark]
            for name, bits in some[mark].items()
        )

    for number in range(plan.shown):
        count = 2 + (number > 0) if plan.joint else 1 if number < level else draws.integer(2, 3)
        shown = _in_turn(plan, marks, number, min(level, count))
        if number >= level - plan.joint:
            loose = sorted(draws.shuffled(marks), key=wrong, reverse=True)
            shown = loose[: min(level, count)]
        scored, before = [], near
        for example in _candidates(plan, shown, rule, draws, _TRIED):
            met = {*needed(example[0][0]), *_EVERYWHERE}
            near = {
                mark: space.left([example], some) if mark in met else some for mark, some in before.items()
            }
            scored.append((prod(1 + wrong(mark) for mark in near), near, example))
        for _, left, example in sorted(scored, key=lambda each: each[0])[:_LIKELY]:
            with contextlib.suppress(UnfitError):
                # later examples have few walks to try, and do not matter if they leave a wrong reading of one mark
                readings = space.left([example], readings) if number < level else readings
                near = left
                chosen.append(example)
                break
        else:
            raise UnfitError("no worked example has room")
    if any(map(wrong, near)):
        raise UnfitError("several readings of one mark are left")
    if problem := space.open_call(space.left(chosen[level:], readings), asked):
        raise UnfitError(problem)
    return [example for example, _ in chosen]


def _example_sheets(plan: Plan, shown: Sequence[tuple[Any, Sequence[int]]]) -> Iterator[Canvas]:
    """Yield pictures of worked examples."""
    wide, high, columns = plan.wide, plan.high, plan.columns
    across = int(wide // _RESULT)
    for first in range(0, len(shown), plan.sheet):
        part = shown[first : first + plan.sheet]
        canvas = Canvas(round(columns * wide), round(high * -(-len(part) // columns)))
        for number, ((drawn, lists), totals) in enumerate(part):
            left, top = wide * (number % columns), high * (number // columns)
            for (_, chart), places in zip(drawn, plan.spots, strict=True):
                draw_chart(canvas, chart, [(left + x, top + y) for x, y in places])
            y = top + high - 18 - 26 * ((len(lists) - 1) // across)
            for place, pair in enumerate(zip(lists, totals, strict=True)):
                line, x = divmod(place, across)
                canvas.text(left + 20 + _RESULT * x, y + 26 * line, _shown(*pair), size=SIZE, anchor="start")
        yield canvas


def _is_covered(reference: str, calls: Sequence[Any]) -> bool:
    """Whether calls reach each line and branch of a program."""
    tests = "\n".join(assert_lines(calls, [compile_solution(reference)(*call) for call in calls]))
    made: Any = SimpleNamespace(task_id="", text="", reference=reference, tests=tests)
    return next(coverage_faults(made), None) is None


def _is_loose(readings: Readings, mark: str) -> bool:
    return count_readings({mark: readings.get(mark, OPTIONS[mark])}) > 1


def _made_chart(plan: Plan, seed: str, name: str, level: int) -> Chart:
    """Return the chart of a level; ``name`` decides its draws.

    Raises:
        UnfitError: if the choices make no good task.
    """
    draws, marks = Draws(seed, name), Draws(seed, "order").shuffled(plan.order)
    marks = marks[::-1] if _OTHER in name else marks
    leading = [mark for mark in ("turn", "wall", "gate", "over") if mark in marks]  # others need these
    marks = [*leading, *(mark for mark in marks if mark not in leading)][:level]
    asked = typical({"seed": seed})
    calls = [*asked, *edge({})]
    exception = ["meet"] * plan.meet
    order = [*plan.order, *exception]
    for _ in range(2000 if plan.meet else 600):
        rule, charts = draw_rule(draws, order), plan.main(draws, [*marks, *exception])
        if is_strict(charts, rule, [*exception, *marks], asked) and _is_covered(program(charts, rule), calls):
            break
    else:
        raise UnfitError("no chart needs every mark")
    meanings = mark_space(charts, order)
    told = [(call, run(charts, rule, *call)) for call in calls]
    chosen = [] if level > _USUAL_LEVEL else _usual_examples(plan, meanings, marks, rule, draws, told)
    if not chosen:
        plan = plan.wider or plan
        chosen = _told_examples(plan, meanings, marks, rule, Draws(seed, name, "telling"), told)
    pages = plan.sheets(charts, draws)
    results = [[run(small_charts, rule, numbers) for numbers in lists] for small_charts, lists in chosen]
    return Chart(
        reference=program(charts, rule),
        problem=problem(charts, rule),
        mermaid=mermaid(charts, chosen, results),
        pages=(*pages, *_example_sheets(plan, list(zip(chosen, results, strict=True)))),
        space=meanings,
        shown=tuple(zip(chosen, results, strict=True)),
    )
