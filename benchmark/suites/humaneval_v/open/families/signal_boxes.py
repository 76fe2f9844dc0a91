"""A circuit of boxes: numbers run along wires, and each sign computes one number from those that enter it.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace

from benchmark.authoring.family import Call, Solve, UnfitError
from benchmark.authoring.source import compile_solution, fill
from benchmark.core.draws import Draws
from benchmark.drawing import arrows
from benchmark.drawing.canvas import Canvas
from benchmark.drawing.examples import frame
from benchmark.drawing.items import Point

VERSION = 2
KINDS = ("circuit",)
TASK_TYPE = "Computation"
ASPECTS = ("Mathematical Operations", "Topological Relations")
MUTATIONS = ("larger-gap", "sum-larger", "gap-smaller", "smaller-sum")

TEXT = '''\
def solution(a: int, b: int, c: int, d: int) -> int:
    """
    Four numbers enter a circuit at the left and run along its wires, through boxes with signs. Find the number
    that leaves the circuit at the right. The picture shows the wiring, and what some numbers become in boxes.

    Parameters:
        a, b, c, d (int): The numbers that enter on the wires with these letters, each from 1 to 60.

    Returns:
        int: The number that leaves the circuit.
    """
'''

#: Mutation → what circle, diamond and triangle compute from the numbers that enter.
SIGNS = {
    "larger-gap": ("max(p, q)", "abs(p - q)", "p + $step"),
    "sum-larger": ("p + q", "max(p, q)", "$step * p"),
    "gap-smaller": ("abs(p - q)", "min(p, q)", "p + $step"),
    "smaller-sum": ("min(p, q)", "p + q", "$step * p"),
}
PROGRAM = """
def solution(a: int, b: int, c: int, d: int) -> int:
{lines}
    return {last}


def circle(p: int, q: int) -> int:
    return {circle}


def diamond(p: int, q: int) -> int:
    return {diamond}


def triangle(p: int) -> int:
    return {triangle}
