"""A hoarding of boards with a drawn outline is painted: tins for a part, and how far tins last.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from itertools import pairwise
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.problem_families.trial import solvers, with_changes
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

VERSION = 1
TITLE = "The Long Hoarding"
LEVEL = "medium"
CATEGORY = "2d-geometry"
PICTURES = (("2d-geometry",), ("2d-geometry", "patterns"))
VARIANTS = ("copied", "mirrored")
COMPARE = "tokens"

MOST_JOBS, FARTHEST = 200, 10**12

STATEMENT = """
A hoarding runs along a new railway. It is put together from panels of the same size and form. The first picture shows the first panel. Its
lower edge is straight and lies on the ground, and its left end is the beginning of the hoarding. The numbers below it are the lengths
of its parts in metres, and the numbers at the dashed lines and at both ends are heights in metres.

![image](1.png)

The hoarding goes on to the right without an end. The second picture shows its first four panels, and the others
follow in the same way.

![image](2.png)

The front of the hoarding is painted. One tin of paint is enough for half a square metre, and parts of a tin are never
needed, because painters begin and end only at places which are a whole number of metres away from the beginning. They
paint from a place towards the right and from the ground up to the upper edge, and leave nothing out. There are two kinds of jobs:

Job T a b: how many tins are needed to paint the hoarding from a metres to b metres from its beginning?

Job M a c: a painter has c tins, and paints from a metres on. How many whole metres can be completed with these tins?

The jobs do not depend on each other.

Input

The first line has an integer t, the number of jobs (1 <= t <= 200). Each of the next t lines is a job: the letter T and two integers a and b
(0 <= a < b <= 10^12), or the letter M and two integers a and c (0 <= a <= 10^12, 0 <= c <= 10^12).

Output

For each job, print a line with the number of tins or of metres.
"""

REFERENCE = """
from bisect import bisect_right


