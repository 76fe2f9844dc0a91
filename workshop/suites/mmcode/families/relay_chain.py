"""A chain of equal electric boxes, each with a switch, and a lamp at its end.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from contextlib import suppress
from itertools import permutations
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import agreeing, solvers, with_changes
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import point_on_circle

VERSION = 1
TITLE = "Relay Chain"
LEVEL = "long"
CATEGORY = "others"
PICTURES = (("others",), ("table",))
VARIANTS = ("before", "after")
COMPARE = "tokens"

MOST_BOXES = 60
HIGHEST = 10**17

STATEMENT = """
A chain has n boxes in a row. Every box has a switch and two wires that come in from the left, and two wires that leave it to the
right and lead into the next box: the upper wire into its upper wire, the lower one into its lower one. Each wire is live (1) or
dead (0). Both wires into the first box are dead. The lower wire that leaves the last box lights a lamp if it is live.

All boxes look the same inside, as the first picture shows. Wires run along the arrows. A dot is a place where a wire splits;
both parts carry what came in; wires that cross without a dot do not touch. The wire from the switch s is live if the switch is on (1) and dead if it is off (0).

![image](1.png)

A box contains three parts. The second picture shows for each kind of part whether the wire that leaves it is live, depending on
how many of the two wires into it are live.

![image](2.png)

Some switches are stuck. All settings of the switches for which the lamp is lit are written down as words of n digits, the
first box first, and ordered like numbers. Find out how many there are, and which is the k-th of them.

Input

The first line has two whole numbers n and k with a space between them (1 <= n <= 60, 1 <= k <= 10^17). The second line has n signs
without spaces: 0 or 1 for a switch that is stuck at this position, and ? for a switch that can be set freely.

Output

Print the number of settings on the first line, and the k-th of them on the second line. Print "none" on the second line if there
are fewer than k.
"""

REFERENCE = """
def solution(text: str) -> str:
    head, switches = text.split("\\n")[:2]
    boxes, wanted = [int(word) for word in head.split()]
    parts = [int(letter) for letter in $parts]

    def after(state: tuple[int, int], switch: str) -> tuple[int, int]:
        upper, lower = state
        first = parts[upper + int(switch)]
        second = parts[3 + $change + lower]
        return first, parts[6 + second + int(switch)]

    states = [(upper, lower) for upper in (0, 1) for lower in (0, 1)]
    ways = [{state: state[1] for state in states}]
    for sign in switches[::-1]:
        choices = "01" if sign == "?" else sign
        ways.append({state: sum(ways[-1][after(state, switch)] for switch in choices) for state in states})
    state = (0, 0)
    total = ways[-1][state]
    if total < wanted:
        return f"{total}\\nnone"
    setting = ""
    for place, sign in enumerate(switches):
        switch = "0" if sign == "?" else sign
        fewer = ways[boxes - place - 1][after(state, switch)]
        if wanted > fewer:
            wanted -= fewer
            switch = "1"
        setting += switch
        state = after(state, switch)
    return f"{total}\\n{setting}"