"""

Part = tuple[str, tuple[str, ...], float, float]

#: Wirings: for each box its name, what enters it from top to bottom, its column and its row; ``?`` is a sign
#: with two wires.
WIRINGS: tuple[tuple[Part, ...], ...] = (
    (
        ("?1", ("a", "b"), 1, 0.5),
        ("?2", ("c", "d"), 1, 2.5),
        ("t3", ("?1",), 2, 0.5),
        ("?4", ("t3", "?2"), 3, 1.5),
    ),
    (
        ("t1", ("a",), 1, 0),
        ("?2", ("t1", "b"), 2, 0.5),
        ("?3", ("c", "d"), 1, 2.5),
        ("?4", ("?2", "?3"), 3, 1.5),
    ),
    (
        ("?1", ("a", "b"), 1, 0.5),
        ("?2", ("?1", "c"), 2, 1.25),
        ("t3", ("?2",), 3, 1.25),
        ("?4", ("t3", "d"), 4, 2.1),
    ),
    (
        ("?1", ("b", "c"), 1, 1.5),
        ("?2", ("a", "?1"), 2, 0.75),
        ("t3", ("d",), 1, 3),
        ("?4", ("?2", "t3"), 3, 1.9),
    ),
)


#: The numbers on the wires a, b, c, d.
Numbers = tuple[int, int, int, int]
MAX_CALLS = 15
MIN_TELLING = 2  #: minimum calls, under each rule, whose result depends on the triangle's step


@dataclass(frozen=True)
class Circuit:
    """Parameters: the mutation, which says what the signs do, the wiring, the examples of the key, and the numbers that enter."""

    mutation: str
    step: int  #: constant of the triangle's rule
    wiring: tuple[Part, ...]  #: with signs for ``?``: ``c`` circle, ``d`` diamond, ``t`` triangle
    pairs: tuple[tuple[int, int], ...]
    singles: tuple[int, ...]
    tested: tuple[Numbers, ...] = ()


def sample(mutation: str, draws: Draws) -> Circuit:
    step = draws.integer(3, 7)
    chosen = draws.choice(WIRINGS)
    signs = draws.choice(("ccd", "cdc", "cdd", "dcc", "dcd", "ddc"))
    given = iter(signs)
    names = {name: (next(given) if name[0] == "?" else "t") + name[1:] for name, *_ in chosen}
    wiring = tuple(
        (names[name], tuple(names.get(source, source) for source in sources), x, y)
        for name, sources, x, y in chosen
    )
    twin = draws.integer(4, 9)
    pairs = (*_clear_pairs(draws), (twin, twin))
    singles = tuple(sorted(draws.sample(range(2, 12), 3)))
    circuit = Circuit(mutation, step, wiring, pairs, singles)
    return replace(circuit, tested=_test_calls(circuit, draws))


def _clear_pairs(draws: Draws) -> tuple[tuple[int, int], tuple[int, int]]:
    """Choose two pairs of numbers, one ascending and one descending, for which any two readings differ."""
    for _ in range(400):
        low, high = sorted(draws.sample(range(2, 10), 2))
        small, large = sorted(draws.sample(range(2, 10), 2))
        plain = all(
            len({p, q, q - p, p + q, p * q}) > 4 and q > 2 * p and q % p
            for p, q in ((low, high), (small, large))
        )
        other = high - low != large - small and low + high != small + large
        if plain and other and low != small and high != large:
            return (low, high), (large, small)
    raise UnfitError


def _test_calls(circuit: Circuit, draws: Draws) -> tuple[Numbers, ...]:
    """Choose calls: for every rule two or more whose result depends on the triangle's step, then any others."""
    chosen: list[Numbers] = [(9, 9, 9, 9), (1, 60, 1, 60), (60, 1, 60, 1)]
    offered = []
    for _ in range(100):
        a, b, c, d = draws.integers(4, 1, draws.choice((12, 60)))
        offered.append((a, b, c, d))
    for rule in SIGNS:
        steps = (circuit.step, circuit.step - 1, circuit.step + 1)
        programs = [compile_solution(reference(replace(circuit, mutation=rule, step=step))) for step in steps]
        telling = [
            numbers for numbers in offered if len({program(*numbers) for program in programs}) == len(steps)
        ]
        if len(telling) < MIN_TELLING:
            raise UnfitError
        chosen += telling[:MIN_TELLING]
    return tuple(dict.fromkeys([*chosen, *offered]))[:MAX_CALLS]


def calls(circuit: Circuit) -> list[Call]:
    return list(circuit.tested)


def examples(_circuit: Circuit) -> list[Call]:
    return []


NAMES = {"c": "circle", "d": "diamond", "t": "triangle"}
PLACES = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


def reference(circuit: Circuit) -> str:
    lines = []
    for name, sources, _, _ in circuit.wiring:
        entering = ", ".join(PLACES[source[1]] if len(source) > 1 else source for source in sources)
        lines.append(f"    {PLACES[name[1]]} = {NAMES[name[0]]}({entering})")
    circle, diamond, triangle = SIGNS[circuit.mutation]
    last = lines.pop().partition(" = ")[2]
    program = PROGRAM.format(
        lines="\n".join(lines), last=last, circle=circle, diamond=diamond, triangle=triangle
    )
    return fill(program, step=circuit.step)


def _key_examples(circuit: Circuit) -> dict[str, list[tuple[tuple[int, ...], int]]]:
    """Return what the key shows for each sign: numbers that enter, and the number that leaves."""
    program = reference(circuit)
    found = {}
    for sign, name in NAMES.items():
        made = compile_solution(f"{program}\n\ndef solution(*numbers):\n    return {name}(*numbers)\n")
        entering: list[tuple[int, ...]] = (
            [(number,) for number in circuit.singles] if sign == "t" else list(circuit.pairs)
        )
        found[sign] = [(numbers, made(*numbers)) for numbers in entering]
    return found


