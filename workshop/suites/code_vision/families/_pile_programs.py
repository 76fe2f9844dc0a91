"""Programs, words and Mermaid text of charts whose boxes have piles of things.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._pile_charts import (
    KINDS,
    PARTS,
    Chart,
    Worth,
    meaning_of,
    needed,
    pile_text,
    worth_of,
)
from workshop.suites.code_vision.families._settled_rules import Rule


def _step(worth: Worth, *, first: bool) -> str:
    """Return the line that adds what a box is worth."""

    def times(size: int, of: str) -> tuple[int, str]:
        return size, of if abs(size) == 1 else f"{abs(size)} * {of}"

    terms = [(worth.base, str(abs(worth.base))), times(worth.odd, "(n % 2)")]
    terms += [] if first else [times(worth.times, "before")]
    (size, begin), *rest = [(size, text) for size, text in terms if size] or [(0, "")]
    if not size:
        raise UnfitError("a pile changes nothing")
    more = "".join(f" {'+' if other * size > 0 else '-'} {text}" for other, text in rest)
    return f"n {'+' if size > 0 else '-'}= {begin}{more}"


def program(chart: Chart, rule: Rule) -> str:
    """Return the program of a chart.

    Raises:
        UnfitError: if the pile of a box changes nothing.
    """
    meaning, last = meaning_of(chart, rule), len(chart.boxes) - 1
    worths = [worth_of(box, meaning) for box in chart.boxes]
    names = [*(f"box {box + 1}" for box in range(last)), "last"]
    branches = []
    for box, (_, _, ask, ways, _) in enumerate(chart.boxes):
        lines = [_step(worths[box], first=not box)]
        if any(worths[way].times for way in ways):
            lines.append(f"before = {worths[box].held}")
        ends = [[f"here = {names[way]!r}"] for way in ways] or [["here = ''"]]
        lines += programs.either(programs.question_test(ask, {}), *ends) if ask else ends[0]
        branches.append((names[box], lines))
    return programs.walk_program(["here = 'box 1'", *programs.chain(branches), "t += n"])


def words(chart: Chart, rule: Rule) -> str:
    """Return what a chart does by a rule, in full."""
    said, known = [], needed(chart)
    for number, box in enumerate(chart.boxes, 1):
        text = f"{number}: {'takes' if box.takes else 'adds'} {pile_text(box.pile)}"
        ways = [f"box {way + 1}" for way in box.ways] or ["the end"]
        text += f"; {box.ask} yes: {ways[0]}, no: {ways[1]}" if box.ask else f"; then {ways[0]}"
        said.append(text)
    means = [f"a {kind} is worth {rule[kind]}" for kind in KINDS if kind in known]
    if "odd" in known:
        kind, _, times = rule["odd"].split()
        means.append(f"where n is odd when the box is entered, a {kind} counts {times} times that")
    if "most" in known:
        kind, extra = rule["most"].split()
        means.append(f"a pile with more {kind}s than of each other kind is worth {extra} in addition")
    if "pairs" in known:
        one, two, more = rule["pairs"].split()
        means.append(
            f"a pile is worth {more} in addition for each pair of a {one} in it and a {two} in the box before on the walk"
        )
    return (
        "Each number n walks through boxes from 1 on. Entering a box adds the worth of its pile to n, or takes it from n. "
        f"Then a question may be asked. The boxes: {'. '.join(said)}. The worths: {'; '.join(means)}. Return the sum of "
        "n at the ends of all walks."
    )


def mermaid(chart: Chart, name: str) -> list[str]:
    """Return a chart as lines of Mermaid text."""
    lines = [f"  %% parts that hold: {parts_text(chart)}"] if chart.spots else []
    for number, box in enumerate(chart.boxes):
        ask = f"<br>{box.ask}" if box.ask else ""
        lines.append(f'  {name}{number}["{"-" if box.takes else "+"} {pile_text(box.pile)}{ask}"]')
        for place, way in enumerate(box.ways):
            said = f"|{('yes', 'no')[place]}|" if box.ask else ""
            lines.append(f"  {name}{number} -->{said} {name}{way}")
    return [*lines, f"  {name}in(( )) --> {name}0", f"  {name}{len(chart.boxes) - 1} --> {name}out(( ))"]


def parts_text(chart: Chart) -> str:
    """Return the letters of the parts of the rule that hold, as the picture shows them."""
    return ", ".join(PARTS[part] for part in chart.parts) or "none"
