"""Families of charts with marks: their tasks, and the walks through charts in words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from types import SimpleNamespace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart as Chart
from workshop.authoring.family import UnfitError
from workshop.authoring.gates.tests import coverage_faults
from workshop.authoring.rule_space import Choices
from workshop.authoring.source import assert_lines, compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._mark_meanings import (
    MEANINGS,
    RHYTHM,
    SIDES,
    WHENS,
    Charts,
    Rule,
    draw_rule,
    ends_at,
    meaning,
    needed,
)
from workshop.suites.code_vision.families._mark_programs import program
from workshop.suites.code_vision.families._mark_readings import (
    NOTHING,
    OPTIONS,
    Readings,
    count_readings,
    merged,
)
from workshop.suites.code_vision.families._mark_walks import Course, is_strict, outcomes, run
from workshop.suites.code_vision.families._marked_boxes import MarkedChart, Spot
from workshop.suites.code_vision.families._marked_charts import (
    SIZE,
    draw_chart,
    example_lines,
    mermaid_lines,
)
from workshop.suites.code_vision.families._settled_rules import NarrowedSpace

_TRIED, _SETTLED = 10, 5  #: drawings from which an example is chosen, and tries to choose all
_MOST = 3_000  #: walks that are tried for a run of an example: those of few numbers come first


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSpace(NarrowedSpace):
    """All readings of a family's marks. Worked examples narrow them run by run, so that few are tried together."""

    main: Charts  #: which calls of the tests are about
    exception: bool  #: whether there may be one where marks meet

    def start(self) -> list[Readings]:
        """Return the readings before any worked example; those of a mark are tried when a walk passes it."""
        return [{} if self.exception else {"meet": NOTHING}]

    def left(
        self, shown: Sequence[tuple[Any, Sequence[int]]], readings: Sequence[Readings] | None = None
    ) -> list[Readings]:
        """Return the readings, by default of all, that give all runs of worked examples their totals.

        Raises:
            UnfitError: if too many walks are tried for a run.
        """
        readings = self.start() if readings is None else readings
        for (charts, lists), totals in shown:
            course = Course(charts)
            for numbers, wanted in zip(lists, totals, strict=True):
                tried = (pair for each in readings for pair in outcomes(course, each, numbers))
                found = list(islice(tried, _MOST + 1))
                if len(found) > _MOST:
                    raise UnfitError(f"more than {_MOST} walks are tried for a run")
                readings = merged([each for total, each in found if total == wanted])
        return list(readings)

    def open_call(self, readings: Sequence[Readings], asked: Sequence[tuple[Any, Any]]) -> str:
        """Say which readings give a call of the tests another result; empty if none does."""
        if not readings:
            return f"none of {self.size} rules gives the results of all examples"
        course, count = Course(self.main), sum(map(count_readings, readings))
        for (numbers,), result in asked:
            if any(total != result for each in readings for total, _ in outcomes(course, each, numbers)):
                return f"{count} rules fit them, some of which are wrong for a call"
        return ""


def mark_space(main: Charts, marks: Sequence[str]) -> MarkSpace:
    """Return all readings of a family's marks."""
    counts = {mark: count_readings({mark: OPTIONS[mark]}) for mark in (*marks, "each")}

    def results(rules: Choices, call: Any) -> Any:
        raise NotImplementedError

    return MarkSpace(parts=counts, results=results, main=main, exception="meet" in marks)


_TEXT = 23  #: maximum characters of the numbers and the total of a worked example
_RESULT = 226.0  #: px between two of them
STEPS = ("t + n", "t - n", "t + 3", "t - 2", "n + 2", "n - 1", "t + p")
ASKED = ("n > 3 ?", "n > 6 ?", "n even ?")
_MARK_WORDS = {
    "ring": "a way with a ring",
    "bar": "a barred way",
    "thick": "a thick way",
    "filled": "filled",
    "dashed": "dashed",
    "left": "with a filled left side",
    "right": "with a filled right side",
    "cross": "a way with a cross",
    "blue": "blue",
    "wall": "in the blue fence",
    "gate": "in the dashed fence",
    "over": "in both fences",
}
_WAY_WORDS = {"": "then", "on": "as drawn", "off": "when turned"}


def _chart_words(letter: str, chart: MarkedChart) -> Iterator[str]:
    """Yield sentences that say where each box of a chart leads."""
    for number, box in enumerate(chart.boxes):
        ways = [way for way in chart.ways if way.start == number]
        if not ways or (box.kind == "at" and number):
            continue
        ends = []
        for way in ways:
            end = ends_at(letter, chart, way.end)
            by = f"by {_MARK_WORDS[way.mark]} " if way.mark else ""
            ends.append(
                f"{_WAY_WORDS.get(way.label, way.label)} {by}to {f'{letter}{end}' if end is not None else 'the end'}"
            )
        marks = " and ".join(_MARK_WORDS[mark] for mark in box.mark.split())
        what = (
            f"chart {letter} begins"
            if not number
            else f"{letter}{number}{f' ({marks})' if marks else ''}: {box.label or 'a switch'}"
        )
        yield f"{what}; {', '.join(ends)}."


