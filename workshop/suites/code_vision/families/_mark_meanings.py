"""The meanings of marks in charts, and which of them a chart needs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from benchmark.core.draws import Draws
from workshop.suites.code_vision.families._marked_boxes import Box, MarkedChart, Way

#: Letter → chart; the first is walked once for each number, boxes with double sides stand for the others.
Charts = tuple[tuple[str, MarkedChart], ...]
Rule = Mapping[str, int]
WHENS = {
    "first": "the first time",
    "later": "every time but the first",
    "odd": "the first, third, fifth time and so on",
    "even": "the second, fourth, sixth time and so on",
    "t": "if t is even",
    "p": "if n is less than p",
}
#: Mark → its meanings, and each in words; the first is that it does nothing.
MEANINGS: dict[str, dict[str, str]] = {
    "filled": {"": ""}
    | {"not": "yes and no change places"}
    | {value: f"the question is asked about {value} instead of n" for value in ("p", "t", "t + n")},
    "ring": {"": ""}
    | {
        step: f"the step {step} is done"
        for step in ("t + 1", "t - 1", "t + 2", "t - 2", "n + 1", "n - 1", "n + 2")
    }
    | {"t": "t becomes -t", "n": "n becomes -n", "t n": "t and n change places"},
    "bar": {"": ""}
    | {
        f"{what} {when}": f"{WHENS[when]}, {words}"
        for (what, words), when in product(
            {"no": "the other answer is taken", "end": "the walk through the chart ends"}.items(), WHENS
        )
    },
    "dashed": {
        "": "",
        "twice": "the step is done twice",
        "swap": "p stands for n",
        "minus": "plus and minus change places",
    }
    | {
        when: f"the step is done only {words}"
        for when, words in WHENS.items()
        if when not in ("first", "later")
    },
    "thick": {
        "": "",
        "twice": "the next step is done twice",
        "three": "the next step is done three times",
        "skip": "the next step is left out",
        "minus": "in the next step plus and minus change places",
        "plus": "after the next step t grows by 1",
    },
    "left": {"": ""}
    | {
        value: f"the chart begins with {value} as its n"
        for value in ("t", "p", "t + n", "n - t", "n + 2", "-n")
    },
    "right": {
        "": "",
        "keep": "after the chart n is again what it was",
        "total": "after the chart n becomes t",
        "undo": "after the chart t is again what it was",
        "both": "after the chart n becomes the sum of n before and after it",
        "add": "after the chart its n is added to t",
    },
    "turn": {
        "": "",
        "always": "whenever a walk passes",
        "even": "at every second passage",
        "n": "if n is even",
        "t": "if t is even",
        "t n": "if t + n is even",
        "p": "if n is less than p",
    },
    "blue": {
        "": "",
        "all": "when it turns, all others turn too",
        "follow": "it turns when another one turns by a walk that passes that one, and never else",
        "drawn": "at the begin of every walk it is as drawn",
        "walk": "it also turns at the begin of every walk",
        "against": "the way to which its needle does not point is taken",
    },
    "cross": {
        "": "",
        "all": "all switches turn",
        "last": "the switch that was passed last turns",
        "others": "all switches turn but the one that was passed last",
        "drawn": "all switches are again as drawn",
        "all n": "all switches turn if n is even",
        "last n": "the switch that was passed last turns if n is even",
    },
}
MEANINGS |= {
    "wall": MEANINGS["dashed"],
    "gate": MEANINGS["ring"],
    "over": {
        "": "",
        "none": "the blue fence does nothing",
        "skip": "the step is left out",
        "twice": "the step is done twice, or twice as often",
        "minus": "in the step plus and minus change places, or change back",
        "plus": "after the step t grows by 1",
        "n": "after the step n grows by 1",
    },
}
#: What is different where two marks meet, see ``meets``: an exception that only level 5 has.
MEANINGS["meet"] = {
    "": "",
    "twice": "on a way from a filled, dashed or blue box a ring acts twice, as the dashed fence on a thick way",
    "back": "on a way from a filled, dashed or blue box a ring takes what it adds and adds what it takes, as the "
    "dashed fence on a thick way",
}
SIDES = ("enters", "leaves", "enters or leaves")
#: Interplay: whether a condition of a dashed box counts for each time, whether all bars count together, and
#: which passages over a ring count; whether a switch turns before the way is taken;
#: which ways over a dashed fence count; and whether all steps in a blue fence count together.
RHYTHM = ("always", "odd", "even")
EXTRA = {"each": 2, "shared": 2, "rhythm": len(RHYTHM), "early": 2, "side": len(SIDES), "common": 2}


def parts(marks: Sequence[str]) -> dict[str, int]:
    """Return the parts of the rules that a family with these marks has."""
    pairs = {"shared": "bar", "rhythm": "ring", "early": "turn", "side": "gate", "common": "wall"}
    extra = {name for name, mark in pairs.items() if mark in marks}
    extra |= {"each"} if {"thick", "over"} & {*marks} and {"dashed", "wall"} & {*marks} else set()
    return {mark: len(MEANINGS[mark]) for mark in marks} | {name: EXTRA[name] for name in sorted(extra)}


def draw_rule(draws: Draws, marks: Sequence[str]) -> dict[str, int]:
    """Draw a rule in which every mark means something, and no bar acts once or all the time."""
    chosen = {}
    for part, count in parts(marks).items():
        names = list(MEANINGS[part]) if part in MEANINGS else [str(number) for number in range(count)]
        fit = [name for name in names if part in EXTRA or (name and not name.endswith(("first", "later")))]
        chosen[part] = names.index(draws.choice(fit))
    if "wall" in marks and meaning(chosen, "wall") in ("odd", "even"):
        twice = "twice" in (meaning(chosen, "thick"), meaning(chosen, "over"))
        chosen["each"] *= not twice  # of two times that are counted, always one would be done
    return chosen


def meaning(rule: Rule, mark: str) -> str:
    """Return the name of what a mark means."""
    return list(MEANINGS[mark])[rule.get(mark, 0)]


def ends_at(letter: str, chart: MarkedChart, number: int) -> int | None:
    """Return the box where a way leads, through circles with another letter; None at the end of a chart."""
    box = chart.boxes[number]
    if box.kind != "at":
        return number
    if box.label == letter:
        return None
    return next(way.end for way in chart.ways if chart.boxes[way.start] == box)


def turning(switches: Mapping[Any, str], passed: Any, blue: str) -> list[Any]:
    """Return the switches that turn when a walk turns the one that it passes.

    Args:
        switches: all of them, with their marks.
        passed: one of them.
        blue: what a blue switch does.
    """
    if blue == "follow" and switches[passed]:
        return []
    with_it = (blue == "all" and switches[passed], blue == "follow")
    return [
        switch for switch, mark in switches.items() if switch == passed or with_it[0] or (with_it[1] and mark)
    ]


def step_marks(rule: Rule, box: Box) -> tuple[str, str]:
    """Return what the outline or blue fence of a box means, and what two fences around it mean."""
    marks = box.mark.split()
    outline = next((meaning(rule, mark) for mark in ("dashed", "wall") if mark in marks), "")
    over = meaning(rule, "over") if {"wall", "gate"} <= {*marks} else ""
    return "" if over == "none" else outline, over


def met_steps(step: str, meet: str) -> list[str]:
    """Return the steps of a ring or fence where it meets another mark; the one step where it does not."""
    if "back" in meet:
        step = step.translate({ord("+"): "-", ord("-"): "+"})
    return [step] * {"twice": 2, "twice back": 2, "three": 3, "none": 0}.get(meet, 1)


def passes(chart: MarkedChart, start: int, end: int | None, side: str) -> bool:
    """Whether a way between two boxes passes the dashed fence in a direction that counts."""
    inside, after = ("gate" in ("" if box is None else chart.boxes[box].mark) for box in (start, end))
    return inside != after and (side == SIDES[2] or after == (side == SIDES[0]))


def meets(chart: MarkedChart, way: Way) -> bool:
    """Whether a way has a ring and leaves a box with a mark, or is thick, so that a fence may act otherwise."""
    if way.mark == "ring":
        return bool({"filled", "dashed", "blue"} & {*chart.boxes[way.start].mark.split()})
    return way.mark == "thick"


def needed(charts: Charts) -> list[str]:
    """Return the parts of a rule that can change what charts do."""
    marks = [box.mark for _, chart in charts for box in chart.boxes]
    marks += [way.mark for _, chart in charts for way in chart.ways]
    found = {name for mark in marks for name in mark.split()}
    found |= {"over"} if any({"wall", "gate"} <= {*mark.split()} for mark in marks) else set()
    found |= {"each"} if {"thick", "over"} & found and {"dashed", "wall"} & found else set()
    found |= {"side"} if "gate" in found else set()
    found |= {"common"} if "wall" in found else set()
    met = [way.mark for _, chart in charts for way in chart.ways if meets(chart, way)]
    found |= {"meet"} if "ring" in met or ("thick" in met and "gate" in found) else set()
    found |= {"rhythm"} if "ring" in found else set()
    kinds = {box.kind for _, chart in charts for box in chart.boxes}
    found |= {"turn", "early"} if "switch" in kinds else set()
    return sorted(found | ({"shared"} if marks.count("bar") > 1 else set()))