def solution(text: str) -> str:
    metres = []
    for part in $parts.split():
        length, left, right = map(int, part.split(":"))
        rise = (right - left) // length
        for step in range(length):
            metres.append(2 * (left + rise * step) + rise)
    metres += $change
    sums = [0]
    for tins in metres:
        sums.append(sums[-1] + tins)
    answers = []
    for line in text.strip().split("\\n")[1:]:
        job, *numbers = line.split()
        start, number = map(int, numbers)
        before = start // len(metres) * sums[-1] + sums[start % len(metres)]
        if job == "T":
            answers.append(number // len(metres) * sums[-1] + sums[number % len(metres)] - before)
        else:
            whole, rest = divmod(before + number, sums[-1])
            answers.append(whole * len(metres) + bisect_right(sums, rest) - 1 - start)
    return "\\n".join(map(str, answers))
"""
CHANGE = {"copied": "metres", "mirrored": "metres[::-1]"}

WRONG = {
    "steps-instead-of-slopes": REFERENCE.replace(
        "2 * (left + rise * step) + rise", "2 * (left + rise * step)"
    ),
    "flat-parts": REFERENCE.replace("2 * (left + rise * step) + rise", "2 * left"),
    "paints-from-the-beginning": REFERENCE.replace("divmod(before + number", "divmod(number").replace(
        "- 1 - start", "- 1"
    ),
    "begins-with-a-new-panel": REFERENCE.replace(
        "start, number = map(int, numbers)\n",
        """start, number = map(int, numbers)
        if job == "M":
            start -= start % len(metres)
""",
    ),
    "one-metre-more": REFERENCE.replace("- 1 - start", "- start"),
}
EQUIVALENT = {
    "metres += metres → pass": "where all panels are alike, one panel and two of them repeat in the same way",
}

_PARTS = 5


def sample(draws: Draws) -> dict[str, Any]:
    parts = _parts(draws)
    values: dict[str, Any] = {"parts": " ".join(":".join(map(str, part)) for part in parts)}
    width = sum(part[0] for part in parts)
    values["width"] = width
    solve = solvers(with_changes(REFERENCE, CHANGE), values)
    jobs = [_job(draws, 3 * width, kind) for kind in "TM" * 60]
    outputs = [solve[variant](_input(jobs)).split() for variant in VARIANTS]
    agree = [job for job, one, other in zip(jobs, *outputs, strict=True) if one == other and one != "0"]
    shown = [job for kind in "TM" for job in [job for job in agree if job[0] == kind][:2]]
    if len(shown) < 4:
        raise UnfitError("no jobs for the sample")
    return {**values, "shown": shown, "seed": draws.integer(1, 10**9)}


def _parts(draws: Draws) -> list[tuple[int, int, int]]:
    """Return the length and the heights of each part of a panel that is not its own mirror image."""
    for _ in range(500):
        parts, height = [], draws.integer(2, 7)
        for _ in range(_PARTS):
            length = draws.integer(2, 4)
            end = height + draws.choice((0, 1, -1, 1, -1, 2, -2)) * length
            parts.append((length, height, end))
            height = end
        rises = [(end - start) // length for length, start, end in parts]
        heights = [parts[0][1], *(part[2] for part in parts)]
        bent = all(one != other for one, other in pairwise(rises))
        areas = [length * (start + end) for length, start, end in parts]
        if (
            bent
            and min(heights) >= 2
            and max(heights) <= 9
            and heights[0] != heights[-1]
            and areas != areas[::-1]
        ):
            return parts
    raise UnfitError("no panel")


def _job(draws: Draws, far: int, kind: str) -> str:
    start = draws.integer(0, far - 1)
    return f"{kind} {start} {draws.integer(start + 1, far) if kind == 'T' else draws.integer(0, far)}"


def _input(jobs: list[str]) -> str:
    return "\n".join([str(len(jobs)), *jobs]) + "\n"


def check_input(values: dict[str, Any], text: str) -> None:
    head, *jobs = text.removesuffix("\n").split("\n")
    if not 1 <= int(head) == len(jobs) <= MOST_JOBS:
        raise ValueError("another number of jobs")
    for job in jobs:
        kind, start, number = job.split(" ")
        if kind not in ("T", "M") or not (0 <= int(start) <= FARTHEST and 0 <= int(number) <= FARTHEST):
            raise ValueError("a wrong job")
        if kind == "T" and int(start) >= int(number):
            raise ValueError("ends before its beginning")


def samples(values: dict[str, Any]) -> list[str]:
    return [_input(values["shown"])]


def _random_input(draws: Draws, count: int, far: int) -> str:
    return _input([_job(draws, far, draws.choice("TM")) for _ in range(count)])


def typical(values: dict[str, Any]) -> list[str]:
    draws = Draws("long_hoarding", values["seed"], "typical")
    return [
        _random_input(draws, *shape)
        for shape in ((3, 20), (5, 40), (8, 60), (12, 200), (20, 1000), (30, 10**6))
    ]


def edge(values: dict[str, Any]) -> list[str]:
    width = values["width"]
    return [
        _input([f"T {place} {place + 1}" for place in range(2 * width + 2)]),
        _input([f"M {place} {2 * width}" for place in range(2 * width + 2)]),
        _input([f"M 0 {number}" for number in range(8 * width)]),
        _input([f"T {width} {2 * width}", f"M {width - 1} 0", f"M {FARTHEST} {FARTHEST}", f"T 0 {FARTHEST}"]),
        _input([f"T {FARTHEST - 1} {FARTHEST}"]).rstrip("\n"),
    ]


def large(values: dict[str, Any]) -> list[str]:
    draws = Draws("long_hoarding", values["seed"], "large")
    return [_random_input(draws, count, FARTHEST) for count in (MOST_JOBS, MOST_JOBS - 1)]


def _rises(values: dict[str, Any]) -> list[int]:
    parts = [tuple(map(int, part.split(":"))) for part in values["parts"].split()]
    return [(end - start) // length for length, start, end in parts]


def _corners(values: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the upper corners of the first panel, in metres."""
    parts = [tuple(map(int, part.split(":"))) for part in values["parts"].split()]
    corners = [(0, parts[0][1])]
    for length, _, end in parts:
        corners.append((corners[-1][0] + length, end))
    return corners


def pictures(values: dict[str, Any], variant: str) -> list[Canvas]:
    corners, width = _corners(values), values["width"]
    unit = 50.0
    left, ground = 60.0, 70 + unit * max(height for _, height in corners)
    panel = Canvas(round(2 * left + unit * width), round(ground) + 70)
    points: list[Point] = [(left + unit * x, ground - unit * height) for x, height in corners]
    panel.polygon([(left, ground), *points, (left + unit * width, ground)], fill="paleblue", line=5)
    for number, (x, y) in enumerate(points):
        if 0 < number < len(points) - 1:
            panel.line((x, y), (x, ground), line=3, dashed=True)
        rises = [0, *_rises(values), 0]
        steep = max(0, -rises[number], rises[number + 1])
        panel.text(x, y - 30 - 10 * steep, corners[number][1], bold=True, size=30)
    for one, other in pairwise(points):
        for x in (one[0], other[0]):
            panel.line((x, ground + 14), (x, ground + 40), line=3)
        panel.text((one[0] + other[0]) / 2, ground + 30, round((other[0] - one[0]) / unit), size=30)
    return [panel, _beginning(corners, width, variant)]


def _beginning(corners: list[tuple[int, int]], width: int, variant: str) -> Canvas:
    unit = 880 / (4 * width)
    ground = 40 + unit * max(height for _, height in corners)
    canvas = Canvas(960, max(320, round(ground) + 80))
    ground = canvas.height - 80.0
    for number in range(4):
        turned = number % 2 == 1 and variant == "mirrored"
        shown = [(width - x, height) for x, height in corners[::-1]] if turned else corners
        left = 40 + unit * width * number
        points = [(left + unit * x, ground - unit * height) for x, height in shown]
        canvas.polygon([(left, ground), *points, (left + unit * width, ground)], fill="paleblue", line=4)
        canvas.text(left + unit * width / 2, ground + 34, number + 1, bold=True, size=28)
    return canvas


def describe(values: dict[str, Any], variant: str) -> list[str]:
    corners = _corners(values)
    heights = ", ".join(str(height) for _, height in corners)
    lengths = ", ".join(part.split(":")[0] for part in values["parts"].split())
    lean = "The second and the fourth panel are the mirror images of the first: what is left there is right in them."
    if variant == "copied":
        lean = (
            "All of them are like the first, with the same end on the left; none of them is a mirror image."
        )
    return [
        (
            "A pale blue panel with a straight lower edge, straight ends and an upper edge of straight pieces. Dashed lines go from the bends "
            f"of the upper edge down to the lower edge. From left to right, the numbers above the corners are {heights}; the numbers below the "
            f"parts between the ends and the dashed lines are {lengths}."
        ),
        (
            "Four such panels in a row, each of them touching the next one, with the numbers 1, 2, 3 and 4 below. The first one has the form of "
            f"the panel in the other picture. {lean}"
        ),
    ]