def problem(charts: Charts, rule: Rule) -> str:
    """Say in words what charts do by a rule."""
    walks = " ".join(sentence for letter, chart in charts for sentence in _chart_words(letter, chart))
    used = needed(charts)
    means = [
        f"{mark}: {MEANINGS[mark][meaning(rule, mark)]}" for mark in MEANINGS if mark in used and mark in rule
    ]
    if "rhythm" in used and rule["rhythm"]:
        means.append(f"a ring acts only {WHENS[RHYTHM[rule['rhythm']]]}, which each ring counts alone")
    if "side" in used:
        means.append(
            f"gate acts when a way {SIDES[rule['side']]} the dashed fence, wall on steps in the blue one"
        )
    if "common" in used:
        means.append(f"times count {'for the whole blue fence' if rule['common'] else 'for each step alone'}")
    if "early" in used:
        means.append(f"a switch turns {'before' if rule['early'] else 'after'} the way is taken")
    if "each" in used:
        what = "the blue fence" if "wall" in used else "a dashed box"
        means.append(f"a condition of {what} is looked at {'each time' if rule['each'] else 'once'}")
    if "shared" in used:
        means.append(
            "passages of all barred ways count together" if rule["shared"] else "each barred way counts alone"
        )
    sides = "A box with the letter of a chart is a walk through that chart, with the same t and n. " * (
        len(charts) > 1
    )
    return (
        "A total t is 0 at first. Each number walks through the chart: n is the number, p the number before it, or 0. In a "
        f"box, t + 3 adds 3 to t. {sides}{walks} The marks: {'; '.join(means)}. Return t after the last walk."
    )


def mermaid(main: Charts, shown: Sequence[tuple[Charts, Any]], results: Sequence[Sequence[int]]) -> str:
    """Return charts and worked examples as Mermaid text."""
    lines = ["flowchart TD"]
    for letter, chart in main:
        lines += mermaid_lines(chart, letter.lower())
    for number, ((charts, lists), totals) in enumerate(zip(shown, results, strict=True), 1):
        runs = [(", ".join(map(str, numbers)), total) for numbers, total in zip(lists, totals, strict=True)]
        for letter, chart in charts:
            lines += example_lines(chart, f"{number}{letter.lower()}", runs if chart is charts[0][1] else ())
    return "\n".join(lines) + "\n"


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


def _settling_examples(
    plan: Plan, space: MarkSpace, marks: Sequence[str], rule: Rule, draws: Draws, asked: Sequence[Any]
) -> list[Any]:
    """Choose worked examples that leave one reading for the calls of the tests: first for each mark, then for several.

    Raises:
        UnfitError: if several are left.
    """
    level, readings, chosen = len(marks), space.start(), list[Any]()
    for number in range(plan.shown):
        count = 2 + (number > 0) if plan.joint else 1 if number < level else draws.integer(2, 3)
        count = min(level, count)
        first = max(0, number + 1 - count + (plan.joint and level > 1 and number == 0))
        shown, tried = list(marks[first : first + count]), 1 + (number > 0)
        if number >= level - plan.joint:
            loose = [mark for mark in marks if any(_is_loose(each, mark) for each in readings)]
            tight = draws.shuffled([mark for mark in marks if mark not in loose])
            shown, tried = [*draws.shuffled(loose), *tight][:count], _TRIED
        scored = []
        for _ in range(tried):
            drawn = plan.small(draws, shown)
            lists = tuple(tuple(draws.integers(draws.integer(*most), 0, 12)) for most in plan.runs)
            totals = [run(drawn, rule, numbers) for numbers in lists]
            if any(len(_shown(*pair)) > _TEXT for pair in zip(lists, totals, strict=True)):
                continue
            with contextlib.suppress(UnfitError):
                left = space.left([((drawn, lists), totals)], readings)
                scored.append((sum(map(count_readings, left)), left, (drawn, lists)))
        if not scored:
            raise UnfitError("no worked example has room")
        _, readings, best = min(scored, key=lambda each: each[0])
        chosen.append(best)
    if problem := space.open_call(readings, [(call, run(space.main, rule, *call)) for call in asked]):
        raise UnfitError(problem)
    return chosen


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
    for more in range(_SETTLED - 1, -1, -1):
        try:
            chosen = _settling_examples(plan, meanings, marks, rule, draws, calls)
            break
        except UnfitError:
            if not more:
                raise
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
