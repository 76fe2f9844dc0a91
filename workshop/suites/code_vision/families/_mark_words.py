"""Charts with marks in words and as Mermaid text.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Iterator, Sequence
from typing import Any

from workshop.suites.code_vision.families._mark_meanings import (
    MEANINGS,
    RHYTHM,
    SIDES,
    WHENS,
    Charts,
    Rule,
    ends_at,
    meaning,
    needed,
)
from workshop.suites.code_vision.families._marked_boxes import MarkedChart
from workshop.suites.code_vision.families._marked_charts import example_lines, mermaid_lines

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
