"""Nets of cubes for ``crate_shelf``, and which faces lie around a face after folding.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.core.draws import Draws

NAMES = "ABCDEF"
#: Row and column of a face in a net.
Spot = tuple[int, int]
Vector = tuple[int, int, int]

#: The eleven nets of a cube, turned so that they are wider than high.
NETS = (
    "x.../xxxx/x...", "x.../xxxx/.x..", "x.../xxxx/..x.", "x.../xxxx/...x", ".x../xxxx/.x..", ".x../xxxx/..x.",
    "xx../.xxx/.x..", "xx../.xxx/..x.", "xx../.xxx/...x", "xx../.xx./..xx", "xxx../..xxx",
)  # fmt: skip


def choose_net(draws: Draws) -> tuple[Spot, ...]:
    """Choose a net, perhaps mirrored, and which letter each of its squares has."""
    rows = draws.choice(NETS).split("/")
    if draws.chance(1, 2):
        rows = rows[::-1]
    if draws.chance(1, 2):
        rows = [row[::-1] for row in rows]
    return tuple(
        draws.shuffled([(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"])
    )


def rings_of(net: Sequence[Spot]) -> dict[str, str]:
    """Return the four faces around each face, clockwise as seen from outside."""
    ways = {net[0]: ((0, 0, 1), (1, 0, 0), (0, -1, 0))}  # outwards, to the right, downwards in the net
    waiting = [net[0]]
    while waiting:
        spot = waiting.pop()
        out, right, low = ways[spot]
        row, column = spot
        for other, turned in (
            ((row, column + 1), (right, _minus(out), low)),
            ((row, column - 1), (_minus(right), out, low)),
            ((row + 1, column), (low, right, _minus(out))),
            ((row - 1, column), (_minus(low), right, out)),
        ):
            if other in net and other not in ways:
                ways[other] = turned
                waiting.append(other)
    names = {ways[spot][0]: name for name, spot in zip(NAMES, net, strict=True)}
    rings = {}
    for name, spot in zip(NAMES, net, strict=True):
        _, right, low = ways[spot]
        rings[name] = "".join(names[way] for way in (_minus(low), right, low, _minus(right)))
    return rings


def _minus(vector: Vector) -> Vector:
    x, y, z = vector
    return -x, -y, -z
