"""A circuit of boxes: each sign computes one number from those that enter it, and grey patches change numbers.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass, replace
from itertools import product

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve, UnfitError
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import compile_solution, fill
from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._signals import (
    COVERS,
    WIRINGS,
    Part,
    draw_box,
    draw_patch,
    draw_wire,
    draw_wiring,
    ports,
    signal_space,
)

VERSION = 3
KINDS = ("circuit",)
TASK_TYPE = "Computation"
ASPECTS = ("Geometric Objects", "Mathematical Operations", "Topological Relations")
MUTATIONS = ("larger-gap", "sum-larger", "gap-smaller", "smaller-sum")

TEXT = '''\
def solution(a: int, b: int, c: int, d: int) -> int:
    """
    Four numbers enter a circuit at the left and run along its wires, through boxes with signs. Find the number
    that leaves the circuit at the right. The picture shows the wiring, and what some numbers become in boxes,
    also in those with a grey patch behind them.

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


def patch(p: int) -> int:
    return $times * p
"""

#: Sign → where the patch is behind the last one in its key.
KEY = {"c": "the upper", "d": "the lower", "t": "no"}
MAX_CALLS = 15


@dataclass(frozen=True)
class Circuit:
    """Parameters: the mutation, which says what the signs do, the wiring, the examples of the key, and the numbers that enter."""

    mutation: str
    step: int  #: constant of the triangle's rule
    times: int  #: by how much a patch multiplies each number that enters a box in front of it
    wiring: tuple[Part, ...]  #: with signs for ``?``: ``c`` circle, ``d`` diamond, ``t`` triangle
    pairs: tuple[tuple[int, int], ...]  #: in the key: three for both signs, then one for each with a patch
    singles: tuple[int, ...]
    covers: tuple[str, ...]  #: where patches are behind the boxes with two wires
    tested: tuple[tuple[int, ...], ...] = ()


def sample(mutation: str, draws: Draws) -> Circuit:
    chosen = draws.choice(WIRINGS)
    given = iter(draws.choice(("ccd", "cdc", "cdd", "dcc", "dcd", "ddc")))
    names = {name: (next(given) if name[0] == "?" else "t") + name[1:] for name, *_ in chosen}
    wiring = tuple(
        (names[name], tuple(names.get(source, source) for source in sources), x, y)
        for name, sources, x, y in chosen
    )
    twin = draws.integer(4, 9)
    rising, falling, *patched = (draws.sample(range(2, 20), 2) for _ in range(4))
    pairs = (sorted(rising), sorted(falling)[::-1], [twin, twin], *patched)
    circuit = Circuit(
        mutation=mutation,
        step=draws.integer(3, 7),
        times=draws.integer(2, 5),
        wiring=wiring,
        pairs=tuple((p, q) for p, q in pairs),
        singles=tuple(sorted(draws.sample(range(2, 12), 3))),
        covers=tuple(draws.shuffled(("the upper", "the lower", draws.choice(("no", "each"))))),
    )
    return replace(circuit, tested=_telling_calls(circuit, draws))


def _telling_calls(circuit: Circuit, draws: Draws) -> tuple[tuple[int, ...], ...]:
    """Choose calls that notice, under each rule, another step and a patch that is seen at another place of a box."""
    offered = [tuple(draws.integers(4, 1, draws.choice((12, 60)))) for _ in range(100)]
    chosen: list[tuple[int, ...]] = [(9, 9, 9, 9)]
    for rule in SIGNS:
        seen = replace(circuit, mutation=rule)
        others = [replace(seen, step=circuit.step + more) for more in (-1, 1)]
        for box, cover in product(range(3), COVERS):
            covers = (*circuit.covers[:box], cover, *circuit.covers[box + 1 :])
            others += [replace(seen, covers=covers)] if covers != circuit.covers else []
        right = compile_solution(reference(seen))
        for other in map(compile_solution, map(reference, others)):
            if all(other(*call) == right(*call) for call in chosen):
                telling = [call for call in offered if other(*call) != right(*call)]
                if not telling or len(chosen) == MAX_CALLS:
                    raise UnfitError
                chosen.append(telling[0])
    return tuple(dict.fromkeys([*chosen, *offered]))[:MAX_CALLS]


def calls(circuit: Circuit) -> list[Call]:
    return list(circuit.tested)


def examples(_circuit: Circuit) -> list[Call]:
    return []


NAMES = {"c": "circle", "d": "diamond", "t": "triangle"}
PLACES = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


def _covers(circuit: Circuit) -> dict[str, str]:
    """Return where patches are behind boxes, by the names of the boxes; a triangle has none."""
    return dict(zip((name for name, *_ in circuit.wiring if name[0] != "t"), circuit.covers, strict=True))


def reference(circuit: Circuit) -> str:
    lines, covers = [], _covers(circuit)
    for name, sources, _, _ in circuit.wiring:
        names = [PLACES[source[1]] if len(source) > 1 else source for source in sources]
        for place in COVERS[covers.get(name, "no")]:
            names[place] = f"patch({names[place]})"
        lines.append(f"    {PLACES[name[1]]} = {NAMES[name[0]]}({', '.join(names)})")
    last = lines.pop().partition(" = ")[2]
    rules = dict(zip(NAMES.values(), SIGNS[circuit.mutation], strict=True))
    program = PROGRAM.format(lines="\n".join(lines), last=last, **rules)
    return fill(program, step=circuit.step, times=circuit.times)


def _key_examples(circuit: Circuit) -> dict[str, list[tuple[str, tuple[int, ...], int]]]:
    """Return what the key shows for each sign: where a patch is, the numbers that enter, and the one that leaves."""
    program = reference(circuit)
    entering: dict[str, list[tuple[int, ...]]] = {
        "c": [*circuit.pairs[:3], circuit.pairs[3]],
        "d": [*circuit.pairs[:3], circuit.pairs[4]],
        "t": [(number,) for number in circuit.singles],
    }
    found = {}
    for sign, name in NAMES.items():
        each = "patch(n) if place in cover else n for place, n in enumerate(numbers)"
        made = compile_solution(f"{program}\n\ndef solution(cover, numbers):\n    return {name}(*({each}))\n")
        covers = [*["no"] * (len(entering[sign]) - 1), KEY[sign]]
        shown = zip(covers, entering[sign], strict=True)
        found[sign] = [(cover, numbers, made(COVERS[cover], numbers)) for cover, numbers in shown]
    return found


def rule_space(circuit: Circuit) -> RuleSpace:
    shown = [((sign, *row[:2]), row[2]) for sign, rows in _key_examples(circuit).items() for row in rows]
    return signal_space(circuit.wiring, _covers(circuit), shown)


def picture(circuit: Circuit, _solve: Solve) -> Canvas:
    canvas = Canvas(980, 940)
    frame(canvas, 20, 15, 940, 430, title="Wiring")
    draw_wiring(canvas, circuit.wiring, _covers(circuit))
    for place, (sign, rows) in enumerate(_key_examples(circuit).items()):
        x = 20 + place * 320
        frame(canvas, x, 460, 300, 465, title=NAMES[sign].capitalize())
        for row, (cover, numbers, result) in enumerate(rows):
            y = 546 + 105 * row
            draw_patch(canvas, cover, x + 150, y)
            for number, (_, height) in zip(numbers, ports(0, 0, len(numbers)), strict=True):
                draw_wire(canvas, (x + 64, y + height), (x + 150, y + height))
                canvas.text(x + 54, y + height, number, anchor="end")
            arrows.arrow(canvas, (x + 150, y), (x + 236, y))
            canvas.text(x + 246, y, result, anchor="start", bold=True)
            draw_box(canvas, sign, x + 150, y)
    return canvas


def describe(circuit: Circuit, _solve: Solve) -> str:
    wires, covers = [], _covers(circuit)
    for name, sources, _, _ in circuit.wiring:
        entering = " and ".join(_source_name(source) for source in sources)
        patch = f", with a patch behind {_half(covers[name])}" if covers.get(name, "no") != "no" else ""
        wires.append(f"{_source_name(name)} is reached by {entering}{patch}")
    rows = []
    for sign, shown in _key_examples(circuit).items():
        texts = [
            f"{' and '.join(map(str, numbers))} enter, {result} leaves"
            + (f", with a patch behind {_half(cover)}" if cover != "no" else "")
            for cover, numbers, result in shown
        ]
        rows.append(f"{NAMES[sign].capitalize()}: {'; '.join(texts)}.")
    return (
        "The picture has four parts. The upper one, Wiring, shows four wires with the letters a, b, c, d from top "
        f"to bottom at the left. They run to the right through boxes, behind some of which are grey patches. From left to "
        f"right, with the upper wire of a box first: {'; '.join(wires)}. "
        f"From {_source_name(circuit.wiring[-1][0])} an arrow leads out at the right. The three parts below show each "
        f"sign with numbers on its wires, the upper one first: {' '.join(rows)}"
    )


def _source_name(name: str) -> str:
    return f"the wire {name}" if len(name) == 1 else f"the {NAMES[name[0]]} number {name[1]}"


def _half(cover: str) -> str:
    return "all of it" if cover == "each" else f"{cover} half, where {cover} wire enters"