def picture(circuit: Circuit, _solve: Solve) -> Canvas:
    canvas = Canvas(980, 850)
    frame(canvas, 20, 15, 940, 430, title="Wiring")
    _wiring(canvas, circuit)
    for place, (sign, rows) in enumerate(_key_examples(circuit).items()):
        x = 20 + place * 320
        frame(canvas, x, 460, 300, 375, title=NAMES[sign].capitalize())
        for row, (numbers, result) in enumerate(rows):
            _draw_example(canvas, sign, numbers, result, x + 150, 556 + 106 * row)
    return canvas


def _draw_example(
    canvas: Canvas, sign: str, numbers: tuple[int, ...], result: int, x: float, y: float
) -> None:
    for number, (_, height) in zip(numbers, _ports(0, 0, len(numbers)), strict=True):
        canvas.line((x - 86, y + height), (x, y + height))
        canvas.text(x - 96, y + height, number, anchor="end")
    arrows.arrow(canvas, (x, y), (x + 86, y))
    canvas.text(x + 96, y, result, anchor="start", bold=True)
    _box(canvas, sign, x, y)


def _wiring(canvas: Canvas, circuit: Circuit) -> None:
    last = max(x for *_, x, _ in circuit.wiring)
    gap = 740 / (last + 1)
    ends: dict[str, Point] = {letter: (90, 105 + 96 * row) for row, letter in enumerate("abcd")}
    for letter, (x, y) in ends.items():
        canvas.text(x - 24, y, letter, bold=True, size=26)
    for name, sources, column, row in circuit.wiring:
        x, y = 90 + column * gap, 105 + 96 * row
        for source, port in zip(sources, _ports(x, y, len(sources)), strict=True):
            elbow = x - 76
            start = ends[source]
            canvas.line(start, (elbow, start[1]), (elbow, port[1]), port, line=3)
        ends[name] = (x, y)
        if name == circuit.wiring[-1][0]:
            arrows.arrow(canvas, (x, y), (920, y), line=3, head=18)
    for name, _, column, row in circuit.wiring:
        _box(canvas, name[0], 90 + column * gap, 105 + 96 * row)


def _ports(x: float, y: float, count: int) -> list[Point]:
    return [(x, y)] if count == 1 else [(x, y - 17), (x, y + 17)]


def _box(canvas: Canvas, sign: str, x: float, y: float) -> None:
    if sign == "c":
        canvas.circle(x, y, 36, fill="yellow", line=3)
    elif sign == "d":
        canvas.polygon([(x - 46, y), (x, y - 46), (x + 46, y), (x, y + 46)], fill="sky", line=3)
    else:
        canvas.polygon([(x - 34, y - 40), (x + 40, y), (x - 34, y + 40)], fill="orange", line=3)


def describe(circuit: Circuit, _solve: Solve) -> str:
    wires = []
    for name, sources, _, _ in circuit.wiring:
        entering = " and ".join(_source_name(source) for source in sources)
        wires.append(f"{_source_name(name)} is reached by {entering}")
    rows = []
    for sign, shown in _key_examples(circuit).items():
        texts = [f"{' and '.join(map(str, numbers))} enter, {result} leaves" for numbers, result in shown]
        rows.append(f"{NAMES[sign].capitalize()}: {'; '.join(texts)}.")
    return (
        "The picture has four parts. The upper one, Wiring, shows four wires with the letters a, b, c, d from top "
        f"to bottom at the left. They run to the right through boxes, from left to right: {'; '.join(wires)}. "
        f"From {_source_name(circuit.wiring[-1][0])} an arrow leads out at the right. The three parts below show each "
        f"sign with numbers on its wires: {' '.join(rows)}"
    )


def _source_name(name: str) -> str:
    return f"the wire {name}" if len(name) == 1 else f"the {NAMES[name[0]]} number {name[1]}"
