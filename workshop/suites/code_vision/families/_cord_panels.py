"""Charts whose boxes are joined by cords with clips: what a walk does, and its program and words.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from workshop.authoring.family import Call
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._settled_rules import Rule
from workshop.suites.code_vision.families._settled_signs import LOOKS
from workshop.suites.humaneval_v.families._tangles import Tangle

LIMIT = "limit"
ADDED = tuple(f"+ {number}" for number in range(1, 8))
TIMES, TURN = ("x 2", "x 3"), "turn"
CLIPS = (*ADDED, *TIMES, TURN)  #: what a clip may do to the charge
LIMITS = tuple(map(str, range(8, 16)))
CHOICES: Mapping[str, Sequence[str]] = {**dict.fromkeys(LOOKS, ("", *CLIPS)), LIMIT: ("", *LIMITS)}
END = -1  #: the end of a cord at Z
MOST = 40  #: boxes of a walk


class Cord(NamedTuple):
    """A cord from a socket of a box to another box."""

    end: int  #: number of a box, or ``END``
    clips: tuple[str, ...]  #: from its start on


class Panel(NamedTuple):
    """A chart: boxes with one socket, or with two if they ask, and the cords from them."""

    boxes: tuple[str, ...]  #: what each does or asks; walks begin at the first, box A
    cords: tuple[tuple[Cord, ...], ...]  #: of each box; of one that asks, first that for yes
    limit: int  #: 0 if it is not told
    order: tuple[int, ...]  #: boxes from top to bottom
    low: tuple[int, ...]  #: boxes whose lower socket is for yes
    bundles: tuple[Tangle, ...]  #: from top to bottom, one strand for each socket
    dots: bool  #: whether numbers of steps are drawn as dots


def letter(box: int) -> str:
    """Return the letter of a box, or Z."""
    return "Z" if box == END else chr(ord("A") + box)


def sockets(panel: Panel) -> Iterator[tuple[int, int]]:
    """Yield the box and the place among its cords of each socket, from top to bottom."""
    for box in panel.order:
        ways = range(len(panel.cords[box]))
        yield from ((box, way) for way in (reversed(ways) if box in panel.low else ways))


def needed(panel: Panel) -> set[str]:
    """Return the kinds of clips of a panel, and the limit if it is not told."""
    found = {clip for ways in panel.cords for cord in ways for clip in cord.clips}
    return found if panel.limit else {*found, LIMIT}


def limit_of(panel: Panel, rule: Rule) -> int:
    """Return the limit of the charge; far too high for a rule without one."""
    return panel.limit or int(rule.get(LIMIT) or 10**6)


@lru_cache(maxsize=50_000)
def charged(choice: str, charge: int, limit: int) -> int:
    """Return the charge after a clip."""
    kind, _, number = choice.partition(" ")
    if kind == "+":
        charge += int(number)
    elif kind == "x":
        charge *= int(number)
    elif kind == TURN:
        charge = -charge
    return charge % limit


def does(label: str, state: dict[str, int]) -> bool:
    """Do the step of a box with ``n`` and ``t``, or return whether the answer to its question is yes."""
    if label.endswith("?"):
        return bool(programs.answer(label, state))
    programs.do_step(label, state)
    return True


def walk(panel: Panel, rule: Rule, state: dict[str, int]) -> list[tuple[int, int]] | None:
    """Walk from A to Z, changing ``n``, ``c`` and ``t``; return the cords passed, None if it does not end."""
    here, limit, passed = 0, limit_of(panel, rule), list[tuple[int, int]]()
    while here != END:
        if len(passed) == MOST:
            return None
        ways, way = panel.cords[here], 0 if does(panel.boxes[here], state) else 1
        for clip in ways[way].clips:
            state["c"] = charged(rule.get(clip, ""), state["c"], limit)
        state["t"] += state["c"]
        passed.append((here, way))
        here = ways[way].end
    return passed


def run(panel: Panel, rule: Rule, call: Call) -> int | None:
    """Return the total after all walks; None if one does not end."""
    state = {"t": 0, "c": 0}
    for number in call[0]:
        state["n"] = number
        if walk(panel, rule, state) is None:
            return None
    return state["t"]


def program(panel: Panel, rule: Rule) -> str:
    """Return the program of a panel."""
    limit, last = limit_of(panel, rule), len(panel.boxes) - 1
    names = [*(f"box {letter(box)}" for box in range(last)), "last"]

    def passing(cord: Cord) -> list[str]:
        done = {
            **{added: f"c += {added[2:]}" for added in ADDED},
            **{times: f"c *= {times[2:]}" for times in TIMES},
        }
        done[TURN] = "c = -c"
        lines = [done[rule[clip]] for clip in cord.clips]
        return [*lines, f"here = {names[cord.end] if cord.end != END else ''!r}"]

    branches = []
    for box, label in enumerate(panel.boxes):
        ways = [passing(cord) for cord in panel.cords[box]]
        if label.endswith("?"):
            body = programs.either(programs.question_test(label, {}), *ways)
        else:
            body = [programs.step_line(label, {}), *ways[0]]
        branches.append((names[box], body))
    begin = f"here = {names[0]!r}"
    ended = programs.indented(["c %= limit", "t += c"])
    return programs.walk_program(
        [begin, *programs.chain(branches), *ended], begin=[f"limit = {limit}", "c = 0"]
    )


def words(panel: Panel, rule: Rule) -> str:
    """Say what a panel does by a rule, in full."""
    limit, known = limit_of(panel, rule), needed(panel)
    said = []
    for box, label in enumerate(panel.boxes):
        ways = [
            f"{answer} {' '.join(cord.clips)} to {letter(cord.end)}".replace("  ", " ").strip()
            for answer, cord in zip(("yes", "no"), panel.cords[box], strict=False)
        ]
        one = ways[0].removeprefix("yes ")
        said.append(f"{letter(box)}: {label} ({'; '.join(ways) if label.endswith('?') else one})")
    does = {TURN: "makes it -c"}
    does |= {added: f"adds {added[2:]}" for added in ADDED} | {
        times: f"makes it {times[2:]} c" for times in TIMES
    }
    clips = "; ".join(f"{sign} {does[rule[sign]]}" for sign in LOOKS if sign in known)
    return (
        "Each number n walks from box A along cords to the end Z. A total t and a charge c are kept over all walks, "
        "0 at first. A box changes n or t, or asks. On the cord to the next box, clips change c, one after the "
        f"other; then c is taken modulo {limit}, and added to t, also on cords without clips and on those to Z. The boxes, with the clips on the cord from each: {'. '.join(said)}. The clips: {clips}. "
        "Return t after the last walk."
    )


def mermaid(panel: Panel, name: str) -> list[str]:
    """Return the lines of a panel."""
    lines = [f"  %% limit {panel.limit or '?'}"]
    for box, label in enumerate(panel.boxes):
        value, _, size = label.rpartition(" ")
        text = f"{value} {'•' * int(size)}" if panel.dots and size.isdigit() else label
        shape = '{{"{}: {}"}}' if label.endswith("?") else '["{}: {}"]'
        lines.append(f"  {name}{letter(box)}{shape.format(letter(box), text)}")
    for box, ways in enumerate(panel.cords):
        for answer, cord in zip(("yes", "no"), ways, strict=False):
            said = [answer] * (len(ways) > 1) + [
                f"{clip} x {len([*same])}" for clip, same in groupby(cord.clips)
            ]
            shown = f"|{', '.join(said)}|" if said else ""
            lines.append(f"  {name}{letter(box)} -->{shown} {name}{letter(cord.end)}")
    return lines


def is_strict(panel: Panel, rule: Rule, calls: Sequence[Call]) -> bool:
    """Whether each number and sign in a box matters for some calls."""
    right = [run(panel, rule, call) for call in calls]
    for box, label in enumerate(panel.boxes):
        near = [
            label.replace(size, str(int(size) + other))
            for size in re.findall(r"\d+", label)
            for other in (-1, 1)
        ]
        near += [label.replace("+", "-")] * ("+" in label)
        for other in near:
            changed = panel._replace(boxes=(*panel.boxes[:box], other, *panel.boxes[box + 1 :]))
            if all(run(changed, rule, call) == result for call, result in zip(calls, right, strict=True)):
                return False
    return True