"""
CHANGE = {"before": "upper", "after": "first"}
WRONG = {
    "stuck-switches-are-free": REFERENCE.replace(
        'choices = "01" if sign == "?" else sign', 'choices = "01"'
    ).replace('switch = "0" if sign == "?" else sign', 'switch = "0"'),
    "lamp-at-the-upper-wire": REFERENCE.replace("state: state[1] for", "state: state[0] for"),
    "counted-from-zero": REFERENCE.replace("wanted > fewer", "wanted >= fewer").replace(
        "total < wanted", "total <= wanted"
    ),
    "first-wires-are-live": REFERENCE.replace("state = (0, 0)", "state = (1, 1)"),
}

_KINDS = {
    "circle": "010", "square": "001", "triangle": "011", "diamond": "100", "hexagon": "110", "star": "101",
}  # fmt: skip
#: Programs that every instance must tell from the right one: text of the reference → other text.
_ALTERED = (
    ("state = (0, 0)", "state = (1, 0)"),
    ("state = (0, 0)", "state = (0, 1)"),
    ("state = (0, 0)", "state = (1, 1)"),
    ("        state = after(state, switch)\n", ""),
)
EQUIVALENT = {
    "3 + upper* → 3 *": "some parts give the same for one live wire and for two",
    "3 + first* → 3 *": "some parts give the same for one live wire and for two",
    "upper + int(switch) → upper - int(switch)": "for some parts the last entry of the third is the same",
    "6 + second → 6 - second": "for some parts the entries before are the same",
}


def sample(draws: Draws) -> dict[str, Any]:
    for shapes in draws.shuffled(list(permutations(_KINDS, 3))):
        with suppress(UnfitError):
            return _values(draws, shapes)
    raise UnfitError("no parts fit")


def _values(draws: Draws, shapes: tuple[str, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "parts": "".join(_KINDS[shape] for shape in shapes),
        "shapes": shapes,
        "seed": draws.integer(1, 10**9),
    }
    if any(len(_reached(values["parts"], variant)) < 4 for variant in VARIANTS):
        raise UnfitError("some states of the wires are never reached")
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    tried = [_chain(draws, draws.integer(1, 5), draws.integer(1, 4), 3) for _ in range(200)]
    same = list(dict.fromkeys(agreeing(tried, solve)))
    outputs = {text: solve["before"](text).split() for text in same}
    lit = sorted((text for text in same if outputs[text][1] != "none"), key=len)
    dark = [text for text in same if outputs[text][1] == "none"]
    if len(lit) < 3 or not dark:
        raise UnfitError("the variants agree on too few chains")
    values["shown"] = [lit[-1], lit[-2], dark[0]]
    probes = [f"{boxes} {wanted}\n{'?' * boxes}\n" for boxes in (1, 2, 9, 13) for wanted in (1, 3, 90)]
    for old, new in _ALTERED:
        other = solvers(with_changes(REFERENCE.replace(old, new), CHANGE), values)
        if any(all(solve[name](text) == other[name](text) for text in probes) for name in VARIANTS):
            raise UnfitError("the state of the wires does not matter enough")
    totals = {solve[name]("8 1\n????????\n").split()[0] for name in VARIANTS}
    values["totals"] = sorted(int(total) for total in totals)
    whole = [f"20 {wanted}\n{'?' * 20}\n" for wanted in (9, 90, 900)]
    if agreeing(whole, solve) or int(solve["before"](whole[0]).split()[0]) < 5000:
        raise UnfitError("the variants hardly differ")
    return values


def _reached(parts: str, variant: str) -> set[tuple[int, int]]:
    """Return the states of the two wires that a chain can reach."""
    reached, waiting = {(0, 0)}, [(0, 0)]
    while waiting:
        upper, lower = waiting.pop()
        for switch in (0, 1):
            first = int(parts[upper + switch])
            second = int(parts[3 + (upper if variant == "before" else first) + lower])
            state = first, int(parts[6 + second + switch])
            if state not in reached:
                reached.add(state)
                waiting.append(state)
    return reached


def _chain(draws: Draws, boxes: int, wanted: int, free: int) -> str:
    """Return a chain in which ``free`` of 4 switches are free, on average."""
    signs = "".join("?" if draws.chance(free, 4) else draws.choice("01") for _ in range(boxes))
    return f"{boxes} {wanted}\n{signs}\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, signs = text.removesuffix("\n").split("\n")
    boxes, wanted = map(int, head.split(" "))
    if not (1 <= boxes == len(signs) <= MOST_BOXES and 1 <= wanted <= HIGHEST) or set(signs) - set("01?"):
        raise ValueError("not a chain")


def samples(values: dict[str, Any]) -> list[str]:
    return list(values["shown"])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("relay-typical", values["seed"])
    kinds = ((6, 5, 4), (8, 20, 3), (10, 30, 3), (14, 400, 3), (20, 3000, 3), (30, 10**5, 3), (12, 77, 4))
    return [_chain(draws, *kind) for kind in kinds]


def edge(values: dict[str, Any]) -> list[str]:
    draws = Draws("relay-edge", values["seed"])
    return [
        "1 1\n?\n",
        *(f"8 {max(1, total)}\n????????\n" for total in values["totals"]),
        "2 1\n??\n",
        "9 1\n?????????\n",
        "13 1\n?????????????\n",
        "13 90\n?????????????\n",
        f"12 {2**12}\n{'?' * 12}\n",
        f"13 {draws.integer(90, 1200)}\n{'?' * 13}\n",
        f"16 2\n{draws.text('01', 7)}??{draws.text('01', 5)}??\n",
        f"15 {draws.integer(60, 900)}\n{'?' * 15}",
        "3 3\n???\n",
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("relay-large", values["seed"])
    return [
        f"60 {HIGHEST - draws.integer(1, 10**6)}\n{'?' * MOST_BOXES}\n",
        _chain(draws, MOST_BOXES, draws.integer(10**8, 10**9), 3),
        _chain(draws, MOST_BOXES - 1, draws.integer(10**4, 10**6), 3),
    ]


def _part(canvas: Canvas, shape: str, x: float, y: float) -> None:
    if shape == "circle":
        canvas.circle(x, y, 38, fill="yellow", line=4)
    elif shape == "square":
        canvas.rect(x - 36, y - 36, 72, 72, fill="yellow", line=4)
    elif shape == "triangle":
        canvas.polygon([(x - 38, y - 44), (x + 42, y), (x - 38, y + 44)], fill="yellow", line=4)
    elif shape == "diamond":
        canvas.polygon([(x - 44, y), (x, y - 44), (x + 44, y), (x, y + 44)], fill="yellow", line=4)
    elif shape == "hexagon":
        corners = ((-44, 0), (-22, -38), (22, -38), (44, 0), (22, 38), (-22, 38))
        canvas.polygon([(x + right, y + down) for right, down in corners], fill="yellow", line=4)
    else:
        spikes = [point_on_circle(x, y, 50 if spike % 2 == 0 else 26, spike * 45) for spike in range(8)]
        canvas.polygon(spikes, fill="yellow", line=4)


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    box, shapes = Canvas(960, 660), values["shapes"]
    box.rect(130, 40, 700, 530, fill="mist", guide=True)
    middles = ((360, 130), (510, 430), (690, 430))
    for start, end in (((300, 130), (400, 130)), ((450, 430), (750, 430)), ((360, 130), (360, 190))):
        box.line(start, end, line=4)
    box.line((510, 380), (510, 430), line=4)
    box.line((690, 430), (690, 480), line=4)
    arrows.arrow(box, (90, 130), (314, 130), line=4, head=18)
    arrows.arrow(box, (400, 130), (880, 130), line=4, head=18)
    arrows.arrow(box, (90, 430), (464, 430), line=4, head=18)
    arrows.arrow(box, (550, 430), (644, 430), line=4, head=18)
    arrows.arrow(box, (730, 430), (880, 430), line=4, head=18)
    arrows.arrow(box, (360, 605), (360, 178), line=4, head=18)
    arrows.arrow(box, (360, 530), (690, 530), (690, 478), line=4, head=18)
    split = [(230, 130), (230, 270), (510, 270)] if variant == "before" else [(510, 130)]
    arrows.arrow(box, *split, (510, 382), line=4, head=18)
    for x, y in (split[0], (360, 530)):
        box.circle(x, y, 9, fill="ink")
    for shape, middle in zip(shapes, middles, strict=True):
        _part(box, shape, *middle)
    for x in (46, 920):
        box.text(x, 130, "upper", size=24)
        box.text(x, 430, "lower", size=24)
    box.text(360, 628, "switch s", size=24)
    table = Canvas(640, 560)
    table.text(410, 40, "live wires that come in", bold=True, size=23)
    table.text(110, 96, "part", bold=True, size=23)
    for row, shape in enumerate(sorted(shapes)):
        y = 190 + 130 * row
        _part(table, shape, 110, y)
        for count, out in enumerate(_KINDS[shape]):
            table.rect(210 + 130 * count, y - 55, 130, 110, fill="white")
            table.text(275 + 130 * count, y, out, size=32)
    for count in range(3):
        table.text(275 + 130 * count, 96, count, bold=True, size=26)
    return [box, table]


def describe(values: dict[str, Any], variant: str) -> list[str]:
    one, two, three = values["shapes"]
    place = f"before it reaches the {one}" if variant == "before" else f"after it has left the {one}"
    rows = "; ".join(f"{shape}: {', '.join(_KINDS[shape])}" for shape in sorted(values["shapes"]))
    return [
        (
            f"A box with wires along arrows. On the left, wires with the words upper and lower come in; on the right, two with "
            f"the words upper and lower leave. From below comes a wire with the words switch s. The upper wire leads into the {one}, and "
            f"from there to the upper wire on the right. It is split at a dot {place}, and the other part leads down into the {two}. The "
            f"lower wire leads into the {two}, from there a wire leads into the {three}, and from there one to the lower wire on the right. The "
            f"wire of the switch is split at a dot: one part leads into the {one}, the other into the {three}."
        ),
        (
            f"A table with the words part and live wires that come in, and the columns 0, 1, 2. Each row begins with a yellow shape, and "
            f"has a number in each column, from left to right: {rows}."
        ),
    ]
