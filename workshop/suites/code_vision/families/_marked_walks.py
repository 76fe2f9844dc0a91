"""Families of charts with marks: their tasks, and the walks through charts in words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart as Chart
from workshop.authoring.family import UnfitError
from workshop.authoring.rule_space import Choices, RuleSpace, telling_examples
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
    parts,
)
from workshop.suites.code_vision.families._mark_programs import program
from workshop.suites.code_vision.families._mark_walks import is_strict, run
from workshop.suites.code_vision.families._marked_boxes import MarkedChart, Spot
from workshop.suites.code_vision.families._marked_charts import (
    SIZE,
    draw_chart,
    example_lines,
    mermaid_lines,
)


def ask_rules(
    rules: Choices, needed: Collection[str], result: Callable[[Mapping[str, int]], Any]
) -> np.ndarray[Any, Any]:
    """Return the result of each rule, computed once for all rules that are alike in the needed parts."""
    size = len(next(iter(rules.values())))
    code = np.zeros(size, dtype=np.int64)
    for name in needed:
        code = code * (int(rules[name].max(initial=0)) + 1) + rules[name]
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    alike = [{name: int(choice[place]) for name, choice in rules.items()} for place in first]
    found = np.array([result(rule) for rule in alike])
    return found[back] if size else found


def space(main: Charts, marks: Sequence[str]) -> RuleSpace:
    """Return all meanings of a family's marks; a call has the numbers, a worked example also its charts."""

    def results(rules: Any, call: Any) -> Any:
        charts, lists = call if len(call) > 1 else (main, None)
        can_change = [part for part in needed(charts) if part in rules]
        if lists is None:
            return ask_rules(rules, can_change, lambda rule: run(main, rule, call[0]))
        return ask_rules(rules, can_change, lambda rule: [run(charts, rule, numbers) for numbers in lists])

    return RuleSpace(parts=parts(marks), results=results)


_TEXT = 23  #: maximum characters of the numbers and the total of a worked example
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
    exception = ["meet"] * plan.meet
    order, fewest = [*plan.order, *exception], 3 if plan.joint else 2
    for _ in range(2000 if plan.meet else 600):
        rule, charts = draw_rule(draws, order), plan.main(draws, [*marks, *exception])
        if is_strict(charts, rule, [*exception, *marks], asked):
            break
    else:
        raise UnfitError("no chart needs every mark")
    pages, meanings = plan.sheets(charts, draws), space(charts, order)

    def candidate(*first: str) -> Any:
        chosen = first or draws.sample(marks, draws.integer(min(fewest, level), min(fewest + 1, level)))
        lists = tuple(tuple(draws.integers(draws.integer(3, 5), 0, 12)) for _ in range(2))
        drawn = plan.small(draws, [*chosen])
        if any(len(_shown(given, run(drawn, rule, given))) > _TEXT for given in lists):
            return candidate(*first)
        return drawn, lists

    if plan.joint:
        first = [candidate(*marks[:3]), candidate(*marks[-3:])]
    else:
        first = [candidate(mark, marks[place - 1]) for place, mark in enumerate(marks) if place % 2]
    numbers = range(plan.shown, plan.shown + 1)
    chosen = telling_examples(
        meanings, rules=[rule], asked=asked, shown=first, candidate=candidate, numbers=numbers
    )
    results = [[run(small_charts, rule, numbers) for numbers in lists] for small_charts, lists in chosen]
    wide, high = plan.wide, plan.high
    canvas = Canvas(round(2 * wide), round(high * plan.shown / 2))
    for number, ((drawn, lists), totals) in enumerate(zip(chosen, results, strict=True)):
        left, top = wide * (number % 2), high * (number // 2)
        for (_, chart), places in zip(drawn, plan.spots, strict=True):
            draw_chart(canvas, chart, [(left + x, top + y) for x, y in places])
        for place, (given, total) in enumerate(zip(lists, totals, strict=True)):
            canvas.text(
                left + 20 + 226 * place, top + high - 18, _shown(given, total), size=SIZE, anchor="start"
            )
    return Chart(
        reference=program(charts, rule),
        problem=problem(charts, rule),
        mermaid=mermaid(charts, chosen, results),
        pages=(*pages, canvas),
        space=meanings,
        shown=tuple(zip(chosen, results, strict=True)),
    )
